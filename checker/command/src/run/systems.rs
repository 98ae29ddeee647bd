//! Further verbs about systems of threads: `validate`, `simulate`, `replay`, and `explain` of a system.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use reductio::Exit;
use reductio::File;
use reductio::appearance::hidden_characters;
use reductio::check::{Subject, families_asked};
use reductio::diagnostics::Diagnostic;
use reductio::execution::{Execution, Pace, Rules, Walk, simulate as walk_at_random};
use reductio::source::{Source, Wanted, read_all, read_up_to};
use reductio::system::ThreadId;
use reductio::validate::{self, Space};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html;
use reductio_report::json::{self, ErrorsAnswer};

use super::{Said, also_as_page, ended_early, tell};
use crate::cli::{
    AsPage, ExplainArgs, Format, Output, Reading, ReplayArgs, RunFormat, SimulateArgs, ValidateArgs,
};
use crate::faults::properties_unseen;
use crate::monitor::Monitor;
use crate::terminal;

/// The greatest size of the file of a run, in bytes.
const MAX_RUN: u64 = 1 << 28;

/// Reads systems, and returns the faults of all files.
pub(super) fn read(
    paths: &[String],
    reading: &Reading,
    cancel: Option<&AtomicBool>,
) -> (Vec<Subject>, Vec<Diagnostic>) {
    let (sources, errors) = read_all(paths, Wanted::Systems);
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    let subjects = subjects(&sources, reading, cancel, &mut faults);
    (subjects, faults)
}

