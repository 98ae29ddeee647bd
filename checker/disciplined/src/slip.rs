//! Wrong readings of the search, for experiments and tests.

/// A wrong reading of the search: what it says holds may not. Tests show that each is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Slip {
    /// Accesses count before their object is published.
    CountsInitialization,
    /// Accesses count from the first one of a second thread on, as Eraser has it: what the first thread did without a
    /// lock is forgotten.
    CountsFromTheSecondThread,
    /// Reads do not count.
    ReadsUncounted,
    /// Several threads may touch an unshared object.
    UnsharedUnchecked,
    /// To take the lock of an unshared object does not touch it.
    LocksUntouched,
    /// The accesses of a thread that is over are forgotten.
    ForgetsThreadsThatAreOver,
    /// The monitor's memory keeps its names when states are made canonical.
    KeepsNames,
    /// To hand an object to a new thread does not publish it.
    ForkPublishesNothing,
    /// Accesses of objects for communication are invisible.
    CommunicationInvisible,
    /// To take a lock is invisible.
    AcquireInvisible,
    /// To give a lock back is invisible, also where a thread may try to take it without waiting.
    ReleaseInvisible,
    /// To notify all threads is invisible, also where who comes first is served first.
    NotifyInvisible,
    /// Calls that are operations may do what others see (G1).
    OperationsUnchecked,
    /// Calls that are operations may take the lock of their object after they have touched something.
    LocksTakenLate,
    /// Any code may touch fields of objects whose operations are calls (G2).
    CodeUnchecked,
    /// Methods may touch fields of other objects whose operations are calls (G3).
    OtherObjectsUnchecked,
    /// Others may touch what methods of an object of an atomic class touch.
    InsidesUnchecked,
    /// To take or to give back a lock inside of an object of an atomic class does not touch that object.
    InnerLocksUncounted,
    /// Methods of an object of an atomic class may give back locks that they have not taken, and keep those that they
    /// have.
    LocksUnmatched,
}

impl Slip {
    /// All slips.
    pub const ALL: [Slip; 19] = [
        Slip::CountsInitialization,
        Slip::CountsFromTheSecondThread,
        Slip::ReadsUncounted,
        Slip::UnsharedUnchecked,
        Slip::LocksUntouched,
        Slip::ForgetsThreadsThatAreOver,
        Slip::KeepsNames,
        Slip::ForkPublishesNothing,
        Slip::CommunicationInvisible,
        Slip::AcquireInvisible,
        Slip::ReleaseInvisible,
        Slip::NotifyInvisible,
        Slip::OperationsUnchecked,
        Slip::LocksTakenLate,
        Slip::CodeUnchecked,
        Slip::OtherObjectsUnchecked,
        Slip::InsidesUnchecked,
        Slip::InnerLocksUncounted,
        Slip::LocksUnmatched,
    ];
}
