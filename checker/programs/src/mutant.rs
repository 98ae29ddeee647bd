//! Wrong rules, to show that tests can fail. Without the feature `unsound` none can be chosen.

/// A wrong rule in place of a right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutant {
    /// A lock that was taken twice is free when it has been given back once.
    ReleaseAtOnce,
    /// A lock that was taken twice is owned once after a wait.
    WaitForgetsDepth,
    /// `notify` lets all threads leave the wait set.
    NotifyWakesAll,
    /// A thread waits for a lock that it owns.
    OwnLockBlocks,
    /// The thread that is joined need not have ended.
    JoinDoesNotWait,
    /// A quotient is rounded to 0.
    DivisionRoundsToZero,
    /// A write of 0 leaves the field as it is.
    ZeroIsNotWritten,
    /// The right side of `and` and `or` is read whatever the left side is.
    NoShortCircuit,
    /// The lock that `synchronized` gives back is looked for anew.
    LockFoundAnew,
    /// Objects that nobody can reach are kept.
    GarbageIsKept,
    /// Of threads that look alike themselves the first comes first, whatever they reach.
    NoSignatures,
    /// Of threads that look alike the first comes first, whether they can change places or not.
    NoOtherOrders,
    /// A register is forgotten though it is needed after a jump.
    JumpsForgotten,
    /// A write touches as a read does.
    WritesAreReads,
    /// To take a lock touches nothing.
    LocksUntouched,
    /// To join touches nothing.
    JoinsUntouched,
    /// The steps that a thread may come to are looked for without the threads that it forks.
    ForksUnforeseen,
    /// The reads that a thread may come to do not matter to one that is about to write.
    ReadsUnforeseen,
    /// An object that one thread alone refers to directly is not looked for on longer ways.
    PathsUnforeseen,
}

impl Mutant {
    /// All wrong rules.
    pub const ALL: [Mutant; 19] = [
        Mutant::ReleaseAtOnce,
        Mutant::WaitForgetsDepth,
        Mutant::NotifyWakesAll,
        Mutant::OwnLockBlocks,
        Mutant::JoinDoesNotWait,
        Mutant::DivisionRoundsToZero,
        Mutant::ZeroIsNotWritten,
        Mutant::NoShortCircuit,
        Mutant::LockFoundAnew,
        Mutant::GarbageIsKept,
        Mutant::NoSignatures,
        Mutant::NoOtherOrders,
        Mutant::JumpsForgotten,
        Mutant::WritesAreReads,
        Mutant::LocksUntouched,
        Mutant::JoinsUntouched,
        Mutant::ForksUnforeseen,
        Mutant::ReadsUnforeseen,
        Mutant::PathsUnforeseen,
    ];
}

#[cfg(feature = "unsound")]
std::thread_local! {
    static CHOSEN: std::cell::Cell<Option<Mutant>> = const { std::cell::Cell::new(None) };
}

#[cfg(feature = "unsound")]
/// Chooses a wrong rule for this thread, or the right ones.
pub fn choose(mutant: Option<Mutant>) {
    CHOSEN.set(mutant);
}

/// Decides whether a wrong rule is in force.
#[cfg(feature = "unsound")]
pub(crate) fn is(mutant: Mutant) -> bool {
    CHOSEN.get() == Some(mutant)
}

/// Decides whether a wrong rule is in force: none is.
#[cfg(not(feature = "unsound"))]
#[inline]
pub(crate) const fn is(_mutant: Mutant) -> bool {
    false
}
