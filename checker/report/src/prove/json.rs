//! The answer of `prove` for programs; schema `prove.schema.json`.

use std::time::Duration;

use reductio::question::Method;
use reductio::{Claim, Diagnostic, Proved, Refusal, Verdict};
use reductio_algebra::Style;
use serde::Serialize;

use crate::json::{DiagnosticEntry, bare, entries};

/// The answer of `prove` as JSON.
#[derive(Debug, Serialize)]
pub struct ProveAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<ResultEntry>,
    errors: Vec<DiagnosticEntry>,
    warnings: Vec<DiagnosticEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateEntry>,
}

/// A certificate that `prove` has written.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateEntry {
    /// The name of the certificate's file.
    pub file: String,
    /// The size of the file in bytes.
    pub bytes: usize,
    /// The number of statements that the certificate proves.
    pub statements: usize,
    /// The number of steps of the certificate.
    pub steps: usize,
}

#[derive(Debug, Serialize)]
struct ResultEntry {
    id: String,
    theory: String,
    label: String,
    statement: String,
    verdict: &'static str,
    status: &'static str,
    assumes: Option<Vec<String>>,
    hypotheses: Option<Vec<String>>,
    steps: usize,
    kernel_steps: Option<usize>,
    found_by: Option<&'static str>,
    model: Option<String>,
    errors: Vec<DiagnosticEntry>,
    warnings: Vec<DiagnosticEntry>,
}

fn refusal(claim: &Claim) -> Option<&Refusal> {
    match &claim.verdict {
        Verdict::Holds(_) => None,
        Verdict::Fails(refusal) | Verdict::Declined(refusal) => Some(refusal),
    }
}

impl ResultEntry {
    fn new(claim: &Claim, style: Style) -> Self {
        let evidence = claim.verdict.evidence();
        ResultEntry {
            id: claim.id(),
            theory: claim.theory.clone(),
            label: claim.label.as_str().to_owned(),
            statement: claim.formula.to_statement(style),
            verdict: claim.verdict.word(),
            status: claim.status.as_str(),
            assumes: claim.assuming.as_deref().map(bare),
            hypotheses: evidence.map(|e| bare(&e.hypotheses)),
            steps: claim.steps(),
            kernel_steps: evidence.map(|e| e.kernel_steps),
            found_by: claim.answer.as_ref().and_then(|a| a.method).map(Method::word),
            model: claim.answer.as_ref().and_then(|a| match &a.verdict {
                Verdict::Fails(found) => Some(found.found.model.to_string()),
                _ => None,
            }),
            errors: entries(refusal(claim).into_iter().flat_map(Refusal::all)),
            warnings: entries(&claim.warnings),
        }
    }
}

impl ProveAnswer {
    /// Makes the answer of a run of `prove`. Errors of derivations stand with their results, all others by themselves.
    pub fn new(
        proved: &Proved,
        style: Style,
        time: Option<Duration>,
        certificate: Option<CertificateEntry>,
    ) -> Self {
        let is_told = |fault: &&Diagnostic| {
            let mut told = proved.claims.iter().filter_map(refusal).flat_map(|r| &r.faults);
            let is_same = |d: &Diagnostic| match (&d.place, &fault.place) {
                (Some(a), Some(b)) => {
                    a.span == b.span && d.path == fault.path && d.code == fault.code
                }
                _ => false,
            };
            told.any(is_same)
        };
        let apart = proved.bad_input.iter().chain(proved.faults.iter().filter(|f| !is_told(f)));
        ProveAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "prove",
            results: proved.claims.iter().map(|c| ResultEntry::new(c, style)).collect(),
            errors: entries(apart),
            warnings: entries(&proved.warnings),
            milliseconds: time.map(|t| t.as_secs_f64() * 1000.0),
            certificate,
        }
    }
}
