//! Drawings as text for Graphviz.

use std::fmt::Write as _;

use super::{COLOURS, Drawing};

/// A text between quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

impl Drawing<'_> {
    /// The drawing as input for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph model {\n");
        let _ = writeln!(out, "  label={};", quoted(&self.heading()));
        out.push_str("  rankdir=LR;\n  node [shape=circle, fontname=\"sans-serif\"];\n");
        out.push_str("  edge [fontname=\"sans-serif\"];\n");
        for state in 0..self.model.states() {
            let mut label = state.to_string();
            for line in [&*self.predicates(state), self.role(state).unwrap_or_default()] {
                if !line.is_empty() {
                    label = format!("{label}\n{line}");
                }
            }
            let mark = if self.is_marked(state) { ", shape=doublecircle" } else { "" };
            let bold = if self.role(state).is_some() { ", penwidth=2" } else { "" };
            let _ = writeln!(out, "  {state} [label={}{mark}{bold}];", quoted(&label));
        }
        let names = self.actions();
        for (from, to, number) in self.edges() {
            let name = quoted(&names[number]);
            let (colour, _) = COLOURS[number % COLOURS.len()];
            let _ = writeln!(
                out,
                "  {from} -> {to} [label={name}, color=\"{colour}\", fontcolor=\"{colour}\"];"
            );
        }
        out.push_str("}\n");
        out
    }
}
