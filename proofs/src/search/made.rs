//! The result of a part of a search, which may end before it has an answer.

use reductio_theorems::RuleError;

use crate::step_error::StepError;

/// The reason why the search ends before it has an answer.
pub(super) enum Stop {
    /// A limit was reached.
    Limit,
    /// Somebody raised the flag.
    Cancelled,
    /// A step of the proof failed, which is a fault of the search.
    Step(StepError),
}

impl From<StepError> for Stop {
    fn from(error: StepError) -> Self {
        Stop::Step(error)
    }
}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Self {
        Stop::Step(error.into())
    }
}

pub(super) type Made<T> = Result<T, Stop>;
