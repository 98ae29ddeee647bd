//! The verb `check`.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reductio::Exit;
use reductio::check::{self, CheckReport, Engine, FamilyReport, ProgramReport, Subject, is_java};
use reductio::diagnostics::Diagnostic;
use reductio::execution::Execution;
use reductio::search::{Order, SearchProgress};
use reductio::source::{Language, Source, Wanted, read_all};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html::{self, Section};
use reductio_report::json;
use reductio_report::page::Page;

use super::cluster::{self, Workers};
use super::family;
use super::programs;
use super::systems::{run_format, subjects, written};
use super::{Said, also_as_page, check_certificate, compare, heading, tell};
use crate::cli::{CheckArgs, Output, RunFormat};
use crate::faults::{no_guess, properties_unseen};
use crate::monitor::Monitor;
use crate::stop::room_for_threads;
use crate::terminal;

/// Answers `reductio check`.
pub(super) fn check(args: &CheckArgs, output: Output, memory: usize, monitor: &Monitor) -> Said {
    if let Some(said) = cluster::launch(args, monitor) {
        return said;
    }
    if let Some(name) = args.search {
        return compare::one(args, name, output, memory, monitor);
    }
    let cancel = Some(monitor.stop.flag());
    let (java, files): (Vec<String>, Vec<String>) =
        args.files.iter().cloned().partition(|path| is_java(path));
    let (sources, errors) = read_all(&files, Wanted::Checked);
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    let (texts_of_programs, systems): (Vec<Source>, Vec<Source>) =
        sources.into_iter().partition(|source| source.language == Language::Program);
    let programs = programs::read(&texts_of_programs, &java, args, &mut faults);
    let families = family::decide(args, systems, memory, monitor, &mut faults);
    let systems = families.others;
    let subjects = subjects(&systems, &args.reading, cancel, &mut faults);
    let (subjects, refused): (Vec<Subject>, Vec<Subject>) =
        subjects.into_iter().partition(|subject| !args.guess_locks || subject.locks().is_none());
    faults.extend(refused.iter().map(no_guess));
    let format = run_format(args.format, output);
    let workers = match Workers::of(args, (&subjects, &programs), monitor) {
        Ok(workers) => workers,
        Err((more, exit)) => {
            faults.extend(more);
            if format == RunFormat::Json {
                let answer = told::check::json::CheckAnswer::new(&[], &[], &faults);
                return Said::product(json::to_text(&answer), exit);
            }
            tell(&faults);
            return Said::nothing(exit);
        }
    };
    // A family that is not decided is no fault of the text.
    let is_fault = |fault: &Diagnostic| fault.code != "E0697";
    let mut exit = if faults.iter().any(is_fault) { Exit::BadInput } else { Exit::Holds };
    exit = exit.worst(families.exit);
    let engine = workers.as_ref().map(Workers::engine);
    let reports = explore_all(args, &subjects, engine, memory, monitor);
    let programs = programs::explore(&programs, args, engine, memory, monitor);
    monitor.meter.clear();
    exit = programs.iter().map(|(report, _)| report.exit()).fold(exit, Exit::worst);
    exit = reports.iter().map(|(report, _)| report.exit()).fold(exit, Exit::worst);
    if workers.is_some_and(|workers| !workers.end(&mut exit, &mut faults)) {
        tell(&faults);
        return Said::nothing(exit);
    }
    let certified = args.certificate.as_ref().map(|path| {
        let all = faults.is_empty().then(|| reports.iter().map(|(report, _)| report));
        check_certificate::write(all, &families.reports, path, memory, cancel)
    });
    if args.certificate.is_some() {
        let unseen = |subject| properties_unseen(subject, "a certificate");
        faults.extend(subjects.iter().filter_map(unseen));
    }
    let entry = certified.and_then(|written| {
        let (fault, ends) = match written {
            Ok(entry) => return Some(entry),
            Err(refused) => refused,
        };
        faults.push(*fault);
        exit = exit.worst(ends);
        None
    });
    let names = subjects.iter().map(|subject| subject.system().name());
    let of_families = families.reports.iter().map(|(report, _)| report.file.name());
    let of_programs = programs.iter().map(|(report, _)| report.subject.program.name());
    let paged = also_as_page(
        &args.page,
        &heading("Check", names.chain(of_programs).chain(of_families)),
        || sections(args, &families.reports, &reports, &programs, &texts_of_programs, cancel),
    );
    exit = exit.worst(paged);
    if args.emit_test.is_some() {
        let tests = reports.iter().filter_map(|(report, _)| as_test(report, &mut faults));
        let tests: Vec<String> = tests.collect();
        tell(&faults);
        return Said::product(tests.join("\n"), exit);
    }
    let page = terminal::page(Style::Ascii);
    if format == RunFormat::Json {
        let answer = told::check::json::CheckAnswer::new(&reports, &programs, &faults)
            .with_families(&families.reports)
            .certified(entry);
        return Said::product(json::to_text(&answer), exit);
    }
    let is_drawn = format != RunFormat::Text;
    let mut texts = texts(args, format, &reports, &mut faults, &page);
    tell(&faults);
    if !is_drawn {
        for (report, time) in &families.reports {
            texts.push(told::check::family::text(report, &page) + &took(*time));
        }
        for (report, time) in &programs {
            texts.push(told::program::text::report(report, &page) + &took(*time));
        }
    }
    texts.retain(|text| !text.is_empty());
    texts.extend(entry.filter(|_| !is_drawn).map(|entry| told::check::certificate(&entry)));
    Said::either(texts.join("\n"), exit, !is_drawn)
}

