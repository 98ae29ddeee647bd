//! The theories and scripts of a run. A script finds its theory by name, and a theory the one that it extends, first
//! among the given files and then among the bundled ones.

use std::collections::BTreeSet;
use std::sync::Arc;

use reductio_algebra::{Label, ParseError, ParseErrorKind, Statement, Theory};
use reductio_proofs::Script;

use crate::appearance::{hidden_characters, names_alike};
use crate::bundled::{Headings, bundles};
use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::header::{Header, first_words};
use crate::lazily::Lazily;
use crate::source::{Language, Source};

/// A theory that was read, with its file.
#[derive(Clone, Debug)]
pub struct LoadedTheory {
    /// The name of the theory.
    pub name: String,
    /// The theory. A bundled one is read when it is first looked at.
    pub theory: Lazily<Theory>,
    /// The statement file of the theory.
    pub file: Arc<File>,
    /// The name of the theory that this one extends, if it extends one.
    pub base: Option<String>,
    /// Tells whether the theory is bundled with the library.
    pub is_bundled: bool,
}

/// A proof script that was read, with its file and its theory.
#[derive(Clone, Debug)]
pub struct LoadedScript {
    /// The script. A bundled one is read when it is first looked at.
    pub script: Lazily<Script>,
    /// The file of the script.
    pub file: Arc<File>,
    /// The number of the script's theory in [`Library::theories`].
    pub theory: usize,
    /// The headings for the statements that it proves, if the script is bundled.
    pub headings: Option<Headings>,
}

/// All theories and scripts of a run.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The theories, each after the one that it extends.
    pub theories: Vec<LoadedTheory>,
    /// The scripts; given ones come before bundled ones.
    pub scripts: Vec<LoadedScript>,
    /// The faults of files that cannot be read.
    pub faults: Vec<Diagnostic>,
    /// Warnings about files that were read: hidden characters, names that look alike, and theories that take the place
    /// of bundled ones.
    pub warnings: Vec<Diagnostic>,
    /// The names of theories whose files have faults: theories and scripts that need one of them are left out without a
    /// fault of their own.
    broken: Vec<String>,
    has_given: bool,
    /// The numbers of theories with a script that has faults.
    partly_read: Vec<usize>,
    /// Whether some input could not be read; it may state a theory that is missing.
    is_incomplete: bool,
    /// Whether some script could not be read, and it is not known of which theory it is.
    has_unplaced: bool,
}

impl Library {
    /// The library of all bundled theories and scripts.
    pub fn bundled() -> Self {
        Library { has_given: false, ..Library::with(&[], false) }
    }

    /// Reads the given files and the bundled ones, and collects all faults of all files. `is_incomplete` says that some
    /// input could not be read: then it is no fault of a script that its theory is missing.
    pub fn with(sources: &[Source], is_incomplete: bool) -> Self {
        let mut library = Library { has_given: true, is_incomplete, ..Library::default() };
        let of = |language| sources.iter().filter(move |s| s.language == language).map(|s| &s.file);
        let given = library.headers(of(Language::Statements));
        library.warnings = sources.iter().flat_map(|s| hidden_characters(&s.file)).collect();
        // A given theory takes the place of a bundled one of its name, and of those that extend it.
        let mut replaced: Vec<String> = given.iter().map(|h| h.name.clone()).collect();
        for header in bundles().iter().filter_map(|b| Header::bundled(&b.theory)) {
            if replaced.contains(&header.name) {
                library.replaces(&given, &header);
                continue;
            }
            if header.base.as_ref().is_some_and(|base| replaced.contains(base)) {
                replaced.push(header.name);
                continue;
            }
            library.add_bundled_theory(header);
        }
        library.add_in_order(given);
        for file in of(Language::Script) {
            library.add_script(file);
        }
        for (file, headings) in bundles().iter().flat_map(|b| &b.scripts) {
            library.add_bundled_script(file, *headings);
        }
        library
    }

