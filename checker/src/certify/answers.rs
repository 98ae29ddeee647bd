//! The answers of a report in a certificate: holds, fails with a run, or undecided.

use serde_json::{Value as Json, json};

use super::CertifyError;
use super::states::{Limits, States};
use crate::check::{CheckReport, Inconclusive, SystemClaim};
use crate::search::{FindingKind, Stopped, ThreadStep};
use crate::system::System;
use crate::verdict::Verdict;

/// Makes the answers. `states` are those of a complete search.
pub(super) fn answers(
    report: &CheckReport,
    states: Option<&States>,
    limits: Limits<'_>,
) -> Result<Vec<Json>, CertifyError> {
    let mut out = Vec::new();
    for (claim, verdict) in &report.claims {
        // Verifiers decide nothing about whole runs, nor about threads that are stuck.
        if matches!(claim, SystemClaim::NoStuckThread | SystemClaim::Property(_)) {
            continue;
        }
        let mut entry = named(*claim);
        let mut answer = |word: &str| entry["answer"] = word.into();
        match verdict {
            Verdict::Holds(()) => {
                answer("holds");
                if let SystemClaim::Reach(number) = *claim {
                    if let Some(run) = run_to(report, number, states, limits)? {
                        entry["run"] = steps(&run);
                    } else {
                        entry["answer"] = "undecided".into();
                        entry["why"] = "no run to such a state was kept".into();
                    }
                }
            }
            Verdict::Fails(finding) => {
                answer("fails");
                if let Some(finding) = finding.map(|number| &report.exploration.findings[number]) {
                    entry["run"] = steps(&finding.run);
                    if let FindingKind::EndlessLoop { from, .. } = finding.kind {
                        entry["from"] = from.into();
                    }
                }
            }
            Verdict::Declined(why) => {
                answer("undecided");
                entry["why"] = words(*why).into();
            }
        }
        out.push(entry);
    }
    Ok(out)
}

/// Adds that invariants that were found hold: no step leads out of them. They come after those of the system.
pub(super) fn add_found(answers: &mut Vec<Json>, system: &System, count: usize) {
    let declared = system.invariants().len();
    let is_later = |answer: &Json| answer["claim"] == "reach";
    let at = answers.iter().position(is_later).unwrap_or(answers.len());
    let all = (declared..declared + count).map(SystemClaim::Invariant).map(|claim| {
        let mut entry = named(claim);
        entry["answer"] = "holds".into();
        entry
    });
    answers.splice(at..at, all);
}

fn named(claim: SystemClaim) -> Json {
    match claim {
        SystemClaim::Discipline => json!({ "claim": "discipline" }),
        SystemClaim::NoFailure => json!({ "claim": "no_failure" }),
        SystemClaim::NoDeadlock => json!({ "claim": "no_deadlock" }),
        SystemClaim::NoStuckThread => json!({ "claim": "no_stuck_thread" }),
        SystemClaim::NoEndlessLoop => json!({ "claim": "no_endless_loop" }),
        SystemClaim::Invariant(number) => json!({ "claim": "invariant", "number": number }),
        SystemClaim::Reach(number) => json!({ "claim": "reach", "number": number }),
        SystemClaim::Property(number) => json!({ "claim": "property", "number": number }),
    }
}

fn words(why: Inconclusive) -> &'static str {
    match why {
        Inconclusive::Stopped(Stopped::Found) => "the search ended with a violation",
        Inconclusive::Stopped(Stopped::States) => "the search ended at the limit on states",
        Inconclusive::Stopped(Stopped::Memory) => "the search ended at the limit on memory",
        Inconclusive::Stopped(Stopped::Cancelled) => "the search was interrupted",
        Inconclusive::NoDiscipline => "the discipline is violated",
        Inconclusive::Outside => "the theorem does not apply to some protected variable",
        Inconclusive::Steps(_) => "the steps between states were not looked at",
        Inconclusive::Endless => "a thread takes invisible steps for ever",
        Inconclusive::Formula => "the automaton of the formula is too large",
    }
}

/// A run to a state in which a predicate that is to be reached holds. Where the states are not known, it is searched
/// for as the search did.
fn run_to(
    report: &CheckReport,
    number: usize,
    states: Option<&States>,
    limits: Limits<'_>,
) -> Result<Option<Vec<ThreadStep>>, CertifyError> {
    let system = report.subject.system();
    let is_reached = |state: &_| system.goal_holds(number, state);
    if let Some(states) = states {
        return Ok(states.run_to(is_reached));
    }
    let Some(discipline) = report.subject.discipline() else { return Ok(None) };
    match States::explore(discipline, report.order, limits, is_reached) {
        Ok(states) => Ok(states.run_to(is_reached)),
        Err(CertifyError::Memory) => Ok(None),
        Err(error) => Err(error),
    }
}

fn steps(run: &[ThreadStep]) -> Json {
    run.iter().map(|(thread, step)| json!([thread, step])).collect()
}
