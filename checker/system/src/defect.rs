//! What can be wrong with a system that is built in code.

use super::cell::Value;

/// Why a system cannot be built. Systems from text are checked before, with places; see `language::SystemError`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Defect {
    /// A domain without values.
    #[error("the range {low} .. {high} has no value: write the smaller bound first")]
    EmptyDomain {
        /// The first bound.
        low: Value,
        /// The second bound.
        high: Value,
    },
    /// A domain with too many values.
    #[error("the range {low} .. {high} has more than 2^31 values")]
    LargeDomain {
        /// The first bound.
        low: Value,
        /// The second bound.
        high: Value,
    },
    /// The initial value is not in the domain.
    #[error("the initial value {value} of `{name}` is not in {low} .. {high}")]
    Initial {
        /// The variable.
        name: String,
        /// The value.
        value: Value,
        /// The least value.
        low: Value,
        /// The greatest value.
        high: Value,
    },
    /// Two things with one name.
    #[error("there are two things called `{name}`")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// More than the limit.
    #[error("{count} {what}: more than the limit of {limit}")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// A thread without a control point.
    #[error("{what}: a thread needs at least one control point")]
    Nothing {
        /// What is empty.
        what: String,
    },
    /// A cell, control point or thread that the system does not have.
    #[error("{what} does not exist in this system")]
    Unknown {
        /// What was named.
        what: String,
    },
    /// A guard, index or predicate of the wrong kind.
    #[error("{what}")]
    Misuse {
        /// What is wrong, and what to do.
        what: String,
    },
}
