//! Names: how what a theory calls things is called in Coq.
//!
//! A name of the theory holds no underscore, so every name with one inside is ours: nothing of a theory can
//! hide a lemma of the prelude, and two things never share a name.

use std::collections::HashSet;
use std::fmt::Write as _;

use reductio_algebra::{Definition, Label, Name, Sort, Symbol, Theory};

/// Words that Coq, or a notation of the prelude, keeps for itself.
const TAKEN: &[&str] = &[
    "Definition",
    "End",
    "IF",
    "Import",
    "Product",
    "Prop",
    "SProp",
    "Section",
    "Set",
    "Sum",
    "T",
    "Theorem",
    "Type",
    "Variable",
    "as",
    "at",
    "cofix",
    "else",
    "end",
    "exists",
    "exists2",
    "fix",
    "for",
    "forall",
    "fun",
    "if",
    "in",
    "lazymatch",
    "let",
    "match",
    "multimatch",
    "return",
    "then",
    "using",
    "where",
    "with",
    "omega",
    "star",
    "plus",
    "seq",
    "loop",
    "sum",
    "zero",
    "one",
    "eqv",
    "below",
    "carrier",
    "predicate",
    "element",
    "complement",
    "process",
    "processes",
    "covers",
    "or",
    "and",
    "not",
    "True",
    "False",
    "In",
    "list",
    "map",
];

/// The names of one theory.
pub(super) struct Names<'a> {
    theory: &'a Theory,
    plain: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(theory: &'a Theory) -> Self {
        let vocabulary = theory.vocabulary();
        let symbols = vocabulary.symbols().iter().filter(|s| s.arity == 0).map(|s| &*s.name);
        let defined = vocabulary.definitions().iter().filter(|d| d.index_parameters().is_empty());
        Names { theory, plain: symbols.chain(defined.map(|d| &**d.name())).collect() }
    }

    /// `u_i` is `u_`, `q` is `q`. What the theory does not declare, such as the letters of a law that a proof
    /// cites, has its sort and number of indices in its name.
    pub(super) fn symbol(&self, symbol: &Symbol) -> String {
        if self.theory.vocabulary().symbols().contains(symbol) {
            return family(&symbol.name, symbol.arity);
        }
        let sort = if symbol.sort == Sort::Predicate { "p" } else { "a" };
        format!("{}_{sort}{}", escaped(&symbol.name), symbol.arity)
    }

    /// `M_i` is `M_`, `[x]'` is `bracket_'`.
    pub(super) fn definition(definition: &Definition) -> String {
        match definition.name().strip_prefix("[]") {
            Some(primes) => format!("bracket_{primes}"),
            None => family(definition.name(), definition.index_parameters().len()),
        }
    }

    pub(super) fn index(&self, name: &Name) -> String {
        let text = escaped(name);
        if TAKEN.contains(&&**name) || self.plain.contains(&**name) {
            format!("{text}_index")
        } else {
            text
        }
    }
}

fn family(name: &str, arity: usize) -> String {
    let text = escaped(name);
    if arity == 0 && TAKEN.contains(&name) {
        format!("{text}_symbol")
    } else {
        text + &"_".repeat(arity)
    }
}

/// Letters, digits and primes stay; of all others the number is written.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '\'' {
            text.push(c);
        } else {
            let _ = write!(text, "_{:x}_", u32::from(c));
        }
    }
    text
}

/// `(Theorem 1, minimal)` is `Theorem_1__minimal`; other letters than those of Coq's names are written as numbers.
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

/// Text that stands safely in a comment: no `(*`, `*)` or `"` is left.
pub(super) fn comment(text: &str) -> String {
    text.replace("(*", "( *").replace("*)", "* )").replace('"', "''")
}
