//! Words for changes and accesses, and for threads that wait.

use std::fmt::Write as _;

use reductio::execution::names::{
    and, at_most, cell_name, object_name, one_line, point_name, thread_name,
};
use reductio::execution::{Change, ExclusiveAccess, Execution, Waiting};
use reductio::system::{PackedState, System, ThreadId};

use crate::page::plural;

/// A change of a variable: `data[0]: 0 -> 1`.
pub(super) fn change(system: &System, change: Change, of: ThreadId) -> String {
    let Change { cell, before, after } = change;
    let domain = system.cell(cell).domain();
    let name = cell_name(system, cell, Some(of));
    one_line(&format!("{name}: {} -> {}", domain.show(before), domain.show(after)))
}

/// The objects of one thread's accesses: `data[0], data[1] and 3 more`.
pub(super) fn objects<'a>(
    system: &System,
    accesses: impl IntoIterator<Item = &'a ExclusiveAccess>,
) -> String {
    let names = accesses.into_iter().map(|access| object_name(system, access.object));
    and(&at_most(names.collect(), 4))
}

/// A sentence about a thread that cannot go on: it has failed or ended, or waits for something, as in `philosopher[0]
/// waits at H for fork[1], owned by philosopher[1]`.
pub(super) fn stays(system: &System, state: &PackedState, thread: ThreadId) -> String {
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

/// The heading of an execution: `device_driver (USERS = 2): 7 steps, 4 reduced steps, seed 42`.
pub(super) fn heading(execution: &Execution<'_>) -> String {
    let constants =
        execution.origin().constants.iter().map(|(name, value)| format!("{name} = {value}"));
    let constants: Vec<String> = constants.collect();
    let mut out = one_line(execution.system().name());
    if !constants.is_empty() {
        let _ = write!(out, " ({})", constants.join(", "));
    }
    let _ = write!(out, ": {}", plural(execution.steps().len(), "step"));
    if execution.is_reduced() && execution.reduced_steps() > 0 {
        let _ = write!(out, " in {}", plural(execution.reduced_steps(), "reduced step"));
    }
    if let Some(seed) = execution.seed() {
        let _ = write!(out, ", seed {seed}");
    }
    out
}

/// The text, cut to at most `most` characters and ending in dots if it was longer.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect()
}
