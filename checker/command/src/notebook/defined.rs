//! Things that cells define by a name and commands ask for: systems, programs and traces.

use std::sync::Arc;

use reductio::Exit;
use reductio::File;
use reductio::check::{Parameters, ProgramSubject, Subject};
use reductio::diagnostics::Diagnostic;
use reductio::programs::syntax::Source;
use reductio::races::Survey;
use reductio_editor::some_sizes;
use reductio_report as told;
use reductio_report::check::faults::diagnostics;
use reductio_report::page::{plural, plural_es};
use reductio_report::race::Trace;

use super::content::stem;
use super::output::{CellAnswer, Output};
use super::session::Session;

/// The code of the fault that a program has no thread `main`.
const NO_MAIN: &str = "E1008";

impl Session {
    /// The names of the systems.
    #[cfg(feature = "jupyter")]
    pub(crate) fn systems(&self) -> impl Iterator<Item = &str> {
        self.systems.iter().map(|file| stem(file))
    }

    /// The names of the programs.
    #[cfg(feature = "jupyter")]
    pub(crate) fn programs(&self) -> impl Iterator<Item = &str> {
        self.programs.iter().map(|file| stem(file))
    }

    /// The names of the traces.
    #[cfg(feature = "jupyter")]
    pub(crate) fn traces(&self) -> impl Iterator<Item = &str> {
        self.traces.iter().map(|file| stem(file))
    }

    /// The text of a system, by its name or by `NAME.sys`.
    ///
    /// # Errors
    /// A [`Diagnostic`] when there is no such system.
    pub(crate) fn system_file(&self, name: &str) -> Result<&Arc<File>, Box<Diagnostic>> {
        let wanted = name.strip_suffix(".sys").unwrap_or(name);
        find(&self.systems, wanted).ok_or_else(|| {
            if self.program_file(name).is_ok() {
                let message = format!("`{wanted}` is a program with a heap, and no system");
                let help = "of programs, cells ask `check`, `compare` and `heap`";
                return Diagnostic::error("E0802", message).help(help).into();
            }
            missing("system", wanted, &self.systems)
        })
    }

    /// The text of a program, by its name or by `NAME.prog`.
    ///
    /// # Errors
    /// A [`Diagnostic`] when there is no such program.
    pub(crate) fn program_file(&self, name: &str) -> Result<&Arc<File>, Box<Diagnostic>> {
        let wanted = name.strip_suffix(".prog").unwrap_or(name);
        find(&self.programs, wanted).ok_or_else(|| missing("program", wanted, &self.programs))
    }

    /// A trace, by its name or by `NAME.std`.
    ///
    /// # Errors
    /// A [`Diagnostic`] when there is no such trace.
    pub(crate) fn trace_file(&self, name: &str) -> Result<&Arc<File>, Box<Diagnostic>> {
        let wanted = name.strip_suffix(".std").unwrap_or(name);
        find(&self.traces, wanted).ok_or_else(|| {
            let fault = Diagnostic::error("E0001", format!("there is no trace `{wanted}`"));
            fault.help("a cell that begins with `trace NAME` makes one").into()
        })
    }

    /// Takes a system. It takes the place of a system or a program of its name.
    pub(super) fn system(&mut self, text: &str) -> CellAnswer {
        let name = header_name(text).unwrap_or("system");
        let file = Arc::new(File::new(&format!("{name}.sys"), text));
        // A family of any number of threads is read with some number.
        let sizes = some_sizes(text);
        let parameters = Parameters { constants: sizes.clone(), ..Parameters::default() };
        match Subject::load(&file, &parameters, None) {
            Err(faults) => CellAnswer::refused(&diagnostics(&faults)),
            Ok(subject) => {
                self.forget_subject(name);
                self.systems.push(file);
                let system = subject.system();
                let points: usize = system.threads().iter().map(|t| t.points().len()).sum();
                let text = format!(
                    "{}: {}{}, {}, {}",
                    system.name(),
                    any_number(&sizes),
                    plural(system.threads().len(), "thread"),
                    plural(points, "control point"),
                    plural(system.cells().len() - system.threads().len(), "cell"),
                );
                CellAnswer::one(Output::text(&text), Exit::Holds)
            }
        }
    }

