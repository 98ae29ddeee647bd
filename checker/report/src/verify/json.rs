//! The answer of `verify` for programs; schema `verify.schema.json`.

use reductio::verify::Verified;
use reductio::{Diagnostic, Verdict};
use reductio_algebra::{Label, StatementKind, Style};
use reductio_exchange::proof_file::{CheckedClaim, CheckedTheory};
use serde::Serialize;

use crate::json::{DiagnosticEntry, entries};

/// The answer of `verify` as JSON.
#[derive(Debug, Serialize)]
pub struct VerifyAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    file: Option<String>,
    verdict: Option<&'static str>,
    steps: Option<usize>,
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    theory: String,
    label: String,
    kind: &'static str,
    statement: String,
    hypotheses: Vec<String>,
    compared: Option<String>,
}

impl VerifyAnswer {
    /// Makes the answer for a certificate that was verified, and for input that could not be read.
    pub fn new(verified: Option<&Verified>, bad_input: &[Diagnostic], style: Style) -> Self {
        let mut answer = VerifyAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "verify",
            file: verified.map(|v| v.name.clone()),
            verdict: verified.map(|v| v.verdict.word()),
            steps: None,
            results: Vec::new(),
            errors: entries(bad_input),
        };
        match verified.map(|v| &v.verdict) {
            Some(Verdict::Holds(accepted)) => {
                answer.steps = Some(accepted.checked.counts.steps);
                for (theory, compared) in accepted.checked.theories.iter().zip(&accepted.compared) {
                    let new = |claim| entry(theory, claim, compared.as_ref(), style);
                    answer.results.extend(theory.claims.iter().map(new));
                }
            }
            Some(Verdict::Fails(faults) | Verdict::Declined(faults)) => {
                answer.errors.extend(entries(faults));
            }
            None => {}
        }
        answer
    }
}

fn entry(
    theory: &CheckedTheory,
    claim: &CheckedClaim,
    compared: Option<&String>,
    style: Style,
) -> Entry {
    Entry {
        theory: theory.name.clone(),
        label: claim.label.as_str().to_owned(),
        kind: if claim.kind == StatementKind::Theorem { "theorem" } else { "lemma" },
        statement: claim.formula.to_statement(style),
        hypotheses: claim.hypotheses.iter().map(Label::as_str).map(str::to_owned).collect(),
        compared: compared.cloned(),
    }
}