    /// Warns that a given theory takes the place of a bundled one, unless both have the same text.
    fn replaces(&mut self, given: &[Header], bundled: &Header) {
        let same_name = given.iter().find(|h| h.name == bundled.name);
        let Some(own) = same_name.filter(|h| h.file.text() != bundled.file.text()) else { return };
        let message = format!(
            "this takes the place of the bundled theory `{}`, and states something else",
            own.name
        );
        let warning = Diagnostic::error("W0006", message).at(&own.file, &own.span);
        self.warnings.push(warning.help("choose another name for it").warning());
    }

    /// Tells whether the run is about given files, rather than about the bundled ones.
    pub fn has_given(&self) -> bool {
        self.has_given
    }

    /// Decides whether proofs of a theory may be in a file that cannot be read, so that a missing proof is no fault.
    pub fn may_miss_proofs(&self, theory: usize) -> bool {
        self.is_incomplete || self.has_unplaced || self.partly_read.contains(&theory)
    }

    /// Decides whether another theory of the library extends this one.
    pub fn is_extended(&self, theory: usize) -> bool {
        let name = self.theories.get(theory).map(|t| &t.name);
        self.theories.iter().any(|t| t.base.is_some() && t.base.as_ref() == name)
    }

    /// Adds a theory that only declares names, which belongs to no file, unless it is there, and returns its number.
    pub(crate) fn add_names(&mut self, name: &str, theory: Theory, text: &str) -> usize {
        let is_same = |known: &LoadedTheory| known.name == name && known.file.text() == text;
        self.theories.iter().position(is_same).unwrap_or_else(|| {
            let file = Arc::new(File::new(&format!("{name}.oa"), text));
            let (name, theory) = (name.to_owned(), theory.into());
            self.theories.push(LoadedTheory { name, theory, file, base: None, is_bundled: true });
            self.theories.len() - 1
        })
    }

    /// The number of the theory that this one extends, if it extends one.
    pub fn base(&self, theory: usize) -> Option<usize> {
        self.theory(self.theories.get(theory)?.base.as_deref()?)
    }

    /// The number of the theory with this name.
    pub fn theory(&self, name: &str) -> Option<usize> {
        self.theories.iter().position(|t| t.name == name)
    }

    /// The scripts with proofs that a theory can use: its own scripts, then those of the theories that it extends.
    pub fn scripts_for(&self, theory: usize) -> Vec<&LoadedScript> {
        let mut chain = vec![theory];
        while let Some(base) = chain.last().and_then(|theory| self.base(*theory)) {
            chain.push(base);
        }
        let mut scripts = Vec::new();
        for number in chain {
            scripts.extend(self.scripts.iter().filter(|s| s.theory == number));
        }
        scripts
    }

    /// The statements of a theory's own file, without those of the theories that it extends.
    pub fn own_statements(&self, theory: usize) -> impl Iterator<Item = &Statement> {
        let loaded = self.theories.get(theory);
        let base = self.base(theory).and_then(|number| self.theories.get(number));
        let statements = loaded.map_or(&[][..], |t| t.theory.statements());
        statements
            .iter()
            .filter(move |s| base.is_none_or(|b| b.theory.statement(&s.label).is_none()))
    }

    /// The number of the theory that states a label first: the given theory, or one that it extends.
    pub fn owner(&self, theory: usize, label: &Label) -> usize {
        let mut number = theory;
        while let Some(base) = self.base(number)
            && self.theories[base].theory.labels().any(|known| known == label)
        {
            number = base;
        }
        number
    }

    /// The file with the statement that a label of a theory names.
    pub fn file_of(&self, theory: usize, label: &Label) -> Option<&Arc<File>> {
        Some(&self.theories.get(self.owner(theory, label))?.file)
    }

