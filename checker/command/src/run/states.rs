//! The verb `states`.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::validate::Unexplored;
use reductio_algebra::Style;
use reductio_report::check::quoted;
use reductio_report::json::{self, ErrorsAnswer};
use reductio_report::picture::StateGraph;

use super::systems::{one_subject, refused};
use super::{Said, ended_early, tell};
use crate::cli::{Output, Reading, StatesArgs, StatesFormat};
use crate::faults;
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio states`.
pub(super) fn states(args: &StatesArgs, output: Output, monitor: &Monitor) -> Said {
    let cancel = Some(monitor.stop.flag());
    let format = args.format.unwrap_or(if output.is_json() {
        StatesFormat::Json
    } else {
        StatesFormat::Text
    });
    let refuse = |faults: &[Diagnostic], exit| {
        if format == StatesFormat::Json {
            return Said::product(json::to_text(&ErrorsAnswer::new("states", faults)), exit);
        }
        refused(faults, exit)
    };
    let subject = match one_subject(&args.file, &args.reading, "a state graph", cancel) {
        Ok(subject) => subject,
        Err(faults) => return refuse(&faults, Exit::BadInput),
    };
    let unseen = faults::properties_unseen(&subject, "the graph");
    let warnings: Vec<Diagnostic> =
        faults::classes_in_graph(&subject).into_iter().chain(unseen).collect();
    if format != StatesFormat::Json {
        tell(&warnings);
    }
    let discipline = subject.discipline();
    let graph = discipline.ok_or(Unexplored::Cancelled);
    let graph = match graph.and_then(|known| StateGraph::new(known, args.max_states, cancel)) {
        Ok(graph) => graph.with_command(command(&args.file, &args.reading)),
        Err(Unexplored::Cancelled) => return refuse(&[ended_early(monitor)], Exit::Declined),
        Err(Unexplored::TooLarge(error)) => {
            let fault = faults::of_graph(subject.system().name(), error);
            return refuse(&[fault], Exit::Declined);
        }
    };
    let text = match format {
        StatesFormat::Text => terminal::page(Style::Ascii).fit(&graph.to_text()),
        StatesFormat::Json => graph.to_json(&warnings),
        StatesFormat::Dot => graph.to_dot(args.panels()),
        StatesFormat::Svg => graph.to_svg(args.panels()),
    };
    Said::either(text, Exit::Holds, format == StatesFormat::Text)
}

/// The command line that writes the graph of the same system for Graphviz.
fn command(file: &str, reading: &Reading) -> String {
    let mut out = format!("reductio states {}", quoted(file));
    for (name, value) in &reading.constants {
        let _ = write!(out, " --const {name}={value}");
    }
    out + " --format dot"
}
