//! The selection of the statements that a run is about.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reductio_algebra::text::vocabulary::nearest;
use reductio_algebra::{Label, Statement, StatementKind};

use crate::diagnostics::Diagnostic;
use crate::library::Library;

/// The statements that a run of `prove` or `models` is about, and the faults of the names that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The labels of the wanted statements, by the number of their theory in [`Library::theories`].
    pub wanted: BTreeMap<usize, BTreeSet<Label>>,
    /// Faults of names that mean no statement, or one that is not to be proved.
    pub faults: Vec<Diagnostic>,
    /// Warnings about names that could mean something else too.
    pub warnings: Vec<Diagnostic>,
}

/// Decides whether an argument of the command is the name of an input, rather than a label: `-`, or what has the form
/// of a path, or is one.
pub fn is_input(argument: &str) -> bool {
    let path = Path::new(argument);
    argument == "-"
        || argument.contains(std::path::MAIN_SEPARATOR)
        || path.extension().is_some_and(|e| e == "oa" || e == "oap" || e == "sys")
        || path.exists() && !is_label_like(argument)
}

/// Whether an argument has the form of a label, such as `24`, `14a` or `(24)`: it is one even where a file has that
/// name.
fn is_label_like(argument: &str) -> bool {
    argument.starts_with('(') || argument.starts_with(|c: char| c.is_ascii_digit())
}

impl Selection {
    /// Selects the named statements, and all statements of the named theories; without names, all that the given files
    /// state or prove, and without files, all that are bundled.
    pub fn new(library: &Library, labels: &[String]) -> Self {
        let mut selection = Selection::default();
        if labels.is_empty() {
            selection.everything(library);
        }
        for label in labels {
            let theory = theory(library, label);
            if let Some(number) = theory
                && (label.trim().ends_with(':') || find(library, label).is_err())
            {
                let all = library.own_statements(number).filter(|s| is_to_prove(s));
                let all = all.map(|s| s.label.clone());
                selection.wanted.entry(number).or_default().extend(all);
                continue;
            }
            if let Some(number) = library.theory(label.trim()) {
                let name = &library.theories[number].name;
                let message =
                    format!("`{label}` is a statement and a theory: the statement is meant");
                let warning = Diagnostic::error("W0004", message).warning();
                let help = format!("`{name}:` means all statements of the theory");
                selection.warnings.push(warning.help(help));
            }
            match find(library, label) {
                // It may be a statement of a file that cannot be read, which was told: the bundled one is not meant.
                Err(_) if is_hidden(library, label) => {}
                Ok(found) if is_hidden(library, label) && of_bundled(library, &found) => {}
                Ok(found) => {
                    for (theory, label) in found {
                        selection.wanted.entry(theory).or_default().insert(label);
                    }
                }
                Err(fault) => selection.faults.push(*fault),
            }
        }
        selection
    }

    fn everything(&mut self, library: &Library) {
        let is_given = library.has_given();
        for (number, loaded) in library.theories.iter().enumerate() {
            if loaded.is_bundled == is_given {
                continue;
            }
            let labels =
                library.own_statements(number).filter(|s| is_to_prove(s)).map(|s| s.label.clone());
            self.wanted.insert(number, labels.collect());
        }
        // What a given script proves of another theory is wanted too.
        for script in library.scripts.iter().filter(|s| s.headings.is_none()) {
            let theory = &library.theories[script.theory].theory;
            let labels = script.script.derivations.iter().map(|d| d.label.clone());
            let known = labels.filter(|l| theory.statement(l).is_some_and(is_to_prove));
            self.wanted.entry(script.theory).or_default().extend(known);
        }
    }
}

/// Whether a label could be one of a given statement file that cannot be read.
fn is_hidden(library: &Library, label: &str) -> bool {
    library.has_given() && !library.faults.is_empty() && !label.contains(':')
}

fn of_bundled(library: &Library, found: &[(usize, Label)]) -> bool {
    found.iter().all(|(theory, _)| library.theories[*theory].is_bundled)
}

fn is_to_prove(statement: &Statement) -> bool {
    statement.kind != StatementKind::Hypothesis
}

/// The number of the theory that a name on the command line means, such as `S5` or `S5:`; capitals matter only where
/// two theories differ in them.
fn theory(library: &Library, text: &str) -> Option<usize> {
    let text = text.trim();
    let name = text.strip_suffix(':').unwrap_or(text).trim_end();
    let same = |t: &crate::library::LoadedTheory| t.name.eq_ignore_ascii_case(name);
    library.theory(name).or_else(|| library.theories.iter().position(same))
}

/// The statements that a label on the command line means, such as `24`, `(24)` or `S5:24`. Given theories go before
/// bundled ones; capitals matter only where two labels differ in them.
fn find(library: &Library, text: &str) -> Result<Vec<(usize, Label)>, Box<Diagnostic>> {
    let qualified =
        text.split_once(':').and_then(|(name, rest)| Some((library.theory(name.trim())?, rest)));
    let bare = qualified.map_or(text, |(_, rest)| rest).trim();
    let bare = bare.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(bare);
    // What is typed here may be no label at all: it is compared as text.
    let label = bare.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for bundled in [false, true] {
        for (number, loaded) in library.theories.iter().enumerate() {
            let is_asked = qualified.is_none_or(|(q, _)| q == number);
            if loaded.is_bundled != bundled || !is_asked || !found.is_empty() {
                continue;
            }
            let same = |l: &&Label| l.as_str().eq_ignore_ascii_case(&label);
            let exact = loaded.theory.labels().find(|l| l.as_str() == label);
            let label = exact.or_else(|| loaded.theory.labels().find(same));
            found.extend(label.map(|l| (number, l.clone())));
        }
    }
    for (theory, label) in &found {
        let theory = &library.theories[*theory].theory;
        let what = match theory.statement(label).map(|s| s.kind) {
            Some(StatementKind::Hypothesis) => "a hypothesis: it is assumed, not proved",
            None => "a definition: there is nothing to prove",
            Some(_) => continue,
        };
        let message = format!("{} {label} is {what}", theory.name());
        return Err(Diagnostic::error("E0009", message).into());
    }
    if found.is_empty() {
        Err(unknown(library, text, &label, qualified.map(|(t, _)| t)).into())
    } else {
        Ok(found)
    }
}

fn unknown(library: &Library, text: &str, label: &str, theory: Option<usize>) -> Diagnostic {
    let theories = || {
        let all = library.theories.iter().enumerate();
        all.filter(|(n, _)| theory.is_none_or(|t| t == *n)).map(|(_, loaded)| loaded)
    };
    let names: Vec<&str> = theories().map(|t| &*t.name).collect();
    let place = match &names[..] {
        few @ ([] | [_] | [_, _]) => few.join(", "),
        all => format!("any of the {} theories", all.len()),
    };
    let message = format!("there is no statement `{}` in {place}", text.trim());
    let fault = Diagnostic::error("E0008", message);
    let provable = theories().flat_map(|t| t.theory.statements()).filter(|s| is_to_prove(s));
    let wanted = label.to_lowercase();
    match nearest(&wanted, provable.map(|s| s.label.as_str())) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault
            .help("`reductio prove` lists all; a file is named with its ending, `.oa` or `.oap`"),
    }
}
