//! The answer of `prove` for programs; schema `prove.schema.json`.

use std::time::Duration;

use reductio::question::Method;
use reductio::{Claim, Diagnostic, Proved, Refusal, Verdict};
use reductio_algebra::Style;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{DiagnosticEntry, METHODS, VERDICTS, bare, entries};

/// The answer of `prove` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProveAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    /// One per statement, in the order of the statement files.
    results: Vec<ResultEntry>,
    /// Errors that are not about one of the results; the exit code is 3 when input could not be read.
    errors: Vec<DiagnosticEntry>,
    warnings: Vec<DiagnosticEntry>,
    /// Only with `--time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    milliseconds: Option<f64>,
    /// Only with `--certificate`, where one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CertificateEntry")]
    certificate: Option<CertificateEntry>,
}

/// A certificate that `prove` has written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertificateEntry {
    /// The name of the certificate's file.
    pub file: String,
    /// The size of the file in bytes.
    #[schemars(range(min = 1))]
    pub bytes: usize,
    /// The number of statements that the certificate proves.
    #[schemars(range(min = 1))]
    pub statements: usize,
    /// The number of rule applications of the certificate; what is proved twice counts once.
    #[schemars(range(min = 1))]
    pub steps: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(extend(
    "if" = { "properties": { "verdict": { "const": "holds" } } },
    "then" = { "properties": {
        "hypotheses": { "type": "array" },
        "kernel_steps": { "type": "integer" },
        "errors": { "maxItems": 0 },
    } },
    "else" = { "properties": {
        "hypotheses": { "type": "null" },
        "kernel_steps": { "type": "null" },
        "errors": { "minItems": 1 },
    } },
))]
struct ResultEntry {
    /// Theory and label: `S5 (24)`.
    id: String,
    theory: String,
    /// Without parentheses.
    label: String,
    /// In the language of statement files.
    statement: String,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The origin of the text.
    #[schemars(extend("enum" = ["transcribed", "restored", "reconstructed", "ours"]))]
    status: &'static str,
    /// The labels of the hypotheses that the statement allows its proof; null for all of the theory.
    assumes: Option<Vec<String>>,
    /// The labels of the hypotheses that the proof used; null where there is no proof.
    hypotheses: Option<Vec<String>>,
    /// Single steps of the derivation.
    steps: usize,
    /// Rule applications of the kernel beyond those of cited statements; null where there is no proof.
    #[schemars(range(min = 1))]
    kernel_steps: Option<usize>,
    /// For `--formula`: the part of the portfolio that found the answer; else null.
    #[schemars(extend("enum" = METHODS))]
    found_by: Option<&'static str>,
    /// For `--formula`: a model in which the formula is false, as `FiniteModel::parse` reads it.
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
