//! Claims about runs: formulas of linear temporal logic over predicates.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use reductio_temporal::Formula;
use rustc_hash::FxHashMap;

use super::compiled::Compiled;
use super::expression::Expression;
use super::thread::StateProperty;

/// A predicate over states as an atom of a formula, with the words that reports show for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The words.
    pub text: String,
    /// The predicate.
    pub predicate: Expression,
}

impl Atom {
    /// Makes an atom.
    pub fn new(text: impl Into<String>, predicate: Expression) -> Self {
        Atom { text: text.into(), predicate }
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A property of the runs of a system: a formula of linear temporal logic, with the name it is reported under. As text
/// it is its formula.
#[derive(Clone, Debug)]
pub struct TemporalProperty {
    pub(super) name: String,
    pub(super) formula: Formula<usize>,
    pub(super) atoms: Vec<StateProperty>,
    pub(super) place: Option<Range<usize>>,
}

impl TemporalProperty {
    /// Numbers the atoms of a formula; those with the same predicate are one.
    pub(super) fn new(name: String, formula: &Formula<Atom>, place: Option<Range<usize>>) -> Self {
        let mut known: FxHashMap<&Expression, usize> = FxHashMap::default();
        let mut atoms = Vec::new();
        for atom in formula.occurrences() {
            known.entry(&atom.predicate).or_insert_with(|| {
                atoms.push(StateProperty {
                    name: atom.text.clone(),
                    predicate: atom.predicate.clone(),
                    place: place.clone(),
                    test: Compiled::default(),
                });
                atoms.len() - 1
            });
        }
        let formula = formula.map(|atom| known[&atom.predicate]);
        TemporalProperty { name, formula, atoms, place }
    }

    /// The name of the property.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The formula; its atoms are numbers in [`Self::atoms`].
    pub fn formula(&self) -> &Formula<usize> {
        &self.formula
    }

    /// The predicates that the atoms of the formula stand for, each under the words that the text has for it.
    pub fn atoms(&self) -> &[StateProperty] {
        &self.atoms
    }

    /// The bytes of its declaration in the text, where there is one.
    pub fn place(&self) -> Option<&Range<usize>> {
        self.place.as_ref()
    }
}

impl Display for TemporalProperty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.formula.map(|atom| self.atoms[*atom].name.as_str()).fmt(f)
    }
}
