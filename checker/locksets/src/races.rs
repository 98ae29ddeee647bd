//! Sets of variables that may race after a state.

use reductio_programs::Variable;
use rustc_hash::FxHashSet;

/// The variables on which accesses after a state may race with accesses before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Races {
    /// These.
    Some(FxHashSet<Variable>),
    /// All but these.
    AllBut(FxHashSet<Variable>),
}

impl Default for Races {
    fn default() -> Self {
        Races::Some(FxHashSet::default())
    }
}

impl Races {
    /// All variables.
    pub(crate) fn all() -> Races {
        Races::AllBut(FxHashSet::default())
    }

    pub(crate) fn has(&self, variable: Variable) -> bool {
        match self {
            Races::Some(some) => some.contains(&variable),
            Races::AllBut(others) => !others.contains(&variable),
        }
    }

    pub(crate) fn insert(&mut self, variable: Variable) {
        match self {
            Races::Some(some) => _ = some.insert(variable),
            Races::AllBut(others) => _ = others.remove(&variable),
        }
    }

    pub(crate) fn remove(&mut self, variable: Variable) {
        match self {
            Races::Some(some) => _ = some.remove(&variable),
            Races::AllBut(others) => _ = others.insert(variable),
        }
    }

    pub(crate) fn extend(&mut self, more: &Races) {
        match (&mut *self, more) {
            (Races::Some(some), Races::Some(more)) => some.extend(more),
            (Races::Some(some), Races::AllBut(others)) => {
                *self = Races::AllBut(others.difference(some).copied().collect());
            }
            (Races::AllBut(others), Races::Some(more)) => {
                others.retain(|variable| !more.contains(variable));
            }
            (Races::AllBut(others), Races::AllBut(more)) => {
                others.retain(|variable| more.contains(variable));
            }
        }
    }

    /// The set under other names; variables that have none are left out.
    pub(crate) fn renamed(&self, name: impl Fn(Variable) -> Option<Variable>) -> Races {
        match self {
            Races::Some(some) => {
                Races::Some(some.iter().filter_map(|found| name(*found)).collect())
            }
            Races::AllBut(others) => {
                Races::AllBut(others.iter().filter_map(|found| name(*found)).collect())
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Races::Some(some) | Races::AllBut(some) => some.len(),
        }
    }
}
