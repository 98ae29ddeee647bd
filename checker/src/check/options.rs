//! The options of a check.

use crate::search::{Order, Query, Strategy};

/// The options of exploring a system: by which steps, in which order, and up to which limits.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Tells whether the system is explored by reduced steps or by all steps.
    pub order: Order,
    /// The order in which states are looked at.
    pub strategy: Strategy,
    /// Tells whether the search goes on after the first violation.
    pub keep_going: bool,
    /// The most states that are stored.
    pub max_states: usize,
    /// The most bytes that stored states may take.
    pub memory: usize,
    /// The number of threads that search.
    pub workers: usize,
    /// Tells whether one state is stored for all that differ by a renaming of threads, where this is sound
    /// ([`SymmetryAnswer`](super::SymmetryAnswer)).
    pub symmetry: bool,
}

impl Default for CheckOptions {
    fn default() -> Self {
        let Query { strategy, keep_going, max_states, memory, workers, .. } = Query::default();
        let order = Order::default();
        CheckOptions { order, strategy, keep_going, max_states, memory, workers, symmetry: true }
    }
}
