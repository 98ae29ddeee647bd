//! The answer of `test` for programs; schema `test.schema.json`.

use reductio::Diagnostic;
use reductio::check::Subject;
use reductio::testing::Trial;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::{DiagnosticEntry, entries};

/// The answer of `test` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TestAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<TrialEntry>,
    errors: Vec<DiagnosticEntry>,
}

/// The trial of a system.
#[derive(Debug, Serialize, JsonSchema)]
struct TrialEntry {
    /// The name of the system.
    system: String,
    /// The number of runs that were drawn at random.
    runs: usize,
    /// The most steps of a run.
    steps: usize,
    /// The seed of the random choices.
    seed: u64,
    /// The properties that were tested.
    properties: Vec<PropertyEntry>,
    /// The statements that were left out in turn, with `--mutants`, where the system itself has the properties.
    forgotten: Option<Vec<ForgottenEntry>>,
}

/// A property and its verdict.
#[derive(Debug, Serialize, JsonSchema)]
struct PropertyEntry {
    /// The name of the property, a word.
    name: &'static str,
    /// The property as a sentence.
    property: &'static str,
    /// The verdict: "holds", "no fault found" by random runs, "fails" or "undecided".
    verdict: &'static str,
    /// The reason why it fails or is undecided.
    reason: Option<String>,
    /// The run that shows that it fails, as `reductio replay --steps` reads it.
    run: Option<String>,
}

/// A statement that was left out, and who notices.
#[derive(Debug, Serialize, JsonSchema)]
struct ForgottenEntry {
    /// The thread of the statement.
    thread: String,
    /// The text of the statement.
    statement: String,
    /// The names of the properties that fail without it.
    noticed: Vec<&'static str>,
}

impl TestAnswer {
    /// Makes the answer of a run of `test`.
    pub fn new(tried: &[(Subject, Trial)], errors: &[Diagnostic]) -> Self {
        TestAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "test",
            results: tried.iter().map(|(subject, tried)| entry(subject, tried)).collect(),
            errors: entries(errors),
        }
    }
}

fn entry(subject: &Subject, tried: &Trial) -> TrialEntry {
    let system = subject.system();
    let properties = tried.verdicts.iter().map(|(property, verdict)| {
        let failing = verdict.as_ref().err();
        let steps = failing.map_or(&[][..], |failing| &failing.steps);
        let words = steps.iter().map(|(thread, step)| format!("{}.{step}", thread.index()));
        let run = words.collect::<Vec<_>>().join(",");
        PropertyEntry {
            name: property.name(),
            property: property.in_words(),
            verdict: super::word(*property, verdict),
            reason: failing.map(|failing| failing.reason.clone()),
            run: (!run.is_empty()).then_some(run),
        }
    });
    let forgotten = tried.forgotten.as_ref().map(|all| {
        let one = |one: &reductio::testing::Forgotten| ForgottenEntry {
            thread: system.thread(one.thread).name().to_owned(),
            statement: one.statement.clone(),
            noticed: one.noticed.iter().map(|property| property.name()).collect(),
        };
        all.iter().map(one).collect()
    });
    TrialEntry {
        system: system.name().to_owned(),
        runs: tried.sample.runs,
        steps: tried.sample.steps,
        seed: tried.sample.seed,
        properties: properties.collect(),
        forgotten,
    }
}
