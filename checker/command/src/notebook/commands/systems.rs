//! The commands `check`, `compare`, `validate`, `simulate`, `replay` and `explain` over the systems of the session; the
//! first two hand over programs.

use reductio::Exit;
use reductio::check::{self, CheckOptions, CheckReport, FamilyReport, Subject};
use reductio::compare;
use reductio::diagnostics::Diagnostic;
use reductio::execution::{Execution, Pace, Rules, Walk, simulate as walk_at_random};
use reductio::parameterized::Outcome;
use reductio::search::Order;
use reductio::system::ThreadId;
use reductio::validate::{self as hypotheses, Space};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html::table;

use super::super::output::{CellAnswer, Output, Rich};
use super::super::session::Session;
use super::{no_page, page, programs};
use crate::cli::{AsPage, CheckArgs, CompareArgs, Reading, ReplayArgs, SimulateArgs, ValidateArgs};
use crate::families;
use crate::faults::{no_guess, only_for_java, only_for_programs, properties_unseen};
use crate::stop::Stop;

/// A system of the session, read with the constants and properties of a command.
pub(super) fn subject(
    session: &Session,
    name: &str,
    reading: &Reading,
) -> Result<Subject, Vec<Diagnostic>> {
    let file = session.system_file(name).map_err(|fault| vec![*fault])?;
    Subject::load(file, &reading.parameters(), None)
        .map_err(|faults| told::check::faults::diagnostics(&faults))
}

/// That a command does not look at the properties of a system, as a line of its answer.
fn unseen(subject: &Subject, what: &str) -> String {
    properties_unseen(subject, what).map_or_else(String::new, |warning| warning.message + "\n")
}

/// Joins the answers for several systems. A system that cannot be read is refused, and the others are answered.
pub(super) fn each(
    session: &Session,
    asked: (&[String], &Reading),
    answer: impl Fn(&Subject) -> CellAnswer,
) -> CellAnswer {
    each_or_program(session, asked, answer, |_| None)
}

/// Joins the answers for several systems and programs: `of_program` has that for a name, if the name is a program's.
fn each_or_program(
    session: &Session,
    (names, reading): (&[String], &Reading),
    answer: impl Fn(&Subject) -> CellAnswer,
    of_program: impl Fn(&str) -> Option<CellAnswer>,
) -> CellAnswer {
    let mut all = CellAnswer { outputs: Vec::new(), exit: Exit::Holds };
    for name in names {
        if session.stop().cause().is_some() {
            break;
        }
        let of_system = || match subject(session, name, reading) {
            Ok(subject) => answer(&subject),
            Err(faults) => CellAnswer::refused(&faults),
        };
        let one = of_program(name).unwrap_or_else(of_system);
        all.outputs.extend(one.outputs);
        all.exit = all.exit.worst(one.exit);
    }
    all
}

/// Answers `check SYSTEMS` and `check PROGRAMS`. One worker searches, so that the answer is the same on every machine.
pub(super) fn check(session: &Session, args: &CheckArgs) -> CellAnswer {
    if args.time || args.format.is_some() {
        return CellAnswer::refused(&[one_format()]);
    }
    if let Err(fault) = no_page(&args.page) {
        return CellAnswer::refused(&[*fault]);
    }
    let is_program = |name: &String| session.program_file(name).is_ok();
    let of_programs = args.program.given().filter(|_| !args.files.iter().any(is_program));
    let of_java = args.java.given().map(only_for_java);
    if let Some(fault) = of_programs.map(only_for_programs).or(of_java) {
        return CellAnswer::refused(&[fault]);
    }
    let of_program = |name: &str| {
        session.program_file(name).ok().map(|file| programs::check(session, args, file))
    };
    let of_system = |subject: &Subject| {
        if let Some(search) = args.search {
            let options = args.search_options(search, CheckOptions::default().memory);
            let found = compare::compare(subject, &options, Some(session.stop().flag()), None);
            let mut text = told::compare::searches(&found, &page(Style::Ascii));
            text += &unseen(subject, "`--search`");
            return CellAnswer::one(Output::text(&text), found.exit());
        }
        if args.guess_locks && subject.locks().is_some() {
            return CellAnswer::refused(&[no_guess(subject)]);
        }
        let reports: Vec<(CheckReport, Option<std::time::Duration>)> = args
            .orders()
            .iter()
            .map(|order| (explore(args, subject, *order, session.stop()), None))
            .collect();
        let page = page(Style::Ascii);
        let mut outputs = Vec::new();
        for (report, _) in &reports {
            outputs.push(drawn_report(report));
        }
        if args.compare {
            let text: String = told::check::comparison(&reports, &page).collect();
            outputs.push(Output::text(&text).with(Rich::Html(side_by_side(&reports))));
        }
        let exit = reports.iter().map(|(report, _)| report.exit()).fold(Exit::Holds, Exit::worst);
        CellAnswer { outputs, exit }
    };
    let of_other = |name: &str| of_program(name).or_else(|| of_family(session, args, name));
    each_or_program(session, (&args.files, &args.reading), of_system, of_other)
}

