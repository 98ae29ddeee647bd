//! The options of a classification, and how it ends early.

use reductio_system::{ObjectId, ThreadId};

/// The options of a classification.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "options that do not depend on each other")]
pub struct Settings {
    /// The objects to treat as open variables: touching them is visible, and nothing is required of them.
    pub demoted: Vec<ObjectId>,
    /// The objects to treat as open variables of which the discipline is checked all the same: touching them is
    /// visible, and so is whatever changes one of their predicates. Then no invisible transition hides that it is
    /// violated.
    pub watched: Vec<ObjectId>,
    /// Tells whether inductive invariants are looked for where an object meets no set of side conditions.
    pub find_invariants: bool,
    /// Tells whether transitions that could hide that something was reached are visible, so that "no state reaches it"
    /// is as certain as "no state violates it". Invariants are always treated so.
    pub exact_reach: bool,
    /// Tells whether every `up` of a semaphore is visible. Then a state in which a thread is about to fail at one is
    /// not bad, and a reduced search goes on from there.
    pub visible_ups: bool,
    /// Tells whether transitions are visible where a thread may have a choice between them (S1, section 3.5). Then a
    /// thread has at most one invisible transition at a time, `DetermInvis`, which searches ask for that put invisible
    /// transitions together with the one before.
    pub visible_choices: bool,
    /// The property for which transitions are classified, by its number: those that may change the truth of one of its
    /// atoms are visible, those that may change whether a fair thread can move, and those that start where a thread may
    /// stop ([`Discipline::observing`](crate::Discipline::observing)).
    pub observed: Option<usize>,
    /// Transitions that are visible whatever they do, by thread and number: one of each loop of invisible transitions
    /// that a thread can take for ever, so that (13) holds
    /// ([`Discipline::with_visible`](crate::Discipline::with_visible)).
    pub visible: Vec<(ThreadId, usize)>,
}

thread_local! {
    static CLASSIFICATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The number of times that this thread has classified the transitions of a system. Tests of the cost of commands count
/// with it.
pub fn classifications() -> usize {
    CLASSIFICATIONS.get()
}

/// Counts one more classification of this thread.
pub(super) fn count_classification() {
    CLASSIFICATIONS.set(CLASSIFICATIONS.get() + 1);
}

/// The error that a classification was interrupted: its cancel flag was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted while transitions were classified")]
pub struct Interrupted;
