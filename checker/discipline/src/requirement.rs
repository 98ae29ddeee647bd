//! The table of a discipline's requirements, from which experiments take one away.

/// A requirement of the discipline or of its side conditions. Without any one of them a hypothesis of the reduction
/// theorem fails in some system, and where it fails a reduced search may miss a violation; tests show it for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Requirement {
    /// Half of (a): no invisible transition makes another thread's predicate true.
    NoInvisibleGift,
    /// Half of (a): no invisible transition makes another thread's predicate false.
    NoInvisibleTaking,
    /// (b): no visible transition makes another thread's predicate false, in a state where its own does not hold and
    /// the other thread is at an invisible control point from which it may access the object.
    NoVisibleTaking,
    /// (b'): with (c'), no visible transition makes another thread's predicate true.
    NoVisibleGift,
    /// (c): with Set A, no invisible transition makes its own thread's predicate false, unless Set C allows it at its
    /// control point.
    NoDropInSetA,
    /// (c'): with Set B, no invisible transition makes its own thread's predicate false if another thread can get
    /// access while its own has it.
    NoStealingInSetB,
    /// Separation: a control point does not have visible and invisible transitions.
    Separation,
    /// `NonBlockInvis`: no invisible control point may block.
    NonBlockInvis,
    /// A transition that touches open variables is visible.
    VisibleOpen,
    /// Operations that others may see, such as `down`, are visible.
    VisibleOperations,
    /// A transition that hides the violation of an invariant is visible.
    NoHiding,
    /// Rule 1: an access without the predicate is a violation.
    Rule1,
    /// Rule 2: two threads with access at once are a violation.
    Rule2,
    /// A state in which a thread is about to fail at an `up` is bad, where some `up` of the semaphore is invisible.
    FullSemaphores,
    /// The effects of a transition are looked for in states in which two threads have access too.
    OverlappingStates,
    /// The effects of a transition are looked for in bad states too, if they are bad because of other threads or of
    /// other transitions.
    BadStates,
}

impl Requirement {
    /// Every requirement.
    pub const ALL: [Requirement; 16] = [
        Requirement::NoInvisibleGift,
        Requirement::NoInvisibleTaking,
        Requirement::NoVisibleTaking,
        Requirement::NoVisibleGift,
        Requirement::NoDropInSetA,
        Requirement::NoStealingInSetB,
        Requirement::Separation,
        Requirement::NonBlockInvis,
        Requirement::VisibleOpen,
        Requirement::VisibleOperations,
        Requirement::NoHiding,
        Requirement::Rule1,
        Requirement::Rule2,
        Requirement::FullSemaphores,
        Requirement::OverlappingStates,
        Requirement::BadStates,
    ];
}

/// The requirements that are in force. All of them are, unless the feature `unsound` is on and an experiment took one
/// away.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Table {
    #[cfg(feature = "unsound")]
    pub(super) without: Option<Requirement>,
}

impl Table {
    #[cfg(feature = "unsound")]
    pub(super) fn requires(self, requirement: Requirement) -> bool {
        self.without != Some(requirement)
    }

    #[cfg(not(feature = "unsound"))]
    #[expect(clippy::unused_self, reason = "the table has entries with the feature `unsound` only")]
    pub(super) fn requires(self, _requirement: Requirement) -> bool {
        true
    }
}
