//! Whether a reduced and an unreduced search of one system say the same.

use crate::search::{Exploration, FindingKind};

/// What two searches say differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Disagreement {
    /// One of them is not complete: nothing can be compared.
    Incomplete,
    /// Whether a bad state is reached.
    Discipline,
    /// Whether a thread can fail.
    Failure,
    /// Whether there is a deadlock.
    Deadlock,
    /// Whether the invariant with this number is violated.
    Invariant(usize),
    /// Whether a control point is reached: thread and point.
    Point(usize, usize),
    /// Whether what the claim with this number speaks of is reached.
    Goal(usize),
}

/// The first thing on which an unreduced and a reduced search differ that Theorem 1 of S5 and Theorems 4 and 5 of S1 say
/// they agree on. Both must have gone on after findings. Where the discipline is violated, or a thread takes
/// invisible steps for ever, only what is said of the discipline must agree. `goals` says whether what is to be
/// reached is compared: it is, where nothing may hide it.
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
    if has(unreduced, &is_bad) || has(reduced, &is_bad) {
        return (differ(&is_bad) && !is_endless).then_some(Disagreement::Discipline);
    }
    if is_endless {
        return None;
    }
    if differ(&|kind| matches!(kind, FindingKind::Failure { .. })) {
        return Some(Disagreement::Failure);
    }
    if differ(&|kind| matches!(kind, FindingKind::Deadlock)) {
        return Some(Disagreement::Deadlock);
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
