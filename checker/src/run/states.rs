//! The verb `states`.

use std::fmt::Write as _;

use reductio_algebra::Style;

use super::systems::{one_subject, refused};
use super::write_answer;
use crate::cli::{Output, Reading, StatesArgs, StatesFormat};
use crate::diagnostics::Diagnostic;
use crate::discipline::Discipline;
use crate::json::{self, ErrorsAnswer};
use crate::page::Page;
use crate::picture::{StateGraph, TooMany};
use crate::verdict::Exit;

/// `reductio states`.
pub(super) fn states(args: &StatesArgs, output: Output) -> Exit {
    let format = args.format.unwrap_or(if output.is_json() {
        StatesFormat::Json
    } else {
        StatesFormat::Text
    });
    let refuse = |faults: &[Diagnostic], exit| {
        if format == StatesFormat::Json {
            return write_answer(&json::to_text(&ErrorsAnswer::new("states", faults)), exit);
        }
        refused(faults, exit)
    };
    let subject = match one_subject(&args.file, &args.reading, "a state graph") {
        Ok(subject) => subject,
        Err(faults) => return refuse(&faults, Exit::BadInput),
    };
    let discipline = Discipline::with(&subject.system, &subject.settings);
    let graph = match StateGraph::up_to(&discipline, args.max_states) {
        Ok(graph) => graph.with_command(command(&args.file, &args.reading)),
        Err(error) => return refuse(&[too_many(subject.system.name(), error)], Exit::Declined),
    };
    let text = match format {
        StatesFormat::Text => Page::of_stdout(Style::Ascii).fit(&graph.to_text()),
        StatesFormat::Json => graph.to_json(),
        StatesFormat::Dot => graph.to_dot(args.panels()),
        StatesFormat::Svg => graph.to_svg(args.panels()),
    };
    write_answer(&text, Exit::Holds)
}

/// The diagnostic for a graph that is too large.
pub(crate) fn too_many(name: &str, error: TooMany) -> Diagnostic {
    Diagnostic::error("E0695", format!("{name}: {error}"))
        .help("`--const NAME=VALUE` gives a constant another value")
        .help("`reductio states FILE --max-states N` sets the limit; `reductio check` has none")
}

/// The command that writes the graph of the same system for Graphviz.
fn command(file: &str, reading: &Reading) -> String {
    let mut out = format!("reductio states {file}");
    for (name, value) in &reading.constants {
        let _ = write!(out, " --const {name}={value}");
    }
    out + " --format dot"
}
