//! The verb `heap`.

use reductio::Exit;
use reductio::appearance::hidden_characters;
use reductio::check::{ProgramSubject, is_java};
use reductio::diagnostics::Diagnostic;
use reductio::heap::{HeapAnalysis, HeapError, Inlined, Limits, Options, analyze};
use reductio::programs::Program;
use reductio::source::{Language, Wanted, read_all};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::heap::{Analyzed, HeapGraph, Line};

use super::programs;
use super::{Said, ended_early, tell};
use crate::cli::{HeapArgs, HeapFormat, Output};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio heap`.
pub(super) fn heap(args: &HeapArgs, output: Output, memory: usize, monitor: &Monitor) -> Said {
    let standard = if output.is_json() { HeapFormat::Json } else { HeapFormat::Text };
    let format = args.format.unwrap_or(standard);
    let refuse = |faults: &[Diagnostic], exit| {
        if format == HeapFormat::Json {
            return Said::product(told::heap::json::refused(faults), exit);
        }
        tell(faults);
        Said::nothing(exit)
    };
    let line = match wanted_line(args, format) {
        Ok(line) => line,
        Err(fault) => return refuse(&[*fault], Exit::BadInput),
    };
    let program = match read(args) {
        Ok(subject) => subject.program,
        Err(faults) => return refuse(&faults, Exit::BadInput),
    };
    let (inlined, analysis) = match analyzed(args, &program, memory, monitor) {
        Ok(found) => found,
        Err(HeapError::Cancelled) => return refuse(&[ended_early(monitor)], Exit::Declined),
        Err(error) if format == HeapFormat::Json => {
            return Said::product(
                told::heap::json::open(&program, args.rules(), &error),
                Exit::Declined,
            );
        }
        Err(error) => {
            let words = told::heap::open_words(&program, &error);
            let text = format!("{}: nothing is known: {words}\n", program.name());
            return Said::report(text, Exit::Declined);
        }
    };
    let of = Analyzed { program: &program, inlined: &inlined, analysis: &analysis };
    let graph = line.as_ref().map(|line| HeapGraph::at(&of, line));
    let graph = match graph {
        Some(None) => return refuse(&[no_statement(args)], Exit::BadInput),
        graph => graph.flatten(),
    };
    let text = match (format, &graph) {
        (HeapFormat::Json, graph) => told::heap::json::answer(&of, args.library, graph.as_ref()),
        (HeapFormat::Dot, Some(graph)) => graph.to_dot(),
        (HeapFormat::Svg, Some(graph)) => graph.to_svg(),
        (_, Some(graph)) => terminal::page(Style::Ascii).fit(&graph.to_text()),
        (_, None) => told::heap::text::report(&of, args.library, &terminal::page(Style::Ascii)),
    };
    Said::either(text, Exit::Holds, format == HeapFormat::Text)
}

/// Inlines the calls of a program and analyzes it, by the reading that is asked for.
///
/// # Errors
/// [`HeapError`] where nothing is known of the program, or the run was ended early.
pub(crate) fn analyzed(
    args: &HeapArgs,
    program: &Program,
    memory: usize,
    monitor: &Monitor,
) -> Result<(Inlined, HeapAnalysis), HeapError> {
    let progress = |reached| monitor.meter.report_statements(program.name(), reached);
    let options = Options {
        memory,
        cancel: Some(monitor.stop.flag()),
        progress: Some(&progress),
        ..Options::default()
    };
    let found = Inlined::within(program, &Limits::default(), &options).and_then(|inlined| {
        let analysis = analyze(program, &inlined, args.rules(), &options)?;
        Ok((inlined, analysis))
    });
    monitor.meter.clear();
    found
}

/// The line whose graph is wanted.
///
/// # Errors
/// What is given is no line, or a picture is wanted and no line is given.
pub(crate) fn wanted_line(
    args: &HeapArgs,
    format: HeapFormat,
) -> Result<Option<Line>, Box<Diagnostic>> {
    let Some(text) = &args.graph else {
        if matches!(format, HeapFormat::Dot | HeapFormat::Svg) {
            let message = "pictures are of one line, and none is given".to_owned();
            let help = "`--graph LINE` says which";
            return Err(Box::new(Diagnostic::error("E0016", message).help(help)));
        }
        return Ok(None);
    };
    let message = || format!("`{text}` is no line");
    let help = "a line is a number from 1 on, or a file and a number: `Main.java:12`";
    let line = Line::parse(text);
    line.map(Some).ok_or_else(|| Box::new(Diagnostic::error("E0016", message()).help(help)))
}

/// The fault that no thread comes to the line whose graph is wanted.
pub(crate) fn no_statement(args: &HeapArgs) -> Diagnostic {
    let line = args.graph.as_deref().unwrap_or_default();
    let message = format!("no thread comes to line {line} of `{}`", args.file);
    Diagnostic::error("E0016", message).help("name a line with a statement that is reached")
}

/// Reads the program.
fn read(args: &HeapArgs) -> Result<ProgramSubject, Vec<Diagnostic>> {
    if is_java(&args.file) {
        return ProgramSubject::load_java(&args.file, &args.java.wanted())
            .map_err(|error| vec![Diagnostic::of_java(&args.file, &error)]);
    }
    let (sources, errors) = read_all(std::slice::from_ref(&args.file), Wanted::Checked);
    if !errors.is_empty() {
        return Err(errors.iter().map(Diagnostic::of_source).collect());
    }
    let program = sources.iter().find(|source| source.language == Language::Program);
    let Some(source) = program else {
        let message = format!("`{}` is no program with a heap", args.file);
        let help = "programs are in `.prog` files, class files, jars and folders with class files";
        return Err(vec![Diagnostic::error("E0018", message).help(help)]);
    };
    tell(&hidden_characters(&source.file));
    programs::load(&source.file, args.entry.as_deref())
}
