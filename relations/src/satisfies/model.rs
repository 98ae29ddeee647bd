//! Finite relational models: numbers of states and processes, and relations as the meaning of the symbols.

use std::fmt;

use reductio_algebra::{EvalError, Formula, Interpretation, Sort, Symbol};

use super::fault::ModelFault;
use super::notation::{at, set};
use super::trace::satisfies;
use super::witness::Satisfaction;
use crate::assignment::Assignment;
use crate::naive::Naive;
use crate::relation::PairSet;

/// The largest number of states, and of processes, of a model.
pub(super) const MOST: usize = 4096;

/// A finite relational model: states `0..states`, processes `0..processes`, and a relation over the states for symbols
/// at processes.
///
/// It is printed as text that [`FiniteModel::parse`] reads back: predicates as sets of states, actions as sets of
/// pairs (state before, state after).
///
/// ```
/// use reductio_algebra::{Symbol, name};
/// use reductio_relations::FiniteModel;
/// let symbols = [Symbol::action(name!("u"), 1), Symbol::predicate(name!("q"), 0)];
/// let text = "states 2\nprocesses 2\nq = {1}\nu_0 = {(0,1)}\nu_1 = {}\n";
/// assert_eq!(FiniteModel::parse(text, &symbols).unwrap().to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiniteModel {
    states: usize,
    meaning: Assignment<PairSet>,
}

impl FiniteModel {
    /// The model with these states in which `meaning` gives the symbols their values.
    ///
    /// # Errors
    /// [`ModelFault`] when there is no state or no process, or a relation uses a state or a symbol an index
    /// that does not exist, or a predicate relates two different states.
    pub fn new(states: usize, meaning: Assignment<PairSet>) -> Result<Self, ModelFault> {
        let processes = Interpretation::<Naive>::processes(&meaning);
        size("states", states)?;
        size("processes", processes)?;
        for (symbol, indices, value) in meaning.iter() {
            if indices.len() != symbol.arity {
                return Err(ModelFault::Arity {
                    name: symbol.name.clone(),
                    takes: symbol.arity,
                    got: indices.len(),
                });
            }
            if let Some(&index) = indices.iter().find(|i| **i >= processes) {
                return Err(ModelFault::Process { index, processes });
            }
            for (from, to) in value.pairs() {
                pair(symbol, from, to, states)?;
            }
        }
        Ok(FiniteModel { states, meaning })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        Interpretation::<Naive>::processes(&self.meaning)
    }

    /// The values of the symbols.
    pub fn meaning(&self) -> &Assignment<PairSet> {
        &self.meaning
    }

    /// The value of a symbol.
    pub fn get(&self, symbol: &Symbol, indices: &[usize]) -> Option<&PairSet> {
        self.meaning.get(symbol, indices)
    }

    /// The model with a value for a symbol without indices; `None` where the symbol may not have this value.
    pub(super) fn with(&self, symbol: &Symbol, value: &PairSet) -> Option<Self> {
        let meaning = self.meaning.clone().with(symbol, &[], value.clone());
        FiniteModel::new(self.states, meaning).ok()
    }

    /// The number of pairs of all relations together.
    pub fn pairs(&self) -> usize {
        self.meaning.iter().map(|(_, _, value)| value.len()).sum()
    }

    /// Decides whether the formula holds for all values of its indices, with a witness where it does not.
    ///
    /// # Errors
    /// [`EvalError`] when the formula uses a symbol that has no value here.
    pub fn satisfies(&self, formula: &Formula) -> Result<Satisfaction, EvalError> {
        satisfies(formula, &Naive { states: self.states }, &self.meaning)
    }
}

pub(super) fn size(what: &'static str, got: usize) -> Result<(), ModelFault> {
    if (1..=MOST).contains(&got) {
        Ok(())
    } else {
        Err(ModelFault::Size { what, got, limit: MOST })
    }
}

/// Decides whether a pair may be in the value of `symbol`.
pub(super) fn pair(
    symbol: &Symbol,
    from: usize,
    to: usize,
    states: usize,
) -> Result<(), ModelFault> {
    if from.max(to) >= states {
        return Err(ModelFault::State { state: from.max(to), states });
    }
    if symbol.sort == Sort::Predicate && from != to {
        return Err(ModelFault::NotPredicate { name: symbol.name.clone(), from, to });
    }
    Ok(())
}

impl fmt::Display for FiniteModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "states {}\nprocesses {}", self.states, self.processes())?;
        for (symbol, indices, value) in self.meaning.iter() {
            writeln!(f, "{} = {}", at(&symbol.name, indices), set(symbol, value))?;
        }
        Ok(())
    }
}
