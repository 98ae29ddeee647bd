#![doc = include_str!("../README.md")]

mod axiom;
pub mod bundled;
mod certificate;
mod given;
pub mod kernel;
mod proof;
mod rule;
mod rule_error;

pub use certificate::{Certificate, CertificateError, allowed};
pub use kernel::{Axiom, Expression, Given, Rule, RuleError, Theorem};
pub use proof::{Proof, ProofStep, StepSet};
