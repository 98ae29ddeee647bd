//! The reasons why the kernel refuses a step.

use std::fmt;

use reductio_algebra::{Formula, Name, Symbol, Term};

use crate::rule::Rule;

/// The reason why a rule of the kernel refuses its premises or arguments. Nothing was proved.
///
/// Only this crate makes one, so whoever holds one knows that the kernel was asked:
///
/// ```compile_fail,E0639
/// use reductio_theorems::RuleError;
/// let got = reductio_algebra::Formula::equal(&reductio_algebra::Term::one(), &reductio_algebra::Term::zero());
/// let error = RuleError::NotForAll { got };
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A relation `x <= y` or `x = y` was needed.
    #[error("{rule} needs a relation, not {got}")]
    #[non_exhaustive]
    NotRelation {
        /// The rule.
        rule: Rule,
        /// The formula given.
        got: Formula,
    },
    /// The premise of an induction rule has another shape.
    #[error("{rule} needs a premise {shape}, not {got}")]
    #[non_exhaustive]
    NotInductive {
        /// The rule.
        rule: Rule,
        /// The shape needed.
        shape: &'static str,
        /// The formula given.
        got: Formula,
    },
    /// The premise of another rule has another shape.
    #[error("{rule} needs {shape}, not {got}")]
    #[non_exhaustive]
    NotOfShape {
        /// The rule.
        rule: Rule,
        /// The shape needed.
        shape: &'static str,
        /// The formula given.
        got: Formula,
    },
    /// The middle terms of a transitivity step differ.
    #[error("the chain breaks: `{left}` is not `{right}`")]
    #[non_exhaustive]
    Broken {
        /// Right side of the first premise.
        left: Term,
        /// Left side of the second premise.
        right: Term,
    },
    /// An implication, and its premise, were needed.
    #[error("{premise} is not the premise of {implication}")]
    #[non_exhaustive]
    NotPremise {
        /// The formula that should be an implication.
        implication: Formula,
        /// The formula that should be its premise.
        premise: Formula,
    },
    /// A formula quantified over an index was needed.
    #[error("{got} is not quantified over an index")]
    #[non_exhaustive]
    NotForAll {
        /// The formula given.
        got: Formula,
    },
    /// The index that is generalized occurs where it must not.
    #[error("the index `{index}` occurs in {place}")]
    #[non_exhaustive]
    IndexNotFree {
        /// The index.
        index: Name,
        /// The place where it occurs.
        place: Expression,
    },
    /// A formula quantified over actions or predicates was needed.
    #[error("{got} is not quantified over actions or predicates")]
    #[non_exhaustive]
    NotForAllSymbols {
        /// The formula given.
        got: Formula,
    },
    /// The symbol that is generalized occurs where it must not.
    #[error("`{}` occurs in {place}", symbol.name)]
    #[non_exhaustive]
    SymbolNotFree {
        /// The symbol.
        symbol: Symbol,
        /// The formula that it occurs in, maybe behind a defined name.
        place: Formula,
    },
    /// The symbol that is generalized takes indices.
    #[error("`{}` takes indices: only symbols without any are generalized", symbol.name)]
    #[non_exhaustive]
    Family {
        /// The symbol.
        symbol: Symbol,
    },
    /// The two halves of a case split do not fit.
    #[error(
        "the cases `{i}` = `{j}` and `{i}` != `{j}` prove different formulas: {equal} and {apart}"
    )]
    #[non_exhaustive]
    CasesDiffer {
        /// The index that is replaced in the first case.
        i: Name,
        /// The index that replaces it.
        j: Name,
        /// The formula that the first case should have proved.
        equal: Box<Formula>,
        /// The formula that the first case did prove.
        apart: Box<Formula>,
    },
    /// A term of another kind was needed: a definition, a sum, a predicate.
    #[error("{rule} needs {needed}, not `{got}`")]
    #[non_exhaustive]
    Shape {
        /// The rule.
        rule: Rule,
        /// The kind of term that the rule needs.
        needed: &'static str,
        /// The term given.
        got: Term,
    },
    /// A bound index, or a bound symbol, that nothing binds.
    #[error("{rule}: {got} has an index or a symbol that nothing binds")]
    #[non_exhaustive]
    Dangling {
        /// The rule.
        rule: Rule,
        /// The term or formula that was given.
        got: Expression,
    },
}

/// A term or a formula that was given to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A term.
    Term(Term),
    /// A formula.
    Formula(Formula),
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Term(term) => term.fmt(f),
            Expression::Formula(formula) => formula.fmt(f),
        }
    }
}
