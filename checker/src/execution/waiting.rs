//! The condition for which a thread waits that cannot execute a transition, and words for threads that stay where they
//! are.

use std::fmt;

use super::names::{
    at_most, cell_name, cells_of, one_line, point_name, statement_text, thread_name, values,
    where_clause,
};
use crate::system::{CellId, Operation, OperationKind, PackedState, System, ThreadId, Transition};

/// The condition for which a transition waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The transition waits until its guard becomes true.
    Guard {
        /// The statement.
        text: String,
        /// The names of the cells that the guard reads, with their values.
        values: Vec<(String, String)>,
    },
    /// The transition waits for a notification of a monitor.
    Notification {
        /// The name of the monitor.
        monitor: String,
    },
    /// The transition waits for a lock.
    Lock {
        /// The name of the lock.
        lock: String,
        /// The name of the thread that owns the lock, if one does.
        owner: Option<String>,
    },
}

impl Waiting {
    /// Finds the condition for which transition `number` of a thread waits in a state in which it cannot be executed.
    pub fn of(system: &System, state: &PackedState, thread: ThreadId, number: usize) -> Self {
        let transition = &system.thread(thread).transitions()[number];
        let cells = cells_of(system, state, [transition.guard()]);
        let Some(owner) = lock_among(system, transition, &cells) else {
            let values = values(system, state, &cells, Some(thread));
            return Waiting::Guard { text: statement_text(system, thread, number), values };
        };
        let name = cell_name(system, owner, None);
        let lock = name.strip_suffix(".owner").unwrap_or(&name).to_owned();
        // Of the cells of a monitor, the truth values say who waits.
        let is_flag = |cell: &CellId| {
            let cell = system.cell(*cell);
            cell.variable() == system.cell(owner).variable() && cell.domain().show(1) == "true"
        };
        if cells.iter().any(|cell| is_flag(cell) && system.value(state, *cell) == 1) {
            return Waiting::Notification { monitor: lock };
        }
        let owner = match system.value(state, owner) {
            0 => None,
            value => Some(one_line(&system.cell(owner).domain().show(value))),
        };
        Waiting::Lock { lock, owner }
    }
}

impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Waiting::Guard { text, values } => write!(f, "`{text}`{}", where_clause(values)),
            Waiting::Notification { monitor } => write!(f, "a notification of {monitor}"),
            Waiting::Lock { lock, owner: None } => write!(f, "{lock}, owned by nobody"),
            Waiting::Lock { lock, owner: Some(owner) } => write!(f, "{lock}, owned by {owner}"),
        }
    }
}

/// A sentence about a thread that cannot go on: it has failed or ended, or waits for something, as in `philosopher[0]
/// waits at H for fork[1], owned by philosopher[1]`.
pub fn stays(system: &System, state: &PackedState, thread: ThreadId) -> String {
    let (owner, at) = (system.thread(thread), system.at(state, thread));
    let name = thread_name(system, thread);
    let point = point_name(system, thread, at);
    if owner.is_failed(at) {
        return format!("{name} has failed");
    }
    if owner.is_end(at) {
        return format!("{name} has ended");
    }
    let verb = if owner.may_rest(at) { "may wait" } else { "waits" };
    if owner.pending(at).is_empty() {
        return format!("{name} {verb} at {point}, where nothing starts");
    }
    let mut reasons: Vec<String> = Vec::new();
    for number in owner.pending_numbers(at) {
        let reason = Waiting::of(system, state, thread, number).to_string();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let reasons = at_most(reasons, 4).join(", or ");
    format!("{name} {verb} at {point} for {reasons}")
}

/// The cell with the owner of the lock that a transition waits for, if it acquires one.
pub(super) fn lock_that_is_waited_for(
    system: &System,
    state: &PackedState,
    thread: ThreadId,
    number: usize,
) -> Option<CellId> {
    let transition = &system.thread(thread).transitions()[number];
    lock_among(system, transition, &cells_of(system, state, [transition.guard()]))
}

fn lock_among(system: &System, transition: &Transition, cells: &[CellId]) -> Option<CellId> {
    let mut owners = cells.iter().copied().filter(|cell| system.owners().contains(cell));
    owners.next().filter(|_| waits_for_lock(transition))
}

/// Whether a transition acquires a lock, so that it may block.
fn waits_for_lock(transition: &Transition) -> bool {
    let kind = transition.operation().map(Operation::kind);
    matches!(kind, Some(OperationKind::Acquire | OperationKind::EndWait))
}
