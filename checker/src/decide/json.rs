//! The answers of `decide` for programs; schema `decide.schema.json`.

use reductio_algebra::Style;
use serde::Serialize;

use super::{Answer, Answers};
use crate::json::{DiagnosticEntry, entries};
use crate::verdict::Verdict;

/// The answer of `decide`.
#[derive(Debug, Serialize)]
pub(crate) struct DecideAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    formula: String,
    verdict: &'static str,
    kernel_steps: Option<usize>,
    word: Option<String>,
    model: Option<String>,
    reason: Option<String>,
}

impl DecideAnswer {
    /// The answer of a run.
    pub(crate) fn new(answers: &Answers, style: Style) -> Self {
        DecideAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "decide",
            results: answers.answers.iter().map(|a| entry(a, style)).collect(),
            errors: entries(&answers.bad_input),
        }
    }
}

fn entry(answer: &Answer, style: Style) -> Entry {
    let mut entry = Entry {
        formula: answer.formula.to_statement(style),
        verdict: answer.verdict.word(),
        kernel_steps: None,
        word: None,
        model: None,
        reason: None,
    };
    match &answer.verdict {
        Verdict::Holds(proof) => entry.kernel_steps = Some(proof.kernel_steps),
        Verdict::Fails(found) => {
            entry.word = found.word.as_ref().map(ToString::to_string);
            entry.model = Some(found.model.to_string());
        }
        Verdict::Declined(why) => entry.reason = Some(why.clone()),
    }
    entry
}
