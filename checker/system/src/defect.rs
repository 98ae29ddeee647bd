//! Defects of systems that are built in code.

use super::ids::Value;

/// The reason why a system cannot be built. Systems from text are checked before, with places; see
/// `language::SystemError`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Defect {
    /// A domain has no values.
    #[error("the range {low} .. {high} has no value: write the smaller bound first")]
    EmptyDomain {
        /// The first bound.
        low: Value,
        /// The second bound.
        high: Value,
    },
    /// A domain has too many values.
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
    /// Two things have one name.
    #[error("there are two things called `{name}`")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// There are more things of a kind than the limit.
    #[error("{count} {what}: more than the limit of {limit}")]
    Limit {
        /// The kind of thing.
        what: &'static str,
        /// The number of them.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// A thread has no control point.
    #[error("{what}: a thread needs at least one control point")]
    Nothing {
        /// The thread.
        what: String,
    },
    /// The system has no such cell, control point or thread.
    #[error("{what} does not exist in this system")]
    Unknown {
        /// The thing that was named.
        what: String,
    },
    /// A guard, index or predicate is of the wrong kind.
    #[error("{what}")]
    Misuse {
        /// The mistake, with the remedy.
        what: String,
    },
}
