//! The content of a certificate file that was accepted.

use std::sync::Arc;

use reductio_algebra::{Definition, Formula, Label, StatementKind, Symbol};
use reductio_theorems::Theorem;

/// The content of an accepted certificate file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The theories, in the order of the file.
    pub theories: Vec<CheckedTheory>,
    /// The number of lines of each kind.
    pub counts: Counts,
}

/// The number of lines of each kind in a certificate file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Symbols.
    pub symbols: usize,
    /// Terms.
    pub terms: usize,
    /// Definitions.
    pub definitions: usize,
    /// Formulas.
    pub formulas: usize,
    /// Hypotheses of the theories.
    pub hypotheses: usize,
    /// Claims, all of them proved.
    pub claims: usize,
    /// Steps.
    pub steps: usize,
}

impl Counts {
    /// For each kind of line: its letter in the `end` line, its word, and the number of such lines.
    pub(super) fn each(&self) -> [(&'static str, &'static str, usize); 7] {
        [
            ("y", "symbols", self.symbols),
            ("t", "terms", self.terms),
            ("d", "definitions", self.definitions),
            ("f", "formulas", self.formulas),
            ("h", "hypotheses", self.hypotheses),
            ("c", "claims", self.claims),
            ("s", "steps", self.steps),
        ]
    }
}

/// A theory of a file.
#[derive(Clone, Debug)]
pub struct CheckedTheory {
    /// The name of the theory.
    pub name: String,
    /// The symbols that its items mention.
    pub symbols: Vec<Symbol>,
    /// The definitions of the theory.
    pub definitions: Vec<(Label, Arc<Definition>)>,
    /// The hypotheses of the theory.
    pub hypotheses: Vec<(Label, Formula)>,
    /// The claims of the theory.
    pub claims: Vec<CheckedClaim>,
}

/// A statement that a file proves.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// The label.
    pub label: Label,
    /// Lemma or theorem.
    pub kind: StatementKind,
    /// The formula that is claimed.
    pub formula: Formula,
    /// The labels of the hypotheses that the proof rests on.
    pub hypotheses: Vec<Label>,
    /// The kernel's theorem, made again from the file.
    pub theorem: Theorem,
}
