//! Formulas: `<=` and `=` between terms, index side conditions `i != j`, implications, and quantification
//! over indices, actions and predicates.
//!
//! Bound indices and bound symbols are de Bruijn numbers, counted apart.

use std::sync::Arc;

use crate::name::{Name, fresh};
use crate::substitution::{Substitution, abstract_index, open_index};
use crate::term::{ArgumentError, Index, Sort, SortError, Symbol, Term, TermKind, loose_of};

/// The sign between the two sides of a formula: `=` or `<=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `x = y`.
    Equal,
    /// `x <= y`, which abbreviates `x + y = y`.
    Below,
}

/// A formula in which index `Bound(0)` is bound, with a name for the printer, which equality ignores.
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

/// A formula in which the symbol `Bound(0)` is bound, with a name for the printer, which equality ignores.
#[derive(Clone, Debug)]
pub struct SymbolBinder {
    hint: Name,
    sort: Sort,
    body: Arc<Formula>,
}

impl PartialEq for SymbolBinder {
    fn eq(&self, other: &Self) -> bool {
        self.sort == other.sort && self.body == other.body
    }
}

impl Eq for SymbolBinder {}

impl SymbolBinder {
    /// The name that the quantifier was written with.
    pub fn hint(&self) -> &Name {
        &self.hint
    }

    /// Tells whether the quantifier ranges over actions or over predicates only.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// The body, its bound symbol left dangling.
    pub fn body(&self) -> &Formula {
        &self.body
    }

    /// The body with `term` for the bound symbol.
    ///
    /// # Errors
    /// [`SortError`] when the quantifier ranges over predicates and the term is none.
    pub fn opened(&self, term: &Term) -> Result<Formula, SortError> {
        if term.sort() > self.sort {
            return Err(SortError { term: term.clone() });
        }
        Ok(self.body.symbol_opened(term))
    }

