//! Numbers for formulas: equal formulas have equal numbers.

use std::collections::HashMap;

use reductio_algebra::{Formula, Index, Relation, Sort, Term};

/// Formulas with numbers.
#[derive(Default)]
pub(super) struct Formulas(HashMap<Key, usize>);

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Relation(Term, bool, Term),
    Apart(Index, Index),
    Implies(usize, usize),
    ForAll(usize),
    ForAllSymbols(Sort, usize),
}

impl Formulas {
    /// The number of a formula, a new one where it is new.
    pub(super) fn number(&mut self, formula: &Formula) -> usize {
        let key = match formula {
            Formula::Relation(a, r, b) => {
                Key::Relation(a.clone(), *r == Relation::Equal, b.clone())
            }
            Formula::Apart(i, j) => Key::Apart(i.clone(), j.clone()),
            Formula::Implies(a, b) => Key::Implies(self.number(a), self.number(b)),
            Formula::ForAll(binder) => Key::ForAll(self.number(binder.body())),
            Formula::ForAllSymbols(binder) => {
                Key::ForAllSymbols(binder.sort(), self.number(binder.body()))
            }
        };
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }
}
