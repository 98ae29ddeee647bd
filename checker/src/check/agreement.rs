//! A comparison of a reduced and an unreduced search of one system.

use std::collections::BTreeSet;

use super::claim::SystemClaim;
use super::report::CheckReport;
use crate::search::{Exploration, FindingKind, StuckAnswer};
use crate::verdict::Verdict;

/// A difference between the results of two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Disagreement {
    /// One of the searches is not complete: nothing can be compared.
    Incomplete,
    /// They differ on whether a bad state is reached.
    Discipline,
    /// They differ on whether a thread can fail.
    Failure,
    /// They differ on whether there is a deadlock.
    Deadlock,
    /// They differ on whether this thread is stuck for ever where no deadlock can come.
    Stuck(usize),
    /// They differ on whether the invariant with this number is violated.
    Invariant(usize),
    /// They differ on whether a control point is reached; the numbers are those of its thread and of the point.
    Point(usize, usize),
    /// They differ on whether a state is reached in which the predicate with this number, among those to be reached,
    /// holds.
    Goal(usize),
}

/// Compares an unreduced and a reduced search, and returns the first difference that Theorem 1 of S5 and Theorems 4 and
/// 5 of S1 exclude. Both searches must have gone on after findings. Where the discipline is violated, or a thread takes
/// invisible steps for ever, the searches need to agree on the discipline only; where the reduced one is
/// [cut short](Exploration::cut_short), on that a thread fails. `goals` says whether the predicates
/// that are to be reached are compared too: they are where no invisible transition may hide them.
pub fn disagreement<V>(
    unreduced: &Exploration<V>,
    reduced: &Exploration<V>,
    goals: bool,
) -> Option<Disagreement> {
    if !unreduced.is_complete() || !reduced.is_complete() {
        return Some(Disagreement::Incomplete);
    }
    let has = |all: &Exploration<V>, kind: &dyn Fn(&FindingKind<V>) -> bool| {
        all.findings.iter().any(|finding| kind(&finding.kind))
    };
    let differ =
        |kind: &dyn Fn(&FindingKind<V>) -> bool| has(unreduced, kind) != has(reduced, kind);
    let is_endless = has(reduced, &|kind| matches!(kind, FindingKind::EndlessLoop { .. }));
    let is_bad = |kind: &FindingKind<V>| matches!(kind, FindingKind::Discipline(_));
    let is_failure = |kind: &FindingKind<V>| matches!(kind, FindingKind::Failure { .. });
    if reduced.cut_short {
        // A violation may be found after the failure only, or be found instead of it.
        let only_here =
            |kind: &dyn Fn(&FindingKind<V>) -> bool| has(reduced, kind) && !has(unreduced, kind);
        let differ = [
            (only_here(&is_bad), Disagreement::Discipline),
            (differ(&is_failure), Disagreement::Failure),
        ];
        return differ.into_iter().find_map(|(differs, what)| differs.then_some(what));
    }
    if has(unreduced, &is_bad) || has(reduced, &is_bad) {
        return (differ(&is_bad) && !is_endless).then_some(Disagreement::Discipline);
    }
    if is_endless {
        return None;
    }
    if differ(&is_failure) {
        return Some(Disagreement::Failure);
    }
    if differ(&|kind| matches!(kind, FindingKind::Deadlock)) {
        return Some(Disagreement::Deadlock);
    }
    if let Some(thread) = differ_on_stuck(unreduced, reduced) {
        return Some(Disagreement::Stuck(thread));
    }
    let invariant =
        |kind: &FindingKind<V>| if let FindingKind::Invariant(n) = kind { Some(*n) } else { None };
    let violated = |all: &Exploration<V>| {
        let mut numbers: Vec<usize> =
            all.findings.iter().filter_map(|f| invariant(&f.kind)).collect();
        numbers.sort_unstable();
        numbers
    };
    let (mine, theirs) = (violated(unreduced), violated(reduced));
    let odd = mine
        .iter()
        .filter(|n| !theirs.contains(n))
        .chain(theirs.iter().filter(|n| !mine.contains(n)));
    if let Some(number) = odd.min() {
        return Some(Disagreement::Invariant(*number));
    }
    for (thread, (mine, theirs)) in unreduced.reached.iter().zip(&reduced.reached).enumerate() {
        if let Some(point) = mine.iter().zip(theirs).position(|(mine, theirs)| mine != theirs) {
            return Some(Disagreement::Point(thread, point));
        }
    }
    let mut both = unreduced.goals.iter().zip(&reduced.goals);
    let goal = both.position(|(mine, theirs)| mine != theirs);
    goal.filter(|_| goals).map(Disagreement::Goal)
}

/// The first thread that is told to be stuck by one search only, where both were asked.
fn differ_on_stuck<V>(unreduced: &Exploration<V>, reduced: &Exploration<V>) -> Option<usize> {
    if [unreduced, reduced].iter().any(|found| found.stuck != StuckAnswer::Known) {
        return None;
    }
    let told = |found: &Exploration<V>| -> BTreeSet<usize> {
        let stuck = found.findings.iter().filter_map(|finding| match finding.kind {
            FindingKind::Stuck { thread } => Some(thread),
            _ => None,
        });
        stuck.collect()
    };
    told(unreduced).symmetric_difference(&told(reduced)).next().copied()
}

/// The number of the first property that one of two reports of a system says holds, and the other one that it fails.
pub fn disagreement_on_properties(one: &CheckReport, other: &CheckReport) -> Option<usize> {
    (0..one.subject.system().properties().len()).find(|number| {
        let claim = SystemClaim::Property(*number);
        let verdicts = [one, other].map(|report| report.verdict(claim));
        matches!(
            verdicts,
            [Some(Verdict::Holds(())), Some(Verdict::Fails(_))]
                | [Some(Verdict::Fails(_)), Some(Verdict::Holds(()))]
        )
    })
}
