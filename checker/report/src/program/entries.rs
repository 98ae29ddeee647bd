//! The steps of runs of programs with a heap, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::steps::Told;

/// A step of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StepEntry {
    thread: String,
    line: u32,
    /// What it does; null if it concerns its own thread only.
    does: Option<String>,
}

/// The steps of a run.
pub(crate) fn steps(told: Told<'_>) -> Vec<StepEntry> {
    let of = |step: &reductio::locksets::Step| StepEntry {
        thread: told.thread(step.thread),
        line: step.line,
        does: told.words(step),
    };
    told.run.steps.iter().map(of).collect()
}
