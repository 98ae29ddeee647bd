//! The notes that searches make of the states that they meet.

use reductio_search::{Finding, FindingKind, Model, ThreadStep};
use rustc_hash::FxHashSet;

use crate::moves::Move;

/// What findings of one kind have in common.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Deadlock,
    Discipline(usize),
    Failure { thread: usize, step: Option<usize>, reason: usize },
}

/// A transition of a step that is being taken.
struct By<'a, S> {
    /// The state before the step.
    from: &'a S,
    step: &'a Move<S>,
    /// The place of the transition in the step.
    at: usize,
}

/// Deadlocks, control points and findings that were met so far.
pub(crate) struct Notes<S, V> {
    told: FxHashSet<Kind>,
    known: FxHashSet<S>,
    pub(crate) deadlocks: Vec<S>,
    pub(crate) reached: Vec<Vec<bool>>,
    pub(crate) findings: Vec<Finding<V>>,
}

impl<S: Clone + Eq + std::hash::Hash, V> Notes<S, V> {
    pub(crate) fn new<M: Model<State = S, Violation = V>>(model: &M) -> Self {
        Notes {
            told: FxHashSet::default(),
            known: FxHashSet::default(),
            deadlocks: Vec::new(),
            reached: (0..model.threads()).map(|t| vec![false; model.points(t)]).collect(),
            findings: Vec::new(),
        }
    }

    /// Looks at the initial state.
    pub(crate) fn look_at_first<M: Model<State = S, Violation = V>>(
        &mut self,
        model: &M,
        state: &S,
    ) {
        for thread in 0..model.threads() {
            self.look(model, thread, state, None, Vec::new);
        }
    }

    /// Looks at the states on the way of a step, and at the one after it. `run` gives the run to the end of the step.
    pub(crate) fn look_at_step<M: Model<State = S, Violation = V>>(
        &mut self,
        model: &M,
        from: &S,
        step: &Move<S>,
        run: impl Fn() -> Vec<ThreadStep>,
    ) {
        let length = step.path.len();
        for (at, state) in step.between.iter().chain([&step.after]).enumerate() {
            let by = By { from, step, at };
            self.look(model, step.thread, state, Some(&by), || {
                let mut run = run();
                run.truncate(run.len() - (length - 1 - at));
                run
            });
        }
    }

    /// Looks at a state to which a thread has come by a transition, if it is not the initial one.
    fn look<M: Model<State = S, Violation = V>>(
        &mut self,
        model: &M,
        thread: usize,
        state: &S,
        by: Option<&By<'_, S>>,
        run: impl Fn() -> Vec<ThreadStep>,
    ) {
        if let Some(reached) = self.reached[thread].get_mut(model.point(thread, state)) {
            *reached = true;
        }
        if let Some(violation) = model.violation(state)
            && self.told.insert(Kind::Discipline(model.violation_kind(&violation)))
        {
            self.findings.push(Finding { kind: FindingKind::Discipline(violation), run: run() });
        }
        if model.has_failed(thread, state) {
            let step = by.map(|by| by.step.path[by.at]);
            let reason = by.map_or(0, |by| {
                let before = by.at.checked_sub(1).map_or(by.from, |k| &by.step.between[k]);
                model.failure_reason(thread, by.step.path[by.at], before)
            });
            if self.told.insert(Kind::Failure { thread, step, reason }) {
                let kind = FindingKind::Failure { thread, step, reason };
                self.findings.push(Finding { kind, run: run() });
            }
        }
    }

    /// Notes a state in which no thread can go on: it is a deadlock unless all may rest. Where a thread has failed and
    /// is not over, that is the finding.
    pub(crate) fn end<M: Model<State = S, Violation = V>>(
        &mut self,
        model: &M,
        state: &S,
        run: impl Fn() -> Vec<ThreadStep>,
    ) {
        let is_fine = (0..model.threads()).all(|thread| model.may_rest(thread, state));
        if is_fine || (0..model.threads()).any(|thread| model.failure_blocks(thread, state)) {
            return;
        }
        if self.told.insert(Kind::Deadlock) {
            self.findings.push(Finding { kind: FindingKind::Deadlock, run: run() });
        }
        if self.known.insert(state.clone()) {
            self.deadlocks.push(state.clone());
        }
    }
}
