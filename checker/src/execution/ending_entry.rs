//! The ending of an execution as a run file has it.

use serde::{Deserialize, Serialize};

/// An [`Ending`], with names. Numbers of claims and transitions are from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum EndingEntry {
    /// [`Violation::Access`]
    Access {
        /// The name of the thread.
        thread: String,
        /// The number of the transition that accesses it.
        transition: usize,
        /// The name of the object.
        object: String,
    },
    /// [`Violation::NotExclusive`]
    NotExclusive {
        /// The name of the object.
        object: String,
        /// The name of one thread.
        first: String,
        /// The name of the other.
        second: String,
    },
    /// [`Ending::Failed`]
    Failed {
        /// The name of the thread.
        thread: String,
        /// Why.
        failure: String,
    },
    /// [`Ending::InvariantViolated`]
    Invariant {
        /// Its number.
        number: usize,
        /// Its name.
        name: String,
    },
    /// [`Ending::EndlessLoop`]
    EndlessLoop {
        /// The name of the thread.
        thread: String,
        /// How many steps lead to the loop.
        from: usize,
    },
    /// [`Ending::Deadlock`]
    Deadlock {},
    /// [`Ending::AtRest`]
    AtRest {},
    /// [`Ending::Reached`]
    Reached {
        /// The number of the claim.
        number: usize,
        /// Its name.
        name: String,
    },
    /// [`Ending::Stopped`]
    Stopped {},
}
