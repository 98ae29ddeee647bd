//! The verb `states`.

use std::fmt::Write as _;

use reductio_algebra::Style;

use super::systems::{one_subject, refused};
use super::write_answer;
use crate::check::quoted;
use crate::cli::{Reading, StatesArgs, StatesFormat};
use crate::diagnostics::Diagnostic;
use crate::discipline::Discipline;
use crate::page::Page;
use crate::picture::StateGraph;
use crate::verdict::Exit;

/// `reductio states`.
pub(super) fn states(args: &StatesArgs) -> Exit {
    let subject = match one_subject(&args.file, &args.reading, "a state graph") {
        Ok(subject) => subject,
        Err(faults) => return refused(&faults, Exit::BadInput),
    };
    let discipline = Discipline::with(&subject.system, &subject.settings);
    let graph = match StateGraph::up_to(&discipline, args.max_states) {
        Ok(graph) => graph.with_command(command(&args.file, &args.reading)),
        Err(error) => {
            let fault = Diagnostic::of_graph(subject.system.name(), error);
            return refused(&[fault], Exit::Declined);
        }
    };
    let text = match args.format.unwrap_or_default() {
        StatesFormat::Text => Page::of_stdout(Style::Ascii).fit(&graph.to_text()),
        StatesFormat::Dot => graph.to_dot(args.panels()),
        StatesFormat::Svg => graph.to_svg(args.panels()),
    };
    write_answer(&text, Exit::Holds)
}

/// The command that writes the graph of the same system for Graphviz.
fn command(file: &str, reading: &Reading) -> String {
    let mut out = format!("reductio states {}", quoted(file));
    for (name, value) in &reading.constants {
        let _ = write!(out, " --const {name}={value}");
    }
    out + " --format dot"
}
