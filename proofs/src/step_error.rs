//! Steps that were proposed and have no proof.

use std::fmt;

use reductio_algebra::Term;
use reductio_theorems::{RuleError, Theorem};

/// The theorem of a step that was proposed, or why it has no proof.
pub(crate) type Attempt<T = Theorem> = Result<T, StepError>;

/// The reason why a step that this crate proposed has no proof: a fault of this crate, never of its input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// The kernel refuses a rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The finding about a term does not give the proof that it should give.
    #[error("{by} found something else about `{about}` than its proof needs")]
    Unfit {
        /// The part of the crate that found it.
        by: Proposer,
        /// The term.
        about: Term,
    },
}

/// A part of this crate that finds relations before they are proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proposer {
    /// The decision procedure.
    Decision,
    /// The search for the proof of a step.
    Tactic,
    /// The search by induction.
    Induction,
}

impl fmt::Display for Proposer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Proposer::Decision => "the decision procedure",
            Proposer::Tactic => "the search for a step",
            Proposer::Induction => "the search by induction",
        })
    }
}

impl Proposer {
    /// The error for a finding about a term that does not fit the proof.
    pub(crate) fn unfit(self, about: &Term) -> StepError {
        StepError::Unfit { by: self, about: about.clone() }
    }
}
