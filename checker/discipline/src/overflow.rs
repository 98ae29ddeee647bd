//! The states in which a thread is about to fail at the `up` of a full semaphore, `f_i`.
//!
//! Such a state is bad if some `up` of the semaphore's variable is invisible: the reduced search finds it, takes no
//! steps from it, and tells it as what it is, a failure of that thread, one step ahead. Where all are visible, the
//! search takes the failing step like any other.

use reductio_system::{Failure, PackedState, StepOutcome, System, Target, ThreadId};

use crate::classify::Classification;
use crate::requirement::{Requirement, Table};
use crate::semaphores::up;

/// The `up`s at which a thread that is about to fail makes a state bad.
#[derive(Clone, Debug, Default)]
pub(super) struct FullSemaphores {
    /// By thread and control point, the transitions that fail where the semaphore is full; empty if there are none.
    failing: Vec<Vec<Vec<usize>>>,
}

impl FullSemaphores {
    /// Finds them: all `up`s of a variable with an invisible one.
    pub(super) fn new(system: &System, classification: &Classification, table: Table) -> Self {
        let ups = |thread: ThreadId| {
            let all = system.thread(thread).transitions().iter().enumerate();
            all.filter_map(|(number, transition)| Some((number, transition, up(transition)?)))
        };
        let mut is_watched = vec![false; system.variables().len()];
        for thread in system.thread_ids() {
            for (number, _, variable) in ups(thread) {
                is_watched[variable.index()] |= !classification.is_visible(thread, number);
            }
        }
        if !is_watched.contains(&true) || !table.requires(Requirement::FullSemaphores) {
            return FullSemaphores::default();
        }
        let of = |thread: ThreadId| {
            let mut by_point = vec![Vec::new(); system.thread(thread).points().len()];
            for (number, transition, variable) in ups(thread) {
                if is_watched[variable.index()] && matches!(transition.target(), Target::Failed(_))
                {
                    by_point[usize::from(transition.start())].push(number);
                }
            }
            by_point
        };
        FullSemaphores { failing: system.thread_ids().map(of).collect() }
    }

    /// Decides whether a transition is one of them: it fails where the semaphore is full.
    pub(super) fn has(&self, thread: ThreadId, number: usize) -> bool {
        let own = self.failing.get(thread.index());
        own.is_some_and(|by_point| by_point.iter().flatten().any(|failing| *failing == number))
    }

    /// Calls `visit` with each thread that is about to fail because its semaphore is full, and the number of the
    /// transition in which it does.
    #[inline]
    pub(super) fn about_to_fail(
        &self,
        system: &System,
        state: &PackedState,
        mut visit: impl FnMut(ThreadId, usize),
    ) {
        for (index, by_point) in self.failing.iter().enumerate() {
            let thread = ThreadId::new(index);
            for &number in &by_point[usize::from(system.at(state, thread))] {
                let transition = &system.thread(thread).transitions()[number];
                let outcome = system.execute(thread, transition, state, &mut PackedState::new());
                if outcome == StepOutcome::Failed(Failure::SemaphoreFull) {
                    visit(thread, number);
                }
            }
        }
    }
}
