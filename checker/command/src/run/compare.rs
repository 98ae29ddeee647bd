//! The verb `compare`, and `check --search`, which makes one of its searches.

use reductio::Exit;
use reductio::appearance::hidden_characters;
use reductio::check::{ProgramProperties, ProgramSubject, Subject, is_java};
use reductio::compare::{
    self, CompareOptions, Comparison, ProgramComparison, Progress, SearchName, compare_program,
};
use reductio::diagnostics::Diagnostic;
use reductio::java;
use reductio::programs::Bounds;
use reductio::source::{Language, Source, Wanted, read_all};
use reductio_algebra::Style;
use reductio_report as told;
use reductio_report::html;
use reductio_report::json;
use reductio_report::page::Page;

use super::cluster::Workers;
use super::programs;
use super::systems::{refused, run_format, subjects};
use super::{Said, also_as_page, ended_early, heading, tell};
use crate::cli::{AsPage, CheckArgs, CompareArgs, Output, Reading, RunFormat};
use crate::faults::{not_for_programs, program_properties_unseen, properties_unseen};
use crate::monitor::Monitor;
use crate::terminal;

/// Answers `reductio compare`. The run ends as the best justified answers say: it fails where a search found something,
/// and is undecided where no search decides everything.
pub(super) fn compare(
    args: &CompareArgs,
    output: Output,
    memory: usize,
    monitor: &Monitor,
) -> Said {
    let asked = Asked {
        what: "a comparison of searches",
        files: &args.files,
        reading: &args.reading,
        page: &args.page,
        options: args.options(memory),
        is_timed: args.time,
        is_json: output.is_json(),
        check: None,
    };
    let options = CheckedPrograms::default();
    let texts = Texts {
        of_system: &|comparison, page| told::compare::text::report(comparison, args.time, page),
        of_program: &|comparison, page| told::compare::programs(comparison, args.time, page),
    };
    asked.answer(&options, monitor, &texts)
}

/// Answers `reductio check --search NAME`.
pub(super) fn one(
    args: &CheckArgs,
    search: SearchName,
    output: Output,
    memory: usize,
    monitor: &Monitor,
) -> Said {
    let format = run_format(args.format, output);
    if matches!(format, RunFormat::Dot | RunFormat::Svg) {
        let fault = Diagnostic::error("E0016", "`--search` answers as text or JSON");
        let help = "`reductio replay FILE --steps ... --format svg` draws the run that it tells";
        return refused(&[fault.help(help)], Exit::BadInput);
    }
    let asked = Asked {
        what: "`--search`",
        files: &args.files,
        reading: &args.reading,
        page: &args.page,
        options: args.search_options(search, memory),
        is_timed: args.time,
        is_json: format == RunFormat::Json,
        check: None,
    };
    let options = CheckedPrograms {
        java: args.wanted_java(),
        entry: args.program.entry.clone(),
        bounds: args.program.bounds(),
        refused: args.unsearched(),
    };
    let texts =
        Texts { of_system: &told::compare::searches, of_program: &told::compare::program_searches };
    Asked { check: Some(args), ..asked }.answer(&options, monitor, &texts)
}

/// How programs are read and bounded.
#[derive(Default)]
struct CheckedPrograms {
    java: java::Options,
    entry: Option<String>,
    bounds: Bounds,
    /// An option that searches of programs by name do not have, if one was given.
    refused: Option<&'static str>,
}

/// How comparisons are told.
struct Texts<'a> {
    of_system: &'a dyn Fn(&Comparison, &Page) -> String,
    of_program: &'a dyn Fn(&ProgramComparison, &Page) -> String,
}

/// A comparison that is asked for.
struct Asked<'a> {
    /// What is asked for, as the subject of a sentence.
    what: &'a str,
    files: &'a [String],
    reading: &'a Reading,
    page: &'a AsPage,
    options: CompareOptions,
    is_timed: bool,
    is_json: bool,
    /// The arguments of `check`, if that asks: several processes may search.
    check: Option<&'a CheckArgs>,
}

