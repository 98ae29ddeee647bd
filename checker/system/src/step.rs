//! Steps of a system: the effect of transitions on states.

use super::System;
use super::expression::{Failure, Memory};
use super::ids::{ThreadId, Value};
use super::layout::PackedState;
use super::thread::{Target, Transition};

/// The outcome of a transition in a state in which it is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// The guard of the transition is false.
    Disabled,
    /// The transition can be executed.
    Done,
    /// The transition can be executed, and its thread fails: the thread goes to its control point `failed` and nothing
    /// else changes.
    Failed(Failure),
}

/// A state after one transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The thread that takes the transition.
    pub thread: ThreadId,
    /// The number of the transition in its thread.
    pub transition: usize,
    /// The reason why the thread failed, if it did.
    pub failure: Option<Failure>,
    /// The state after the transition.
    pub state: PackedState,
}

impl System {
    /// Executes a transition that is pending in `state`; `next` becomes the state after it, unless it is disabled.
    #[inline]
    pub fn execute(
        &self,
        thread: ThreadId,
        transition: &Transition,
        state: &PackedState,
        next: &mut PackedState,
    ) -> StepOutcome {
        match transition.test.evaluate(&self.layout, state) {
            Ok(false) => return StepOutcome::Disabled,
            Ok(true) => {}
            Err(_) if transition.is_otherwise() => return StepOutcome::Disabled,
            Err(failure) => return self.fail(thread, failure, state, next),
        }
        next.clone_from(state);
        let mut memory = self.layout.memory_mut(next);
        match self.perform(thread, transition, &mut memory) {
            Ok(()) => StepOutcome::Done,
            Err(failure) => self.fail(thread, failure, state, next),
        }
    }

    /// Performs the command of a transition and its move to the final control point, in any memory, whatever its
    /// guard. After a failure the memory holds the assignments before it, which is no state of the system.
    ///
    /// # Errors
    /// The failure of the command, or the one that the transition ends in.
    #[inline]
    pub fn perform<M: Memory>(
        &self,
        thread: ThreadId,
        transition: &Transition,
        memory: &mut M,
    ) -> Result<(), Failure> {
        for assignment in transition.command() {
            assignment.perform(memory, &self.cells)?;
        }
        match transition.target() {
            Target::Point(point) => {
                memory.write(thread.counter(), Value::from(point));
                for &cell in self.thread(thread).dead(point) {
                    memory.write(cell, self.cell(cell).domain().low());
                }
                Ok(())
            }
            Target::Failed(failure) => Err(failure),
        }
    }

    fn fail(
        &self,
        thread: ThreadId,
        failure: Failure,
        state: &PackedState,
        next: &mut PackedState,
    ) -> StepOutcome {
        next.clone_from(state);
        let at = self.at(state, thread);
        let failed = self.thread(thread).failed_at(at).expect("it can fail where it fails");
        self.layout.write(next, thread.counter(), Value::from(failed));
        StepOutcome::Failed(failure)
    }

    /// The states after one transition of `thread`, in the order of its transitions.
    pub fn successors_of(&self, thread: ThreadId, state: &PackedState) -> Vec<Successor> {
        let at = self.at(state, thread);
        let owner = self.thread(thread);
        let mut next = state.clone();
        owner
            .pending_numbers(at)
            .filter_map(|number| {
                let outcome = self.execute(thread, &owner.transitions()[number], state, &mut next);
                let failure = match outcome {
                    StepOutcome::Disabled => return None,
                    StepOutcome::Done => None,
                    StepOutcome::Failed(failure) => Some(failure),
                };
                Some(Successor { thread, transition: number, failure, state: next.clone() })
            })
            .collect()
    }

    /// The states after one transition, in the order of threads and transitions.
    pub fn successors(&self, state: &PackedState) -> Vec<Successor> {
        self.thread_ids().flat_map(|thread| self.successors_of(thread, state)).collect()
    }
}
