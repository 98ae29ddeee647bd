//! The command `test`: random runs of a system against the rules of its discipline, and which rule notices a forgotten
//! statement.

use reductio::Exit;
use reductio::check::Subject;
use reductio::execution::Execution;
use reductio::testing::{Failing, trial};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html::table;

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::Session;
use super::page;
use super::systems::{each, one_format};
use crate::cli::TestArgs;

/// Answers `test SYSTEMS`.
pub(super) fn test(session: &Session, args: &TestArgs) -> CellAnswer {
    if args.output.is_json() {
        return CellAnswer::refused(&[one_format()]);
    }
    each(session, (&args.files, &args.reading), |subject| {
        let system = subject.system();
        let tried = trial(system, args.sample(), args.mutants, Some(session.stop().flag()));
        let rows: Vec<Vec<String>> = tried
            .verdicts
            .iter()
            .map(|(property, verdict)| {
                let word = told::testing::word(*property, verdict);
                vec![word.to_owned(), property.in_words().to_owned()]
            })
            .collect();
        let text = told::testing::verdicts(system, &tried);
        let mut outputs =
            vec![Output::text(&text).with(Rich::Html(table(&["", "property"], &rows)))];
        outputs.extend(tried.failing().map(|failing| shrunk(subject, failing)));
        if let Some(forgotten) = &tried.forgotten {
            let rows: Vec<Vec<String>> =
                forgotten.iter().map(|one| told::testing::row(system, one).to_vec()).collect();
            let text = Output::text(&told::testing::forgotten(system, forgotten));
            let html = table(&["thread", "forgotten", "noticed by"], &rows);
            outputs.push(text.with(Rich::Html(html)));
        }
        // That it was ended early is said once for the cell.
        let exit = if tried.is_cut_short && tried.failing().is_none() {
            Exit::Holds
        } else {
            tried.exit()
        };
        CellAnswer { outputs, exit }
    })
}

/// The reason why a property fails, with the chart of the run.
fn shrunk(subject: &Subject, failing: &Failing) -> Output {
    let text = Output::text(&page(Style::Ascii).fit(&told::testing::text(failing)));
    let run = subject.discipline().and_then(|known| Execution::replay(known, &failing.steps).ok());
    let run = run.filter(|run| !run.steps().is_empty());
    match run.and_then(|run| told::execution::to_svg(&run.with_origin(subject.origin())).ok()) {
        Some(svg) => text.with(Rich::Svg(svg)),
        None => text,
    }
}
