//! Formulas that are asked without a statement file: no theory declares their names, and none is guessed.
//!
//! A name is an action, unless it is declared a predicate (`--predicates`), or stands where only a predicate can: below
//! a complement, or in an index product. There are no hypotheses.

use std::sync::Arc;

use reductio_algebra::{
    Formula, Name, ParseError, ParseErrorKind, Sort, Symbol, TextErrors, Theory, Vocabulary,
};

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::library::Library;

/// The name of a theory that declares the names of one formula and states nothing.
const THEORY: &str = "Names";

/// The names of a formula, as far as they are known.
struct Names {
    indices: Vec<Name>,
    symbols: Vec<Symbol>,
}

/// Reads a formula over names that nobody has declared, adds a theory that declares them to the library, and returns
/// its number.
///
/// # Errors
/// What is wrong with the formula, or with the names that are to be predicates.
pub(super) fn read(
    library: &mut Library,
    text: &str,
    predicates: &[String],
) -> Result<(usize, Formula), Vec<Diagnostic>> {
    let mut names = Names { indices: Vec::new(), symbols: Vec::new() };
    for text in predicates {
        let known = predicate(text).ok_or_else(|| vec![no_name(text)])?;
        if !names.symbols.contains(&known) {
            names.symbols.push(known);
        }
    }
    let formula = loop {
        let errors = match names.vocabulary().parse_formula(text) {
            Ok(formula) => break formula.closed(),
            Err(errors) => errors,
        };
        if !errors.first().is_some_and(|error| names.learn(error, text)) {
            return Err(told(text, &errors));
        }
    };
    // Declared in the order of the text, which is that of a reader; what is declared and not used is not known.
    let used = formula.symbols();
    names.symbols.retain(|symbol| used.contains(symbol));
    let declarations = names.declarations();
    let theory =
        Theory::parse(&declarations, &[]).map_err(|errors| told(&declarations, &errors))?;
    Ok((library.add_names(THEORY, theory, &declarations), formula))
}

/// A name that is to be a predicate, `p` or `p_i`.
fn predicate(text: &str) -> Option<Symbol> {
    let (name, indices) = text.split_once('_').map_or((text, 0), |(name, of)| (name, arity(of)));
    Some(Symbol::predicate(Name::new(name).ok()?, indices))
}

/// The number of indices of a subscript that is written behind `_`: `i`, `{i,j}`.
fn arity(subscript: &str) -> usize {
    1 + subscript.matches(',').count()
}

fn no_name(text: &str) -> Diagnostic {
    let message = format!("`{text}` is no name of a predicate");
    Diagnostic::error("E0016", message)
        .help("names are letters and digits, as in `--predicates p,q`")
}

/// The fault that a name is said to be a predicate and is in none of the formulas, if one is.
pub(crate) fn unused(predicates: &[String], formulas: &[&Formula]) -> Option<Diagnostic> {
    let is_used = |text: &&String| {
        let known = predicate(text);
        known.is_none_or(|known| formulas.iter().any(|formula| formula.symbols().contains(&known)))
    };
    let name = predicates.iter().find(|text| !is_used(text))?;
    let message = format!("`--predicates {name}`: there is no such name in what is asked");
    Some(Diagnostic::error("E0016", message).help("leave it out, or write it as the formula does"))
}

fn told(text: &str, errors: &TextErrors<ParseError>) -> Vec<Diagnostic> {
    let file = Arc::new(File::new("formula", text));
    errors.iter().map(|error| Diagnostic::of_parse(&file, error)).collect()
}

impl Names {
    fn vocabulary(&self) -> Vocabulary {
        let mut vocabulary = Vocabulary::new();
        self.indices.iter().for_each(|name| vocabulary.declare_index(name.clone()));
        for symbol in &self.symbols {
            vocabulary.declare(symbol.clone());
        }
        vocabulary
    }

    /// Learns from a fault what a name is. Returns false where it says nothing new.
    fn learn(&mut self, error: &ParseError, text: &str) -> bool {
        match &error.kind {
            ParseErrorKind::FreeIndex { index } => {
                Name::new(index).is_ok_and(|name| new(&mut self.indices, name))
            }
            ParseErrorKind::UnknownName { .. } => {
                let written = &text[error.span.clone()];
                let end = written.find(['_', 'ᵢ', 'ⱼ', 'ₖ', 'ₗ', 'ₘ', 'ₙ']);
                let (name, subscript) = written.split_at(end.unwrap_or(written.len()));
                let indices = match subscript.strip_prefix('_') {
                    Some(written) => arity(written),
                    None => subscript.chars().count(),
                };
                let action = Name::new(name.trim_end()).map(|name| Symbol::action(name, indices));
                action.is_ok_and(|action| new(&mut self.symbols, action))
            }
            ParseErrorKind::Sort(error) => {
                let inside = error.term.symbols();
                let is_inside =
                    |symbol: &&mut Symbol| symbol.sort == Sort::Action && inside.contains(symbol);
                let mut learns = false;
                for symbol in self.symbols.iter_mut().filter(is_inside) {
                    *symbol = Symbol::predicate(symbol.name.clone(), symbol.arity);
                    learns = true;
                }
                learns
            }
            _ => false,
        }
    }

    /// The text of a theory that declares the names.
    fn declarations(&self) -> String {
        let mut text = format!("theory {THEORY}\n\n");
        let mut declare = |word: &str, names: Vec<String>| {
            if !names.is_empty() {
                text.extend([word, " ", &names.join(", "), "\n"]);
            }
        };
        declare("index", self.indices.iter().map(ToString::to_string).collect());
        for (word, sort) in [("action", Sort::Action), ("predicate", Sort::Predicate)] {
            let of_sort = self.symbols.iter().filter(|symbol| symbol.sort == sort);
            declare(word, of_sort.map(shown).collect());
        }
        text
    }
}

/// A symbol with its indices, as it is declared: `u_{i1,i2}`.
fn shown(symbol: &Symbol) -> String {
    let indices: Vec<String> = (1..=symbol.arity).map(|k| format!("i{k}")).collect();
    match symbol.arity {
        0 => symbol.name.to_string(),
        _ => format!("{}_{{{}}}", symbol.name, indices.join(",")),
    }
}

fn new<T: PartialEq>(known: &mut Vec<T>, one: T) -> bool {
    let is_new = !known.contains(&one);
    if is_new {
        known.push(one);
    }
    is_new
}
