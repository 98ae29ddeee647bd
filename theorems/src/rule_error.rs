//! Why the kernel refuses a step.

use reductio_algebra::{Formula, Name, Symbol, Term};

/// A rule was applied to premises of the wrong shape. Nothing was proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A relation `x <= y` or `x = y` was needed.
    #[error("{rule} needs a relation, not {got}")]
    NotRelation {
        /// The rule.
        rule: &'static str,
        /// The formula given.
        got: Formula,
    },
    /// The premise of an induction rule has another shape.
    #[error("{rule} needs a premise {shape}, not {got}")]
    NotInductive {
        /// The rule.
        rule: &'static str,
        /// The shape needed.
        shape: &'static str,
        /// The formula given.
        got: Formula,
    },
    /// The premise of another rule has another shape.
    #[error("{rule} needs {shape}, not {got}")]
    NotOfShape {
        /// The rule.
        rule: &'static str,
        /// The shape needed.
        shape: &'static str,
        /// The formula given.
        got: Formula,
    },
    /// The middle terms of a transitivity step differ.
    #[error("the chain breaks: `{left}` is not `{right}`")]
    Broken {
        /// Right side of the first premise.
        left: Term,
        /// Left side of the second premise.
        right: Term,
    },
    /// An implication, and its premise, were needed.
    #[error("{premise} is not the premise of {implication}")]
    NotPremise {
        /// The formula that should be an implication.
        implication: Formula,
        /// The formula that should be its premise.
        premise: Formula,
    },
    /// A formula quantified over an index was needed.
    #[error("{got} is not quantified over an index")]
    NotForAll {
        /// The formula given.
        got: Formula,
    },
    /// The index that is generalized occurs where it must not.
    #[error("the index `{index}` occurs in {place}")]
    IndexNotFree {
        /// The index.
        index: Name,
        /// The formula that it occurs in.
        place: Formula,
    },
    /// A formula quantified over actions or predicates was needed.
    #[error("{got} is not quantified over actions or predicates")]
    NotForAllSymbols {
        /// The formula given.
        got: Formula,
    },
    /// The symbol that is generalized occurs where it must not.
    #[error("`{}` occurs in {place}", symbol.name)]
    SymbolNotFree {
        /// The symbol.
        symbol: Symbol,
        /// The formula that it occurs in, maybe behind a defined name.
        place: Formula,
    },
    /// The symbol that is generalized takes indices.
    #[error("`{}` takes indices: only symbols without any are generalized", symbol.name)]
    Family {
        /// The symbol.
        symbol: Symbol,
    },
    /// The two halves of a case split do not fit.
    #[error(
        "the cases `{i}` = `{j}` and `{i}` != `{j}` prove different formulas: {equal} and {apart}"
    )]
    CasesDiffer {
        /// The index that is replaced in the first case.
        i: Name,
        /// What it is replaced with.
        j: Name,
        /// What the first case should have proved.
        equal: Box<Formula>,
        /// What the first case did prove.
        apart: Box<Formula>,
    },
    /// A definition, a sum, a predicate was needed.
    #[error("{rule} needs {needed}, not `{got}`")]
    Shape {
        /// The rule.
        rule: &'static str,
        /// What it needs.
        needed: &'static str,
        /// The term given.
        got: Term,
    },
    /// A bound index, or a bound symbol, that nothing binds.
    #[error("{rule}: {got} has an index or a symbol that nothing binds")]
    Dangling {
        /// The rule.
        rule: &'static str,
        /// The formula given; a term `t` as `t = t`.
        got: Formula,
    },
}
