//! The answer of `verify` for programs; schema `verify.schema.json`.

use std::collections::BTreeMap;

use reductio::certify::{Compared, Difference};
use reductio::verify::Verified;
use reductio::{Diagnostic, Exit, Verdict};
use reductio_algebra::{Label, StatementKind, Style};
use reductio_exchange::proof_file::{CheckedClaim, CheckedTheory};
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{DiagnosticEntry, VERDICTS, entries};

/// The answer of `verify` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(extend(
    "if" = { "properties": { "verdict": { "const": "holds" } } },
    "then" = { "properties": {
        "errors": { "maxItems": 0 },
    }, "anyOf": [
        { "properties": { "steps": { "type": "integer" }, "results": { "minItems": 1 } } },
        { "properties": { "steps": { "type": "null" }, "systems": { "minItems": 1 } } },
    ] },
    "else" = { "properties": {
        "steps": { "type": "null" },
        "results": { "maxItems": 0 },
        "errors": { "minItems": 1 },
    } },
))]
pub struct VerifyAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    /// The certificate; null where it was not looked at.
    file: Option<String>,
    /// `fails` is refused, `declined` too large to be checked.
    #[schemars(extend("enum" = VERDICTS))]
    verdict: Option<&'static str>,
    /// Rule applications, where the certificate holds.
    #[schemars(range(min = 1))]
    steps: Option<usize>,
    /// The formulas that are proved; empty unless the certificate holds, and for certificates of checks.
    results: Vec<Entry>,
    /// The systems of a certificate of checks, compared with their texts; empty for certificates of proofs.
    systems: Vec<SystemEntry>,
    errors: Vec<DiagnosticEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    theory: String,
    label: String,
    #[schemars(extend("enum" = ["lemma", "theorem"]))]
    kind: &'static str,
    statement: String,
    /// The labels of the hypotheses that it rests on.
    hypotheses: Vec<String>,
    /// The statement file that states the same.
    compared: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SystemEntry {
    system: String,
    /// The text that it was compared with.
    file: String,
    /// The constants that the certificate gives.
    constants: BTreeMap<String, i64>,
    /// The first differences; none where the system is that of the text.
    differences: Vec<DifferenceEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DifferenceEntry {
    /// The way to it from the check: `transitions/3/guard/1`.
    at: String,
    /// The value in the certificate, as JSON.
    certificate: Option<String>,
    /// The value that the text has there, as JSON.
    text: Option<String>,
}

impl VerifyAnswer {
    /// Makes the answer for a certificate of checks that was compared with the texts of its systems.
    pub fn of_texts(name: &str, exit: Exit, compared: &[Compared], errors: &[Diagnostic]) -> Self {
        let verdict = match exit {
            Exit::Holds => Some("holds"),
            Exit::Fails => Some("fails"),
            Exit::Declined => Some("declined"),
            _ => None,
        };
        let systems = compared.iter().map(|one| SystemEntry {
            system: one.system.clone(),
            file: one.file.clone(),
            constants: one.constants.iter().cloned().collect(),
            differences: one.differences.iter().map(DifferenceEntry::new).collect(),
        });
        VerifyAnswer {
            file: Some(name.to_owned()),
            verdict,
            systems: systems.collect(),
            ..Self::new(None, errors, Style::Ascii)
        }
    }

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
            systems: Vec::new(),
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

impl DifferenceEntry {
    fn new(one: &Difference) -> Self {
        let Difference { at, certificate, text } = one.clone();
        DifferenceEntry { at, certificate, text }
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
