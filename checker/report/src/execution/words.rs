//! Words for accesses and headings.

use std::fmt::Write as _;

use reductio::execution::names::{and, at_most, object_name, one_line};
use reductio::execution::{ExclusiveAccess, Execution};
use reductio::system::System;

use crate::page::plural;

/// The objects of one thread's accesses: `data[0], data[1] and 3 more`.
pub(super) fn objects<'a>(
    system: &System,
    accesses: impl IntoIterator<Item = &'a ExclusiveAccess>,
) -> String {
    let names = accesses.into_iter().map(|access| object_name(system, access.object));
    and(&at_most(names.collect(), 4))
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
