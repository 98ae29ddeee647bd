//! The limits of the work, each with the flag that ends it early.

use std::sync::atomic::{AtomicBool, Ordering};

/// The limits of a replay, and the flag that ends it.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reductio_proofs::ReplayLimits;
/// let stop = AtomicBool::new(true);
/// assert!(ReplayLimits { cancel: Some(&stop), ..ReplayLimits::default() }.is_cancelled());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ReplayLimits<'a> {
    /// The most states that the search for one step may visit.
    pub states_per_step: u32,
    /// Tells whether to search for changes that would make a refused step work.
    pub suggestions: bool,
    /// Tells whether `(auto)` ends in a search for proofs by induction.
    pub induction: bool,
    /// The flag that ends the replay early: steps that are not proved by then are given up.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for ReplayLimits<'_> {
    fn default() -> Self {
        ReplayLimits { states_per_step: 20_000, suggestions: true, induction: true, cancel: None }
    }
}

impl<'a> ReplayLimits<'a> {
    /// Tells whether the work is to end.
    pub fn is_cancelled(&self) -> bool {
        is_set(self.cancel)
    }

    /// The limits with one `parts`-th of the states, and the same flag.
    pub(crate) fn part(self, parts: u32) -> Self {
        ReplayLimits { states_per_step: self.states_per_step / parts, ..self }
    }

    /// The limits of a decision with so many states, and the same flag.
    pub(crate) fn bound(self, states: usize) -> DecisionLimits<'a> {
        DecisionLimits { states, cancel: self.cancel }
    }
}

/// The limits of a decision: a number of states, and the flag that ends it early. A number alone is a limit without
/// flag.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use reductio_algebra::{Relation, Term, name};
/// use reductio_proofs::decide::{DecisionLimits, Decision, decide};
/// let x = Term::action(name!("x"));
/// let stop = AtomicBool::new(true);
/// let bound = DecisionLimits { states: 100, cancel: Some(&stop) };
/// assert!(matches!(decide(&x.star(), Relation::Below, &x, bound), Ok(Decision::Cancelled)));
/// # Ok::<(), reductio_theorems::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DecisionLimits<'a> {
    /// The most states of the automaton of a right side.
    pub states: usize,
    /// The flag that ends the decision early.
    pub cancel: Option<&'a AtomicBool>,
}

impl From<usize> for DecisionLimits<'_> {
    fn from(states: usize) -> Self {
        DecisionLimits { states, cancel: None }
    }
}

impl DecisionLimits<'_> {
    /// Tells whether the decision is to end.
    pub fn is_cancelled(&self) -> bool {
        is_set(self.cancel)
    }
}

/// Decides whether a flag is there and raised.
pub(crate) fn is_set(cancel: Option<&AtomicBool>) -> bool {
    cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
}
