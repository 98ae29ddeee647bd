//! Quantifiers over actions and predicates: a formula that holds of all actions is a fact with a variable; a formula
//! that is to hold of all actions is proved of one about which nothing is known.

use reductio_algebra::{Formula, Name, Sort, Symbol, Term, fresh};
use reductio_theorems::kernel::{
    discharge, generalize, generalize_symbol, specialize, specialize_symbol,
};
use reductio_theorems::{RuleError, Theorem};

use crate::tactic::rule::oriented;

/// A theorem without the quantifiers over symbols that it starts with.
pub(crate) struct Opened {
    pub(crate) theorem: Theorem,
    /// The symbols that stand for any value now.
    pub(crate) variables: Vec<Symbol>,
    /// The names of the values that were taken.
    pub(crate) used: Vec<Name>,
}

/// Decides whether a formula starts with a quantifier over symbols, quantifiers over indices aside.
pub(crate) fn is_quantified(formula: &Formula) -> bool {
    match formula {
        Formula::ForAll(binder) => is_quantified(binder.body()),
        Formula::ForAllSymbols(_) => true,
        _ => false,
    }
}

/// The formula behind its quantifiers.
pub(crate) fn matrix(formula: &Formula) -> &Formula {
    match formula {
        Formula::ForAll(binder) => matrix(binder.body()),
        Formula::ForAllSymbols(binder) => matrix(binder.body()),
        other => other,
    }
}

/// The theorem at the values given by name, and at new symbols for all other names that it quantifies at its start;
/// still for all its indices.
///
/// # Errors
/// [`RuleError::Shape`] when a value is an action where a predicate is needed.
pub(crate) fn opened(theorem: &Theorem, values: &[(Name, Term)]) -> Result<Opened, RuleError> {
    let mut open = Opened { theorem: theorem.clone(), variables: Vec::new(), used: Vec::new() };
    if !is_quantified(theorem.conclusion()) {
        return Ok(open);
    }
    let all = || theorem.hypotheses().iter().chain([theorem.conclusion()]);
    let mut taken: Vec<Name> = all().flat_map(Formula::names).collect();
    let mut indices: Vec<Name> = Vec::new();
    let mut known: Vec<Name> = all().flat_map(Formula::free_indices).collect();
    known.extend(values.iter().flat_map(|(_, term)| term.free_indices()));
    while is_quantified(open.theorem.conclusion()) {
        open.theorem = match open.theorem.conclusion() {
            Formula::ForAll(binder) => {
                let index = fresh(binder.hint(), &known);
                known.push(index.clone());
                indices.push(index.clone());
                specialize(&open.theorem, &index)?
            }
            Formula::ForAllSymbols(binder) => {
                if let Some((name, to)) = values.iter().find(|(name, _)| name == binder.hint()) {
                    open.used.push(name.clone());
                    specialize_symbol(&open.theorem, to)?
                } else {
                    let (symbol, _) = binder.opened_fresh(&taken);
                    taken.push(symbol.name.clone());
                    let to = variable(&symbol);
                    open.variables.push(symbol);
                    specialize_symbol(&open.theorem, &to)?
                }
            }
            _ => break,
        };
    }
    for index in indices.iter().rev() {
        open.theorem = generalize(index, &open.theorem)?;
    }
    Ok(open)
}

/// The symbol as a term: a symbol that a quantifier binds has no indices.
fn variable(symbol: &Symbol) -> Term {
    match symbol.sort {
        Sort::Action => Term::action(symbol.name.clone()),
        Sort::Predicate => Term::predicate(symbol.name.clone()),
    }
}

/// The conclusion of a formula as its derivation speaks of it: behind its quantifiers, at the names that they are
/// written with where these mean nothing else, and behind its premises.
pub fn conclusion(formula: &Formula) -> Formula {
    Goal::of(formula, &[], &[]).conclusion
}

/// A quantifier or premise before the conclusion of a formula.
pub(crate) enum Front {
    Index(Name),
    Symbol(Symbol),
    Premise(Formula),
}

/// A formula taken apart for a proof: its quantifiers at new names, its premises, and its conclusion.
pub(crate) struct Goal {
    pub(crate) front: Vec<Front>,
    pub(crate) conclusion: Formula,
}

impl Goal {
    /// Takes a formula apart; new indices have none of the names `indices`, new symbols none of the names `symbols`.
    pub(crate) fn of(formula: &Formula, indices: &[Name], symbols: &[Name]) -> Self {
        let mut known = [formula.free_indices(), indices.to_vec()].concat();
        let mut taken = [formula.names(), symbols.to_vec()].concat();
        let mut front = Vec::new();
        let mut rest = formula.clone();
        loop {
            rest = match &rest {
                Formula::ForAll(binder) => {
                    let index = fresh(binder.hint(), &known);
                    known.push(index.clone());
                    front.push(Front::Index(index.clone()));
                    binder.opened(&reductio_algebra::Index::Free(index))
                }
                Formula::ForAllSymbols(binder) => {
                    let (symbol, body) = binder.opened_fresh(&taken);
                    taken.push(symbol.name.clone());
                    front.push(Front::Symbol(symbol));
                    body
                }
                Formula::Implies(premise, conclusion) => {
                    front.push(Front::Premise((**premise).clone()));
                    (**conclusion).clone()
                }
                _ => return Goal { front, conclusion: rest },
            };
        }
    }

    pub(crate) fn premises(&self) -> impl Iterator<Item = &Formula> {
        self.front.iter().filter_map(|front| match front {
            Front::Premise(premise) => Some(premise),
            _ => None,
        })
    }

    pub(crate) fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.front.iter().filter_map(|front| match front {
            Front::Symbol(symbol) => Some(symbol),
            _ => None,
        })
    }

    /// Discharges premises, in the orientation in which they are written, and generalizes indices and symbols.
    pub(crate) fn close(&self, mut theorem: Theorem) -> Result<Theorem, RuleError> {
        for front in self.front.iter().rev() {
            theorem = match front {
                Front::Index(index) => generalize(index, &theorem)?,
                Front::Symbol(symbol) => generalize_symbol(symbol, &theorem)?,
                Front::Premise(premise) => discharge(premise, &oriented(theorem, premise)?)?,
            };
        }
        Ok(theorem)
    }
}
