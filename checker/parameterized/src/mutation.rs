//! Faults that are put in on purpose, to see that tests notice them.

/// A fault of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A `notifyAll` does not reach threads out of sight.
    ForgetsTransfers,
    /// A thread out of sight keeps the flag of a pointer that gets another value.
    KeepsFlags,
    /// A `notify` happens only where nobody waits: it tests for zero.
    WakesNobody,
    /// Backward, threads in sight of a step are always among those that are looked at.
    NobodyElse,
    /// Backward, what happens to threads out of sight is left out.
    NoPreimages,
    /// Two threads that have a right to one object are no violation.
    NoOverlap,
    /// A thread that touches what it has no right to is no violation.
    NoTrespass,
    /// Two witnesses of an invariant are always in different local states.
    NoIdentifications,
    /// Witnesses of every family are counted for the first one.
    WrongFamily,
    /// A count that is as large as the abstraction counts is exact.
    ExactCounts,
    /// No more threads are in a local state in which there may be more, once some leave it.
    ExactRest,
    /// An abstract state with an exact count is said to stand for more threads as well.
    CoversMore,
    /// No fault by itself: what a backward search would decide is decided by abstract states, if they can.
    CountsFirst,
    /// So it is, but only the least configuration of each is looked at.
    LeastConfiguration,
}
