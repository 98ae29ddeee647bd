//! The accesses of a run file to a variable whose lock discipline is violated.

use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::lockset::LockAccess;
use super::names::{lock_name, point_name, statement_text};
use super::run::Execution;
use crate::locking::LockViolation;
use crate::system::CellId;

/// An access of a thread to a variable with a lock discipline, as a [`RunFile`](super::RunFile) has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LockAccessEntry {
    /// The number of steps that lead to the state.
    pub steps: usize,
    /// The name of the thread.
    pub thread: String,
    /// The control point of the thread.
    pub point: String,
    /// The number of the transition, from 0, among those of the thread.
    pub transition: usize,
    /// The statement.
    pub text: String,
    /// Tells whether the variable would be written; otherwise it would be read only.
    pub writes: bool,
    /// The locks that the thread owns.
    pub owned: Vec<String>,
    /// The locks that were owned at every access that counts, up to this one; null for an access that does not count.
    pub left: Option<Vec<String>>,
}

/// The accesses to the variable whose violated lock discipline an execution ends in.
pub(super) fn of_ending(execution: &Execution<'_>) -> Option<Vec<LockAccessEntry>> {
    let Ending::DisciplineViolated(LockViolation::Access { cell, .. }) = execution.ending() else {
        return None;
    };
    let accesses = execution.lock_accesses(cell)?;
    Some(accesses.iter().map(|access| LockAccessEntry::of(execution, access)).collect())
}

impl LockAccessEntry {
    /// Gives an access of an execution the names of what it is about.
    pub fn of(execution: &Execution<'_>, access: &LockAccess) -> Self {
        let system = execution.system();
        let names = |locks: &[CellId]| locks.iter().map(|&lock| lock_name(system, lock)).collect();
        let start = system.thread(access.thread).transitions()[access.transition].start();
        LockAccessEntry {
            steps: access.steps,
            thread: system.thread(access.thread).name().to_owned(),
            point: point_name(system, access.thread, start),
            transition: access.transition,
            text: statement_text(system, access.thread, access.transition),
            writes: access.writes,
            owned: names(&access.owned),
            left: access.left.as_deref().map(names),
        }
    }
}
