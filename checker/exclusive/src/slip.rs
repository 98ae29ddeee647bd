//! Wrong readings of the check, for experiments and tests.

/// A wrong reading of the check: what it says holds may not. Tests show that each is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Slip {
    /// Nobody asks whether a thread owns the guard of what it accesses.
    GuardsUnchecked,
    /// A thread that has handed something over may touch it again.
    GiversForgotten,
    /// Other objects than the first may come to refer to an object.
    HoldersChange,
    /// Fields by which locks are found may be written at any time.
    FieldsMove,
    /// An instruction that should make one object may make several.
    ManyAreOne,
    /// Accesses of locks that are protected by other locks are not looked at.
    LocksUnguarded,
    /// To take a lock is invisible.
    AcquireInvisible,
    /// To give a lock back is invisible, also where a thread may try to take it without waiting.
    ReleaseInvisible,
    /// Variables of shared objects without a guard are invisible.
    AllInvisible,
}

impl Slip {
    /// All slips.
    pub const ALL: [Slip; 9] = [
        Slip::GuardsUnchecked,
        Slip::GiversForgotten,
        Slip::HoldersChange,
        Slip::FieldsMove,
        Slip::ManyAreOne,
        Slip::LocksUnguarded,
        Slip::AcquireInvisible,
        Slip::ReleaseInvisible,
        Slip::AllInvisible,
    ];
}