/// The sections of a page: systems, and programs, which are shown with their texts.
fn sections(
    args: &CheckArgs,
    families: &[(FamilyReport, Option<Duration>)],
    reports: &[(CheckReport, Option<Duration>)],
    programs: &[(ProgramReport, Option<Duration>)],
    texts: &[Source],
    cancel: Option<&AtomicBool>,
) -> Vec<Section> {
    let mut sections = Vec::new();
    if !families.is_empty() {
        let reports: Vec<&FamilyReport> = families.iter().map(|(report, _)| report).collect();
        sections.push(html::families(&reports));
    }
    if !reports.is_empty() || programs.is_empty() && families.is_empty() {
        let of_system = reports.chunks(args.orders().len());
        let systems: Vec<Vec<&CheckReport>> =
            of_system.map(|all| all.iter().map(|(report, _)| report).collect()).collect();
        sections.push(html::systems(&systems, cancel));
    }
    if !programs.is_empty() {
        let text = |report: &ProgramReport| {
            let own = |source: &&Source| source.file.name() == report.subject.path;
            Some(texts.iter().find(own)?.file.text())
        };
        let told: Vec<_> = programs.iter().map(|(report, _)| (report, text(report))).collect();
        sections.push(html::programs(&told));
    }
    sections
}

/// The answers about systems, as text or as pictures.
fn texts(
    args: &CheckArgs,
    format: RunFormat,
    reports: &[(CheckReport, Option<Duration>)],
    faults: &mut Vec<Diagnostic>,
    page: &Page,
) -> Vec<String> {
    let is_drawn = format != RunFormat::Text;
    let text = |(report, time): &(CheckReport, Option<Duration>)| {
        if is_drawn {
            drawn(report, format).map_err(|fault| faults.push(*fault)).unwrap_or_default()
        } else {
            let start = Instant::now();
            let text = told::check::text::report(report, page);
            // Runs are made again before they are shown.
            text + &took(time.map(|time| time + start.elapsed()))
        }
    };
    let mut texts: Vec<String> = reports.iter().map(text).collect();
    if args.compare && !is_drawn {
        texts.extend(told::check::comparison(reports, page));
    }
    texts
}

/// Explores all systems, in each order that is asked for; with the time that each took, if that is asked for.
fn explore_all(
    args: &CheckArgs,
    subjects: &[Subject],
    engine: Option<&dyn Engine>,
    memory: usize,
    monitor: &Monitor,
) -> Vec<(CheckReport, Option<Duration>)> {
    let mut reports = Vec::new();
    for subject in subjects {
        for order in args.orders() {
            let start = Instant::now();
            let report = explore(args, subject, *order, engine, memory, monitor);
            reports.push((report, args.time.then(|| subject.loaded_in() + start.elapsed())));
        }
    }
    reports
}

fn explore(
    args: &CheckArgs,
    subject: &Subject,
    order: Order,
    engine: Option<&dyn Engine>,
    memory: usize,
    monitor: &Monitor,
) -> CheckReport {
    let workers = args.workers.map_or_else(machine_workers, usize::from);
    // Where addresses are few (`ulimit -v`), fewer threads do.
    let question = args.check_options(order, workers.min(room_for_threads().max(1)), memory);
    let name = subject.system().name();
    let report = |progress| monitor.meter.report_search(name, progress);
    let (cancel, progress) =
        (Some(monitor.stop.flag()), Some(&report as &(dyn Fn(SearchProgress) + Sync)));
    if let Some(engine) = engine {
        return check::check_by(engine, subject, &question, cancel, progress);
    }
    let explore = if args.guess_locks { check::check_guessing } else { check::check };
    explore(subject, &question, cancel, progress)
}

/// The number of workers that the machine runs at once.
fn machine_workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(64)
}

fn took(time: Option<Duration>) -> String {
    time.map_or_else(String::new, |time| format!("took {:.3} s\n", time.as_secs_f64()))
}

/// The run of the first finding as a picture.
fn drawn(report: &CheckReport, format: RunFormat) -> Result<String, Box<Diagnostic>> {
    if let Some(execution) = first_run(report) {
        return written(&execution, format);
    }
    let help = "`reductio simulate --format svg` draws a run at random";
    Err(Box::new(nothing_found(report, "draw").help(help)))
}

/// The run of the first finding as a test, or nothing and a warning.
fn as_test(report: &CheckReport, faults: &mut Vec<Diagnostic>) -> Option<String> {
    let Some(execution) = first_run(report) else {
        faults.push(nothing_found(report, "test"));
        return None;
    };
    Some(told::execution::to_rust_test(&execution, report.asked()))
}

/// The run of the first finding.
fn first_run(report: &CheckReport) -> Option<Execution<'_>> {
    report.exploration.findings.first()?;
    match report.execution(0) {
        Ok(execution) => Some(execution),
        Err(error) => panic!("a finding cannot be replayed: {error}"),
    }
}

fn nothing_found(report: &CheckReport, verb: &str) -> Diagnostic {
    let name = report.subject.system().name();
    let message = format!("{name}: there is nothing to {verb}: no violation was found");
    Diagnostic::error("W0002", message).warning()
}
