//! Executions as paths for Graphviz.

use std::fmt::Write as _;

use reductio::execution::names::{point_name, statement, thread_names};
use reductio::execution::{Ending, Execution};

use super::words::heading;
use crate::page::wrapped;

/// The width at which labels are broken.
const WIDTH: usize = 48;

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn folded(text: &str) -> String {
    wrapped(text, WIDTH, 0, 2).join("\n")
}

/// The execution as input for Graphviz. Each state is a node, labelled with the control points of the threads in their
/// order: a box for a visible state, an oval for another one, with a double outline if the state is bad. An endless
/// loop, and a run that goes round for ever, lead back.
pub fn to_dot(execution: &Execution<'_>) -> String {
    let system = execution.system();
    let names = thread_names(system);
    let heading = format!("{}\ncontrol points of {}", heading(execution), names.join(", "));
    let mut out = String::from("digraph run {\n");
    let _ = writeln!(out, "  label={};\n  labelloc=t;", quoted(&heading));
    out.push_str("  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n");
    let back = match execution.ending() {
        Ending::EndlessLoop { from, .. } => Some(from),
        Ending::PropertyFalse { from, .. } => from,
        _ => None,
    };
    let count = execution.steps().len();
    for (number, state) in execution.states().iter().enumerate() {
        if number == count && back.is_some() {
            break;
        }
        let points: Vec<String> = system
            .thread_ids()
            .map(|thread| point_name(system, thread, system.at(state, thread)))
            .collect();
        let label = format!("{number}\n{}", points.join(" | "));
        let shape = if execution.is_visible_state(number) { "box" } else { "ellipse" };
        let bad = if execution.violations()[number].is_some() { ", peripheries=2" } else { "" };
        let _ = writeln!(out, "  {number} [label={}, shape={shape}{bad}];", quoted(&label));
    }
    for (index, step) in execution.steps().iter().enumerate() {
        let to = back.filter(|_| index + 1 == count).unwrap_or(index + 1);
        let text = statement(system, step.thread, step.transition);
        let label = folded(&format!("{}: {text}", names[step.thread.index()]));
        let style = if step.is_visible() { "bold" } else { "dashed" };
        let _ = writeln!(out, "  {index} -> {to} [label={}, style={style}];", quoted(&label));
    }
    let ending = folded(&execution.ending_in_words().line());
    let last = back.unwrap_or(count);
    let _ = writeln!(out, "  ending [label={}, shape=plaintext];", quoted(&ending));
    let _ = writeln!(out, "  {last} -> ending [style=dotted, arrowhead=none];");
    out.push_str("}\n");
    out
}
