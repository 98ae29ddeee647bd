//! What `check` does with programs with a heap.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reductio::File;
use reductio::appearance::hidden_characters;
use reductio::check::{Besides, ProgramReport, ProgramSubject, check_program};
use reductio::diagnostics::Diagnostic;
use reductio::disciplined::{Classes, Classification};
use reductio::locksets::{Conflict, Options};
use reductio::source::{Source, read_text};
use reductio_report as told;

use super::tell;
use crate::cli::CheckArgs;
use crate::faults::{not_for_programs, only_for_programs};
use crate::monitor::Monitor;

/// Reads programs, and adds their faults.
pub(super) fn read(
    sources: &[Source],
    args: &CheckArgs,
    faults: &mut Vec<Diagnostic>,
) -> Vec<(ProgramSubject, Option<Classes>)> {
    if sources.is_empty() {
        faults.extend(args.program.given().map(only_for_programs));
    }
    let classes = args.program.classes.as_deref().and_then(|path| classification(path, faults));
    let mut subjects = Vec::new();
    for source in sources {
        tell(&hidden_characters(&source.file));
        match ProgramSubject::load(&source.file, args.program.entry.as_deref()) {
            Ok(subject) => match args.for_systems() {
                Some(option) => faults.push(not_for_programs(option, subject.program.name())),
                None => {
                    let classes = classes.as_ref().map(|(file, found)| {
                        let told = |more: Vec<_>| told::program::classification(file, &more);
                        found.of(&subject.program).map_err(told)
                    });
                    match classes.transpose() {
                        Ok(classes) => subjects.push((subject, classes)),
                        Err(more) => faults.extend(more),
                    }
                }
            },
            Err(errors) => faults.extend(told::program::diagnostics(&source.file, &errors)),
        }
    }
    subjects
}

/// Reads a classification, or adds what is wrong with it.
fn classification(path: &str, faults: &mut Vec<Diagnostic>) -> Option<(Arc<File>, Classification)> {
    let text = read_text(path).map_err(|error| faults.push(Diagnostic::of_source(&error))).ok()?;
    let file = Arc::new(File::new(path, &text));
    match Classification::parse(&text) {
        Ok(found) => Some((file, found)),
        Err(more) => {
            faults.extend(told::program::classification(&file, &more));
            None
        }
    }
}

/// Searches programs, one after the other; with the time that each took, if that was asked for.
pub(super) fn explore(
    subjects: &[(ProgramSubject, Option<Classes>)],
    args: &CheckArgs,
    memory: usize,
    monitor: &Monitor,
) -> Vec<(ProgramReport, Option<Duration>)> {
    let of = |(subject, classes): &(ProgramSubject, Option<Classes>)| {
        let name = subject.program.name();
        let progress = |progress| monitor.meter.report_search(name, progress);
        let standard = Options::default();
        let options = Options {
            conflict: if args.program.all_conflict { Conflict::All } else { Conflict::default() },
            stuck: true,
            max_states: args.max_states.unwrap_or(standard.max_states),
            memory,
            cancel: Some(monitor.stop.flag()),
            progress: Some(&progress),
            ..standard
        };
        let start = Instant::now();
        let besides = Besides {
            printed: args.program.printed,
            guards: args.program.guards,
            classes: classes.clone(),
        };
        let report = check_program(subject, &options, &besides);
        (report, args.time.then(|| start.elapsed()))
    };
    subjects.iter().map(of).collect()
}