/// Reads the texts of systems, and adds their faults.
pub(super) fn subjects(
    sources: &[Source],
    reading: &Reading,
    cancel: Option<&AtomicBool>,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Subject> {
    let mut subjects = Vec::new();
    for source in sources {
        tell(&hidden_characters(&source.file));
        match load(&source.file, reading, cancel) {
            Ok(subject) => subjects.push(subject),
            Err(more) => faults.extend(more),
        }
    }
    subjects
}

fn load(
    file: &Arc<File>,
    reading: &Reading,
    cancel: Option<&AtomicBool>,
) -> Result<Subject, Vec<Diagnostic>> {
    Subject::load(file, &reading.parameters(), cancel)
        .map_err(|faults| told::check::faults::diagnostics(&faults))
}

/// Writes a run in the format that was asked for.
///
/// # Errors
/// The diagnostic E0692 for a chart of too many steps.
pub(super) fn written(
    execution: &Execution<'_>,
    format: RunFormat,
) -> Result<String, Box<Diagnostic>> {
    Ok(match format {
        RunFormat::Text => told::execution::to_text(execution, &terminal::page(Style::Ascii)),
        RunFormat::Json => told::execution::to_json(execution),
        RunFormat::Dot => told::execution::to_dot(execution),
        RunFormat::Svg => told::execution::to_svg(execution).map_err(|error| {
            Diagnostic::error("E0692", error.to_string()).help("`--format dot` has no limit")
        })?,
    })
}

pub(super) fn run_format(own: Option<RunFormat>, output: Output) -> RunFormat {
    match (own, output.format) {
        (Some(format), _) => format,
        (None, Some(Format::Json)) => RunFormat::Json,
        _ => RunFormat::Text,
    }
}

/// Answers `reductio validate`.
pub(super) fn validate(args: &ValidateArgs, output: Output, monitor: &Monitor) -> Said {
    let cancel = Some(monitor.stop.flag());
    let (subjects, mut faults) = read(&args.files, &args.reading, cancel);
    let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
    faults.extend(subjects.iter().filter_map(|subject| properties_unseen(subject, "`validate`")));
    let space = if args.all_states { Space::All } else { Space::Reachable };
    let page = terminal::page(output.style());
    let mut texts = Vec::new();
    let mut results = Vec::new();
    for subject in &subjects {
        match subject.validate(space, args.max_states, cancel) {
            Err(why) if why.is_cancelled() => {
                exit = exit.worst(Exit::Declined);
                faults.push(ended_early(monitor));
            }
            Ok(validation) => {
                let own = if validation.holds() { Exit::Holds } else { Exit::Fails };
                exit = exit.worst(own);
                texts.push(page.fit(&validate::render(&validation)));
                results.push(validation);
            }
            Err(error) => {
                exit = exit.worst(Exit::Declined);
                let message = format!("{}: {error}", subject.system().name());
                let fault = Diagnostic::error("E0693", message);
                faults.push(fault.help(error.help()));
            }
        }
    }
    exit = exit.worst(also_as_page(&args.page, "Theorem 1 in systems of threads", || {
        vec![html::hypotheses(&results)]
    }));
    let text = if output.is_json() {
        json::to_text(&told::validate::json::ValidateAnswer::new(&results, &faults))
    } else {
        tell(&faults);
        texts.join("\n")
    };
    Said::either(text, exit, !output.is_json())
}

/// Answers `reductio simulate`.
pub(super) fn simulate(args: &SimulateArgs, output: Output, monitor: &Monitor) -> Said {
    let pace = if args.single { Pace::Single } else { Pace::Reduced };
    let cancel = Some(monitor.stop.flag());
    let format = run_format(args.format, output);
    let form = Form { verb: "simulate", format, page: &args.page, monitor };
    form.show(&args.file, &args.reading, |_, rules| {
        let walk = Walk { seed: args.seed, steps: args.steps, pace };
        Ok(walk_at_random(rules, walk, cancel))
    })
}

/// Answers `reductio replay`.
pub(super) fn replay(args: &ReplayArgs, output: Output, monitor: &Monitor) -> Said {
    let form =
        Form { verb: "replay", format: run_format(args.format, output), page: &args.page, monitor };
    form.show(&args.file, &args.reading, |subject, rules| {
        if let Some(steps) = &args.steps {
            let run: Vec<_> =
                steps.steps.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect();
            let replayed = Execution::replay(rules, &run).and_then(|run| match steps.refutes {
                Some(from) => run.refuting(from),
                None => Ok(run),
            });
            return replayed.map_err(|error| {
                Diagnostic::error("E0694", error.to_string())
                    .help("if the system has changed since, make the run anew: `reductio check`")
                    .into()
            });
        }
        let path = args.run.clone().unwrap_or_default();
        let text = read_up_to(&path.display().to_string(), MAX_RUN)
            .map_err(|error| Diagnostic::of_source(&error))?;
        Execution::from_json(&text, rules, subject.origin()).map_err(|error| {
            let message = format!("{}: {error}", path.display());
            Diagnostic::error("E0694", message).help(error.help()).into()
        })
    })
}

/// The form in which a single run is shown.
struct Form<'a> {
    verb: &'static str,
    format: RunFormat,
    page: &'a AsPage,
    monitor: &'a Monitor,
}

impl Form<'_> {
    /// Reads a system, makes the run and writes it, or tells the faults.
    fn show(
        &self,
        path: &str,
        reading: &Reading,
        run: impl for<'d> Fn(&Subject, Rules<'d>) -> Result<Execution<'d>, Box<Diagnostic>>,
    ) -> Said {
        let subject = match one_subject(path, reading, "a run", Some(self.monitor.stop.flag())) {
            Ok(subject) => subject,
            Err(faults) => return self.refuse(&faults, Exit::BadInput),
        };
        let Some(rules) = subject.rules() else {
            return self.refuse(&[ended_early(self.monitor)], Exit::Declined);
        };
        match run(&subject, rules) {
            Err(fault) => self.refuse(&[*fault], Exit::BadInput),
            Ok(execution) => {
                let execution = execution.with_origin(subject.origin());
                let title = format!("A run of {}", subject.system().name());
                let paged = also_as_page(self.page, &title, || vec![html::run(&execution)]);
                let paged = paged.worst(self.ended());
                match written(&execution, self.format) {
                    Ok(text) => Said::either(text, paged, self.format == RunFormat::Text),
                    Err(fault) => self.refuse(&[*fault], paged.worst(Exit::Declined)),
                }
            }
        }
    }

    /// The exit code of a run that was cut short, and [`Exit::Holds`] for any other.
    fn ended(&self) -> Exit {
        if self.monitor.stop.cause().is_none() {
            return Exit::Holds;
        }
        if self.format == RunFormat::Text {
            tell(&[ended_early(self.monitor)]);
        }
        Exit::Declined
    }

    fn refuse(&self, faults: &[Diagnostic], exit: Exit) -> Said {
        if self.format == RunFormat::Json {
            return Said::product(json::to_text(&ErrorsAnswer::new(self.verb, faults)), exit);
        }
        refused(faults, exit)
    }
}

