//! # What proposes
//!
//! A [`Script`] holds derivations as the papers print them: terms joined by `=`, `<=` and hints.
//! [`replay()`] orders them by what they cite, searches for each step a reason in terms of its hint, and
//! rebuilds that reason by rules of the kernel. A statement holds when the kernel's theorem is the
//! statement ([`Certificate`]); nothing in this crate needs to be trusted.
//!
//! The search (`tactic`) takes the left side of a step apart into *guarded words*, alternations of tests
//! and actions, matches each against the structure of the right side in polynomial time, and lets the facts
//! of the hint rewrite parts of a word that do not match yet. [`derived`] has the rules and laws that it
//! ends in, for users who write tactics of their own. A step with the hint `(auto)` is proved from
//! everything in scope, if need be by a chain of equations found in an e-graph (`auto`), and what it
//! needed is reported.
//!
//! ```
//! use reductio_algebra::Theory;
//! use reductio_proofs::{ReplayLimits, Script, replay};
//!
//! let theory = Theory::parse(
//!     "theory Tiny
//!      action x, y
//!      lemma (1) ours: x y <= y => x* y <= y",
//!     &[],
//! )?;
//! let script = Script::parse(
//!     "proofs of Tiny
//!      lemma (1): x y <= y => x* y <= y
//!      proof
//!          x* y
//!        = {x y <= y (hyp); (* ind L)}
//!          y
//!      qed",
//!     &theory,
//! )?;
//! let replay = replay(&theory, &[script], ReplayLimits::default());
//! assert!(replay.all_hold());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod auto;
pub mod bundled;
pub mod decide;
pub mod derived;
mod laws;
mod limits;
pub mod replay;
pub mod script;
pub mod search;
mod step_error;
mod tactic;

pub use limits::ReplayLimits;
pub use reductio_theorems::Certificate;
pub use replay::error::{ReplayError, ReplayErrorKind, Warning, WarningKind};
pub use replay::{Replay, ReplayOutcome, replay, replay_only};
pub use script::{Derivation, Script};
pub use step_error::{Proposer, StepError};