    /// Reads the first lines of the given statement files. A file without a header is read for its faults only.
    fn headers<'a>(&mut self, files: impl Iterator<Item = &'a Arc<File>>) -> Vec<Header> {
        let mut headers: Vec<Header> = Vec::new();
        for file in files {
            let Some(header) = Header::read(file) else {
                self.broken.extend(Header::guess(file));
                self.add_faults(file, Theory::parse(file.text(), &[]).err().into_iter().flatten());
                continue;
            };
            if let Some(first) = headers.iter().find(|h| h.name == header.name) {
                let message = format!("two files state the theory `{}`", header.name);
                let fault = Diagnostic::error("E0006", message)
                    .at(file, &header.span)
                    .with(&first.file, &first.span, "the first one")
                    .help("rename one of them, or give one of the files only");
                self.faults.push(fault);
                continue;
            }
            headers.push(header);
        }
        headers
    }

    /// Reads theories in such an order that each comes after the one that it extends.
    fn add_in_order(&mut self, mut waiting: Vec<Header>) {
        loop {
            let names: Vec<String> = waiting.iter().map(|h| h.name.clone()).collect();
            let is_ready = |h: &Header| h.base.as_ref().is_none_or(|b| !names.contains(b));
            let (ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_ready);
            if ready.is_empty() {
                self.circular(&rest);
                return;
            }
            for header in ready {
                self.add_theory(header);
            }
            waiting = rest;
        }
    }

    fn circular(&mut self, waiting: &[Header]) {
        if let Some(Header { file, name, span, base }) = Header::circular(waiting) {
            let base = base.as_deref().unwrap_or_default();
            let message = if base == name {
                format!("`{name}` extends itself")
            } else {
                format!("`{name}` extends `{base}`, which in the end extends `{name}`")
            };
            self.faults.push(Diagnostic::error("E0007", message).at(file, span));
        }
        self.broken.extend(waiting.iter().map(|h| h.name.clone()));
    }

    /// Adds a theory that comes with the library, which is read when it is first looked at.
    fn add_bundled_theory(&mut self, header: Header) {
        let Header { file, name, base, .. } = header;
        let known = base.as_deref().and_then(|base| self.theory(base));
        let known = known.map(|number| self.theories[number].theory.clone());
        let own = file.clone();
        let theory = Lazily::new(move || {
            let known: Vec<&Theory> = known.iter().map(|theory| &**theory).collect();
            Theory::parse(own.text(), &known).unwrap_or_else(|errors| unreadable(&own, &errors))
        });
        self.theories.push(LoadedTheory { name, theory, file, base, is_bundled: true });
    }

    fn add_theory(&mut self, header: Header) {
        let Header { file, name, base, .. } = header;
        if base.as_ref().is_some_and(|b| self.broken.contains(b)) {
            self.broken.push(name);
            return;
        }
        let base_theory = base.as_deref().and_then(|base| self.theory(base));
        let known: Vec<&Theory> =
            base_theory.iter().map(|number| &*self.theories[*number].theory).collect();
        match Theory::parse(file.text(), &known) {
            Ok(theory) => {
                self.warnings.extend(names_alike(&theory, &file));
                let theory = theory.into();
                self.theories.push(LoadedTheory { name, theory, file, base, is_bundled: false });
            }
            Err(errors) => {
                self.add_faults(&file, errors);
                self.broken.push(name);
            }
        }
    }

    fn add_script(&mut self, file: &Arc<File>) {
        let name = match Script::theory_name(file.text()) {
            Ok(name) => name,
            Err(errors) => {
                self.has_unplaced = true;
                return self.add_faults(file, errors);
            }
        };
        if self.broken.contains(&name) {
            return;
        }
        let Some(theory) = self.theory(&name) else {
            if self.is_incomplete {
                return;
            }
            self.has_unplaced = true;
            // Read against no theory, the script is faulty in its first line first of all.
            let errors = Script::parse(file.text(), &Theory::default()).err();
            return self.add_faults(file, errors.into_iter().flatten().take(1));
        };
        match Script::parse(file.text(), &self.theories[theory].theory) {
            Ok(script) => {
                self.scripts.push(LoadedScript {
                    script: script.into(),
                    file: file.clone(),
                    theory,
                    headings: None,
                });
            }
            Err(errors) => {
                self.add_faults(file, errors);
                self.partly_read.push(theory);
            }
        }
    }

    /// Adds a script that comes with the library, which is read when it is first looked at. It is left out where its
    /// theory is not the bundled one.
    fn add_bundled_script(&mut self, file: &Arc<File>, headings: Headings) {
        let number = script_of(file).and_then(|name| self.theory(&name));
        let Some(number) = number.filter(|t| self.theories[*t].is_bundled) else { return };
        let (theory, own) = (self.theories[number].theory.clone(), file.clone());
        let script = Lazily::new(move || {
            Script::parse(own.text(), &theory).unwrap_or_else(|errors| unreadable(&own, &errors))
        });
        let headings = Some(headings);
        self.scripts.push(LoadedScript { script, file: file.clone(), theory: number, headings });
    }

    fn add_faults(&mut self, file: &Arc<File>, errors: impl IntoIterator<Item = ParseError>) {
        let mut errors: Vec<ParseError> = errors.into_iter().collect();
        let is_unknown_theory =
            |e: &ParseError| matches!(e.kind, ParseErrorKind::UnknownTheory { .. });
        if errors.iter().any(is_unknown_theory) {
            // Names and labels of a theory that is not there are unknown for this one reason.
            errors.retain(|e| {
                !matches!(
                    e.kind,
                    ParseErrorKind::UnknownName { .. }
                        | ParseErrorKind::FreeIndex { .. }
                        | ParseErrorKind::UnknownLabel { .. }
                )
            });
        }
        for error in errors {
            let mut fault = Diagnostic::of_parse(file, &error);
            if is_unknown_theory(&error) {
                let names = self.theories.iter().map(|t| format!("`{}`", t.name));
                let known = names.collect::<Vec<_>>().join(", ");
                fault = fault.help(format!("give its statement file as well; known here: {known}"));
            }
            if let ParseErrorKind::Duplicate { what, first: None } = &error.kind {
                fault = self.inherited(file, what, fault);
            }
            self.faults.push(fault);
        }
    }

    /// Adds to a fault that something is declared twice where the theory that is extended has its label.
    fn inherited(&self, file: &Arc<File>, what: &str, fault: Diagnostic) -> Diagnostic {
        let header = Header::read(file).and_then(|header| header.base);
        let Some(base) = header.and_then(|base| self.theory(&base)) else { return fault };
        let loaded = &self.theories[base];
        let is_meant = |known: &&Statement| what == format!("the label {}", known.label);
        let Some(known) = loaded.theory.statements().iter().find(is_meant) else {
            return fault.help(format!("this theory extends `{}`, which has it", loaded.name));
        };
        let owner = &self.theories[self.owner(base, &known.label)].name;
        match self.file_of(base, &known.label) {
            Some(file) => fault.with(file, &known.span, format!("`{owner}` declares it here")),
            None => fault,
        }
    }
}