/// Tells faults, and makes an answer of the exit code alone.
pub(super) fn refused(faults: &[Diagnostic], exit: Exit) -> Said {
    tell(faults);
    Said::nothing(exit)
}

/// Reads the one system of `path`. `what` names the thing that needs a single system, for the message.
///
/// # Errors
/// The faults of the text, or that there is not exactly one system.
pub(super) fn one_subject(
    path: &str,
    reading: &Reading,
    what: &str,
    cancel: Option<&AtomicBool>,
) -> Result<Subject, Vec<Diagnostic>> {
    let (mut subjects, faults) = read(&[path.to_owned()], reading, cancel);
    if !faults.is_empty() {
        return Err(faults);
    }
    match (subjects.pop(), subjects.len()) {
        (Some(subject), 0) => Ok(subject),
        (last, others) => {
            let count = others + usize::from(last.is_some());
            let message =
                format!("`{path}` has {count} systems, and {what} is one of a single system");
            Err(vec![Diagnostic::error("E0016", message).help("name one of its files")])
        }
    }
}

/// Says why a text with families is decided for every number of threads, or why not.
fn explain_families(
    file: &Arc<File>,
    indices: &[String],
    constants: &[(String, i64)],
    output: Output,
) -> Said {
    if output.is_json() {
        let (answer, exit) = told::check::classification::ClassificationAnswer::of_families(
            file, indices, constants,
        );
        return Said::product(json::to_text(&answer), exit);
    }
    let page = terminal::page(output.style());
    match told::check::family_alike::why(file, indices, constants, &page) {
        Ok(text) => Said::report(text, Exit::Holds),
        Err((faults, exit)) => refused(&faults, exit),
    }
}

/// Answers `reductio explain FILE.sys`.
pub(super) fn explain(args: &ExplainArgs, output: Output, monitor: &Monitor) -> Said {
    let path = args.code.clone().unwrap_or_default();
    let (sources, errors) = read_all(&[path], Wanted::Systems);
    if let [source] = &sources[..]
        && args.save.is_none()
    {
        let (file, constants) = (&source.file, &args.reading.constants);
        let indices = families_asked(file.text(), &[], constants);
        if !indices.is_empty() {
            return explain_families(file, &indices, constants, output);
        }
    }
    let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
    let mut subjects = subjects(&sources, &args.reading, Some(monitor.stop.flag()), &mut faults);
    if monitor.stop.cause().is_some() {
        // The visible steps are not known.
        subjects.clear();
        faults.push(ended_early(monitor));
    }
    if args.save.is_some() {
        subjects.clear();
        let fault = Diagnostic::error("E0016", "`--save` is for the examples of codes");
        faults.push(fault.help("`reductio explain FILE.sys` writes to standard output"));
    }
    let is_read = faults.iter().all(|fault| fault.code == "W0003");
    let mut exit = if is_read { Exit::Holds } else { Exit::BadInput };
    if monitor.stop.cause().is_some() {
        exit = exit.worst(Exit::Declined);
    }
    if subjects.iter().any(Subject::is_outside) {
        exit = exit.worst(Exit::Declined);
    }
    if output.is_json() {
        let answer = told::check::classification::ClassificationAnswer::new(&subjects, &faults);
        return Said::product(json::to_text(&answer), exit);
    }
    tell(&faults);
    let page = terminal::page(output.style());
    let texts: Vec<String> = subjects
        .iter()
        .map(|subject| told::check::explain::classification(subject, &page))
        .collect();
    Said::report(texts.join("\n"), exit)
}
