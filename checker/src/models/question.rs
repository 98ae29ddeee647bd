//! Questions about models.

use std::path::PathBuf;

/// A question of the verb `models`: which statements are evaluated, in models of which sizes.
#[derive(Clone, Debug, Default)]
pub struct ModelQuestion {
    /// The labels of the statements to evaluate; without one, those of the given files, and without files, Theorem 1.
    pub labels: Vec<String>,
    /// The largest number of states; `None` for the default, which depends on the kind of question.
    pub states: Option<usize>,
    /// The largest number of processes; `None` for the default, which depends on the kind of question.
    pub processes: Option<usize>,
    /// The labels of hypotheses to leave out, one at a time.
    pub drops: Vec<String>,
    /// Tells whether each hypothesis is left out in turn.
    pub all_drops: bool,
    /// A formula to search a countermodel of, over the names of the given theory and under its hypotheses; without a
    /// given theory, under none.
    pub find: Option<String>,
    /// The names of the formula that are predicates, where no theory is given.
    pub predicates: Vec<String>,
    /// The number of partial models that a search evaluates at each size before it only samples; `None` for the
    /// default.
    pub evaluations: Option<u64>,
    /// The file for the finished part of a count, if it is to be kept.
    pub checkpoint: Option<PathBuf>,
}
