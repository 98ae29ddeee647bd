//! The runs of findings, put together across workers, and the answer.

use super::super::orbits::violation_in;
use super::super::run::with_run;
use super::{Exploration, FoundApart, Model, Owned, Reduction, Store, Totals, Worker};
use crate::query::{Finding, FindingKind, StuckAnswer, ThreadStep};

/// Some states of one worker on a run, from the last to the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strand<S> {
    /// The states, each with the one that comes before it on the run behind it.
    pub states: Vec<S>,
    /// The part of the run that comes before the last of them.
    pub way: Way,
}

/// The part of a run that comes before a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A state of another worker.
    Stored {
        /// The worker.
        worker: usize,
        /// The number of the state there.
        number: u32,
    },
    /// Nothing: the search begins in the state, which has this number among those in which it does.
    Root(u32),
}

impl<M: Model, R: Reduction<M, Memory = ()>> Worker<'_, M, R> {
    /// Follows a run back from a stored state as long as this worker has the states, at most so many.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn strand(&self, mut number: u32, most: usize) -> Strand<M::State> {
        let share = &self.share;
        let mut states = Vec::new();
        let mut state = share.task.model.initial();
        loop {
            share.store.load(number, &mut state);
            states.push(state.clone());
            let Some(parent) = share.parent(number) else {
                let root = share.root(number).expect("the first has no parent");
                return Strand { states, way: Way::Root(root) };
            };
            let Owned { worker, number: before } = Owned::of_ticket(parent, share.workers);
            if worker != share.worker || states.len() >= most {
                return Strand { states, way: Way::Stored { worker, number: before } };
            }
            number = before;
        }
    }

    /// Makes the run of a finding: from the number of the state in which it begins, through these states, the first of
    /// them that one.
    ///
    /// # Panics
    /// If the states are no run of the model.
    pub fn finding(
        &mut self,
        found: &FoundApart,
        root: u32,
        states: &[M::State],
    ) -> Finding<M::Violation> {
        let task = self.share.task;
        let mut run = self.begun.run_to_root(task, root);
        for pair in states.windows(2) {
            let steps = self.expander.between(&pair[0], &pair[1]);
            run.extend(steps.expect("a state has a step from its parent"));
        }
        let before = run.len();
        run.extend(&found.steps);
        let kind = match found.kind {
            FindingKind::EndlessLoop { thread, from } => {
                FindingKind::EndlessLoop { thread, from: from + before }
            }
            kind => kind
                .try_map(|number| violation(task.model, &run, number))
                .expect("the run leads to the bad state"),
        };
        Finding { kind, run }
    }

    /// Makes the answer of the totals of all workers, of the findings in order, and of what is known about threads that
    /// are stuck. It is the same for every worker.
    pub fn exploration(
        &self,
        all: &[Totals],
        findings: Vec<Finding<M::Violation>>,
        stuck: StuckAnswer,
    ) -> Exploration<M::Violation> {
        let task = self.share.task;
        let mut seen = self.before.clone();
        let begun = std::mem::take(&mut seen.findings).into_iter();
        let begun = begun.flat_map(|found| with_run(task, &self.begun, found, |_| Vec::new()));
        for one in all {
            for (mine, theirs) in seen.reached.iter_mut().zip(&one.reached) {
                mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
            }
            seen.goals.iter_mut().zip(&one.goals).for_each(|(mine, theirs)| *mine |= theirs);
        }
        Exploration {
            states: all.iter().map(|one| one.states).sum(),
            transitions: all.iter().map(|one| one.transitions).sum(),
            visible_states: all.iter().map(|one| one.visible).sum(),
            depth: self.depth,
            findings: begun.chain(findings).collect(),
            reached: seen.reached,
            goals: seen.goals,
            cut_short: seen.cut_short || all.iter().any(|one| one.cut_short),
            deadlocks: seen.deadlocks + all.iter().map(|one| one.deadlocks).sum::<usize>(),
            stuck,
            stopped: self.stopped,
            bytes: all.iter().map(|one| one.bytes).sum(),
        }
    }
}

/// The violation of a kind in the state after a run.
fn violation<M: Model>(model: &M, run: &[ThreadStep], number: usize) -> Option<M::Violation> {
    violation_in(model, &after(model, model.initial(), run)?, number)
}

/// The state after some steps.
pub(super) fn after<M: Model>(
    model: &M,
    mut state: M::State,
    steps: &[ThreadStep],
) -> Option<M::State> {
    for &(thread, step) in steps {
        let mut after = None;
        model.steps(thread, &state, |taken, next| {
            if taken == step && after.is_none() {
                after = Some(next.clone());
            }
        });
        state = after?;
    }
    Some(state)
}
