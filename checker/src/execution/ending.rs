//! The endings of executions.

use crate::locking::LockViolation;
use crate::system::{Failure, ThreadId};

/// The ending of an execution. The last state is the state after the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last state is bad.
    DisciplineViolated(LockViolation),
    /// A thread failed on the way.
    Failed {
        /// The thread that fails or loops.
        thread: ThreadId,
        /// The reason of the failure.
        failure: Failure,
    },
    /// The invariant with this number does not hold in the last state.
    InvariantViolated(usize),
    /// A thread can take invisible steps for ever, so that (13) does not hold: the steps after state `from` are
    /// invisible steps of the thread and lead back to that state, and no state on the way is bad.
    EndlessLoop {
        /// The thread that fails or loops.
        thread: ThreadId,
        /// The number of steps that lead to the loop; the rest of the execution is the loop.
        from: usize,
    },
    /// No thread can go on in the last state, not all have ended or are idle, and none has failed.
    Deadlock,
    /// A thread cannot go on in the last state, would have to, and takes no step in any state that can come after it.
    Stuck {
        /// The thread.
        thread: ThreadId,
    },
    /// No thread can go on in the last state, and none has to: all have ended or are idle.
    AtRest,
    /// A property is false of the run, which goes round for ever or ends, and is fair.
    PropertyFalse {
        /// The number of the property.
        property: usize,
        /// The number of steps that lead to where the run goes round: the rest of the execution leads back there. None
        /// for a run that ends because no thread can go on.
        from: Option<usize>,
    },
    /// In the last state, the predicate with this number holds, among the predicates that are claimed to be reachable.
    Reached(usize),
    /// None of the other endings: the execution just stops.
    Stopped,
}
