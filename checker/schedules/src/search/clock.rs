//! Vector clocks that grow with the number of threads: which earlier steps of an execution happen before a step.

use smallvec::SmallVec;

/// For each thread, the number of steps of the execution up to the thread's last one that happens before (or is) the
/// one that the clock belongs to; 0 if there is none. Places that are not there are 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(SmallVec<[u32; 8]>);

impl Clone for Clock {
    #[inline]
    fn clone(&self) -> Self {
        // As one piece of memory, not one number after the other.
        Clock(SmallVec::from_slice(&self.0))
    }
}

impl Clock {
    /// Adds everything that happens before another step, and the step itself.
    #[inline]
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Sets the place of the thread's own step, counted from 0.
    #[inline]
    pub(crate) fn set(&mut self, thread: usize, step: usize) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = place(step);
    }

    /// Decides whether the step of a thread with this number, counted from 0, happens before the clock's own, or is it.
    #[inline]
    pub(crate) fn has(&self, thread: usize, step: usize) -> bool {
        self.0.get(thread).is_some_and(|mine| *mine >= place(step))
    }
}

/// What stands for a step in a clock.
#[inline]
fn place(step: usize) -> u32 {
    u32::try_from(step + 1).unwrap_or(u32::MAX)
}
