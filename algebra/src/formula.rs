//! Formulas: `<=` and `=` between terms, index side conditions `i != j`, Horn implications, and
//! quantification over indices.

use std::sync::Arc;

use crate::substitution::{Substitution, abstract_index, open_index};
use crate::term::{Index, Name, Symbol, Term, loose_of};

/// `=` or `<=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `x = y`.
    Equal,
    /// `x <= y`, which abbreviates `x + y = y`.
    Below,
}

/// A formula in which index `Bound(0)` is bound; equality ignores the hint.
#[derive(Clone, Debug)]
pub struct FormulaBinder {
    hint: Name,
    body: Arc<Formula>,
}

impl PartialEq for FormulaBinder {
    fn eq(&self, other: &Self) -> bool {
        self.body == other.body
    }
}

impl Eq for FormulaBinder {}

impl FormulaBinder {
    /// The name that the binder was written with.
    pub fn hint(&self) -> &Name {
        &self.hint
    }

    /// The body, its bound index left dangling.
    pub fn body(&self) -> &Formula {
        &self.body
    }

    /// The body with `index` for the bound index.
    pub fn opened(&self, index: &Index) -> Formula {
        self.body.opened(index, 0)
    }
}

/// A formula of omega algebra over index families.
///
/// Free symbols are read as universally quantified over the whole sequent in which a formula stands; free
/// indices likewise, over the nonempty set of processes.
#[derive(Clone, PartialEq, Eq)]
pub enum Formula {
    /// `lhs = rhs` or `lhs <= rhs`.
    Relation(Term, Relation, Term),
    /// `i != j`.
    Apart(Index, Index),
    /// `premise => conclusion`.
    Implies(Arc<Formula>, Arc<Formula>),
    /// For all indices.
    ForAll(FormulaBinder),
}

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{self}`")
    }
}

impl Formula {
    /// `lhs = rhs`.
    pub fn equal(lhs: &Term, rhs: &Term) -> Self {
        Formula::Relation(lhs.clone(), Relation::Equal, rhs.clone())
    }

    /// `lhs <= rhs`.
    pub fn below(lhs: &Term, rhs: &Term) -> Self {
        Formula::Relation(lhs.clone(), Relation::Below, rhs.clone())
    }

    /// `self => conclusion`.
    #[must_use]
    pub fn implies(self, conclusion: Formula) -> Self {
        Formula::Implies(self.into(), conclusion.into())
    }

    /// The formula for all `name`.
    #[must_use]
    pub fn for_all(&self, name: &Name) -> Self {
        Formula::ForAll(FormulaBinder { hint: name.clone(), body: self.abstracted(name, 0).into() })
    }

    /// The formula for all values of its free indices, outermost the first to occur.
    #[must_use]
    pub fn closed(&self) -> Self {
        self.free_indices().iter().rev().fold(self.clone(), |f, i| f.for_all(i))
    }

    /// The formula below its outermost index quantifiers, opened with names that are not in `avoid`, and
    /// these names.
    pub fn stripped(&self, avoid: &[Name]) -> (Vec<Name>, Formula) {
        let mut names = Vec::new();
        let mut formula = self.clone();
        while let Formula::ForAll(binder) = &formula {
            let mut taken = formula.free_indices();
            taken.extend(avoid.iter().chain(&names).cloned());
            let name = fresh(binder.hint(), &taken);
            formula = binder.opened(&Index::Free(name.clone()));
            names.push(name);
        }
        (names, formula)
    }

    fn map(
        &self,
        under: u32,
        term: &dyn Fn(&Term, u32) -> Term,
        index: &dyn Fn(&Index, u32) -> Index,
    ) -> Formula {
        match self {
            Formula::Relation(a, r, b) => Formula::Relation(term(a, under), *r, term(b, under)),
            Formula::Apart(i, j) => Formula::Apart(index(i, under), index(j, under)),
            Formula::Implies(a, b) => a.map(under, term, index).implies(b.map(under, term, index)),
            Formula::ForAll(b) => Formula::ForAll(FormulaBinder {
                hint: b.hint.clone(),
                body: b.body.map(under + 1, term, index).into(),
            }),
        }
    }

    fn opened(&self, by: &Index, under: u32) -> Formula {
        self.map(under, &|t, under| t.opened(by, under), &|i, under| open_index(i, by, under))
    }

    fn abstracted(&self, name: &Name, under: u32) -> Formula {
        self.map(under, &|t, under| t.abstracted(name, under), &|i, under| {
            abstract_index(i, name, under)
        })
    }

    /// The result of a simultaneous substitution.
    #[must_use]
    pub fn substituted(&self, substitution: &Substitution) -> Formula {
        if substitution.is_empty() {
            return self.clone();
        }
        self.map(0, &|t, under| substitution.apply_under(t, under), &|i, under| {
            substitution.apply_index(i, under)
        })
    }

    /// The free indices in order of first occurrence.
    pub fn free_indices(&self) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_free_indices(&mut found);
        found
    }

    fn collect_free_indices(&self, found: &mut Vec<Name>) {
        match self {
            Formula::Relation(a, _, b) => {
                a.collect_free_indices(found);
                b.collect_free_indices(found);
            }
            Formula::Apart(i, j) => {
                for index in [i, j] {
                    if let Index::Free(name) = index
                        && !found.contains(name)
                    {
                        found.push(name.clone());
                    }
                }
            }
            Formula::Implies(a, b) => {
                a.collect_free_indices(found);
                b.collect_free_indices(found);
            }
            Formula::ForAll(b) => b.body.collect_free_indices(found),
        }
    }

    /// Whether every bound index is bound inside the formula.
    pub fn is_closed(&self) -> bool {
        self.loose() == 0
    }

    fn loose(&self) -> u32 {
        match self {
            Formula::Relation(a, _, b) => a.loose().max(b.loose()),
            Formula::Apart(i, j) => loose_of(&[i.clone(), j.clone()]),
            Formula::Implies(a, b) => a.loose().max(b.loose()),
            Formula::ForAll(b) => b.body.loose().saturating_sub(1),
        }
    }

    /// Whether the free index `name` occurs.
    pub fn has_free_index(&self, name: &Name) -> bool {
        self.free_indices().contains(name)
    }

    /// The symbols in order of first occurrence, those behind definitions included.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut found = Vec::new();
        self.collect_symbols(&mut found);
        found
    }

    fn collect_symbols(&self, found: &mut Vec<Symbol>) {
        match self {
            Formula::Relation(a, _, b) => {
                a.collect_symbols(&[], found);
                b.collect_symbols(&[], found);
            }
            Formula::Apart(..) => {}
            Formula::Implies(a, b) => {
                a.collect_symbols(found);
                b.collect_symbols(found);
            }
            Formula::ForAll(b) => b.body.collect_symbols(found),
        }
    }

    /// The premises and side conditions of a Horn formula below its quantifiers, and its conclusion.
    pub fn horn(&self) -> (Vec<&Formula>, &Formula) {
        let mut premises = Vec::new();
        let mut formula = self;
        while let Formula::Implies(premise, conclusion) = formula {
            premises.push(&**premise);
            formula = conclusion;
        }
        (premises, formula)
    }
}

/// `hint`, or `hint` with the first number that makes it differ from every name in `taken`. The number
/// goes before any primes, `i1'`: behind them it would not be read back as part of the name.
pub fn fresh(hint: &Name, taken: &[Name]) -> Name {
    if !taken.contains(hint) {
        return hint.clone();
    }
    let unprimed = hint.trim_end_matches('\'');
    let primes = &hint[unprimed.len()..];
    let stem = unprimed.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut number = 1usize;
    loop {
        let name = Name::from(format!("{stem}{number}{primes}"));
        if !taken.contains(&name) {
            return name;
        }
        number += 1;
    }
}
