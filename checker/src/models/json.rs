//! The answers of `models` for programs; schema `models.schema.json`.

use reductio_relations::Outcome;
use reductio_relations::systems::{Conclusion, System, Vacuity};
use serde::Serialize;

use super::{Answer, Answers};
use crate::json::{DiagnosticEntry, entries};

/// The answer of `models`.
#[derive(Debug, Serialize)]
pub(crate) struct ModelsAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
}

/// One answer. Numbers of systems are strings: they outgrow what JSON readers hold.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Entry {
    Count {
        states: usize,
        processes: usize,
        raw: String,
        satisfying: String,
        up_to_renaming: String,
        conclusion_holds: bool,
        vacuity: &'static str,
        witness: Option<String>,
    },
    Need {
        dropped: &'static str,
        needed: Option<bool>,
        states: Option<usize>,
        processes: Option<usize>,
        pairs: Option<u32>,
        searched: Vec<(usize, usize)>,
        witness: Option<String>,
    },
    Search {
        id: String,
        statement: String,
        verdict: &'static str,
        is_exhaustive: bool,
        states: Option<usize>,
        processes: Option<usize>,
        model: Option<String>,
        witness: Option<String>,
        text: String,
    },
}

impl ModelsAnswer {
    /// The answer of a run.
    pub(crate) fn new(answers: &Answers) -> Self {
        ModelsAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "models",
            results: answers.answers.iter().map(entry).collect(),
            errors: entries(answers.bad_input.iter().chain(&answers.declined)),
        }
    }
}

fn entry(answer: &Answer) -> Entry {
    match answer {
        Answer::Count(c) => Entry::Count {
            states: c.states,
            processes: c.processes,
            raw: c.raw.to_string(),
            satisfying: c.satisfying.to_string(),
            up_to_renaming: c.up_to_renaming.to_string(),
            conclusion_holds: !matches!(c.conclusion, Conclusion::Fails(_)),
            vacuity: match c.vacuity {
                Vacuity::NoViolation => "no violation",
                Vacuity::NoStepOfN => "no step of N",
                _ => "none",
            },
            witness: match &c.conclusion {
                Conclusion::Fails(system) => Some(format!("{system}{}", system.explanation())),
                _ => None,
            },
        },
        Answer::Need(need) => {
            let found = need.counterexample.as_ref();
            Entry::Need {
                dropped: need.dropped.label(),
                // Not finding a counterexample of some sizes does not show that there is none.
                needed: found.map(|_| true),
                states: found.map(System::states),
                processes: found.map(System::processes),
                pairs: found.map(System::size),
                searched: need.searched.clone(),
                witness: found.map(|_| need.to_string()),
            }
        }
        Answer::Search { id, statement, outcome } => {
            let model = outcome.countermodel();
            Entry::Search {
                id: id.clone(),
                statement: statement.clone(),
                verdict: match outcome {
                    Outcome::Refuted(_) => "fails",
                    Outcome::NotRefuted(coverage) if coverage.is_exhaustive() => "holds",
                    _ => "declined",
                },
                is_exhaustive: match outcome {
                    Outcome::Refuted(found) => found.is_smallest,
                    Outcome::NotRefuted(coverage) => coverage.is_exhaustive(),
                    Outcome::Declined(_) => false,
                },
                states: model.map(|m| m.model.states()),
                processes: model.map(|m| m.model.processes()),
                model: model.map(|m| m.model.to_string()),
                witness: model.map(|m| m.witness.to_string()),
                text: outcome.to_string(),
            }
        }
    }
}
