#![doc = include_str!("../README.md")]

mod auto;
pub mod bundled;
pub mod decide;
pub mod derived;
mod instances;
mod laws;
mod limits;
mod quantified;
pub mod replay;
pub mod script;
pub mod search;
mod step_error;
mod tactic;

pub use limits::ReplayLimits;
pub use quantified::conclusion;
pub use reductio_theorems::Certificate;
pub use replay::error::{ReplayError, ReplayErrorKind, Warning, WarningKind};
pub use replay::{Replay, ReplayOutcome, replay, replay_only};
pub use script::{Derivation, Script};
pub use step_error::{Proposer, StepError};
