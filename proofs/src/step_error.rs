//! Why a step that was proposed has no proof.

use std::fmt;

use reductio_algebra::Term;
use reductio_theorems::{RuleError, Theorem};

/// A theorem that was proposed, or why it has no proof.
pub(crate) type Attempt<T = Theorem> = Result<T, StepError>;

/// A step that was proposed and has no proof: a fault of this crate, never of what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// The kernel refuses a rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// What was found about a term does not give the proof that it should give.
    #[error("{by} found something else about `{about}` than its proof needs")]
    Unfit {
        /// What found it.
        by: Proposer,
        /// The term.
        about: Term,
    },
}

/// A part of this crate that finds what holds before it is proved.
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
    /// The error that its finding about a term is not what the proof needs.
    pub(crate) fn unfit(self, about: &Term) -> StepError {
        StepError::Unfit { by: self, about: about.clone() }
    }
}
