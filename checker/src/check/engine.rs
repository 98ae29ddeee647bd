//! Who makes the searches of a check, where that is not this process alone.

use crate::discipline::{Discipline, Packed, Violation};
use crate::locking::{LockDiscipline, LockViolation};
use crate::search::{Exploration, Order, Query};

/// What makes the searches of a check in place of [`search`](crate::search::search): several processes that each make the
/// same check, for example. Its answers are those of that function in states, steps, depth, kinds of findings and lengths
/// of runs. Where it has no answer, it says that the search was cancelled ([`Exploration::cancelled`]), and nothing is
/// decided.
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
}
