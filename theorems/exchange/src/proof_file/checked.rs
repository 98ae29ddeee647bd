//! What a certificate file proves.

use std::sync::Arc;

use reductio_algebra::{Definition, Formula, Label, StatementKind, Symbol};
use reductio_theorems::Theorem;

/// An accepted file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The theories, in the order of the file.
    pub theories: Vec<CheckedTheory>,
    /// How much the file holds.
    pub counts: Counts,
}

/// How many lines of each kind a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Symbols.
    pub symbols: usize,
    /// Known.
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
    /// The letter of the `end` line, what it counts, and how many.
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
    /// Its name.
    pub name: String,
    /// The symbols that its items mention.
    pub symbols: Vec<Symbol>,
    /// Its definitions.
    pub definitions: Vec<(Label, Arc<Definition>)>,
    /// Its hypotheses.
    pub hypotheses: Vec<(Label, Formula)>,
    /// Its claims.
    pub claims: Vec<CheckedClaim>,
}

/// A statement that a file proves.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// The label.
    pub label: Label,
    /// Lemma or theorem.
    pub kind: StatementKind,
    /// What is claimed.
    pub formula: Formula,
    /// The labels of the hypotheses that it rests on.
    pub hypotheses: Vec<Label>,
    /// The kernel's theorem, made again.
    pub theorem: Theorem,
}
