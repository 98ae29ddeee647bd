//! State graphs as JSON; schema `states.schema.json`.

use serde::Serialize;

use super::graph::{StateGraph, Treatment};
use crate::json;

/// The answer of `states` as JSON.
#[derive(Debug, Serialize)]
struct StatesAnswer<'a> {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    system: &'a str,
    threads: &'a [String],
    states: Vec<StateEntry<'a>>,
    steps: Vec<StepEntry<'a>>,
    reduced: Vec<ReducedEntry>,
}

/// A state. Its number is its place in the list.
#[derive(Debug, Serialize)]
struct StateEntry<'a> {
    words: Vec<&'a str>,
    visible: bool,
    kind: &'static str,
    wrong: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct StepEntry<'a> {
    from: usize,
    to: usize,
    thread: usize,
    text: &'a str,
    visible: bool,
    walked: bool,
}

#[derive(Debug, Serialize)]
struct ReducedEntry {
    from: usize,
    to: usize,
    thread: usize,
}

impl StateGraph {
    /// The graph as one JSON object with states, steps and reduced steps. State 0 is the initial one.
    pub fn to_json(&self) -> String {
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
        })
    }
}
