//! State graphs as JSON; schema `states.schema.json`.

use reductio::Diagnostic;
use schemars::JsonSchema;
use serde::Serialize;

use super::counted::CountedGraph;
use super::graph::{StateGraph, Treatment};
use crate::json::{self, DiagnosticEntry, entries};

/// The answer of `states` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatesAnswer<'a> {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    system: &'a str,
    #[schemars(length(min = 1))]
    threads: &'a [String],
    /// A state's number is its place in this list, from 0; state 0 is the initial one.
    #[schemars(length(min = 1))]
    states: Vec<StateEntry<'a>>,
    steps: Vec<StepEntry<'a>>,
    /// Reduced steps between stored states.
    reduced: Vec<ReducedEntry>,
    /// With `--any`: states count threads in equal local states. All are called visible and passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CountedEntry")]
    counted: Option<CountedEntry>,
    /// Warnings; where there are errors there is no graph.
    errors: Vec<DiagnosticEntry>,
}

/// A state. Its number is its place in the list.
#[derive(Debug, Serialize, JsonSchema)]
struct StateEntry<'a> {
    /// The control point of each thread; then the variables that do not have their initial value.
    #[schemars(length(min = 1))]
    words: Vec<&'a str>,
    visible: bool,
    /// The treatment of the state by a search by reduced steps.
    #[schemars(extend("enum" = ["stored", "passed", "left out"]))]
    kind: &'static str,
    #[schemars(extend("enum" = ["deadlock", "failure", "bad", null]))]
    wrong: Option<&'static str>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct StepEntry<'a> {
    from: usize,
    to: usize,
    thread: usize,
    text: &'a str,
    /// A step of v, not of u.
    visible: bool,
    /// A part of a reduced step.
    walked: bool,
}

/// The abstract states of families of any number of threads.
#[derive(Debug, Serialize, JsonSchema)]
struct CountedEntry {
    /// The number that stands for as many threads or more.
    level: usize,
    /// The number of initial states, which come first.
    initial: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ReducedEntry {
    from: usize,
    to: usize,
    thread: usize,
}

impl StateGraph {
    /// The graph as one JSON object with states, steps, reduced steps and warnings. State 0 is the initial one.
    pub fn to_json(&self, warnings: &[Diagnostic]) -> String {
        self.as_json(warnings, None)
    }

    fn as_json(&self, warnings: &[Diagnostic], counted: Option<CountedEntry>) -> String {
        let state = |number: usize| StateEntry {
            words: self.words[number].lines().collect(),
            visible: self.is_visible[number],
            kind: match self.treatments[number] {
                Treatment::Stored => "stored",
                Treatment::Passed => "passed",
                Treatment::LeftOut => "left out",
            },
            wrong: self.marks[number].word(),
        };
        json::to_text(&StatesAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "states",
            system: &self.name,
            threads: &self.threads,
            states: (0..self.states()).map(state).collect(),
            steps: self
                .edges
                .iter()
                .map(|edge| StepEntry {
                    from: edge.from,
                    to: edge.to,
                    thread: edge.thread,
                    text: &edge.text,
                    visible: edge.is_visible,
                    walked: edge.is_walked,
                })
                .collect(),
            reduced: self
                .reduced
                .iter()
                .map(|&(from, to, thread)| ReducedEntry { from, to, thread })
                .collect(),
            counted,
            errors: entries(warnings),
        })
    }
}

impl CountedGraph {
    /// The graph as one JSON object, of the form that graphs of one system have.
    pub fn to_json(&self) -> String {
        let counted = CountedEntry { level: self.level, initial: self.initial };
        self.graph.as_json(&[], Some(counted))
    }
}
