//! Wrong rules, for experiments: they show what each condition of S2 section 4 is for.

/// A wrong rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slip {
    /// Two notifications that wake somebody become one transition.
    NotificationsMerge,
    /// A notification with the unlock behind it is put together with what follows.
    NotifyGoesOnAfterUnlock,
    /// A notification is invisible.
    NotifyIsInvisible,
    /// An unlock is invisible, whatever follows.
    UnlockIsInvisible,
    /// Taking a lock that nobody has is invisible.
    LockIsInvisible,
    /// A write of an observed variable is invisible if the variable is owned or protected.
    ObservedIsHidden,
    /// A thread that would wait for the end of another one does not begin to.
    JoinIsNotBegun,
    /// A thread that goes round for ever with invisible steps is forgotten when formulas are decided.
    DivergenceIsForgotten,
}

impl Slip {
    /// All of them.
    pub const ALL: [Slip; 8] = [
        Slip::NotificationsMerge,
        Slip::NotifyGoesOnAfterUnlock,
        Slip::NotifyIsInvisible,
        Slip::UnlockIsInvisible,
        Slip::LockIsInvisible,
        Slip::ObservedIsHidden,
        Slip::JoinIsNotBegun,
        Slip::DivergenceIsForgotten,
    ];
}
