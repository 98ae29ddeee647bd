//! The names in Coq of a theory's symbols, definitions, indices and labels.
//!
//! Every name of a theory is marked, so that none is a word of Coq, of the prelude, or of the steps: symbols and
//! definitions end with an underscore, `q_`, and one more for each index, `u__ i`; indices begin with one, `_i`.
//! The names that are ours neither begin nor end with an underscore, and have one inside or are of the prelude.

use std::fmt::Write as _;

use reductio_algebra::{Definition, Label, Name, Sort, Symbol, Theory};

/// The names of one theory.
pub(super) struct Names<'a> {
    theory: &'a Theory,
}

impl<'a> Names<'a> {
    pub(super) fn of(theory: &'a Theory) -> Self {
        Names { theory }
    }

    /// The name of a symbol: `u_i` is `u__`, `q` is `q_`. A symbol that the theory does not declare, such as a letter
    /// of a law that a proof cites, has its sort and number of indices in its name.
    pub(super) fn symbol(&self, symbol: &Symbol) -> String {
        if self.theory.vocabulary().symbols().contains(symbol) {
            return family(&symbol.name, symbol.arity);
        }
        let sort = if symbol.sort == Sort::Predicate { "p" } else { "a" };
        format!("{}_{sort}{}_", escaped(&symbol.name), symbol.arity)
    }

    /// The name of a definition: `M_i` is `M__`, `[x]'` is `the_bracket'`.
    pub(super) fn definition(definition: &Definition) -> String {
        match definition.name().strip_prefix("[]") {
            Some(primes) => format!("the_bracket{primes}"),
            None => family(definition.name(), definition.index_parameters().len()),
        }
    }

    pub(super) fn index(name: &Name) -> String {
        format!("_{}", escaped(name))
    }
}

fn family(name: &str, arity: usize) -> String {
    escaped(name) + &"_".repeat(arity + 1)
}

/// The text of a name in Coq's letters. Letters, digits and primes stay; of a Greek letter the number is written,
/// between primes, where no name of a theory has a digit.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '\'' {
            text.push(c);
        } else {
            let _ = write!(text, "g'{:x}'", u32::from(c));
        }
    }
    text
}

/// The text of a label in Coq's letters: `(Theorem 1, minimal)` is `Theorem_1__minimal`; other letters than those of
/// Coq's names are written as numbers.
pub(super) fn label(label: &Label) -> String {
    let mut text = String::new();
    for c in label.as_str().chars() {
        match c {
            ' ' => text.push('_'),
            c if c.is_ascii_alphanumeric() || c == '\'' => text.push(c),
            c => {
                let _ = write!(text, "_{:x}_", u32::from(c));
            }
        }
    }
    text
}

/// The text with nothing that would end a comment: no `(*`, `*)` or `"` is left.
pub(super) fn comment(text: &str) -> String {
    text.replace("(*", "( *").replace("*)", "* )").replace('"', "''")
}