/// The answer on a system that has families of any number of threads, if it has.
fn of_family(session: &Session, args: &CheckArgs, name: &str) -> Option<CellAnswer> {
    let file = session.system_file(name).ok()?;
    let memory = CheckOptions::default().memory;
    Some(match families::decide(args, file, memory, Some(session.stop().flag()))? {
        Ok(report) => {
            let text = told::check::family::text(&report, &page(Style::Ascii));
            let output = Output::text(&text).with(Rich::Html(claims(&report)));
            CellAnswer::one(output, report.exit())
        }
        Err((faults, exit)) => CellAnswer { exit, ..CellAnswer::refused(&faults) },
    })
}

/// A table of the claims about families of threads.
fn claims(report: &FamilyReport) -> String {
    let row = |(claim, said, outcome): (String, String, &Outcome)| {
        let verdict = check::family_verdict(outcome).word();
        vec![claim, verdict.to_owned(), said]
    };
    let rows: Vec<Vec<String>> = told::check::family::lines(report).into_iter().map(row).collect();
    table(&["claim", "verdict", ""], &rows)
}

fn explore(args: &CheckArgs, subject: &Subject, order: Order, stop: &Stop) -> CheckReport {
    let explore = if args.guess_locks { check::check_guessing } else { check::check };
    explore(
        subject,
        &args.check_options(order, 1, CheckOptions::default().memory),
        Some(stop.flag()),
        None,
    )
}

/// A report with the chart of its first run, or without if that run is too long.
fn drawn_report(report: &CheckReport) -> Output {
    let text = Output::text(&told::check::text::report(report, &page(Style::Ascii)));
    if report.exploration.findings.is_empty() {
        return text;
    }
    let chart = report.execution(0).ok().and_then(|run| told::execution::to_svg(&run).ok());
    match chart {
        Some(svg) => text.with(Rich::Svg(svg)),
        None => text,
    }
}

/// A table of the sizes and verdicts of both searches.
fn side_by_side(reports: &[(CheckReport, Option<std::time::Duration>)]) -> String {
    let row = |(report, _): &(CheckReport, Option<std::time::Duration>)| {
        let how = if report.order == Order::Reduced { "reduced" } else { "unreduced" };
        let exploration = &report.exploration;
        vec![
            how.to_owned(),
            exploration.states.to_string(),
            exploration.transitions.to_string(),
            told::check::table::verdict_words(report).to_owned(),
        ]
    };
    table(&["search", "#states", "#steps", "verdict"], &reports.iter().map(row).collect::<Vec<_>>())
}

/// Answers `compare SYSTEMS` and `compare PROGRAMS`.
pub(super) fn compare(session: &Session, args: &CompareArgs) -> CellAnswer {
    if args.time || args.output.is_json() {
        return CellAnswer::refused(&[one_format()]);
    }
    if let Err(fault) = no_page(&args.page) {
        return CellAnswer::refused(&[*fault]);
    }
    let options = args.options(CheckOptions::default().memory);
    let of_program = |name: &str| {
        session.program_file(name).ok().map(|file| programs::compare(session, &options, file))
    };
    let of_system = |subject: &Subject| {
        let found = compare::compare(subject, &options, Some(session.stop().flag()), None);
        let mut text = told::compare::text::report(&found, false, &page(Style::Ascii));
        text += &unseen(subject, "a comparison of searches");
        let output = Output::text(&text).with(Rich::Svg(told::compare::to_svg(&found)));
        CellAnswer::one(output, found.exit())
    };
    each_or_program(session, (&args.files, &args.reading), of_system, of_program)
}

/// The error that a cell is asked for another format, or the time.
pub(super) fn one_format() -> Diagnostic {
    Diagnostic::error("E0802", "a cell has one format and no clock")
        .help("leave out `--time` and `--format`")
}

