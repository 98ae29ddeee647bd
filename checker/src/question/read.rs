//! The reader of formulas, which finds the theory that declares their names.

use std::sync::Arc;

use reductio_algebra::Formula;

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::library::Library;

/// Reads a formula over the names of the given theory that no other given theory extends; without a given theory, over
/// those of the laws, or else of the first bundled theory that knows them. Returns the number of the theory, and the
/// closed formula.
///
/// # Errors
/// What is wrong with it over the names of the likeliest theory; that several given theories know its names, and which
/// hypotheses it is under is open.
pub fn read(library: &Library, text: &str) -> Result<(usize, Formula), Vec<Diagnostic>> {
    let has_given = library.theories.iter().any(|t| !t.is_bundled);
    let mut all: Vec<usize> = (0..library.theories.len())
        .filter(|k| library.theories[*k].is_bundled != has_given)
        .filter(|k| !has_given || !library.is_extended(*k))
        .collect();
    all.sort_by_key(|k| library.theories[*k].name != "Laws");
    let mut first = None;
    let mut found: Vec<(usize, Formula)> = Vec::new();
    for number in all {
        match library.theories[number].theory.vocabulary().parse_formula(text) {
            Ok(formula) => {
                found.push((number, formula.closed()));
                if !has_given {
                    break;
                }
            }
            Err(errors) => drop(first.get_or_insert(errors)),
        }
    }
    let has_hypotheses =
        |(k, _): &(usize, Formula)| library.theories[*k].theory.hypotheses().next().is_some();
    if has_given && found.len() > 1 && found.iter().any(has_hypotheses) {
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
