//! The command `test`: random runs of a system against the rules of its discipline, and which rule notices a forgotten
//! statement.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::check::Subject;
use reductio::execution::Execution;
use reductio::system::System;
use reductio::testing::{Failing, Property, Sample, mutants};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html::table;
use reductio_report::page::{columns, padded, plural};

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::Session;
use super::TestArgs;
use super::page;
use super::systems::subject;
use crate::stop::Stop;

/// The properties that are tested, each with a description in a few words and in one.
const PROPERTIES: [(&str, &str, Property); 4] = [
    ("whoever accesses an object has exclusive access to it", "access", Property::Access),
    ("no two threads have exclusive access at once", "exclusion", Property::Exclusion),
    ("hypotheses (13)-(21) hold in all reachable states", "(13)-(21)", Property::Hypotheses),
    ("reduced and unreduced search agree", "agreement", Property::Agreement),
];

pub(super) fn test(session: &Session, args: &TestArgs) -> CellAnswer {
    let subject = match subject(session, &args.system, &args.reading) {
        Ok(subject) => subject,
        Err(faults) => return CellAnswer::refused(&faults),
    };
    let sample = Sample { runs: args.runs, steps: args.steps, seed: args.seed };
    let system = subject.system();
    let mut text =
        format!("{}: {}, seed {}\n", system.name(), plural(args.runs, "random run"), args.seed);
    let mut fault = None;
    let mut rows = Vec::new();
    for (sentence, _, property) in PROPERTIES {
        let verdict = property.check(system, sample, Some(session.stop().flag()));
        // A property whose test was ended early has no verdict.
        if session.stop().cause().is_some() {
            break;
        }
        let word = if verdict.is_ok() { "holds" } else { "fails" };
        let _ = writeln!(text, "  {word}  {sentence}");
        rows.push(vec![word.to_owned(), sentence.to_owned()]);
        fault = fault.or(verdict.err());
    }
    let exit = if fault.is_some() { Exit::Fails } else { Exit::Holds };
    let mut outputs = vec![Output::text(&text).with(Rich::Html(table(&["", "property"], &rows)))];
    outputs.extend(fault.map(|failing| shrunk(&subject, &failing)));
    // Where the system itself fails, that a mutant does says nothing.
    if args.mutants && exit == Exit::Holds && session.stop().cause().is_none() {
        outputs.push(forgotten(system, sample, session.stop()));
    }
    CellAnswer { outputs, exit }
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

/// A table of the statements of a system, with the rule that notices when the statement is forgotten.
fn forgotten(system: &System, sample: Sample, stop: &Stop) -> Output {
    let rows: Vec<Vec<String>> = mutants(system)
        .map(|mutant| {
            let noticed: Vec<&str> = PROPERTIES
                .iter()
                .filter(|(_, _, property)| {
                    property.check(&mutant.system, sample, Some(stop.flag())).is_err()
                })
                .map(|(_, word, _)| *word)
                .collect();
            let noticed =
                if noticed.is_empty() { "nothing".to_owned() } else { noticed.join(", ") };
            vec![system.thread(mutant.thread).name().to_owned(), mutant.text, noticed]
        })
        // Statements whose tests were ended early are left out.
        .take_while(|_| stop.cause().is_none())
        .collect();
    let width = |k: usize| rows.iter().map(|row| columns(&row[k])).max().unwrap_or(0);
    let widths = [width(0), width(1)];
    let mut text = "forgotten statement, and what notices\n".to_owned();
    for row in &rows {
        let (thread, statement) = (padded(&row[0], widths[0]), padded(&row[1], widths[1]));
        let _ = writeln!(text, "  {thread}  {statement}  {}", row[2]);
    }
    Output::text(&text).with(Rich::Html(table(&["thread", "forgotten", "noticed by"], &rows)))
}
