//! The reader of formulas, which finds the theory that declares their names.

use std::sync::Arc;

use reductio_algebra::Formula;

use super::free;
use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::library::Library;

/// Reads a formula over the names of the given theory that no other given theory extends, under its hypotheses. Without
/// a given theory its names mean nothing: each is an action, unless it is among `predicates` or complemented, and the
/// theory that declares them so is added to the library. Returns the number of the theory, and the closed formula.
///
/// # Errors
/// What is wrong with it over the names of the likeliest theory; that several given theories know its names, and which
/// hypotheses it is under is open; that a given theory could not be read, which was told already; names of predicates
/// for a theory that declares its own.
pub fn read(
    library: &mut Library,
    text: &str,
    predicates: &[String],
) -> Result<(usize, Formula), Vec<Diagnostic>> {
    let given: Vec<usize> = (0..library.theories.len())
        .filter(|k| !library.theories[*k].is_bundled)
        .filter(|k| !library.is_extended(*k))
        .collect();
    if given.is_empty() {
        if library.has_given() && !library.faults.is_empty() {
            return Err(Vec::new());
        }
        return free::read(library, text, predicates);
    }
    if let [name, ..] = predicates {
        let message =
            format!("`--predicates {name}`: the statement file says which names are predicates");
        return Err(vec![Diagnostic::error("E0016", message).help("leave out one of the two")]);
    }
    let mut first = None;
    let mut found: Vec<(usize, Formula)> = Vec::new();
    for number in given {
        match library.theories[number].theory.vocabulary().parse_formula(text) {
            Ok(formula) => found.push((number, formula.closed())),
            Err(errors) => drop(first.get_or_insert(errors)),
        }
    }
    let has_hypotheses =
        |(k, _): &(usize, Formula)| library.theories[*k].theory.hypotheses().next().is_some();
    if found.len() > 1 && found.iter().any(has_hypotheses) {
        let names: Vec<&str> = found.iter().map(|(k, _)| &*library.theories[*k].name).collect();
        let message = format!("`{text}` is a formula of each of {}", names.join(", "));
        return Err(vec![
            Diagnostic::error("E0016", message)
                .help("they have hypotheses, and the question is under those of one theory: give one statement file"),
        ]);
    }
    if let Some(found) = found.into_iter().next() {
        return Ok(found);
    }
    let file = Arc::new(File::new("formula", text));
    Err(first.unwrap_or_default().iter().map(|e| Diagnostic::of_parse(&file, e)).collect())
}
