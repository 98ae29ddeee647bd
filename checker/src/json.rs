//! The JSON answers. Their schemas are in `checker/schemas`.

use std::fmt::Write as _;
use std::time::Duration;

use reductio_algebra::{Label, Style};
use serde::Serialize;

use crate::claim::{Claim, Proved, Refusal};
use crate::diagnostics::Diagnostic;
use crate::question::Part;
use crate::verdict::Verdict;
use crate::visible::is_hidden;

/// The answer of `prove`; schema `prove.schema.json`.
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

/// A certificate that was written, as `prove` tells it.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateEntry {
    /// The name of its file.
    pub file: String,
    /// The size of the file.
    pub bytes: usize,
    /// How many statements it proves.
    pub statements: usize,
    /// Its steps.
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

/// An error or a warning, as every answer tells it.
#[derive(Debug, Serialize)]
pub struct DiagnosticEntry {
    code: &'static str,
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    help: Vec<String>,
}

impl DiagnosticEntry {
    fn new(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.place.as_ref().map(|p| p.file.line_col(p.span.start));
        DiagnosticEntry {
            code: diagnostic.code,
            message: diagnostic.message.clone(),
            file: diagnostic.path.clone(),
            line: place.map(|p| p.0),
            column: place.map(|p| p.1),
            help: diagnostic.help.clone(),
        }
    }
}

/// Errors and warnings as answers tell them, in their order.
pub fn entries<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<DiagnosticEntry> {
    diagnostics.into_iter().map(DiagnosticEntry::new).collect()
}

pub(crate) fn bare(labels: &[Label]) -> Vec<String> {
    labels.iter().map(|l| l.as_str().to_owned()).collect()
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
            found_by: claim.answer.as_ref().and_then(|a| a.part).map(Part::word),
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
    /// The answer for a run. Errors of derivations are with their results; all others stand apart.
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

/// The answer of a verb that has no other; schema `errors.schema.json`.
#[derive(Debug, Serialize)]
pub struct ErrorsAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    errors: Vec<DiagnosticEntry>,
}

impl ErrorsAnswer {
    /// What is wrong, for a verb.
    pub fn new(command: &'static str, errors: &[Diagnostic]) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        ErrorsAnswer { tool: "reductio", version, command, errors: entries(errors) }
    }
}

/// One JSON object, ending in a line feed.
pub fn to_text(answer: &impl Serialize) -> String {
    // Strings, numbers and lists only: nothing that has no JSON.
    let text = serde_json::to_string_pretty(answer).unwrap_or_default() + "\n";
    if !text.chars().any(is_hidden) {
        return text;
    }
    // Such characters stand within strings, where an escape says the same: a terminal shows what it is given.
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}
