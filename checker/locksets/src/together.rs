//! Checks that several processes make together.

use reductio_programs::{CanonicalModel, Failure};
use reductio_search::{Exploration, Query};

/// Several processes that make the same check. The searches that can be shared they make together; the others are the
/// first one's alone, and what it has found there decides for all how they go on.
pub trait Together {
    /// Tells whether this is the first process.
    fn is_first(&self) -> bool;

    /// The word of the first process, where each says something; `None` if a process is lost.
    fn first_says(&self, mine: u64) -> Option<u64>;

    /// Takes all steps of a program together. Where there is no answer, it says that the search was cancelled.
    fn search(&self, model: &CanonicalModel<'_>, query: &Query<'_>) -> Exploration<Failure>;
}
