//! The ending of an execution as a run file has it.

use serde::{Deserialize, Serialize};

use crate::locking::Wrong;

/// An [`Ending`](super::Ending) as an entry of a run file, with names in place of numbers. The numbers of claims and
/// transitions that it has are from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EndingEntry {
    /// A thread accesses an object without exclusive access:
    /// [`Violation::Access`](crate::discipline::Violation::Access).
    Access {
        /// The name of the thread.
        thread: String,
        /// The number of the transition that accesses the object.
        transition: usize,
        /// The name of the object.
        object: String,
    },
    /// Two threads have exclusive access to one object:
    /// [`Violation::NotExclusive`](crate::discipline::Violation::NotExclusive).
    NotExclusive {
        /// The name of the object.
        object: String,
        /// The name of one thread.
        first: String,
        /// The name of the other thread.
        second: String,
    },
    /// Accesses to a variable break its lock discipline:
    /// [`LockViolation::Access`](crate::locking::LockViolation::Access).
    Locks {
        /// The name of the variable, or of the element or field.
        variable: String,
        /// The fault of the accesses.
        #[serde(with = "WrongEntry")]
        wrong: Wrong,
    },
    /// A thread fails: [`Ending::Failed`](super::Ending::Failed).
    Failed {
        /// The name of the thread.
        thread: String,
        /// The reason of the failure.
        failure: String,
    },
    /// An invariant is violated: [`Ending::InvariantViolated`](super::Ending::InvariantViolated).
    Invariant {
        /// The number of the invariant.
        number: usize,
        /// The name of the predicate.
        name: String,
    },
    /// A thread takes invisible steps for ever: [`Ending::EndlessLoop`](super::Ending::EndlessLoop).
    EndlessLoop {
        /// The name of the thread.
        thread: String,
        /// The number of steps that lead to the loop.
        from: usize,
    },
    /// The execution ends in a deadlock: [`Ending::Deadlock`](super::Ending::Deadlock).
    Deadlock {},
    /// A thread is stuck for ever: [`Ending::Stuck`](super::Ending::Stuck).
    Stuck {
        /// The name of the thread.
        thread: String,
    },
    /// All threads have ended or are idle: [`Ending::AtRest`](super::Ending::AtRest).
    AtRest {},
    /// A property is false of the run: [`Ending::PropertyFalse`](super::Ending::PropertyFalse).
    Property {
        /// The number of the property.
        number: usize,
        /// The name of the property.
        name: String,
        /// The number of steps that lead to where the run goes round for ever; null for a run that ends because no
        /// thread can go on.
        from: Option<usize>,
    },
    /// A predicate that is to be reached holds: [`Ending::Reached`](super::Ending::Reached).
    Reached {
        /// The number of the claim.
        number: usize,
        /// The name of the predicate.
        name: String,
    },
    /// The execution just stops: [`Ending::Stopped`](super::Ending::Stopped).
    Stopped {},
}

/// The words for what is wrong with the accesses to a variable.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(remote = "Wrong", rename_all = "snake_case")]
enum WrongEntry {
    Shared,
    NoLock,
    NotInitialized,
}
