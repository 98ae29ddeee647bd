//! The commands `check`, `compare` and `heap` over the programs of the session.

use std::sync::Arc;

use reductio::Exit;
use reductio::File;
use reductio::check::{CheckOptions, ProgramSubject};
use reductio::compare::{CompareOptions, ProgramComparison, compare_program};
use reductio::diagnostics::Diagnostic;
use reductio::heap::HeapError;
use reductio::programs::Bounds;
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::heap::{Analyzed, HeapGraph};

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::Session;
use super::page;
use crate::cli::{CheckArgs, HeapArgs, HeapFormat};
use crate::faults::not_for_programs;
use crate::monitor::Monitor;
use crate::run::{compare as searches, heap as analysis, programs};

/// Answers `check NAME` about a program, and `check NAME --search`.
pub(super) fn check(session: &Session, args: &CheckArgs, file: &Arc<File>) -> CellAnswer {
    if args.program.classes.is_some() {
        let fault = Diagnostic::error("E0802", "a cell does not read files");
        return CellAnswer::refused(&[fault.help("leave out `--classes`")]);
    }
    let subject = match programs::load(file, args.program.entry.as_deref()) {
        Ok(subject) => subject,
        Err(faults) => return CellAnswer::refused(&faults),
    };
    let memory = CheckOptions::default().memory;
    if let Some(search) = args.search {
        if let Some(option) = args.unsearched() {
            return CellAnswer::refused(&[not_for_programs(option, subject.program.name())]);
        }
        let options = args.search_options(search, memory);
        let found = |comparison: &ProgramComparison| {
            told::compare::program_searches(comparison, &page(Style::Ascii))
        };
        return compared(session, (&subject, args.program.bounds()), &options, found);
    }
    match programs::classified(subject, args, None) {
        Err(faults) => CellAnswer::refused(&faults),
        Ok(classified) => {
            let monitor = Monitor::silent(session.stop().clone());
            let reports =
                programs::explore(std::slice::from_ref(&classified), args, None, memory, &monitor);
            let texts = reports.iter().map(|(report, _)| {
                Output::text(&told::program::text::report(report, &page(Style::Ascii)))
            });
            let exits = reports.iter().map(|(report, _)| report.exit());
            CellAnswer { outputs: texts.collect(), exit: exits.fold(Exit::Holds, Exit::worst) }
        }
    }
}

/// Answers `compare NAME` about a program.
pub(super) fn compare(session: &Session, options: &CompareOptions, file: &Arc<File>) -> CellAnswer {
    match programs::load(file, None) {
        Err(faults) => CellAnswer::refused(&faults),
        Ok(subject) => compared(session, (&subject, Bounds::default()), options, |found| {
            told::compare::programs(found, false, &page(Style::Ascii))
        }),
    }
}

/// Makes searches of a program by name.
fn compared(
    session: &Session,
    (subject, bounds): (&ProgramSubject, Bounds),
    options: &CompareOptions,
    text: impl Fn(&ProgramComparison) -> String,
) -> CellAnswer {
    let name = subject.program.name();
    if let Some(fault) = searches::no_search_of_programs(&options.searches, name) {
        return CellAnswer::refused(&[fault]);
    }
    let found = compare_program(subject, bounds, options, Some(session.stop().flag()), None);
    CellAnswer::one(Output::text(&text(&found)), found.exit())
}

/// Answers `heap NAME`, and `heap NAME --graph LINE` with a picture.
pub(super) fn heap(session: &Session, args: &HeapArgs) -> CellAnswer {
    if args.format.is_some() || args.java.given().is_some() {
        let fault = Diagnostic::error("E0802", "a cell has one format, and no Java programs");
        return CellAnswer::refused(&[fault.help("leave out `--format`, `--main` and `--args`")]);
    }
    let read = || -> Result<_, Box<Diagnostic>> {
        let line = analysis::wanted_line(args, HeapFormat::Text)?;
        Ok((line, session.program_file(&args.file)?))
    };
    let (line, file) = match read() {
        Ok(read) => read,
        Err(fault) => return CellAnswer::refused(&[*fault]),
    };
    let program = match programs::load(file, args.entry.as_deref()) {
        Ok(subject) => subject.program,
        Err(faults) => return CellAnswer::refused(&faults),
    };
    let monitor = Monitor::silent(session.stop().clone());
    let memory = CheckOptions::default().memory;
    let (inlined, found) = match analysis::analyzed(args, &program, memory, &monitor) {
        Ok(found) => found,
        // That it was ended early is said once for the cell.
        Err(HeapError::Cancelled) => {
            return CellAnswer { outputs: Vec::new(), exit: Exit::Declined };
        }
        Err(error) => {
            let words = told::heap::open_words(&program, &error);
            let text = format!("{}: nothing is known: {words}", program.name());
            return CellAnswer::one(Output::text(&text), Exit::Declined);
        }
    };
    let of = Analyzed { program: &program, inlined: &inlined, analysis: &found };
    let page = page(Style::Ascii);
    let output = match line.map(|line| HeapGraph::at(&of, &line)) {
        None => Output::text(&told::heap::text::report(&of, args.library, &page)),
        Some(None) => return CellAnswer::refused(&[analysis::no_statement(args)]),
        Some(Some(graph)) => {
            Output::text(&page.fit(&graph.to_text())).with(Rich::Svg(graph.to_svg()))
        }
    };
    CellAnswer::one(output, Exit::Holds)
}