/// Answers `validate SYSTEMS`.
pub(super) fn validate(session: &Session, args: &ValidateArgs) -> CellAnswer {
    if let Err(fault) = no_page(&args.page) {
        return CellAnswer::refused(&[*fault]);
    }
    let space = if args.all_states { Space::All } else { Space::Reachable };
    each(session, (&args.files, &args.reading), |subject| {
        let limit = hypotheses::MAX_STATES;
        match subject.validate(space, limit, Some(session.stop().flag())) {
            // That it was ended early is said once for the cell.
            Err(why) if why.is_cancelled() => {
                CellAnswer { outputs: Vec::new(), exit: Exit::Declined }
            }
            Ok(found) => {
                let exit = if found.holds() { Exit::Holds } else { Exit::Fails };
                let word = |holds| if holds { "holds" } else { "fails" }.to_owned();
                let rows: Vec<Vec<String>> = found
                    .checks
                    .iter()
                    .map(|check| {
                        let label = format!("({})", check.label);
                        vec![
                            label,
                            check.formula.clone(),
                            word(check.holds),
                            check.instances.to_string(),
                        ]
                    })
                    .collect();
                let html = table(&["", "formula", "", "#pairs of states"], &rows);
                let mut text = page(args.output.style()).fit(&hypotheses::render(&found));
                text += &unseen(subject, "`validate`");
                CellAnswer::one(Output::text(&text).with(Rich::Html(html)), exit)
            }
            Err(error) => {
                let fault =
                    Diagnostic::error("E0693", format!("{}: {error}", subject.system().name()));
                let fault = fault.help(error.help());
                CellAnswer { exit: Exit::Declined, ..CellAnswer::refused(&[fault]) }
            }
        }
    })
}

/// Answers `simulate SYSTEM`.
pub(super) fn simulate(session: &Session, args: &SimulateArgs) -> CellAnswer {
    let pace = if args.single { Pace::Single } else { Pace::Reduced };
    run(session, (&args.file, &args.reading, &args.page), |rules| {
        let walk = Walk { seed: args.seed, steps: args.steps, pace };
        Ok(walk_at_random(rules, walk, Some(session.stop().flag())))
    })
}

/// Answers `replay SYSTEM --steps`.
pub(super) fn replay(session: &Session, args: &ReplayArgs) -> CellAnswer {
    run(session, (&args.file, &args.reading, &args.page), |rules| {
        let Some(steps) = &args.steps else {
            let fault =
                Diagnostic::error("E0802", "a cell does not read files: `--run` has no place here");
            return Err(fault.help("`--steps` gives the run itself").into());
        };
        let run: Vec<_> = steps.steps.iter().map(|&(t, n)| (ThreadId::new(t), n)).collect();
        let replayed = Execution::replay(rules, &run).and_then(|run| match steps.refutes {
            Some(from) => run.refuting(from),
            None => Ok(run),
        });
        replayed.map_err(|error| Diagnostic::error("E0694", error.to_string()).into())
    })
}

/// Makes a run of a system, and shows it as a table and as a chart.
fn run(
    session: &Session,
    (name, reading, page_asked): (&str, &Reading, &AsPage),
    make: impl for<'d> Fn(Rules<'d>) -> Result<Execution<'d>, Box<Diagnostic>>,
) -> CellAnswer {
    if let Err(fault) = no_page(page_asked) {
        return CellAnswer::refused(&[*fault]);
    }
    let subject = match subject(session, name, reading) {
        Ok(subject) => subject,
        Err(faults) => return CellAnswer::refused(&faults),
    };
    // That it was ended early is said once for the cell.
    let Some(rules) = subject.rules() else {
        return CellAnswer { outputs: Vec::new(), exit: Exit::Declined };
    };
    match make(rules) {
        Err(fault) => CellAnswer::refused(&[*fault]),
        Ok(execution) => {
            let execution = execution.with_origin(subject.origin());
            let text = Output::text(&told::execution::to_text(&execution, &page(Style::Ascii)));
            let output = match told::execution::to_svg(&execution) {
                Ok(svg) => text.with(Rich::Svg(svg)),
                Err(_) => text,
            };
            CellAnswer::one(output, Exit::Holds)
        }
    }
}

/// Answers `explain SYSTEM`: which steps are visible, and why.
pub(super) fn explain(session: &Session, name: &str, reading: &Reading) -> CellAnswer {
    each(session, (&[name.to_owned()], reading), |subject| {
        let exit = if subject.is_outside() { Exit::Declined } else { Exit::Holds };
        let text = told::check::explain::classification(subject, &page(Style::Ascii));
        CellAnswer::one(Output::text(&text), exit)
    })
}
