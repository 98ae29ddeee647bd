//! Vector clocks: which earlier steps of an execution a step depends on, in the end.

use smallvec::SmallVec;

/// For each thread, the number of steps of the execution, counted from its begin, up to the thread's last step that
/// happens before (or is) the one that the clock belongs to; 0 if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(SmallVec<[u32; 8]>);

impl Clock {
    /// The clock of a step that nothing happens before.
    pub(crate) fn new(threads: usize) -> Self {
        Clock(SmallVec::from_elem(0, threads))
    }

    /// Adds everything that happens before another step, and the step itself.
    pub(crate) fn join(&mut self, other: &Clock) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Sets the place of the thread's own step: it is the step with this number, counted from 0.
    pub(crate) fn set(&mut self, thread: usize, step: usize) {
        self.0[thread] = place(step);
    }

    /// Decides whether the step of a thread with this number, counted from 0, happens before the clock's own, or is it.
    pub(crate) fn has(&self, thread: usize, step: usize) -> bool {
        self.0[thread] >= place(step)
    }
}

/// The number in a clock that stands for a step.
fn place(step: usize) -> u32 {
    u32::try_from(step + 1).unwrap_or(u32::MAX)
}
