//! The verbs about systems of threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reductio_algebra::Style;

use super::{monitor, tell, write_answer};
use crate::check::{self, Demotion, Question, Report, Subject};
use crate::cli::{
    CheckArgs, ExplainArgs, Format, Output, Reading, ReplayArgs, RunFormat, SimulateArgs,
    ValidateArgs,
};
use crate::diagnostics::Diagnostic;
use crate::discipline::Discipline;
use crate::execution::{Execution, Pace, Walk, simulate as walk};
use crate::file::File;
use crate::json;
use crate::models::Monitor;
use crate::monitors;
use crate::page::Page;
use crate::search::{Order, Progress, Query, Strategy};
use crate::source::{Wanted, read_all};
use crate::system::ThreadId;
use crate::validate::{self, Space};
use crate::verdict::Exit;

/// Reads systems; every fault of every file is told.
fn read(
    paths: &[String],
    reading: &Reading,
    properties: &[String],
) -> (Vec<Subject>, Vec<Diagnostic>) {
    let (sources, errors) = read_all(paths, Wanted::Systems);
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    let mut subjects = Vec::new();
    for source in sources {
        match load(&source.file, reading, properties) {
            Ok(subject) => subjects.push(subject),
            Err(more) => faults.extend(more),
        }
    }
    (subjects, faults)
}

fn load(
    file: &Arc<File>,
    reading: &Reading,
    properties: &[String],
) -> Result<Subject, Vec<Diagnostic>> {
    let demotion: Demotion = reading.demotion();
    Subject::load(file, &reading.constants, properties, &demotion)
}

/// `reductio check`.
pub(super) fn check(args: &CheckArgs, output: Output) -> Exit {
    let (subjects, faults) = read(&args.files, &args.reading, &args.properties);
    let monitor = monitor(args.timeout);
    let format = run_format(args.format, output);
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    let mut reports = Vec::new();
    for subject in &subjects {
        for order in orders(args) {
            let start = Instant::now();
            let report = explore(args, subject, order, &monitor);
            reports.push((report, args.time.then(|| start.elapsed())));
        }
    }
    monitor.meter.clear();
    exit = reports.iter().map(|(report, _)| report.exit()).fold(exit, Exit::worst);
    let page = Page::of_stdout(Style::Ascii);
    if format == RunFormat::Json {
        let answer = check::json::CheckAnswer::new(&reports, &faults);
        return write_answer(&json::to_text(&answer), exit);
    }
    tell(&faults);
    let texts = reports.iter().map(|(report, time)| match format {
        RunFormat::Dot | RunFormat::Svg => drawn(report, format),
        _ => check::text::report(report, &page) + &took(*time),
    });
    write_answer(&texts.collect::<Vec<_>>().join("\n"), exit)
}

fn orders(args: &CheckArgs) -> Vec<Order> {
    match (args.compare, args.unreduced) {
        (true, _) => vec![Order::Unreduced, Order::Reduced],
        (_, true) => vec![Order::Unreduced],
        _ => vec![Order::Reduced],
    }
}

fn explore(args: &CheckArgs, subject: &Subject, order: Order, monitor: &Monitor) -> Report {
    let question = Question {
        order,
        strategy: if args.depth_first { Strategy::DepthFirst } else { Strategy::BreadthFirst },
        keep_going: args.keep_going,
        max_states: args.max_states.unwrap_or(Question::default().max_states),
        memory: args.memory << 20,
        workers: args.workers.map_or_else(machine_workers, usize::from),
    };
    let name = subject.system.name();
    let report = |progress| monitor.meter.report_search(name, progress);
    let (cancel, progress) =
        (Some(monitor.stop.flag()), Some(&report as &(dyn Fn(Progress) + Sync)));
    if !args.guess_locks {
        return check::check(subject, &question, cancel, progress);
    }
    let query = Query {
        memory: question.memory,
        max_states: question.max_states,
        cancel,
        progress,
        ..Query::default()
    };
    let found =
        monitors::guess(&subject.system, &query).expect("the predicates are about owners of locks");
    let guessed = Subject { system: found.system.clone(), ..subject.clone() };
    let mut report = check::check(&guessed, &question, cancel, progress);
    report.guess = Some(Box::new(found));
    report
}

/// As many workers as the machine runs at once.
fn machine_workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(64)
}

fn took(time: Option<Duration>) -> String {
    time.map_or_else(String::new, |time| format!("  took {:.3} s\n", time.as_secs_f64()))
}

/// The run of the first finding as a picture.
fn drawn(report: &Report, format: RunFormat) -> String {
    let discipline = Discipline::with(&report.subject.system, &report.subject.settings);
    if report.exploration.findings.is_empty() {
        let warning =
            Diagnostic::error("W0002", "there is nothing to draw: no violation was found");
        tell(&[warning.warning().help("`reductio simulate --format svg` draws a run at random")]);
        return String::new();
    }
    match report.execution(&discipline, 0) {
        Ok(execution) => written(&execution, format),
        Err(error) => panic!("a finding cannot be replayed: {error}"),
    }
}

