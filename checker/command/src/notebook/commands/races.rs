//! The command `race` over the traces of the session.

use std::sync::atomic::Ordering;

use reductio::Exit;
use reductio::diagnostics::Diagnostic;
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::race::Trace;

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::Session;
use super::page;
use crate::cli::RaceArgs;

/// Answers `race TRACES`.
pub(super) fn race(session: &Session, args: &RaceArgs) -> CellAnswer {
    if args.format.is_some() {
        let fault = Diagnostic::error("E0802", "a cell has one format and no clock");
        return CellAnswer::refused(&[fault.help("leave out `--format`")]);
    }
    let mut all = CellAnswer { outputs: Vec::new(), exit: Exit::Holds };
    for name in &args.files {
        let one = match session.trace_file(name) {
            Err(fault) => CellAnswer::refused(&[*fault]),
            Ok(file) => {
                let survey = args.survey();
                let stop = session.stop().flag();
                let go_on = |_| !stop.load(Ordering::Acquire);
                let found = survey.of(file.text().as_bytes(), go_on);
                answer(&Trace { file: file.name().to_owned(), survey, found })
            }
        };
        all.outputs.extend(one.outputs);
        all.exit = all.exit.worst(one.exit);
    }
    all
}

fn answer(trace: &Trace) -> CellAnswer {
    let diagnostics = trace.diagnostics();
    if diagnostics.iter().any(|diagnostic| !diagnostic.is_warning) {
        return CellAnswer::refused(&diagnostics);
    }
    let output = Output::text(&told::race::text::report(trace, &page(Style::Ascii)));
    let output = match told::race::svg::to_svg(trace) {
        Some(chart) => output.with(Rich::Svg(chart)),
        None => output,
    };
    let said = CellAnswer::one(output, trace.exit());
    if diagnostics.is_empty() { said } else { said.then(&diagnostics) }
}
