//! Formulas on the command line. For `prove --formula` one becomes a theory with one statement and a script with one step, whose hint is `(auto)`.

use std::sync::Arc;

use reductio_algebra::{Formula, Relation, Style};

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::library::Library;
use crate::source::{Language, Source};

/// The theory and the script of a formula over the names of the theory `base`: what `prove` is to read.
///
/// `None` when the conclusion of the formula is no relation between two terms.
pub(crate) fn sources(formula: &Formula, base: &str) -> Option<[Source; 2]> {
    let (_, body) = formula.stripped(&[]);
    let (_, Formula::Relation(left, relation, right)) = body.horn() else { return None };
    let sign = match relation {
        Relation::Equal => "=",
        Relation::Below => "<=",
    };
    let statement = formula.to_statement(Style::Ascii);
    let theory = format!("theory Formula extends {base}\n\ntheorem (formula) ours: {statement}\n");
    let script = format!(
        "proofs of Formula\n\ntheorem (formula): {statement}\nproof\n    {left}\n  {sign} {{(auto)}}\n    {right}\nqed\n"
    );
    let source =
        |language, name, text: String| Source { language, file: Arc::new(File::new(name, &text)) };
    Some([
        source(Language::Statements, "formula.oa", theory),
        source(Language::Script, "formula.oap", script),
    ])
}

/// Reads a formula over the names of the given theories; without any, over those of the laws, else of the first
/// bundled theory that knows them. Answers with the name of that theory.
///
/// # Errors
/// What is wrong with it over the names of the likeliest theory.
pub(crate) fn read<'l>(
    library: &'l Library,
    text: &str,
) -> Result<(&'l str, Formula), Vec<Diagnostic>> {
    let has_given = library.theories.iter().any(|t| !t.is_bundled);
    let mut all: Vec<_> = library.theories.iter().filter(|t| t.is_bundled != has_given).collect();
    all.sort_by_key(|t| t.theory.name() != "Laws");
    let mut first = None;
    for loaded in all {
        match loaded.theory.vocabulary().parse_formula(text) {
            Ok(formula) => return Ok((loaded.theory.name(), formula.closed())),
            Err(errors) => drop(first.get_or_insert(errors)),
        }
    }
    let file = Arc::new(File::new("formula", text));
    Err(first.unwrap_or_default().iter().map(|e| Diagnostic::of_parse(&file, e)).collect())
}
