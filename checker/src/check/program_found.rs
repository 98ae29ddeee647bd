//! The findings of all searches of a program together: the first verdict about a claim, and each finding once.

use super::program_claim::ProgramClaim;
use super::program_search::{ProgramSearch, Said};
use crate::locksets::{Report, Stuck, Wrong};
use crate::verdict::Verdict;

/// The first verdict about a claim that is not `declined`, and the search that gave it.
pub(super) fn first_verdict(
    searches: &[ProgramSearch],
    claim: ProgramClaim,
) -> Option<(Said, &ProgramSearch)> {
    let all = searches.iter().map(|search| (search.verdict(claim), search));
    all.into_iter().find(|(said, _)| !matches!(said, Verdict::Declined(())))
}

/// Puts together the findings of searches, each once.
pub(super) fn found(searches: &[ProgramSearch]) -> Report {
    let by_locksets = searches.iter().find_map(|search| match search {
        ProgramSearch::Locksets(found) => Some(&**found),
        _ => None,
    });
    let mut out = by_locksets.cloned().unwrap_or_default();
    for search in searches {
        let wrong: &[Wrong] = match search {
            ProgramSearch::Ownership(found) => &found.derived.answer.wrong,
            ProgramSearch::Classes(answer) => &answer.wrong,
            ProgramSearch::Coarsened(found) => &found.answer.wrong,
            _ => continue,
        };
        for one in wrong {
            if out.wrong.iter().all(|other| other.failure != one.failure) {
                out.wrong.push(one.clone());
            }
        }
        let ProgramSearch::Ownership(found) = search else { continue };
        for race in &found.derived.answer.races {
            if out.races.iter().all(|other| other.variable != race.variable) {
                out.races.push(race.clone());
            }
        }
    }
    out.wrong.sort_by_key(|wrong| (wrong.line, wrong.failure));
    out.races.sort_by(|one, two| {
        (one.variable.line, &one.variable).cmp(&(two.variable.line, &two.variable))
    });
    if let Some((states, transitions, depth, bytes)) = told(searches).and_then(ProgramSearch::size)
    {
        (out.states, out.transitions, out.depth, out.bytes) = (states, transitions, depth, bytes);
        out.expansions = states;
    }
    if let Some((said, search)) = first_verdict(searches, ProgramClaim::NoDeadlock) {
        out.deadlock = Some(matches!(said, Verdict::Fails(())));
        out.deadlock_states = search.deadlock_states();
        out.deadlock_run = match search {
            ProgramSearch::Ownership(found) => found.derived.answer.deadlock.clone(),
            ProgramSearch::Classes(answer) => answer.deadlock.clone(),
            ProgramSearch::Coarsened(found) => found.answer.deadlock.clone(),
            ProgramSearch::Deadlocks(found) => found.run.clone(),
            ProgramSearch::Locksets(_) | ProgramSearch::EveryState(_) => None,
        };
    } else {
        let looked = searches.iter().rev().find(|s| matches!(s, ProgramSearch::Deadlocks(_)));
        out.deadlock_states = looked.map_or(0, ProgramSearch::deadlock_states);
    }
    out.stuck = searches.iter().find_map(stuck).cloned();
    out
}

/// The search whose numbers are told: one that has met all failures, by locksets if that has.
pub(super) fn told(searches: &[ProgramSearch]) -> Option<&ProgramSearch> {
    let mut complete = searches.iter().filter(|search| search.knows_all_failures());
    let first = complete.clone().next();
    complete.find(|search| matches!(search, ProgramSearch::Locksets(_))).or(first)
}

/// The threads that a search knows to be stuck for ever, if it knows which.
fn stuck(search: &ProgramSearch) -> Option<&Vec<Stuck>> {
    match search {
        ProgramSearch::Ownership(found) => found.derived.answer.stuck.as_ref(),
        ProgramSearch::Coarsened(found) if found.has_one_order && !found.is_by_printed_rules() => {
            found.answer.stuck.as_ref()
        }
        ProgramSearch::EveryState(stuck) => stuck.as_ref(),
        _ => None,
    }
}
