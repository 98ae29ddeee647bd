//! The facts that one round of the analysis finds out for the next one: which kinds of thread have one thread, and
//! which static variables one thread uses.

use reductio_programs::StaticId;
use rustc_hash::FxHashSet;

use crate::inline::StatementId;

/// The facts that are known beforehand. At first they are few: there is one first thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) single: FxHashSet<StatementId>,
    pub(crate) private: FxHashSet<StaticId>,
}

impl Facts {
    /// Decides whether at most one thread is forked by a statement; there is one first thread.
    pub(crate) fn is_single(&self, fork: Option<StatementId>) -> bool {
        fork.is_none_or(|fork| self.single.contains(&fork))
    }

    /// Decides whether only one thread uses a static variable.
    pub(crate) fn is_private(&self, variable: StaticId) -> bool {
        self.private.contains(&variable)
    }
}
