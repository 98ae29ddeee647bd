//! Faults that are put into the search on purpose, by its own tests only: each has to be noticed.

#[cfg(test)]
pub(crate) mod tests;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutant {
    /// Two that take one lock do not depend on each other.
    Acquire,
    /// To read and to write an atomic do not depend on each other.
    ReadWrite,
    /// To wait and to notify do not depend on each other.
    Notify,
    /// To take from a semaphore twice is no dependency.
    Down,
    /// To give a lock back does not happen before it is taken.
    Release,
    /// A thread that sleeps is not woken.
    Sleep,
    /// Threads that wait at the end of an execution race with nothing.
    Blocked,
    /// Steps for which a thread only waited hide races before them.
    Hidden,
    /// A thread that could come first as well is enough for source sets.
    Apart,
    /// Locks are given back invisibly, although somebody looks at them.
    Seen,
    /// The thread that drops the last handle of a value does not depend on one that drops another handle.
    Last,
    /// Readers do not wait behind writers that wait.
    Queue,
    /// A thread that spins waits while it holds a lock that it took in the loop.
    Inside,
    /// A loop that does the same in vain 200 times is taken to do so for ever.
    Probe,
    /// A thread that finds a cell filled marks it as not filled.
    Twice,
    /// A receiver that is dropped keeps its messages.
    Keeps,
    /// The variables of a thread are dropped outside of the search.
    Outside,
    /// A thread that has spun goes on in other orders without a change.
    Woken,
    /// Threads that are left out by a bound are not made up for.
    Cut,
    /// A bound counts the preemptions of the execution that is walked, not of its class.
    Linear,
    /// Only the first alternative of a choice is tried.
    Choice,
    /// A worker forgets what it finds for frames of another one.
    Forgets,
    /// A worker does not know that the node before the one it was lent is walked.
    Alone,
    /// An exchange that fails has the ordering of one that succeeds.
    FailedOrder,
    /// A later store of the same thread is part of a release sequence, as in C++11.
    OldRelease,
    /// The order of what is `SeqCst` leaves out happens-before on one location.
    NoHappensOnOne,
    /// A write that is read may be removed.
    ReadWrites,
    /// A read may read a later write whatever it reads.
    ReadItself,
    /// The events that a lock needs which comes before another one may be changed.
    Thawed,
    /// A change of what another one changes reads nothing.
    AtomicityFirst,
    /// Of two accesses one that is `SeqCst` is enough to order them.
    OneStrongest,
    /// A read that does not acquire learns as much as one that does.
    AllAcquire,
    /// A store that does not release goes on with what an earlier one released.
    LongRelease,
    /// Reads are ordered with all writes.
    ReadsInOrder,
    /// A notification tells all that came before it.
    Notified,
    /// A thread that tries to lock is told the truth.
    TriesInside,
    /// A writer learns nothing of those who read before.
    ReadersForgotten,
    /// A sample reads an old value, or writes before another one, whatever the order of what is `SeqCst`.
    AnyOrder,
    /// A sample changes what another one has changed, or writes between.
    DrawnTwice,
    /// A worker takes over what another one saw in an execution that is to be run again.
    Saw,
}

/// Decides whether a fault is put in.
#[cfg(not(test))]
pub(crate) const fn is(_: Mutant) -> bool {
    false
}

/// Decides whether a fault is put in.
#[cfg(test)]
pub(crate) fn is(mutant: Mutant) -> bool {
    tests::active() == Some(mutant)
}
