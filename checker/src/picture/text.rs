//! The graph in words: what the picture says, or what stands in its place.

use std::fmt::Write as _;

use super::graph::{Kind, StateGraph};
use super::svg::MOST_DRAWN;
use crate::page::plural;

impl StateGraph {
    /// The numbers; up to [`MOST_DRAWN`] states a line for each; above that a shortest run to a bad state, if there
    /// is one.
    pub fn to_text(&self) -> String {
        let mut out = self.summary() + "\n";
        if self.states() > MOST_DRAWN {
            let _ = writeln!(out, "more than {MOST_DRAWN} states are not drawn");
            match self.shortest_bad() {
                None => out += "no state is bad\n",
                Some(run) => {
                    let _ = writeln!(
                        out,
                        "a shortest run to a bad state, {}:",
                        plural(run.len(), "step")
                    );
                    for edge in run {
                        let edge = &self.edges[edge];
                        let _ = writeln!(out, "  {}: {}", self.threads[edge.thread], edge.text);
                    }
                }
            }
            return out;
        }
        for state in 0..self.states() {
            let kind = match self.kinds[state] {
                Kind::Stored => "stored",
                Kind::Passed => "passed",
                Kind::LeftOut => "left out",
            };
            let bad = if self.is_bad[state] { ", bad" } else { "" };
            let place = self.words[state].lines().next().unwrap_or_default();
            let steps: Vec<String> = self
                .edges
                .iter()
                .filter(|edge| edge.from == state)
                .map(|edge| {
                    let arrow = if edge.is_visible { "=>" } else { "->" };
                    format!("{arrow} {}", edge.to)
                })
                .collect();
            let head = format!("{kind}{bad}");
            let line = format!("{state:>4}  {head:<13}  {place}  {}", steps.join(" "));
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out + "=> is a visible step, -> an invisible one\n"
    }

    /// `driver: 27 states, 28 steps; by reduced steps 11 states, 12 steps`.
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

    /// A shortest run to a bad state, as numbers of edges.
    fn shortest_bad(&self) -> Option<Vec<usize>> {
        let mut before: Vec<Option<usize>> = vec![None; self.states()];
        let mut queue = vec![0];
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            if self.is_bad[state] {
                let mut run = Vec::new();
                let mut place = state;
                while let Some(edge) = before[place] {
                    run.push(edge);
                    place = self.edges[edge].from;
                }
                run.reverse();
                return Some(run);
            }
            for (number, edge) in self.edges.iter().enumerate() {
                if edge.from == state && edge.to != 0 && before[edge.to].is_none() {
                    before[edge.to] = Some(number);
                    queue.push(edge.to);
                }
            }
            at += 1;
        }
        None
    }
}
