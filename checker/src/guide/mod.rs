//! # A guide for users from Rust
//!
//! Three chapters of five to ten minutes; every block of them is compiled and run by `cargo test --doc`.
//!
//! - [`proving`]: theorems by the rules of the kernel, derivations, decisions, certificate files.
//! - [`models`]: formulas in finite models, why one is false, counterexamples.
//! - [`systems`]: a system of threads built in code, its discipline, searches, what verdicts rest on, models of one's
//!   own and whether they may be reduced, property tests.
//!
//! How reports and runs are shown is in the guide of the crate `reductio_report`, how a program runs the cells of a
//! notebook in that of `reductio_command`; the languages themselves, and the command line, are in the guide of the
//! repository.

#[doc = include_str!("proving.md")]
pub mod proving {}

#[doc = include_str!("models.md")]
pub mod models {}

#[doc = include_str!("systems.md")]
pub mod systems {}

pub use handover::handover;

mod handover;
