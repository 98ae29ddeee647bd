//! The words of comparisons: theorems, conditions, and why something is not decided.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::compare::{
    Agreement, Comparison, Condition, Difference, Ended, Justification, Row, Support, Theorem,
    Undecided,
};
use reductio::discipline::Outcome;
use reductio::search::{FindingKind, ThreadStep};
use reductio::selective::Stopped;
use reductio::system::{System, ThreadId};

use crate::check::grounds::{condition_words, listed};
use crate::page::plural;

/// A finding in a word.
pub(crate) fn finding<V>(kind: &FindingKind<V>) -> &'static str {
    match kind {
        FindingKind::Discipline(_) => "violated",
        FindingKind::Failure { .. } => "fails",
        FindingKind::Deadlock => "deadlock",
        FindingKind::Invariant(_) => "invariant violated",
        FindingKind::Stuck { .. } => "stuck",
        FindingKind::EndlessLoop { .. } => "endless loop",
        FindingKind::Property { .. } => "property false",
    }
}

/// The answer of a row in a few words.
pub(crate) fn answer(row: &Row) -> &'static str {
    match row.verdict() {
        Verdict::Fails(number) => finding(&row.walked.findings[number].kind),
        Verdict::Holds(()) => "holds",
        // Of what its theorem speaks of nothing was found.
        Verdict::Declined(Undecided::NotPreserved) if row.progress == Verdict::Holds(()) => {
            "no deadlock"
        }
        Verdict::Declined(_) => "undecided",
    }
}

/// The letter of a theorem in tables.
pub(crate) fn letter(theorem: Theorem) -> char {
    match theorem {
        Theorem::Reduction => 'R',
        Theorem::Composed => 'C',
        Theorem::Persistent => 'P',
        Theorem::Locks => 'L',
        Theorem::Sleep => 'S',
        Theorem::Dynamic => 'D',
        Theorem::Source => 'O',
    }
}

/// The letters of the theorems on which an answer rests.
pub(crate) fn letters(justification: &Justification) -> String {
    let letters = justification.theorems.iter().map(|theorem| letter(*theorem).to_string());
    let letters: Vec<String> = letters.collect();
    if letters.is_empty() { "every state".to_owned() } else { letters.join(" ") }
}

/// A theorem, and how it is proved.
pub(crate) fn theorem(theorem: Theorem) -> String {
    match theorem.support() {
        Support::Proved => {
            let labels: Vec<String> =
                theorem.labels().iter().map(|label| format!("\"{label}\"")).collect();
            format!("{}, proved: `reductio prove {}`", theorem.name(), labels.join(" "))
        }
        Support::Published => theorem.name().to_owned(),
    }
}

/// Decides whether a row agrees with the unreduced search, in a word.
pub(crate) fn agreement(row: &Row) -> &'static str {
    match row.agreement {
        Agreement::Agrees => "yes",
        Agreement::Differs(_) => "no",
        Agreement::NotCompared => "-",
    }
}

/// Says in which point a search differs from the unreduced one.
pub(crate) fn difference(difference: Difference, system: &System) -> String {
    match difference {
        Difference::Discipline => "it does not meet the violation of the discipline".to_owned(),
        Difference::Failure => "they differ on whether a thread fails".to_owned(),
        Difference::Deadlocks => "they meet different numbers of deadlocks".to_owned(),
        Difference::Point(thread, point) => {
            let owner = system.thread(ThreadId::new(thread));
            format!("they differ on {} of {}", owner.points()[point].name(), owner.name())
        }
    }
}

/// The theorems of a row, each with how sure it is that it is true, as one sentence without its point.
pub(crate) fn theorems(justification: &Justification) -> String {
    if justification.theorems.is_empty() {
        return "no theorem is needed where every state is looked at".to_owned();
    }
    listed(justification.theorems.iter().map(|known| theorem(*known)))
}

/// The conditions of a row's theorems, by what is known of them, as one sentence without its point.
pub(crate) fn conditions(justification: &Justification) -> String {
    let of = |wanted: Outcome| {
        let all = justification.conditions.iter().filter(|(_, outcome)| *outcome == wanted);
        let names: Vec<String> = all.map(|(condition, _)| short(*condition)).collect();
        (!names.is_empty()).then(|| listed(names.into_iter()))
    };
    let mut parts = Vec::new();
    for (outcome, word) in
        [(Outcome::Met, "met"), (Outcome::NotMet, "not met"), (Outcome::Open, "not known")]
    {
        parts.extend(of(outcome).map(|all| format!("{word}: {all}")));
    }
    parts.join("; ")
}

