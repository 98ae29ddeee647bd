//! The engine that makes the searches of a check, where that is not this process alone.

use crate::discipline::{Discipline, Packed, Violation};
use crate::exclusive::{ClaimedModel, Fault};
use crate::locking::{LockDiscipline, LockViolation};
use crate::locksets::Together;
use crate::programs::{CanonicalModel, Failure};
use crate::search::{Exploration, Order, Query};

/// An engine makes the searches of a check in place of [`search`](crate::search::search): several processes that each
/// make the same check, for example. Its answers are those of that function in states, steps, depth, kinds of findings
/// and lengths of runs. Where it has no answer, it says that the search was cancelled ([`Exploration::cancelled`]), and
/// nothing is decided.
pub trait Engine {
    /// Searches a system under its discipline.
    fn search(
        &self,
        model: &Packed<'_, Discipline>,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<Violation>;

    /// Searches a system under its lock discipline.
    fn search_locks(
        &self,
        model: &Packed<'_, LockDiscipline>,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<LockViolation>;

    /// Searches the composed system C(M) of a system under its discipline ([`Composed`](crate::search::Composed)).
    fn search_composed(
        &self,
        model: &Packed<'_, Discipline>,
        query: &Query<'_>,
    ) -> Exploration<Violation>;

    /// Searches the composed system of a system under its lock discipline.
    fn search_composed_locks(
        &self,
        model: &Packed<'_, LockDiscipline>,
        query: &Query<'_>,
    ) -> Exploration<LockViolation>;

    /// Searches a program under claims, by all steps of its model.
    fn search_claimed(&self, model: &ClaimedModel<'_>, query: &Query<'_>) -> Exploration<Fault>;

    /// Searches a program by all steps of its model.
    fn search_program(&self, model: &CanonicalModel<'_>, query: &Query<'_>)
    -> Exploration<Failure>;

    /// Tells whether this process is the first, which alone makes the searches that are not shared, and tells the
    /// answer.
    fn is_first(&self) -> bool;

    /// Tells all processes a number, and returns those of all, the first process's first; none if a process is lost.
    fn tell(&self, mine: u64) -> Vec<u64>;
}

/// An engine as those see it who make the searches of programs.
pub(super) struct Processes<'e>(pub(super) &'e dyn Engine);

impl Together for Processes<'_> {
    fn is_first(&self) -> bool {
        self.0.is_first()
    }

    fn first_says(&self, mine: u64) -> Option<u64> {
        self.0.tell(mine).first().copied()
    }

    fn search(&self, model: &CanonicalModel<'_>, query: &Query<'_>) -> Exploration<Failure> {
        self.0.search_program(model, query)
    }
}
