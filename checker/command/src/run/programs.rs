//! What `check` does with programs with a heap.

use std::time::{Duration, Instant};

use reductio::appearance::hidden_characters;
use reductio::check::{Besides, ProgramReport, ProgramSubject, check_program};
use reductio::diagnostics::Diagnostic;
use reductio::locksets::{Conflict, Options};
use reductio::source::Source;
use reductio_report as told;

use super::tell;
use crate::cli::CheckArgs;
use crate::faults::not_for_programs;
use crate::monitor::Monitor;

/// Reads programs, and adds their faults.
pub(super) fn read(
    sources: &[Source],
    args: &CheckArgs,
    faults: &mut Vec<Diagnostic>,
) -> Vec<ProgramSubject> {
    let mut subjects = Vec::new();
    for source in sources {
        tell(&hidden_characters(&source.file));
        match ProgramSubject::load(&source.file, args.program.entry.as_deref()) {
            Ok(subject) => match args.for_systems() {
                Some(option) => faults.push(not_for_programs(option, subject.program.name())),
                None => subjects.push(subject),
            },
            Err(errors) => faults.extend(told::program::diagnostics(&source.file, &errors)),
        }
    }
    subjects
}

/// Reads Java programs, and adds their faults.
pub(super) fn read_java(
    paths: &[String],
    args: &CheckArgs,
    faults: &mut Vec<Diagnostic>,
) -> Vec<ProgramSubject> {
    let mut subjects = Vec::new();
    for path in paths {
        match ProgramSubject::load_java(path, &args.java.wanted()) {
            Ok(subject) => match args.for_systems() {
                Some(option) => faults.push(not_for_programs(option, subject.program.name())),
                None => subjects.push(subject),
            },
            Err(error) => faults.push(Diagnostic::of_java(path, &error)),
        }
    }
    subjects
}

/// Searches programs, one after the other; with the time that each took, if that was asked for.
pub(super) fn explore(
    subjects: &[ProgramSubject],
    args: &CheckArgs,
    memory: usize,
    monitor: &Monitor,
) -> Vec<(ProgramReport, Option<Duration>)> {
    let of = |subject: &ProgramSubject| {
        let name = subject.program.name();
        let progress = |progress| monitor.meter.report_search(name, progress);
        let standard = Options::default();
        let options = Options {
            conflict: if args.program.all_conflict { Conflict::All } else { Conflict::default() },
            stuck: true,
            bounds: args.program.bounds(),
            max_states: args.max_states.unwrap_or(standard.max_states),
            memory,
            cancel: Some(monitor.stop.flag()),
            progress: Some(&progress),
            ..standard
        };
        let start = Instant::now();
        let besides = Besides { printed: args.program.printed, guards: args.program.guards };
        let report = check_program(subject, &options, besides);
        (report, args.time.then(|| start.elapsed()))
    };
    subjects.iter().map(of).collect()
}
