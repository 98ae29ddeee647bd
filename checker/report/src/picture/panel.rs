//! The panels of a picture: states, and the ways between them.

use std::fmt::Write as _;

use reductio_relations::svg::{escaped, float, number, text};

use super::bundle::Bundle;
use super::graph::{Mark, StateGraph, Treatment};
use super::layered::NodePlace;
use super::pen::{ACROSS, DOWN, Point, RADIUS, TOP, arrow_head, colour, point};

/// A panel of a picture, with the place of its left edge.
pub(super) struct Panel<'a> {
    pub(super) graph: &'a StateGraph,
    pub(super) places: &'a [NodePlace],
    pub(super) left: f64,
    pub(super) width: f64,
    /// Tells whether each state has a circle.
    pub(super) shown: Vec<bool>,
}

impl Panel<'_> {
    pub(super) fn at(&self, state: usize) -> Point {
        let NodePlace { x, y } = self.places[state];
        (self.left + x * ACROSS, TOP + float(y) * DOWN + RADIUS)
    }

    /// Draws all states and steps. If `fades` is set, those that a reduced search leaves out are faint.
    pub(super) fn full(&self, out: &mut String, fades: bool) {
        let starts = if self.graph.reduced.is_empty() && self.graph.starts.len() > 1 {
            self.graph.starts.len()
        } else {
            1
        };
        (0..starts).for_each(|start| self.entry(out, start));
        let mut counts = String::new();
        for bundle in self.graph.bundles() {
            self.arrow(out, &mut counts, &bundle, fades && bundle.is_faint);
        }
        out.push_str(&counts);
        for state in 0..self.graph.states() {
            let kind = self.graph.treatments[state];
            let mut class = if self.graph.is_visible[state] { "v" } else { "i" }.to_owned();
            class += match (fades, kind) {
                (true, Treatment::Stored) => " s",
                (true, Treatment::LeftOut) => " o",
                _ => "",
            };
            self.node(out, state, &class);
        }
    }

    /// Draws the states that a reduced search stores and the steps between them, and as dots the states that it passes.
    pub(super) fn reduced(&self, out: &mut String) {
        self.graph.starts.iter().for_each(|start| self.entry(out, *start));
        let mut counts = String::new();
        for bundle in self.graph.reduced_bundles() {
            self.arrow(out, &mut counts, &bundle, false);
        }
        for state in 0..self.graph.states() {
            let (x, y) = self.at(state);
            match self.graph.treatments[state] {
                Treatment::Stored => self.node(out, state, "v s"),
                // A bad state is where a search ends, and what it is for.
                Treatment::Passed if self.graph.marks[state] == Mark::Bad => {
                    self.node(out, state, "i");
                }
                Treatment::Passed => {
                    let (x, y) = (number(x), number(y));
                    let _ = writeln!(out, "<circle class=\"p\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>");
                }
                Treatment::LeftOut => {}
            }
        }
    }

    /// Draws the short arrow to a state in which everything begins.
    fn entry(&self, out: &mut String, state: usize) {
        let (x, y) = self.at(state);
        let (from, to) = ((x - 31.0, y - 11.0), (x - RADIUS, y - 5.0));
        let _ = writeln!(
            out,
            "<g><title>the beginning</title><path class=\"g\" d=\"M{} L{}\"/><path class=\"j\" d=\"{}\"/></g>",
            point(from),
            point(to),
            arrow_head(to, from)
        );
    }

    fn node(&self, out: &mut String, state: usize, class: &str) {
        let (x, y) = self.at(state);
        let mark = self.graph.marks[state];
        let word = mark.word().map_or_else(String::new, |word| format!(" {word}"));
        let words = self.graph.words[state].trim_end();
        let tip = mark.word().map_or_else(|| words.to_owned(), |word| format!("{words}\n{word}"));
        let (cx, cy) = (number(x), number(y));
        let _ = writeln!(
            out,
            "<g><title>{}</title><circle class=\"{class}{word}\" cx=\"{cx}\" cy=\"{cy}\" r=\"{RADIUS}\"/>",
            escaped(&tip)
        );
        // Not by colour alone: a second ring, and a frame.
        if mark == Mark::Bad {
            let r = RADIUS + 4.0;
            let _ = writeln!(out, "<circle class=\"r\" cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\"/>");
        }
        if mark == Mark::Deadlock {
            let (r, side) = (RADIUS + 3.5, 2.0 * RADIUS + 7.0);
            let (x, y) = (number(x - r), number(y - r));
            let _ = writeln!(
                out,
                "<rect class=\"q\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            );
        }
        text(out, "", (x, y + 4.0), &state.to_string());
        out.push_str("</g>\n");
    }

    /// Draws an arrow. If it stands for several steps, their number is written to `counts`.
    fn arrow(&self, out: &mut String, counts: &mut String, bundle: &Bundle, is_faint: bool) {
        let way = self.way(bundle);
        let class = if is_faint { " f" } else { "" };
        let dashed = if bundle.is_dashed { " d" } else { "" };
        let style = |what: &str| {
            if is_faint {
                String::new()
            } else {
                format!(" style=\"{what}:{}\"", colour(bundle.thread))
            }
        };
        let _ = writeln!(
            out,
            "<g><title>{}</title><path class=\"e{dashed}{class}\"{} d=\"{}\"/><path class=\"a{class}\"{} d=\"{}\"/></g>",
            escaped(&bundle.tips.join("\n")),
            style("stroke"),
            way.path,
            style("fill"),
            arrow_head(way.end, way.from)
        );
        if bundle.tips.len() > 1 {
            let (x, y) = way.middle;
            text(counts, "m", (x, y + 3.0), &format!("×{}", bundle.tips.len()));
        }
    }
}
