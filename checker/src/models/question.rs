//! Questions about models.

use std::path::PathBuf;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct ModelQuestion {
    /// Statements, by label; without one, those of the given files, and without files, Theorem 1.
    pub labels: Vec<String>,
    /// The largest number of states; each kind of question has its default.
    pub states: Option<usize>,
    /// The largest number of processes.
    pub processes: Option<usize>,
    /// Hypotheses to leave out, one at a time.
    pub drops: Vec<String>,
    /// Leave out each hypothesis in turn.
    pub all_drops: bool,
    /// A formula over the names of the given theory, under its hypotheses; without one, as for `decide`.
    pub find: Option<String>,
    /// How many partial models a search evaluates at each size before it only samples.
    pub evaluations: Option<u64>,
    /// A file for the finished part of a count.
    pub checkpoint: Option<PathBuf>,
}
