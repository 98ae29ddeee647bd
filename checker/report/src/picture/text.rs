//! State graphs as text: the contents of the picture, or what takes its place.

use std::fmt::Write as _;

use super::graph::{StateGraph, Treatment};
use super::svg::MOST_DRAWN;
use crate::page::plural;

impl StateGraph {
    /// The graph as text: its numbers, and for at most [`MOST_DRAWN`] states a line for each. For more states it has a
    /// shortest run to a bad state, a failure or a deadlock, if there is one, and the command that writes the graph.
    pub fn to_text(&self) -> String {
        let mut out = self.summary() + "\n";
        if self.states() > MOST_DRAWN {
            for line in self.in_place_of_a_picture() {
                out += &line;
                out.push('\n');
            }
            return out;
        }
        let said = |state: usize| {
            let kind = match self.treatments[state] {
                Treatment::Stored => "stored",
                Treatment::Passed => "passed",
                Treatment::LeftOut => "left out",
            };
            let mark = self.marks[state].word().map(|word| format!(", {word}"));
            format!("{kind}{}", mark.unwrap_or_default())
        };
        let width = (0..self.states()).map(|state| said(state).len()).fold(13, usize::max);
        for state in 0..self.states() {
            let place = self.words[state].lines().next().unwrap_or_default();
            let steps = self.steps_in_words(state).join(" ");
            let line = format!("{state:>4}  {:<width$}  {place}  {steps}", said(state));
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out + "=> is a visible step, -> an invisible one\n"
    }

    /// The steps from a state: `=> 5`, or for several steps of one kind to the same state `=> 5 (2 steps)`.
    fn steps_in_words(&self, state: usize) -> Vec<String> {
        let mut steps: Vec<(&str, usize, usize)> = Vec::new();
        for edge in &self.edges[self.from(state)] {
            let arrow = if edge.is_visible { "=>" } else { "->" };
            match steps.iter_mut().find(|(a, to, _)| (*a, *to) == (arrow, edge.to)) {
                Some((.., count)) => *count += 1,
                None => steps.push((arrow, edge.to, 1)),
            }
        }
        let one = |(arrow, to, count): &(&str, usize, usize)| match count {
            1 => format!("{arrow} {to}"),
            _ => format!("{arrow} {to} ({count} steps)"),
        };
        steps.iter().map(one).collect()
    }

    /// The lines about a graph that is too large to be drawn.
    pub(super) fn in_place_of_a_picture(&self) -> Vec<String> {
        let mut lines = vec![format!("more than {MOST_DRAWN} states are not drawn")];
        match self.shortest_run() {
            None => lines.push("no state is bad, no thread fails, no total deadlock".to_owned()),
            Some(run) => {
                let steps = plural(run.edges.len(), "step");
                lines.push(format!("a shortest run to {}, {steps}:", run.end()));
                lines.extend(run.edges.iter().map(|edge| format!("  {}", self.step(*edge))));
            }
        }
        lines.push(format!("for Graphviz: {}", self.command));
        lines
    }

    /// A step with its thread: `a: x := 1`.
    pub(super) fn step(&self, edge: usize) -> String {
        let edge = &self.edges[edge];
        format!("{}: {}", self.threads[edge.thread], edge.text)
    }

    /// The numbers of states and steps: `driver: 27 states, 28 steps; by reduced steps 11 states, 12 steps`.
    pub fn summary(&self) -> String {
        format!(
            "{}: {}, {}; by reduced steps {} stored, {}",
            self.name,
            plural(self.states(), "state"),
            plural(self.edges.len(), "step"),
            plural(self.stored(), "state"),
            plural(self.reduced.len(), "reduced step")
        )
    }
}
