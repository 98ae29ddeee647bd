//! Violations of lock disciplines.

use reductio_discipline::Violation;
use reductio_system::CellId;

/// A violation of the rules by which threads share the variables of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockViolation {
    /// A violation of exclusive access, where variables have predicates.
    Exclusive(Violation),
    /// A violation by accesses to a variable that has a class.
    Access {
        /// The variable's cell.
        cell: CellId,
        /// The fault of the accesses.
        wrong: Wrong,
    },
}

/// The fault of the accesses to a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrong {
    /// A second thread touches a variable that is unshared.
    Shared,
    /// A variable that is not only read is accessed while no lock is owned that was owned at every access before.
    NoLock,
    /// Another thread than the one that initializes the variable accesses it before that thread has.
    NotInitialized,
}
