//! The answers of `models` for programs; schema `models.schema.json`.

use reductio::Verdict;
use reductio::models::{ModelAnswer, ModelAnswers};
use reductio::question::Method;
use reductio_relations::SearchOutcome;
use reductio_relations::systems::{Conclusion, System, Vacuity, raw_count};
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{DiagnosticEntry, METHODS, VERDICTS, bare, entries};

/// The answer of `models` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModelsAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<Entry>,
    /// The reason why the run was ended early, if it was, and what was not begun then.
    stopped: Option<Stopped>,
    errors: Vec<DiagnosticEntry>,
}

/// The end of a run that was ended early.
#[derive(Debug, Serialize, JsonSchema)]
struct Stopped {
    #[schemars(extend("enum" = ["interrupted", "out of time"]))]
    cause: &'static str,
    not_begun: Vec<String>,
}

/// One answer. Numbers of systems are strings, since they may be too large for JSON readers.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Entry {
    Count {
        #[schemars(extend("const" = true))]
        finished: bool,
        #[schemars(range(min = 1))]
        states: usize,
        #[schemars(range(min = 1))]
        processes: usize,
        /// All systems of the size, in decimal.
        #[schemars(regex(pattern = "^[0-9]+$"))]
        raw: String,
        /// The number of those that satisfy (13)-(21).
        #[schemars(regex(pattern = "^[0-9]+$"))]
        satisfying: String,
        #[schemars(regex(pattern = "^[0-9]+$"))]
        up_to_renaming: String,
        conclusion_holds: bool,
        #[schemars(extend("enum" = ["no violation", "no step of N", "none"]))]
        vacuity: &'static str,
        witness: Option<String>,
    },
    /// A count that was ended early.
    #[serde(rename = "count")]
    Unfinished {
        #[schemars(extend("const" = false))]
        finished: bool,
        #[schemars(range(min = 1))]
        states: usize,
        #[schemars(range(min = 1))]
        processes: usize,
        /// All systems of the size, in decimal.
        #[schemars(regex(pattern = "^[0-9]+$"))]
        raw: String,
        units_done: usize,
        #[schemars(range(min = 1))]
        units: usize,
        /// The file that has what is done.
        checkpoint: Option<String>,
    },
    Need {
        /// False where the run was ended before all sizes were searched.
        finished: bool,
        dropped: &'static str,
        /// True with a counterexample; null where none of the sizes searched has one.
        #[schemars(extend("enum" = [true, null]))]
        needed: Option<bool>,
        states: Option<usize>,
        processes: Option<usize>,
        pairs: Option<u32>,
        searched: Vec<(usize, usize)>,
        witness: Option<String>,
    },
    Search {
        id: String,
        /// The hypothesis that was left out; a countermodel then shows what it is for.
        dropped: Option<String>,
        statement: String,
        #[schemars(extend("enum" = VERDICTS[..3]))]
        verdict: &'static str,
        is_exhaustive: bool,
        /// Tells whether no model was found in which the hypotheses hold.
        is_vacuous: bool,
        states: Option<usize>,
        processes: Option<usize>,
        model: Option<String>,
        witness: Option<String>,
        /// For `--find`: the part of the portfolio that found the answer.
        #[schemars(extend("enum" = METHODS))]
        found_by: Option<&'static str>,
        /// For `--find`: the labels of the hypotheses that the formula is under.
        assumed: Option<Vec<String>>,
        /// For `--find`: rule applications of the kernel, where it is proved.
        kernel_steps: Option<usize>,
        text: String,
    },
}

impl ModelsAnswer {
    /// Makes the answer of a run of `models`.
    pub fn new(answers: &ModelAnswers) -> Self {
        ModelsAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "models",
            results: answers.answers.iter().map(|answer| entry(answer, answers)).collect(),
            stopped: answers
                .cause
                .map(|cause| Stopped { cause: cause.word(), not_begun: answers.left.clone() }),
            errors: entries(answers.diagnostics()),
        }
    }
}

fn entry(answer: &ModelAnswer, answers: &ModelAnswers) -> Entry {
    match answer {
        ModelAnswer::Count(c) => Entry::Count {
            finished: true,
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
        ModelAnswer::Unfinished(at) => Entry::Unfinished {
            finished: false,
            states: at.states,
            processes: at.processes,
            raw: raw_count(at.states, at.processes).to_string(),
            units_done: at.done,
            units: at.units,
            checkpoint: answers.checkpoint.as_ref().map(|path| path.display().to_string()),
        },
        ModelAnswer::Need(need) => {
            let found = need.counterexample.as_ref();
            Entry::Need {
                finished: !need.cancelled,
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
        ModelAnswer::Search(search) => {
            let outcome = &search.outcome;
            let model = outcome.countermodel();
            let asked = search.answer.as_deref();
            Entry::Search {
                id: search.id.clone(),
                dropped: search.dropped.clone(),
                statement: search.statement.clone(),
                verdict: match outcome {
                    _ if asked.is_some() => asked.map_or("", |a| a.verdict.word()),
                    SearchOutcome::Refuted(_) => "fails",
                    SearchOutcome::NotRefuted(coverage) if coverage.is_exhaustive() => "holds",
                    _ => "declined",
                },
                is_exhaustive: match outcome {
                    SearchOutcome::Refuted(found) => found.is_smallest,
                    SearchOutcome::NotRefuted(coverage) => coverage.is_exhaustive(),
                    SearchOutcome::Declined(_) => false,
                },
                is_vacuous: search.is_vacuous,
                states: model.map(|m| m.model.states()),
                processes: model.map(|m| m.model.processes()),
                model: model.map(|m| m.model.to_string()),
                witness: model.map(|m| m.witness.to_string()),
                found_by: asked.and_then(|a| a.method).map(Method::word),
                assumed: asked.map(|a| bare(&a.assumed)),
                kernel_steps: asked.and_then(|a| a.verdict.evidence()).map(|p| p.kernel_steps),
                text: match asked.map(|a| &a.verdict) {
                    Some(Verdict::Declined(reasons)) => reasons.join("; "),
                    Some(Verdict::Holds(_)) => "proved".to_owned(),
                    _ => outcome.to_string(),
                },
            }
        }
    }
}
