//! Derivations.
pub mod bundled;
mod derived;
pub mod replay;
pub mod script;
mod tactic;

pub use replay::{Limits, Outcome, Replay, replay};
pub use script::Script;
