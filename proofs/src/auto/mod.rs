//! # Bounded equational search
//!
//! [`search`] looks for a chain of equations between two written terms, from facts without premises and the laws of
//! regular algebra, in an e-graph (crate `egg`). It is for steps that the decision procedure cannot take because a
//! fact is no zero (`a b = b a`), and the tactic cannot because they need the fact many times, or several facts.
//!
//! **Sums** are sorted sets without duplicates, one node each (`sums`), so that the e-graph never sees associativity
//! or commutativity of `+`; with them it would triple its nodes for every summand. An inclusion `s <= t` is the
//! equation `t = s + t`. **Products** nest to the right, and associativity is a rule. Complements, sums over indices
//! and defined names are leaves.
//!
//! **Bounds** are numbers of nodes and rounds, never time: the same script gives the same answer everywhere.
//!
//! **Nothing found is believed.** An explanation of `egg` is read as a list of terms and, for each, the fact that is
//! said to lead there. `compile` has each step proved by the decision procedure or the tactic from that fact alone,
//! hence by the kernel; it also leaves out terms that are not needed. `egg`'s own check accepts forged steps, and is
//! not used.

mod compile;
#[cfg(feature = "e-graph")]
mod engine;
#[cfg(feature = "e-graph")]
mod laws;
#[cfg(feature = "e-graph")]
mod node;
mod normal;
#[cfg(feature = "e-graph")]
mod sums;
#[cfg(all(test, feature = "e-graph"))]
mod tests;

pub(crate) use compile::{Proved, compile};
#[cfg(feature = "e-graph")]
pub(crate) use engine::search;

use reductio_algebra::{Relation, Symbol, Term};

/// A fact without premises, at values of its indices.
#[cfg_attr(not(feature = "e-graph"), expect(dead_code, reason = "only the e-graph reads it"))]
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    pub(crate) lhs: Term,
    pub(crate) relation: Relation,
    pub(crate) rhs: Term,
    /// Symbols that stand for any term of their sort.
    pub(crate) variables: Vec<Symbol>,
    /// The number of the fact.
    pub(crate) fact: usize,
}

/// The outcome of a search.
#[cfg_attr(not(feature = "e-graph"), expect(dead_code, reason = "only the e-graph finds any"))]
#[derive(Debug)]
pub(crate) enum Answer {
    /// A chain that is said to lead from the left side, its first term, to the right side.
    Chain(Vec<FlatStep>),
    /// The facts do not make both sides equal, as far as these laws go.
    No,
    /// The limit was reached, or the search was cancelled. So it is where there is no e-graph: nothing was searched.
    Limit,
}

/// The search in a build without an e-graph, which searches nothing.
#[cfg(not(feature = "e-graph"))]
pub(crate) fn search<'a>(
    _lhs: &Term,
    _relation: Relation,
    _rhs: &Term,
    _facts: &[Equation],
    _bound: impl Into<crate::limits::DecisionLimits<'a>>,
) -> Answer {
    Answer::Limit
}

/// A term of a chain that was found, with the fact that leads to it.
#[derive(Clone, Debug)]
pub(crate) struct FlatStep {
    pub(crate) term: Term,
    /// The fact that is said to lead here from the term before, `None` for a law.
    pub(crate) fact: Option<usize>,
}
