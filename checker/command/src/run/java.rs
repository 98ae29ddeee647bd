//! The verb `java`.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::check::{ProgramSubject, java_classes};
use reductio::diagnostics::Diagnostic;
use reductio::disciplined::{self, Classification, experiment, suggest, suggest_methods};
use reductio::java::{JavaError, Missing, missing, missing_from_main};
use reductio_algebra::Style;

use super::programs::classification;
use super::{Said, ended_early, tell};
use crate::cli::{JavaArgs, JavaOptions, JavaVerb};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio java`.
pub(super) fn java(args: &JavaArgs, memory: usize, monitor: &Monitor) -> Said {
    let answered = match &args.verb {
        JavaVerb::Missing { path, main, all } => list(path, main.as_deref(), *all),
        JavaVerb::Suggest { path, java, methods } => {
            suggested(path, java, *methods, memory, monitor)
        }
        JavaVerb::Experiment { path, java, classes } => {
            let classes = classes.as_ref().map(|path| path.to_string_lossy().into_owned());
            measured(path, java, classes.as_deref(), memory, monitor)
        }
    };
    answered.unwrap_or_else(|faults| {
        tell(&faults);
        Said::nothing(Exit::BadInput)
    })
}

/// Lists what is not supported: of what `main` can reach, or all of it, which is also what is told of classes without a
/// `main`.
fn list(path: &str, main: Option<&str>, all: bool) -> Result<Said, Vec<Diagnostic>> {
    let fault = |error: &_| vec![Diagnostic::of_java(path, error)];
    let (classes, name) = java_classes(path).map_err(|error| fault(&error))?;
    let main =
        main.or(name.as_deref().filter(|name| classes.mains().iter().any(|main| main == name)));
    let has_main = main.is_some() || !classes.mains().is_empty();
    let reached = (!all && has_main).then(|| missing_from_main(&classes, main));
    // What of one class is not there ends more than the runs that come to it.
    let (reached, ends) = match reached {
        Some(Err(JavaError::MissingClass { class, user, mains })) if !user.is_empty() => {
            (None, Some(JavaError::MissingClass { class, user, mains }))
        }
        Some(reached) => (Some(reached.map_err(|error| fault(&error))?), None),
        None => (None, None),
    };
    let is_reached = reached.is_some();
    let found = reached.unwrap_or_else(|| missing(&classes));
    let scope = if is_reached { " of what `main` can reach" } else { "" };
    if found.is_empty() {
        let text = format!(
            "Nothing is missing{scope}. Models of library methods may leave out some of their cases: a run that comes \
             to one is not followed further, and `check` says where.\n"
        );
        return Ok(Said::product(text, Exit::Holds));
    }
    let line = |found: &Missing| {
        let place = match (found.file.is_empty(), found.line) {
            (true, _) => found.class.clone(),
            (false, 0) => format!("{} ({})", found.file, found.class),
            (false, line) => format!("{}:{line} ({})", found.file, found.class),
        };
        let instead = match &*found.instead {
            "" => String::new(),
            instead => format!("; there is {instead}"),
        };
        format!("{place}: {}{instead}\n", found.what)
    };
    let text: String = found.iter().map(line).collect();
    let count = found.len();
    let more = match ends {
        Some(error) => format!("{count} missing. The program cannot be checked: {error}.\n"),
        None => format!(
            "{count} missing{scope}. A run that comes to one of them is not followed further: then what was not \
             refuted is undecided.\n"
        ),
    };
    Ok(Said::product(text + &more, Exit::Declined))
}

fn options(memory: usize, monitor: &Monitor) -> disciplined::Options<'_> {
    disciplined::Options {
        memory,
        cancel: Some(monitor.stop.flag()),
        ..disciplined::Options::default()
    }
}

/// Finds a first classification.
fn suggested(
    path: &str,
    java: &JavaOptions,
    methods: bool,
    memory: usize,
    monitor: &Monitor,
) -> Result<Said, Vec<Diagnostic>> {
    let subject = ProgramSubject::load_java(path, &java.wanted())
        .map_err(|error| vec![Diagnostic::of_java(path, &error)])?;
    let progress = |progress| monitor.meter.report_search(subject.program.name(), progress);
    let options = disciplined::Options { progress: Some(&progress), ..options(memory, monitor) };
    let mut found = suggest(&subject.program, &options);
    if methods && found.answer.unknown().is_none() {
        found = suggest_methods(&subject.program, found, &options);
    }
    monitor.meter.clear();
    let mut text = format!("-- Classes of the objects of {}.\n", subject.program.name());
    let exit = match found.answer.unknown() {
        None => Exit::Holds,
        Some(why) => {
            let _ = writeln!(text, "-- Not every state was seen: {why}.");
            Exit::Declined
        }
    };
    let rules = found.classification.to_string();
    text +=
        if rules.is_empty() { "-- All are disciplined, as if nothing is said.\n" } else { &rules };
    Ok(Said::product(text, exit))
}

/// Makes S1's experiment.
fn measured(
    path: &str,
    java: &JavaOptions,
    classes: Option<&str>,
    memory: usize,
    monitor: &Monitor,
) -> Result<Said, Vec<Diagnostic>> {
    let wanted = reductio::java::Options { fold: false, ..java.wanted() };
    let subject = ProgramSubject::load_java(path, &wanted)
        .map_err(|error| vec![Diagnostic::of_java(path, &error)])?;
    let mut faults = Vec::new();
    let classes = match classes {
        None => Classification::default().of(&subject.program).map_err(|_| Vec::new())?,
        Some(path) => {
            let Some((file, found)) = classification(path, &mut faults) else { return Err(faults) };
            let told = |more: Vec<_>| reductio_report::program::classification(&file, &more);
            found.of(&subject.program).map_err(told)?
        }
    };
    let progress = |progress| monitor.meter.report_search(subject.program.name(), progress);
    let options = disciplined::Options { progress: Some(&progress), ..options(memory, monitor) };
    let table = experiment(&subject.program, &classes, &options);
    monitor.meter.clear();
    let is_complete = table.rows.iter().all(|row| row.is_complete);
    let page = terminal::page(Style::Ascii);
    let text = reductio_report::program::experiment(&table, subject.program.name(), &page);
    if monitor.stop.cause().is_some() {
        tell(&[ended_early(monitor)]);
    }
    Ok(Said::product(text, if is_complete { Exit::Holds } else { Exit::Declined }))
}
