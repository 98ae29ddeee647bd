//! The verb `race`.

use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::sync::atomic::Ordering;

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio::races::{gunzip, open};
use reductio::source::{Kind, STDIN_NAME, SourceError, traces_in, unreadable};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::json;
use reductio_report::race::Trace;

use super::{Said, ended_early, tell};
use crate::cli::{Output, RaceArgs, RaceFormat};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio race`.
pub(super) fn race(args: &RaceArgs, output: Output, monitor: &Monitor) -> Said {
    let format = match args.format {
        Some(format) => format,
        None if output.is_json() => RaceFormat::Json,
        None => RaceFormat::Text,
    };
    let survey = args.survey();
    let (mut traces, mut faults) = (Vec::new(), Vec::new());
    let mut exit = Exit::Holds;
    let paths = paths(&args.files, &mut faults);
    if !faults.is_empty() {
        exit = Exit::BadInput;
    }
    for path in &paths {
        match source(path) {
            Err(error) => {
                faults.push(Diagnostic::of_source(&error));
                exit = Exit::BadInput;
            }
            Ok(source) => {
                let file = if path == "-" { STDIN_NAME } else { path }.to_owned();
                let stop = monitor.stop.flag();
                let found = survey.of(source, |progress| {
                    monitor.meter.report_trace(&file, progress);
                    !stop.load(Ordering::Acquire)
                });
                traces.push(Trace { file, survey: survey.clone(), found });
            }
        }
        if monitor.stop.cause().is_some() {
            break;
        }
    }
    monitor.meter.clear();
    exit = traces.iter().map(Trace::exit).fold(exit, Exit::worst);
    let own: Vec<Diagnostic> = traces.iter().flat_map(Trace::diagnostics).collect();
    if own.iter().any(|diagnostic| !diagnostic.is_warning) {
        exit = exit.worst(Exit::BadInput);
    }
    faults.extend(own);
    if monitor.stop.cause().is_some() {
        exit = exit.worst(Exit::Declined);
        faults.push(ended_early(monitor));
    }
    let answered = || traces.iter().filter(|trace| trace.is_answered());
    for disagreement in traces.iter().filter_map(|trace| trace.found.disagreement.as_ref()) {
        terminal::tell(&format!("reductio: a bug: {disagreement}\n"));
    }
    match format {
        RaceFormat::Json => {
            let answer = told::race::json::RaceAnswer::new(&traces, &faults);
            Said::product(json::to_text(&answer), exit)
        }
        RaceFormat::Sarif => {
            let answer = told::race::sarif::to_value(&traces, &faults);
            Said::product(json::to_text(&answer), exit)
        }
        RaceFormat::Svg => {
            let charts: Vec<String> = answered().filter_map(told::race::svg::to_svg).collect();
            if charts.is_empty() && exit < Exit::BadInput {
                let warning = Diagnostic::error("W0002", "there is nothing to draw").warning();
                faults.push(warning.help("`--why VARIABLE` draws how a variable is handed on"));
            }
            tell(&faults);
            Said::product(charts.concat(), exit)
        }
        RaceFormat::Text => {
            tell(&faults);
            let page = terminal::page(Style::Ascii);
            let texts: Vec<String> =
                answered().map(|trace| told::race::text::report(trace, &page)).collect();
            Said::report(texts.join("\n"), exit)
        }
    }
}

/// The files that are meant: those of a folder that are traces, in its place.
fn paths(given: &[String], faults: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut paths = Vec::new();
    for path in given {
        if !Path::new(path).is_dir() {
            paths.push(path.clone());
            continue;
        }
        match traces_in(path) {
            Ok(files) => paths.extend(files),
            Err(error) => faults.push(Diagnostic::of_source(&error)),
        }
    }
    paths
}

/// Opens a trace.
fn source(path: &str) -> Result<Box<dyn BufRead + Send>, SourceError> {
    let is_file = |path: &str| Path::new(path).is_file();
    if let Some(kind) = Kind::of_name(path).filter(|kind| *kind != Kind::Trace && is_file(path)) {
        return Err(SourceError::OtherKind { path: path.to_owned(), kind });
    }
    if path != "-" {
        return open(Path::new(path)).map_err(|error| unreadable(path, &error));
    }
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Err(SourceError::Terminal);
    }
    gunzip(stdin).map_err(|error| unreadable(STDIN_NAME, &error))
}
