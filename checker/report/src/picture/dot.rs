//! State graphs for Graphviz, and for any other program that reads its language.

use std::fmt::Write as _;

use super::graph::{Mark, StateGraph, Treatment};
use super::svg::Panels;

/// The colours of the threads' steps, readable on white. The fifth thread has the first colour again.
const COLOURS: [&str; 4] = ["#0b62a4", "#b3470a", "#1b7a4b", "#8a2f8f"];

/// Puts a text between quotes, on one line of the file.
fn quoted(text: &str) -> String {
    let text = text.trim_end().replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\r', " ").replace('\n', "\\n"))
}

/// The attributes of a node with a mark, besides the word in its label.
fn outline(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Bad => ", peripheries=2, color=\"#a61e1e\"",
        Mark::Failure => ", penwidth=3, color=\"#a61e1e\"",
        Mark::Deadlock => ", penwidth=3, color=\"#b3470a\"",
    }
}

impl StateGraph {
    /// The graph as input for Graphviz. Each state is a node and each step an edge, and there are no others.
    ///
    /// Boxes are visible states, ovals invisible ones; solid edges are steps of `v`, dashed ones of `u`. States that a
    /// search by reduced steps stores are filled, states that it does not meet are grey. The attribute `class` says the
    /// same in words, for programs: of a node `visible` or `invisible`; `stored`, `passed` or `left-out`; `initial`;
    /// `bad`, `failure` or `deadlock`. Of an edge: `visible`, `invisible` or `reduced`; `walked` or `left-out`;
    /// `thread-0`.
    ///
    /// With [`Panels::Reduced`] the nodes are the stored states and the edges the reduced steps. A bad state is not
    /// stored, so it is no node. With [`Panels::SideBySide`] there are two graphs, one after the other.
    pub fn to_dot(&self, panels: Panels) -> String {
        match panels {
            Panels::Over => self.full_dot(),
            Panels::Reduced => self.reduced_dot(),
            Panels::SideBySide => self.full_dot() + &self.reduced_dot(),
        }
    }

    fn head(&self, name: &str, said: &str) -> String {
        let mut out = format!("digraph {name} {{\n");
        let label = format!("{}\n{said}", self.summary());
        let _ = writeln!(out, "  label={};\n  labelloc=t;", quoted(&label));
        out.push_str("  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n");
        out
    }

    fn full_dot(&self) -> String {
        let mut out = self.head("states", "every step of every thread");
        for state in 0..self.states() {
            self.node(&mut out, state, state == 0);
        }
        for (number, edge) in self.edges.iter().enumerate() {
            let (shape, style) =
                if edge.is_visible { ("visible", "bold") } else { ("invisible", "dashed") };
            let (walked, colour) = if edge.is_walked {
                ("walked", COLOURS[edge.thread % COLOURS.len()])
            } else {
                ("left-out", "#9aa3ad")
            };
            let _ = writeln!(
                out,
                "  {} -> {} [label={}, style={style}, color=\"{colour}\", class=\"{shape} {walked} thread-{}\"];",
                edge.from,
                edge.to,
                quoted(&self.step(number)),
                edge.thread
            );
        }
        out + "}\n"
    }

    /// The graph of abstract states, all of whose steps are alike.
    pub(super) fn counted_dot(&self, label: &str) -> String {
        let mut out = format!("digraph states {{\n  label={};\n  labelloc=t;\n", quoted(label));
        out.push_str(
            "  node [fontname=\"sans-serif\", shape=box];\n  edge [fontname=\"sans-serif\"];\n",
        );
        for (state, words) in self.words.iter().enumerate() {
            let class =
                if self.starts.contains(&state) { ", penwidth=2, class=\"initial\"" } else { "" };
            let _ =
                writeln!(out, "  {state} [label={}{class}];", quoted(&format!("{state}\n{words}")));
        }
        for (number, edge) in self.edges.iter().enumerate() {
            let _ = writeln!(
                out,
                "  {} -> {} [label={}, color=\"{}\", class=\"thread-{}\"];",
                edge.from,
                edge.to,
                quoted(&self.step(number)),
                COLOURS[edge.thread % COLOURS.len()],
                edge.thread
            );
        }
        out + "}\n"
    }

    fn reduced_dot(&self) -> String {
        let mut out = self.head("reduced", "by reduced steps");
        for state in (0..self.states()).filter(|state| self.treatments[*state] == Treatment::Stored)
        {
            self.node(&mut out, state, self.starts.contains(&state));
        }
        for &(from, to, thread) in &self.reduced {
            let _ = writeln!(
                out,
                "  {from} -> {to} [label={}, style=bold, color=\"{}\", class=\"reduced walked thread-{thread}\"];",
                quoted(&self.threads[thread]),
                COLOURS[thread % COLOURS.len()]
            );
        }
        out + "}\n"
    }

    fn node(&self, out: &mut String, state: usize, is_initial: bool) {
        let mark = self.marks[state];
        let (shape, seen) =
            if self.is_visible[state] { ("box", "visible") } else { ("ellipse", "invisible") };
        let (kind, fill) = match self.treatments[state] {
            Treatment::Stored => ("stored", ", style=filled, fillcolor=\"#d7e8f7\""),
            Treatment::Passed => ("passed", ""),
            Treatment::LeftOut => ("left-out", ", color=\"#9aa3ad\", fontcolor=\"#6b747e\""),
        };
        let mut label = state.to_string();
        let mut class = format!("{seen} {kind}");
        for word in is_initial.then_some("initial").into_iter().chain(mark.word()) {
            let _ = write!(label, " {word}");
            let _ = write!(class, " {word}");
        }
        let _ = writeln!(
            out,
            "  {state} [label={}, shape={shape}{fill}{}, class=\"{class}\"];",
            quoted(&format!("{label}\n{}", self.words[state])),
            outline(mark)
        );
    }
}