/// The name of the theory in the first line of a bundled script, `proofs of NAME`. The rest of the file is not read.
fn script_of(file: &File) -> Option<String> {
    let mut words = first_words(file.text());
    (words.next()? == "proofs" && words.next()? == "of").then(|| words.next().map(str::to_owned))?
}

/// A bundled file that cannot be read is a fault of the library itself.
fn unreadable<T>(file: &Arc<File>, errors: &[ParseError]) -> T {
    let told = errors.iter().map(|error| {
        let (line, column) = file.line_col(error.span.start);
        format!("{}:{line}:{column}: {}", file.name(), error.kind)
    });
    panic!("a bundled file cannot be read: {}", told.collect::<Vec<_>>().join("; "))
}

/// Copies scripts for a replay. A statement that a given script proves is left out of the bundled ones.
pub(crate) fn scripts(sources: &[&LoadedScript]) -> Vec<Script> {
    let given: BTreeSet<&Label> = sources
        .iter()
        .filter(|s| s.headings.is_none())
        .flat_map(|s| s.script.derivations.iter().map(|d| &d.label))
        .collect();
    let mut scripts = Vec::new();
    for source in sources {
        let mut script = Script::clone(&source.script);
        if source.headings.is_some() {
            script.derivations.retain(|d| !given.contains(&d.label));
        }
        scripts.push(script);
    }
    scripts
}