/// A condition in a word or by the numbers of its hypotheses.
pub(crate) fn short(condition: Condition) -> String {
    match condition {
        Condition::Reduction(premise) => premise
            .condition
            .labels()
            .iter()
            .map(|label| format!("({label})"))
            .collect::<Vec<_>>()
            .join(", "),
        Condition::Deterministic => "no invisible choices".to_owned(),
        Condition::Kept => "the discipline is kept".to_owned(),
        Condition::Acyclic => "every execution ends".to_owned(),
        Condition::Complete => "nothing was cut".to_owned(),
    }
}

/// A condition as a sentence.
pub(crate) fn long(condition: Condition) -> &'static str {
    match condition {
        Condition::Reduction(premise) => condition_words(premise.condition),
        Condition::Deterministic => "a thread has at most one invisible transition at a time",
        Condition::Kept => "no reachable state violates the discipline",
        Condition::Acyclic => "every execution ends",
        Condition::Complete => "no limit and no bound cut the search",
    }
}

/// Says why something is not decided, as a sentence without its point.
pub(crate) fn undecided(why: &Undecided, system: &System) -> String {
    match why {
        Undecided::Ended(ended) => self::ended(ended, system),
        Undecided::Condition(Condition::Kept, Outcome::Open) => {
            "that the discipline is kept is not known: no other search that was made has shown it; add \
             `reduced`".to_owned()
        }
        Undecided::Condition(condition, Outcome::NotMet) => {
            format!("a condition of its theorem is not met: {}", long(*condition))
        }
        Undecided::Condition(condition, _) => {
            format!("a condition of its theorem is not known to be met: {}", long(*condition))
        }
        Undecided::NotPreserved => {
            "its theorem says nothing about violations of the discipline".to_owned()
        }
        Undecided::Violated => {
            "the discipline is violated, and transitions that are put together say nothing of what follows".to_owned()
        }
    }
}

/// Says why a search ended early, as a sentence without its point, where that does not depend on what is searched.
pub(crate) fn ended_anywhere(ended: &Ended) -> String {
    let stopped = match ended {
        Ended::Cut(count) => {
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            return format!("`--depth` cut {}", plural(count, "execution"));
        }
        Ended::Stopped(stopped) => stopped,
    };
    let why = match stopped {
        Stopped::States => "there are more states than `--max-states` allows",
        Stopped::Memory => "the states take more memory than `--memory` allows",
        Stopped::Executions => "there are more executions than `--max-executions` allows",
        Stopped::Deadlocks => "there are more deadlocks than it keeps",
        Stopped::Threads => "it tells at most 64 threads apart",
        Stopped::Cancelled | Stopped::Cycle { .. } | Stopped::Invisible { .. } => {
            "it was ended before it was complete"
        }
    };
    why.to_owned()
}

/// Says why a search ended early, as a sentence without its point.
pub(crate) fn ended(ended: &Ended, system: &System) -> String {
    let Ended::Stopped(stopped) = ended else { return ended_anywhere(ended) };
    match stopped {
        Stopped::Cycle { run, from } => {
            let around = &run[(*from).min(run.len())..];
            format!(
                "an execution never ends: after {} it can go round by {} for ever; `reductio compare --depth N` cuts \
                 executions",
                plural(*from, "step"),
                steps(around, system)
            )
        }
        Stopped::Invisible { run, thread, is_endless } => {
            let name = system.thread(ThreadId::new(*thread)).name();
            let own: Vec<ThreadStep> =
                run.iter().rev().take_while(|(other, _)| other == thread).copied().collect();
            let own: Vec<ThreadStep> = own.into_iter().rev().collect();
            if *is_endless {
                format!("{name} can take invisible transitions for ever: {}", steps(&own, system))
            } else {
                format!(
                    "{name} has a choice of invisible transitions after {}",
                    steps(&own, system)
                )
            }
        }
        _ => ended_anywhere(ended),
    }
}

/// The number of steps of a run that a sentence shows.
const SHOWN: usize = 4;

/// Steps with the names of their threads.
fn steps(run: &[ThreadStep], system: &System) -> String {
    let mut out = String::new();
    for (at, &(thread, step)) in run.iter().take(SHOWN).enumerate() {
        let owner = system.thread(ThreadId::new(thread));
        let text = owner.transitions()[step].text();
        let _ = write!(out, "{}`{text}` of {}", if at == 0 { "" } else { ", " }, owner.name());
    }
    if run.len() > SHOWN {
        let _ = write!(out, " and {}", plural(run.len() - SHOWN, "more step"));
    }
    out
}

/// The names of the searches that are wrong: they differ from the unreduced one although their theorems exclude it.
pub(crate) fn wrong(comparison: &Comparison) -> Vec<String> {
    let wrong = comparison.rows.iter().filter(|row| row.is_wrong());
    wrong.map(|row| row.search.to_string()).collect()
}