impl Asked<'_> {
    fn answer(&self, wanted: &CheckedPrograms, monitor: &Monitor, texts: &Texts<'_>) -> Said {
        let cancel = Some(monitor.stop.flag());
        let (java, files): (Vec<String>, Vec<String>) =
            self.files.iter().cloned().partition(|path| is_java(path));
        let (sources, errors) = read_all(&files, Wanted::Checked);
        let mut faults: Vec<Diagnostic> = errors.iter().map(Diagnostic::of_source).collect();
        let (of_text, systems): (Vec<Source>, Vec<Source>) =
            sources.into_iter().partition(|source| source.language == Language::Program);
        let loaded = self.programs(wanted, &of_text, &java, &mut faults);
        let subjects = subjects(&systems, self.reading, cancel, &mut faults);
        let workers = match self.workers(&subjects, &loaded, monitor) {
            Ok(workers) => workers,
            Err((more, exit)) => {
                faults.extend(more);
                return self.refused(&faults, exit);
            }
        };
        let engine = workers.as_ref().map(Workers::engine);
        let mut exit = if faults.is_empty() { Exit::Holds } else { Exit::BadInput };
        let unseen = |subject| properties_unseen(subject, self.what);
        faults.extend(subjects.iter().filter_map(unseen));
        let unseen =
            |subject: &ProgramSubject| program_properties_unseen(&subject.program, self.what);
        faults.extend(loaded.iter().filter_map(unseen));
        let report = |name: &str, search: SearchName, progress: Progress| {
            let what = format!("{name}, {search}");
            match progress {
                Progress::States(now) => monitor.meter.report_search(&what, now),
                Progress::Executions(now) => monitor.meter.report_executions(&what, now),
            }
        };
        let mut comparisons = Vec::new();
        for subject in &subjects {
            let name = subject.system().name();
            let report = |search: SearchName, progress: Progress| report(name, search, progress);
            let (options, listener) = (&self.options, Some(&report as _));
            comparisons.push(match engine {
                Some(engine) => compare::compare_by(engine, subject, options, cancel, listener),
                None => compare::compare(subject, options, cancel, listener),
            });
        }
        let mut of_programs = Vec::new();
        for subject in &loaded {
            let name = subject.program.name();
            let report = |search: SearchName, progress: Progress| report(name, search, progress);
            let bounds = wanted.bounds;
            of_programs.push(compare_program(
                subject,
                bounds,
                &self.options,
                cancel,
                Some(&report),
            ));
        }
        monitor.meter.clear();
        exit = comparisons.iter().map(Comparison::exit).fold(exit, Exit::worst);
        exit = of_programs.iter().map(ProgramComparison::exit).fold(exit, Exit::worst);
        // Who leaves the others may take their end for a loss, which ends what this process does.
        let is_over = monitor.stop.cause().is_some();
        if workers.is_some_and(|workers| !workers.end(&mut exit, &mut faults)) {
            tell(&faults);
            return Said::nothing(exit);
        }
        if is_over {
            exit = exit.worst(Exit::Declined);
            faults.push(ended_early(monitor));
        }
        let of_systems = comparisons.iter().map(|comparison| comparison.subject.system().name());
        let names = of_systems
            .chain(of_programs.iter().map(|comparison| comparison.subject.program.name()));
        let paged = also_as_page(self.page, &heading("Comparison", names), || {
            vec![html::searches(&comparisons, &of_programs, self.is_timed)]
        });
        exit = exit.worst(paged);
        if self.is_json {
            let answer =
                told::compare::json::CompareAnswer::new(&comparisons, self.is_timed, &faults)
                    .with_programs(&of_programs, self.is_timed);
            return Said::product(json::to_text(&answer), exit);
        }
        tell(&faults);
        let page = terminal::page(Style::Ascii);
        let mut out: Vec<String> =
            comparisons.iter().map(|comparison| (texts.of_system)(comparison, &page)).collect();
        out.extend(of_programs.iter().map(|comparison| (texts.of_program)(comparison, &page)));
        Said::either(out.join("\n"), exit, true)
    }

    /// Connects this process with the others, if several search.
    fn workers(
        &self,
        subjects: &[Subject],
        programs: &[ProgramSubject],
        monitor: &Monitor,
    ) -> Result<Option<Workers>, (Vec<Diagnostic>, Exit)> {
        let Some(args) = self.check else { return Ok(None) };
        let programs: Vec<_> = programs
            .iter()
            .map(|subject| (subject.clone(), None, ProgramProperties::default()))
            .collect();
        Workers::of(args, (subjects, &programs), monitor)
    }

    /// The answer that nothing is searched.
    fn refused(&self, faults: &[Diagnostic], exit: Exit) -> Said {
        if self.is_json {
            let answer = told::compare::json::CompareAnswer::new(&[], self.is_timed, faults);
            return Said::product(json::to_text(&answer), exit);
        }
        refused(faults, exit)
    }

    /// Reads programs, and adds their faults, and those of searches that programs do not have.
    fn programs(
        &self,
        options: &CheckedPrograms,
        sources: &[Source],
        java: &[String],
        faults: &mut Vec<Diagnostic>,
    ) -> Vec<ProgramSubject> {
        let entry = options.entry.as_deref();
        let of_text = sources.iter().map(|source| {
            tell(&hidden_characters(&source.file));
            programs::load(&source.file, entry)
        });
        let of_java = java.iter().map(|path| {
            ProgramSubject::load_java(path, &options.java)
                .map_err(|error| vec![Diagnostic::of_java(path, &error)])
        });
        let mut loaded = Vec::new();
        for subject in of_text.chain(of_java) {
            match subject {
                Ok(subject) => loaded.push(subject),
                Err(more) => faults.extend(more),
            }
        }
        let Some(first) = loaded.first() else { return loaded };
        if let Some(option) = options.refused {
            faults.push(not_for_programs(option, first.program.name()));
            return Vec::new();
        }
        if let Some(fault) = no_search_of_programs(&self.options.searches, first.program.name()) {
            faults.push(fault);
            return Vec::new();
        }
        loaded
    }
}

/// The fault that none of the searches is one of programs. Of many searches those are made that there are.
pub(crate) fn no_search_of_programs(searches: &[SearchName], program: &str) -> Option<Diagnostic> {
    if searches.iter().any(|name| name.for_programs().is_ok()) {
        return None;
    }
    let error = searches.iter().find_map(|name| name.for_programs().err())?;
    let message = format!("{error}, and `{program}` is a program");
    Some(Diagnostic::error("E0016", message).help(error.help()))
}
