//! One question, one answer: does a formula hold under the hypotheses of a theory?
//!
//! `decide`, `prove --formula` and `models --find` ask the same portfolio of parts, cheap ones first (`portfolio`):
//! the decision procedure, a search for a proof from nothing but what is assumed, small models, a search for a proof
//! from the lemmas of the theory too, more models. The first part that knows the answer gives it, and the answer names it. A formula *holds* when a
//! certificate of the kernel says so; it *fails* when it is false in a model that was evaluated; everything else is
//! undecided, with what each part came to.

mod hypotheses;
mod portfolio;
mod proof;
mod read;
mod single;

use reductio_algebra::{Formula, Label};
use reductio_proofs::decide::GuardedWord;
use reductio_relations::{Countermodel, SearchLimits, SearchOutcome};

pub(crate) use hypotheses::warning;
pub use hypotheses::{Consistency, consistency};
pub use portfolio::{Asker, Part};
pub use proof::Proof;
pub use read::read;

use crate::verdict::Verdict;

/// How much work an answer may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most states of an automaton of the decision procedure.
    pub states: usize,
    /// The limits of the searches for a proof.
    pub proving: reductio_proofs::ReplayLimits<'a>,
    /// The limits of the search for a model; `None` for no such search.
    pub models: Option<SearchLimits<'a>>,
    /// Whether a formula that is false is to be shown with a model as small as the search finds, in place of the first.
    pub smallest: bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            states: 10_000,
            proving: reductio_proofs::ReplayLimits::default(),
            models: Some(SearchLimits::default()),
            smallest: false,
        }
    }
}

/// Why a formula fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// A run that one side has and the other lacks, where the decision procedure found one.
    pub word: Option<GuardedWord>,
    /// A model of the hypotheses in which the formula is false, evaluated.
    pub found: Countermodel,
}

/// A formula with its verdict.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The formula, closed.
    pub formula: Formula,
    /// The name of the theory over whose names it is.
    pub theory: String,
    /// The hypotheses of that theory: the question is under them.
    pub assumed: Vec<Label>,
    /// Whether it holds in every omega algebra that satisfies the hypotheses; where that is open, what each part of the
    /// portfolio came to.
    pub verdict: Verdict<Proof, Box<Counterexample>, Vec<String>>,
    /// The part that found the answer.
    pub part: Option<Part>,
    /// What the search for models came to, where it was asked.
    pub models: Option<SearchOutcome>,
}
