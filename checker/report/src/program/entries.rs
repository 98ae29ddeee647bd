//! The steps of runs of programs with a heap, as JSON.

use reductio::check::ProgramClaim;
use schemars::JsonSchema;
use serde::Serialize;

use super::steps::Told;

/// A step of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StepEntry {
    thread: String,
    line: u32,
    /// The effect of the step, in words; null if it concerns its own thread only.
    does: Option<String>,
}

/// The steps of a run.
pub(crate) fn steps(told: &Told<'_>) -> Vec<StepEntry> {
    let of = |(at, step): (usize, &reductio::locksets::Step)| StepEntry {
        thread: told.thread(step.thread),
        line: step.line,
        does: told.words(at),
    };
    told.run.steps.iter().enumerate().map(of).collect()
}

/// The names of claims.
pub(super) const CLAIMS: [&str; 4] = ["no_failure", "no_race", "no_deadlock", "no_stuck_thread"];

/// The name of a claim.
pub(super) fn claim_name(claim: ProgramClaim) -> &'static str {
    match claim {
        ProgramClaim::NoFailure => CLAIMS[0],
        ProgramClaim::NoRace => CLAIMS[1],
        ProgramClaim::NoDeadlock => CLAIMS[2],
        ProgramClaim::NoStuckThread => CLAIMS[3],
    }
}
