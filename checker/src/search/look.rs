//! What is looked for in every state: the same for all searches.

use super::model::Model;
use super::query::{FindingKind, Order, Query, Step};

/// Where something was found.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// In the stored state with this number.
    Stored(u32),
    /// After these steps from the stored state with this number; from the initial state, if there is none.
    After(Option<u32>, Vec<Step>),
}

/// What was seen so far.
#[derive(Clone, Debug)]
pub(super) struct Seen<V> {
    pub(super) findings: Vec<(FindingKind<V>, At)>,
    pub(super) reached: Vec<Vec<bool>>,
    pub(super) goals: Vec<bool>,
    /// The goals that are not reached.
    open: Vec<usize>,
}

impl<V: Clone + PartialEq> Seen<V> {
    pub(super) fn new<M: Model<Violation = V>>(model: &M) -> Self {
        Seen {
            findings: Vec::new(),
            reached: (0..model.threads()).map(|thread| vec![false; model.points(thread)]).collect(),
            goals: vec![false; model.goals()],
            open: (0..model.goals()).collect(),
        }
    }

    /// Notes a finding, unless one of its kind is there.
    pub(super) fn found(&mut self, kind: FindingKind<V>, at: impl FnOnce() -> At) {
        if !self.findings.iter().any(|(other, _)| other.is_like(&kind)) {
            self.findings.push((kind, at()));
        }
    }

    /// Looks at a state that is seen for the first time, after a step of `thread`; whether it is bad.
    #[inline]
    pub(super) fn look<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        query: &Query<'_>,
        thread: usize,
        state: &M::State,
        at: impl Fn() -> At,
    ) -> bool {
        if let Some(reached) = self.reached[thread].get_mut(model.point(thread, state)) {
            *reached = true;
        }
        if !self.open.is_empty() {
            let goals = &mut self.goals;
            self.open.retain(|&goal| {
                goals[goal] = model.goal(goal, state);
                !goals[goal]
            });
        }
        if query.failures {
            if model.has_failed(thread, state) {
                self.found(FindingKind::Failure { thread }, &at);
            }
            for number in 0..model.invariants() {
                if !model.invariant(number, state) {
                    self.found(FindingKind::Invariant(number), &at);
                }
            }
        }
        let violation = if query.discipline { model.violation(state) } else { None };
        let is_bad = violation.is_some();
        if let Some(violation) = violation {
            self.found(FindingKind::Discipline(violation), &at);
        }
        is_bad
    }

    /// Looks at a stored state from which no thread can go on.
    pub(super) fn look_at_end<M: Model<Violation = V>>(
        &mut self,
        model: &M,
        number: u32,
        state: &M::State,
    ) {
        let mut threads = 0..model.threads();
        let is_fine = threads.all(|thread| model.may_rest(thread, state));
        // Where a thread failed, that is the finding.
        let has_failed = (0..model.threads()).any(|thread| model.has_failed(thread, state));
        if !is_fine && !has_failed {
            self.found(FindingKind::Deadlock, || At::Stored(number));
        }
    }

    /// Adds what another worker has seen.
    pub(super) fn merge(&mut self, other: &Seen<V>) {
        for (mine, theirs) in self.reached.iter_mut().zip(&other.reached) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
        self.goals.iter_mut().zip(&other.goals).for_each(|(mine, theirs)| *mine |= theirs);
        for (kind, at) in &other.findings {
            self.found(kind.clone(), || at.clone());
        }
    }
}

/// Whether a bad state is the end of its branch: `N` ends in `!q`.
pub(super) fn ends_branch(query: &Query<'_>, is_bad: bool) -> bool {
    is_bad && query.order == Order::Reduced
}
