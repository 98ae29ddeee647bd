//! Leaving out a condition, to show what it is for.

/// A part of the discipline or of the side conditions that an experiment leaves out.
///
/// **Unsound:** without any one of these a hypothesis of the reduction theorem fails in some system, and where it
/// fails a reduced search may miss a violation. They exist so that `reductio-validate` can show that each
/// is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Omission {
    /// Half of (a): an invisible transition may make another thread's predicate true.
    GivesInvisibly,
    /// Half of (a): an invisible transition may make another thread's predicate false.
    TakesInvisibly,
    /// (b): a visible transition may make another thread's predicate false.
    TakesVisibly,
    /// (b'): with (c'), a visible transition may make another thread's predicate true.
    GivesVisibly,
    /// (c): with Set A, an invisible transition may make its own thread's predicate false.
    DropsInSetA,
    /// (c'): with Set B, it may even if another thread can get access while it has it.
    StealsInSetB,
    /// Separation: a control point may have visible and invisible transitions.
    Separation,
    /// `NonBlockInvis`: an invisible control point may block.
    NonBlockInvis,
    /// What touches open variables may be invisible.
    Open,
    /// Operations that others may see, such as `up`, may be invisible.
    Operations,
    /// What hides that an invariant is violated may be invisible.
    Hiding,
    /// Rule 1: an access without the predicate is no violation.
    Rule1,
    /// Rule 2: two threads with access at once are no violation.
    Rule2,
    /// States in which two threads have access are left out when the effects of a transition are looked for.
    OverlappingStates,
    /// All bad states are left out when the effects of a transition are looked for: also those that are bad because of
    /// other threads, or of other transitions.
    BadStates,
}

impl Omission {
    /// All of them.
    pub const ALL: [Omission; 15] = [
        Omission::GivesInvisibly,
        Omission::TakesInvisibly,
        Omission::TakesVisibly,
        Omission::GivesVisibly,
        Omission::DropsInSetA,
        Omission::StealsInSetB,
        Omission::Separation,
        Omission::NonBlockInvis,
        Omission::Open,
        Omission::Operations,
        Omission::Hiding,
        Omission::Rule1,
        Omission::Rule2,
        Omission::OverlappingStates,
        Omission::BadStates,
    ];
}
