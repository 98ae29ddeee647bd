//! The command `check` for programs with a heap.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reductio::File;
use reductio::appearance::hidden_characters;
use reductio::check::{
    Besides, Engine, ProgramProperties, ProgramReport, ProgramSubject, check_program,
    check_program_by,
};
use reductio::diagnostics::Diagnostic;
use reductio::disciplined::{Classes, Classification};
use reductio::locksets::{Conflict, Options};
use reductio::source::{Source, read_text};
use reductio_report as told;

use super::tell;
use crate::cli::CheckArgs;
use crate::faults::{no_properties, not_for_programs, only_for_java, only_for_programs};
use crate::monitor::Monitor;
use crate::stop::room_for_threads;

/// A program with the classes of its objects, if they were given, and with what is to be found out of its properties.
pub(crate) type Classified = (ProgramSubject, Option<Classes>, ProgramProperties);

/// Reads programs, those of texts and those of Java class files, and adds their faults.
pub(super) fn read(
    sources: &[Source],
    java: &[String],
    args: &CheckArgs,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Classified> {
    if sources.is_empty() && java.is_empty() {
        faults.extend(args.program.given().map(only_for_programs));
    }
    if java.is_empty() {
        faults.extend(args.java.given().map(only_for_java));
    }
    let classes = args.program.classes.as_deref().and_then(|path| classification(path, faults));
    let of_text = sources.iter().map(|source| {
        tell(&hidden_characters(&source.file));
        load(&source.file, args.program.entry.as_deref())
    });
    let of_java = java.iter().map(|path| {
        ProgramSubject::load_java(path, &args.wanted_java())
            .map_err(|error| vec![Diagnostic::of_java(path, &error)])
    });
    let mut subjects = Vec::new();
    for subject in of_text.chain(of_java) {
        match subject.and_then(|subject| classified(subject, args, classes.as_ref())) {
            Ok(classified) => subjects.push(classified),
            Err(more) => faults.extend(more),
        }
    }
    subjects
}

/// Reads the text of a program. `entry` is the thread that it begins with, `main` if nothing is said.
pub(crate) fn load(
    file: &Arc<File>,
    entry: Option<&str>,
) -> Result<ProgramSubject, Vec<Diagnostic>> {
    ProgramSubject::load(file, entry).map_err(|errors| told::program::diagnostics(file, &errors))
}

/// Gives a program the queues and the classes that the options of `check` want.
///
/// # Errors
/// An option is for systems of threads, or the classification does not fit the program.
pub(crate) fn classified(
    mut subject: ProgramSubject,
    args: &CheckArgs,
    classes: Option<&(Arc<File>, Classification)>,
) -> Result<Classified, Vec<Diagnostic>> {
    subject.program = subject.program.with_queues(args.program.queues());
    if let Some(option) = args.for_systems() {
        return Err(vec![not_for_programs(option, subject.program.name())]);
    }
    // Without a file, S1's search takes all objects for disciplined.
    let standard = (Arc::new(File::new("", "")), Classification::default());
    let wanted = args.program.granularity.map(|_| &standard);
    let classes = classes.or(wanted).map(|(file, found)| {
        let told = |more: Vec<_>| told::program::classification(file, &more);
        found.of(&subject.program).map_err(told)
    });
    let properties = properties(&subject, args)?;
    Ok((subject, classes.transpose()?, properties))
}

/// What the options of `check` ask of the properties of a program.
///
/// # Errors
/// A formula has no meaning in the program, or an option is given and there are no properties.
fn properties(
    subject: &ProgramSubject,
    args: &CheckArgs,
) -> Result<ProgramProperties, Vec<Diagnostic>> {
    let (is_fair, is_base) = (args.reading.fair, args.unreduced);
    let mut properties = ProgramProperties { is_fair, is_base, ..ProgramProperties::default() };
    let mut faults = Vec::new();
    for text in &args.reading.properties {
        if let Err(errors) = properties.add(text, &subject.program) {
            let file = Arc::new(File::new("--property", text));
            faults.extend(told::program::diagnostics(&file, &errors));
        }
    }
    let has_some = !args.reading.properties.is_empty() || !subject.program.properties().is_empty();
    let options = [(is_fair, "--fair"), (is_base, "--unreduced")];
    let unused = options.into_iter().find(|(is_given, _)| *is_given && !has_some);
    faults.extend(unused.map(|(_, option)| no_properties(option, subject.program.name())));
    if faults.is_empty() { Ok(properties) } else { Err(faults) }
}

/// Reads a classification, or adds what is wrong with it.
pub(super) fn classification(
    path: &str,
    faults: &mut Vec<Diagnostic>,
) -> Option<(Arc<File>, Classification)> {
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
pub(crate) fn explore(
    subjects: &[Classified],
    args: &CheckArgs,
    engine: Option<&dyn Engine>,
    memory: usize,
    monitor: &Monitor,
) -> Vec<(ProgramReport, Option<Duration>)> {
    let of = |(subject, classes, properties): &Classified| {
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
            workers: args.workers.map_or(1, usize::from).min(room_for_threads().max(1)),
            ..standard
        };
        let start = Instant::now();
        let besides = Besides {
            printed: args.program.printed,
            guards: args.program.guards,
            classes: classes.clone(),
            atomicity: args.program.atomicity(),
            // Several processes share that search, and not the one by locksets.
            ownership: args.program.reading(subject.program.has_files() || engine.is_some()),
            coarsening: args.program.reduction(),
            properties: properties.clone(),
        };
        let report = match engine {
            Some(engine) => check_program_by(engine, subject, &options, &besides),
            None => check_program(subject, &options, &besides),
        };
        (report, args.time.then(|| start.elapsed()))
    };
    subjects.iter().map(of).collect()
}