    /// A symbol with a name like the quantifier's that neither occurs in the body nor has a name of `avoid`, and
    /// the body with it for the bound symbol.
    pub fn opened_fresh(&self, avoid: &[Name]) -> (Symbol, Formula) {
        let mut taken = self.body.names();
        taken.extend(avoid.iter().cloned());
        let symbol = Symbol { name: fresh(&self.hint, &taken), arity: 0, sort: self.sort };
        let formula = self.body.symbol_opened(&Term::variable(&symbol));
        (symbol, formula)
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
    /// A formula for all values of an index.
    ForAll(FormulaBinder),
    /// A formula for all actions, or for all predicates.
    ForAllSymbols(SymbolBinder),
}

/// The numbers of binders of indices, and of symbols, around a place.
#[derive(Clone, Copy, Default)]
struct Under {
    indices: u32,
    symbols: u32,
}

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{self}`")
    }
}

impl Formula {
    /// The formula `lhs = rhs`.
    pub fn equal(lhs: &Term, rhs: &Term) -> Self {
        Formula::Relation(lhs.clone(), Relation::Equal, rhs.clone())
    }

    /// The formula `lhs <= rhs`.
    pub fn below(lhs: &Term, rhs: &Term) -> Self {
        Formula::Relation(lhs.clone(), Relation::Below, rhs.clone())
    }

    /// The formula `self => conclusion`.
    #[must_use]
    pub fn implies(self, conclusion: Formula) -> Self {
        Formula::Implies(self.into(), conclusion.into())
    }

    /// The formula quantified over the free index `name`.
    #[must_use]
    pub fn for_all(&self, name: &Name) -> Self {
        Formula::ForAll(FormulaBinder { hint: name.clone(), body: self.abstracted(name, 0).into() })
    }

    /// The formula quantified over a symbol without indices: for all actions, or for all predicates. Names whose
    /// definitions mention the symbol are replaced by their definitions. `hint` is the bound symbol's name for the
    /// printer.
    ///
    /// # Errors
    /// [`ArgumentError::Count`] when the symbol takes indices.
    pub fn for_all_values(&self, symbol: &Symbol, hint: &Name) -> Result<Self, ArgumentError> {
        if symbol.arity != 0 {
            let (name, got) = (symbol.name.as_str().into(), symbol.arity);
            return Err(ArgumentError::Count { name, expected: 0, got });
        }
        let body = self.map(
            Under::default(),
            &|t, under| t.symbol_abstracted(symbol, under.symbols, under.indices),
            &|i, _| i.clone(),
        );
        Ok(Formula::ForAllSymbols(SymbolBinder {
            hint: hint.clone(),
            sort: symbol.sort,
            body: body.into(),
        }))
    }

    fn symbol_opened(&self, to: &Term) -> Formula {
        self.map(
            Under::default(),
            &|t, under| t.symbol_opened(to, under.symbols, under.indices),
            &|i, _| i.clone(),
        )
    }

    /// The formula quantified over all its free indices, the first to occur outermost.
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
        under: Under,
        term: &dyn Fn(&Term, Under) -> Term,
        index: &dyn Fn(&Index, u32) -> Index,
    ) -> Formula {
        match self {
            Formula::Relation(a, r, b) => Formula::Relation(term(a, under), *r, term(b, under)),
            Formula::Apart(i, j) => {
                Formula::Apart(index(i, under.indices), index(j, under.indices))
            }
            Formula::Implies(a, b) => a.map(under, term, index).implies(b.map(under, term, index)),
            Formula::ForAll(b) => {
                let under = Under { indices: under.indices + 1, ..under };
                let body = b.body.map(under, term, index).into();
                Formula::ForAll(FormulaBinder { hint: b.hint.clone(), body })
            }
            Formula::ForAllSymbols(b) => {
                let under = Under { symbols: under.symbols + 1, ..under };
                let body = b.body.map(under, term, index).into();
                Formula::ForAllSymbols(SymbolBinder { hint: b.hint.clone(), sort: b.sort, body })
            }
        }
    }

    fn opened(&self, by: &Index, under: u32) -> Formula {
        let under = Under { indices: under, symbols: 0 };
        self.map(under, &|t, under| t.opened(by, under.indices), &|i, under| {
            open_index(i, by, under)
        })
    }

    fn abstracted(&self, name: &Name, under: u32) -> Formula {
        let under = Under { indices: under, symbols: 0 };
        self.map(under, &|t, under| t.abstracted(name, under.indices), &|i, under| {
            abstract_index(i, name, under)
        })
    }

    /// The formula with all replacements of a substitution made at once.
    #[must_use]
    pub fn substituted(&self, substitution: &Substitution) -> Formula {
        if substitution.is_empty() {
            return self.clone();
        }
        let term = |t: &Term, under: Under| substitution.apply_under(t, under.indices);
        self.map(Under::default(), &term, &|i, under| substitution.apply_index(i, under))
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
            Formula::ForAllSymbols(b) => b.body.collect_free_indices(found),
        }
    }

    /// Tells whether every bound index and every bound symbol is bound inside the formula.
    pub fn is_closed(&self) -> bool {
        self.loose() == 0 && self.bound_symbols() == 0
    }

    /// One more than the largest number of a bound symbol that is bound outside, 0 if there is none.
    fn bound_symbols(&self) -> u32 {
        match self {
            Formula::Relation(a, _, b) => a.bound_symbols().max(b.bound_symbols()),
            Formula::Apart(..) => 0,
            Formula::Implies(a, b) => a.bound_symbols().max(b.bound_symbols()),
            Formula::ForAll(b) => b.body.bound_symbols(),
            Formula::ForAllSymbols(b) => b.body.bound_symbols().saturating_sub(1),
        }
    }

    fn loose(&self) -> u32 {
        match self {
            Formula::Relation(a, _, b) => a.loose().max(b.loose()),
            Formula::Apart(i, j) => loose_of(&[i.clone(), j.clone()]),
            Formula::Implies(a, b) => a.loose().max(b.loose()),
            Formula::ForAll(b) => b.body.loose().saturating_sub(1),
            Formula::ForAllSymbols(b) => b.body.loose(),
        }
    }

    /// Tells whether the formula speaks of all actions, or of all predicates, somewhere.
    pub fn has_symbol_quantifier(&self) -> bool {
        match self {
            Formula::Relation(..) | Formula::Apart(..) => false,
            Formula::Implies(a, b) => a.has_symbol_quantifier() || b.has_symbol_quantifier(),
            Formula::ForAll(b) => b.body.has_symbol_quantifier(),
            Formula::ForAllSymbols(_) => true,
        }
    }

    /// Decides whether a defined name of the formula mentions the symbol.
    pub fn has_behind_a_name(&self, symbol: &Symbol) -> bool {
        let mut found = false;
        self.each_term(&mut |t| {
            t.for_each_part(&mut |part| {
                if let TermKind::Defined(def, ..) = part.kind() {
                    found = found || def.mentions(&|s| s == symbol);
                }
                !found
            });
        });
        found
    }

    /// The names that a bound symbol must not have, so that a text in which it is bound means this formula: those
    /// of symbols without indices, also behind defined names, and of defined names without indices.
    pub fn names(&self) -> Vec<Name> {
        let symbols = self.symbols().into_iter().filter(|s| s.arity == 0);
        let mut found: Vec<Name> = symbols.map(|s| s.name).collect();
        self.each_term(&mut |t| {
            t.for_each_part(&mut |part| {
                if let TermKind::Defined(def, indices, _) = part.kind()
                    && indices.is_empty()
                    && let Ok(name) = Name::new(def.name())
                    && !found.contains(&name)
                {
                    found.push(name);
                }
                true
            });
        });
        found
    }

    fn each_term(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Formula::Relation(a, _, b) => {
                visit(a);
                visit(b);
            }
            Formula::Apart(..) => {}
            Formula::Implies(a, b) => {
                a.each_term(visit);
                b.each_term(visit);
            }
            Formula::ForAll(b) => b.body.each_term(visit),
            Formula::ForAllSymbols(b) => b.body.each_term(visit),
        }
    }

    /// Decides whether the free index `name` occurs.
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
                a.collect_symbols(found);
                b.collect_symbols(found);
            }
            Formula::Apart(..) => {}
            Formula::Implies(a, b) => {
                a.collect_symbols(found);
                b.collect_symbols(found);
            }
            Formula::ForAll(b) => b.body.collect_symbols(found),
            Formula::ForAllSymbols(b) => b.body.collect_symbols(found),
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
