//! The answer of `validate` for programs; schema `validate.schema.json`.

use reductio::Diagnostic;
use reductio::validate::Validation;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{DiagnosticEntry, entries};

/// The answer of `validate` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ValidateAnswer<'a> {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: &'a [Validation],
    errors: Vec<DiagnosticEntry>,
}

impl<'a> ValidateAnswer<'a> {
    /// Makes the answer of a run of `validate`.
    pub fn new(results: &'a [Validation], errors: &[Diagnostic]) -> Self {
        ValidateAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "validate",
            results,
            errors: entries(errors),
        }
    }
}