    /// Takes a program with a heap. It takes the place of a system or a program of its name.
    pub(super) fn program(&mut self, text: &str) -> CellAnswer {
        let name = header_name(text).unwrap_or("program");
        let file = Arc::new(File::new(&format!("{name}.prog"), text));
        let subject = match ProgramSubject::load(&file, None) {
            // Commands may say `--entry`: then any thread will do for now.
            Err(faults) if faults.iter().all(|fault| fault.code() == NO_MAIN) => {
                let source = Source::parse(text).ok();
                let first = source.as_ref().and_then(|source| source.threads.first());
                first.map_or(Err(faults), |first| {
                    ProgramSubject::load(&file, Some(&first.name.text))
                })
            }
            other => other,
        };
        match subject {
            Err(faults) => CellAnswer::refused(&told::program::diagnostics(&file, &faults)),
            Ok(ProgramSubject { program, .. }) => {
                self.forget_subject(name);
                self.programs.push(file);
                let text = format!(
                    "{}: {}, {}",
                    program.name(),
                    plural(program.methods().len(), "thread declaration"),
                    plural(program.instructions(), "instruction"),
                );
                CellAnswer::one(Output::text(&text), Exit::Holds)
            }
        }
    }

    /// Forgets the system or the program of a name: `check NAME` is about one of them.
    fn forget_subject(&mut self, name: &str) {
        self.systems.retain(|old| stem(old) != name);
        self.programs.retain(|old| stem(old) != name);
    }

    /// Takes a trace, whose lines come after the one with its name.
    pub(super) fn trace(&mut self, text: &str) -> CellAnswer {
        let is_before = |line: &&str| !line.trim_start().starts_with("trace");
        let before = text.lines().take_while(is_before).count();
        let mut lines = text.lines().skip(before);
        let header = lines.next().unwrap_or_default();
        let name = header.split_whitespace().nth(1).unwrap_or("trace").to_owned();
        let events: String = lines.map(|line| line.to_owned() + "\n").collect::<Vec<_>>().concat();
        let file = Arc::new(File::new(&format!("{name}.std"), &events));
        let found = Survey::default().of(events.as_bytes(), |_| true);
        let trace = Trace { file: file.name().to_owned(), survey: Survey::default(), found };
        if !trace.is_answered() {
            return CellAnswer::refused(&trace.diagnostics());
        }
        self.traces.retain(|old| stem(old) != name);
        self.traces.push(file);
        let counts = trace.found.counts;
        let text = format!(
            "{name}: {}, {}",
            plural_es(usize::try_from(counts.accesses).unwrap_or(usize::MAX), "access"),
            plural(
                usize::try_from(counts.synchronizations).unwrap_or(usize::MAX),
                "synchronization"
            )
        );
        CellAnswer::one(Output::text(&text), Exit::Holds)
    }
}

/// The index types whose sizes are not given, and those with which a system is read.
fn any_number(sizes: &[(String, i64)]) -> String {
    let names: Vec<String> = sizes.iter().map(|(name, _)| format!("`{name}`")).collect();
    let numbers: Vec<String> = sizes.iter().map(|(_, number)| number.to_string()).collect();
    if sizes.is_empty() {
        return String::new();
    }
    format!("any number of {}; with {}, ", names.join(" and of "), numbers.join(" and "))
}

fn find<'a>(files: &'a [Arc<File>], name: &str) -> Option<&'a Arc<File>> {
    files.iter().find(|file| stem(file) == name)
}

/// The diagnostic that nothing of a kind has this name.
fn missing(kind: &str, name: &str, known: &[Arc<File>]) -> Box<Diagnostic> {
    let fault = Diagnostic::error("E0001", format!("there is no {kind} `{name}`"));
    let known: Vec<&str> = known.iter().map(|file| stem(file)).collect();
    let help = if known.is_empty() {
        format!("a cell that begins with `{kind} NAME` makes one")
    } else {
        format!("known here: {}", known.join(", "))
    };
    fault.help(help).into()
}

/// The second word of the first line that is no comment.
fn header_name(text: &str) -> Option<&str> {
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    lines.find(|line| !line.trim().is_empty())?.split_whitespace().nth(1)
}
