//! How an execution ends.

use crate::discipline::Violation;
use crate::system::{Failure, ThreadId};

/// How an execution ends. What is said of "the last state" is so in the state after its last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last state is bad.
    DisciplineViolated(Violation),
    /// A thread failed on the way.
    Failed {
        /// The thread.
        thread: ThreadId,
        /// Why.
        failure: Failure,
    },
    /// The invariant with this number does not hold in the last state.
    InvariantViolated(usize),
    /// A thread can take invisible steps for ever (it breaks (13)): the steps after state `from` are invisible steps of
    /// the thread and lead back to that state, and no state on the way is bad.
    EndlessLoop {
        /// The thread.
        thread: ThreadId,
        /// How many steps lead to the loop; the rest of the execution is the loop.
        from: usize,
    },
    /// No thread can go on in the last state, not all have ended or are idle, and none has failed.
    Deadlock,
    /// No thread can go on in the last state, and none has to: all have ended or are idle.
    AtRest,
    /// The last state is what the claim with this number is about, among those that something is reached.
    Reached(usize),
    /// Nothing of this.
    Stopped,
}
