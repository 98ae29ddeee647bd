//! The answers of `decide` for programs; schema `decide.schema.json`.

use reductio::Verdict;
use reductio::decide::FormulaAnswers;
use reductio::question::{FormulaAnswer, Method};
use reductio_algebra::Style;
use serde::Serialize;

use crate::json::{DiagnosticEntry, bare, entries};

/// The answer of `decide` as JSON.
#[derive(Debug, Serialize)]
pub struct DecideAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
    warnings: Vec<DiagnosticEntry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    formula: String,
    verdict: &'static str,
    found_by: Option<&'static str>,
    theory: String,
    assumed: Vec<String>,
    hypotheses: Option<Vec<String>>,
    hint: Option<String>,
    kernel_steps: Option<usize>,
    word: Option<String>,
    model: Option<String>,
    reason: Option<String>,
}

impl DecideAnswer {
    /// Makes the answer of a run of `decide`.
    pub fn new(answers: &FormulaAnswers, style: Style) -> Self {
        DecideAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "decide",
            results: answers.answers.iter().map(|a| entry(a, style)).collect(),
            errors: entries(&answers.bad_input),
            warnings: entries(&answers.warnings),
        }
    }
}

fn entry(answer: &FormulaAnswer, style: Style) -> Entry {
    let mut entry = Entry {
        formula: answer.formula.to_statement(style),
        verdict: answer.verdict.word(),
        found_by: answer.method.map(Method::word),
        theory: answer.theory.clone(),
        assumed: bare(&answer.assumed),
        hypotheses: None,
        hint: None,
        kernel_steps: None,
        word: None,
        model: None,
        reason: None,
    };
    match &answer.verdict {
        Verdict::Holds(proof) => {
            entry.kernel_steps = Some(proof.kernel_steps);
            entry.hypotheses = Some(bare(&proof.hypotheses));
            entry.hint.clone_from(&proof.hint);
        }
        Verdict::Fails(found) => {
            entry.word = found.word.as_ref().map(ToString::to_string);
            entry.model = Some(found.found.model.to_string());
        }
        Verdict::Declined(why) => entry.reason = Some(why.join("; ")),
    }
    entry
}
