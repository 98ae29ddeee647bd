//! The answers of `decide` for programs; schema `decide.schema.json`.

use reductio::Verdict;
use reductio::decide::FormulaAnswers;
use reductio::question::{FormulaAnswer, Method};
use reductio_algebra::{Sort, Style};
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{DiagnosticEntry, METHODS, VERDICTS, bare, entries};
use crate::question::names_of;

/// The answer of `decide` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DecideAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    /// One per formula that could be read, in their order.
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
    warnings: Vec<DiagnosticEntry>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(extend("allOf" = [
    {
        "if": { "properties": { "verdict": { "const": "holds" } } },
        "then": { "properties": {
            "kernel_steps": { "type": "integer" },
            "model": { "type": "null" },
            "reason": { "type": "null" },
        } },
    },
    {
        "if": { "properties": { "verdict": { "const": "fails" } } },
        "then": { "properties": {
            "kernel_steps": { "type": "null" },
            "model": { "type": "string" },
            "reason": { "type": "null" },
        } },
    },
    {
        "if": { "properties": { "verdict": { "const": "declined" } } },
        "then": { "properties": {
            "kernel_steps": { "type": "null" },
            "model": { "type": "null" },
            "reason": { "type": "string" },
        } },
    },
]))]
struct Entry {
    formula: String,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The part of the portfolio that found the answer; null where none did.
    #[schemars(extend("enum" = METHODS))]
    found_by: Option<&'static str>,
    /// The theory over whose names the formula is; `Names` where no statement file is given.
    theory: String,
    /// The names of the formula that are actions.
    actions: Vec<String>,
    /// The names of the formula that are predicates.
    predicates: Vec<String>,
    /// The labels of the hypotheses of the theory: the question is under them.
    assumed: Vec<String>,
    /// The labels of the hypotheses that the proof used; null where there is no proof.
    hypotheses: Option<Vec<String>>,
    /// The hint of the proof, where a search found it.
    hint: Option<String>,
    /// Rule applications of the kernel, where it holds.
    #[schemars(range(min = 1))]
    kernel_steps: Option<usize>,
    /// A run that one side has and the other lacks.
    word: Option<String>,
    /// A model in which the formula is false, as `FiniteModel::parse` reads it.
    model: Option<String>,
    /// The reason why it is not decided.
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
        actions: names_of(&answer.formula, Sort::Action),
        predicates: names_of(&answer.formula, Sort::Predicate),
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
