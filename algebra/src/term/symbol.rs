//! Sorts, symbols and process indices: the parts of terms beside operations.

use std::fmt;

use crate::name::Name;

/// The sort of a term or symbol. Predicates are a subsort of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// An element that has a complement (S5 section 3).
    Predicate,
    /// An element of the algebra, whichever it is.
    Action,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Predicate => "predicate",
            Sort::Action => "action",
        })
    }
}

/// A process index: a free name; a bound index, which is the number of binders between it and its binder; or, in a
/// formula that was evaluated in a model, a process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    /// A free index, universally quantified from outside.
    Free(Name),
    /// A bound index: 0 is the innermost binder.
    Bound(u32),
    /// The process of a model that has this number, from 0: `u_0` in a witness. No text is read as such an
    /// index, and a term with one counts as not closed, so that the kernel takes none.
    Process(usize),
}

impl Index {
    /// A free index.
    pub fn free(name: Name) -> Self {
        Index::Free(name)
    }
}

/// A constant or variable of the algebra: `q`, `u_i`, `x`.
///
/// Two symbols are the same when name, number of indices and sort are. Every symbol of a theorem may be
/// instantiated; that it is a "constant" in one theory and a "variable" in another is a matter of
/// declaration, not of logic.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// The name without indices.
    pub name: Name,
    /// The number of indices that the symbol takes.
    pub arity: usize,
    /// Tells whether the symbol stands for predicates only.
    pub sort: Sort,
}

impl Symbol {
    /// An action symbol that takes `arity` indices.
    pub fn action(name: Name, arity: usize) -> Self {
        Symbol { name, arity, sort: Sort::Action }
    }

    /// A predicate symbol that takes `arity` indices.
    pub fn predicate(name: Name, arity: usize) -> Self {
        Symbol { name, arity, sort: Sort::Predicate }
    }
}
