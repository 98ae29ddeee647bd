//! The verb `states`.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::check::{families_asked, family_limits};
use reductio::diagnostics::Diagnostic;
use reductio::parameterized::{Stopped, abstract_states};
use reductio::source::{Wanted, read_all};
use reductio::validate::Unexplored;
use reductio_algebra::Style;
use reductio_report::check::quoted;
use reductio_report::json::{self, ErrorsAnswer};
use reductio_report::picture::{CountedGraph, StateGraph};

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
    if !args.any.is_empty() {
        return counted(args, format, monitor);
    }
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

/// The graph of the states that count threads in equal local states, for every number of them.
fn counted(args: &StatesArgs, format: StatesFormat, monitor: &Monitor) -> Said {
    let refuse = |faults: &[Diagnostic], exit| {
        if format == StatesFormat::Json {
            return Said::product(json::to_text(&ErrorsAnswer::new("states", faults)), exit);
        }
        refused(faults, exit)
    };
    let (sources, errors) = read_all(std::slice::from_ref(&args.file), Wanted::Systems);
    let [source] = &sources[..] else {
        let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
        if faults.is_empty() {
            let message =
                format!("`{}` has {} systems, and this is about one", args.file, sources.len());
            faults.push(Diagnostic::error("E0016", message).help("name one of its files"));
        }
        return refuse(&faults, Exit::BadInput);
    };
    let file = &source.file;
    let indices = families_asked(file.text(), &args.any, &args.reading.constants);
    let limits = family_limits(Some(args.max_states), usize::MAX, Some(monitor.stop.flag()));
    let constants = &args.reading.constants;
    let level = usize::from(args.level);
    let states = match abstract_states(file.text(), &indices, constants, &limits, level) {
        Ok(Ok(states)) => states,
        Ok(Err(Stopped::Cancelled)) => return refuse(&[ended_early(monitor)], Exit::Declined),
        Ok(Err(stopped)) => {
            let message = format!("{}: {stopped} was reached", file.name());
            let fault = Diagnostic::error("E0695", message).help("raise it: `--max-states`");
            return refuse(&[fault], Exit::Declined);
        }
        Err(error) => {
            let (faults, exit) =
                reductio_report::check::family::diagnostics(file, &indices, &error);
            return refuse(&faults, exit);
        }
    };
    let name = file.name().strip_suffix(".sys").unwrap_or(file.name());
    let name = name.rsplit('/').next().unwrap_or(name).to_owned();
    let mut command = command(&args.file, &args.reading);
    let _ = write!(command, " --any {} --level {level}", args.any.join(","));
    let graph = CountedGraph::new(&name, states, command);
    let text = match format {
        StatesFormat::Text => terminal::page(Style::Ascii).fit(&graph.to_text()),
        StatesFormat::Json => graph.to_json(),
        StatesFormat::Dot => graph.to_dot(),
        StatesFormat::Svg => graph.to_svg(),
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
