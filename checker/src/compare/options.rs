//! The options of a comparison, and its progress.

use std::num::NonZeroUsize;

use super::name::SearchName;
use crate::search::{Query, SearchProgress};
use crate::selective;

/// The options of a comparison: the searches, and their limits. The limits are those of each search.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The searches, in the order of the rows.
    pub searches: Vec<SearchName>,
    /// The most states that a search stores.
    pub max_states: usize,
    /// The most bytes that its states may take.
    pub memory: usize,
    /// The most executions that a search walks that stores no states.
    pub max_executions: u64,
    /// The most steps of an execution, for such a search; longer ones are cut.
    pub depth: Option<NonZeroUsize>,
}

impl Default for CompareOptions {
    /// The usual searches; a hundred thousand executions.
    fn default() -> Self {
        let Query { max_states, memory, .. } = Query::default();
        let searches = SearchName::usual();
        CompareOptions { searches, max_states, memory, max_executions: 100_000, depth: None }
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// A search that stores states.
    States(SearchProgress),
    /// A search that walks executions.
    Executions(selective::Progress),
}