/// A run in the format that was asked for.
fn written(execution: &Execution<'_>, format: RunFormat) -> String {
    match format {
        RunFormat::Text => execution.to_text(&Page::of_stdout(Style::Ascii)),
        RunFormat::Json => execution.to_json(),
        RunFormat::Dot => execution.to_dot(),
        RunFormat::Svg => execution.to_svg().unwrap_or_else(|error| {
            tell(&[
                Diagnostic::error("E0692", error.to_string()).help("`--format dot` has no limit")
            ]);
            String::new()
        }),
    }
}

fn run_format(own: Option<RunFormat>, output: Output) -> RunFormat {
    match (own, output.format) {
        (Some(format), _) => format,
        (None, Some(Format::Json)) => RunFormat::Json,
        _ => RunFormat::Text,
    }
}

/// `reductio validate`.
pub(super) fn validate(args: &ValidateArgs, output: Output) -> Exit {
    let (subjects, mut faults) = read(&args.files, &args.reading, &[]);
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    let space = if args.all_states { Space::All } else { Space::Reachable };
    let mut texts = Vec::new();
    let mut results = Vec::new();
    for subject in &subjects {
        let discipline = Discipline::with(&subject.system, &subject.settings);
        match validate::validate(&discipline, space) {
            Ok(validation) => {
                let own = if validation.holds() { Exit::Holds } else { Exit::Fails };
                exit = exit.worst(own);
                texts.push(validate::render(&validation));
                results.push(validation);
            }
            Err(error) => {
                exit = exit.worst(Exit::Declined);
                let fault =
                    Diagnostic::error("E0693", format!("{}: {error}", subject.system.name()));
                faults.push(fault.help("make it smaller: `--const NAME=VALUE`"));
            }
        }
    }
    if output.is_json() {
        return write_answer(
            &json::to_text(&check::json::ValidateAnswer::new(&results, &faults)),
            exit,
        );
    }
    tell(&faults);
    write_answer(&texts.join("\n"), exit)
}

/// `reductio simulate`.
pub(super) fn simulate(args: &SimulateArgs, output: Output) -> Exit {
    let (subjects, faults) = read(std::slice::from_ref(&args.file), &args.reading, &[]);
    tell(&faults);
    let Some(subject) = subjects.first().filter(|_| faults.is_empty()) else {
        return Exit::BadInput;
    };
    let discipline = Discipline::with(&subject.system, &subject.settings);
    let pace = if args.single { Pace::Single } else { Pace::Reduced };
    let execution = walk(&discipline, Walk { seed: args.seed, steps: args.steps, pace });
    let execution = execution.with_origin(subject.origin());
    write_answer(&written(&execution, run_format(args.format, output)), Exit::Holds)
}

/// `reductio replay`.
pub(super) fn replay(args: &ReplayArgs, output: Output) -> Exit {
    let (subjects, faults) = read(std::slice::from_ref(&args.file), &args.reading, &[]);
    tell(&faults);
    let Some(subject) = subjects.first().filter(|_| faults.is_empty()) else {
        return Exit::BadInput;
    };
    let discipline = Discipline::with(&subject.system, &subject.settings);
    match replayed(args, subject, &discipline) {
        Ok(execution) => {
            write_answer(&written(&execution, run_format(args.format, output)), Exit::Holds)
        }
        Err(fault) => {
            tell(&[*fault]);
            Exit::BadInput
        }
    }
}

fn replayed<'d>(
    args: &ReplayArgs,
    subject: &Subject,
    discipline: &'d Discipline<'d>,
) -> Result<Execution<'d>, Box<Diagnostic>> {
    if let Some(steps) = &args.steps {
        let steps: Vec<_> =
            steps.0.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect();
        let execution = Execution::replay(discipline, &steps)
            .map_err(|error| Diagnostic::error("E0694", error.to_string()))?;
        return Ok(execution.with_origin(subject.origin()));
    }
    let path = args.run.clone().unwrap_or_default();
    let text = std::fs::read_to_string(&path).map_err(|error| {
        Diagnostic::error("E0002", format!("cannot read `{}`: {error}", path.display()))
    })?;
    Execution::from_json(&text, discipline, subject.origin()).map_err(|error| {
        let message = format!("{}: {error}", path.display());
        Box::new(Diagnostic::error("E0694", message).help(error.help()))
    })
}

/// `reductio explain FILE.sys`.
pub(super) fn explain(args: &ExplainArgs, output: Output) -> Exit {
    let path = args.code.clone().unwrap_or_default();
    let (subjects, faults) = read(&[path], &args.reading, &[]);
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    if subjects.iter().any(|subject| subject.is_outside) {
        exit = exit.worst(Exit::Declined);
    }
    if output.is_json() {
        let answer = check::json::ClassificationAnswer::new(&subjects, &faults);
        return write_answer(&json::to_text(&answer), exit);
    }
    tell(&faults);
    let page = Page::of_stdout(output.style());
    let texts: Vec<String> =
        subjects.iter().map(|subject| check::explain::classification(subject, &page)).collect();
    write_answer(&texts.join("\n"), exit)
}
