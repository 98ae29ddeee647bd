//! Protected objects.

use super::compiled::Compiled;
use super::expression::Expression;
use super::ids::{CellId, ThreadId};

/// A protected object `x`: cells that are accessed under one exclusive access predicate `e(x, i)` for each thread.
#[derive(Clone, Debug)]
pub struct Object {
    pub(super) name: String,
    pub(super) cells: Vec<CellId>,
    pub(super) predicates: Vec<Expression>,
    /// The predicates, compiled when the system is finished.
    pub(super) tests: Vec<Compiled>,
}

impl Object {
    /// The name, such as `data[1]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells of the object.
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// The exclusive access predicate `e(x, i)` for thread `i`; it never fails.
    pub fn predicate(&self, thread: ThreadId) -> &Expression {
        &self.predicates[thread.index()]
    }
}
