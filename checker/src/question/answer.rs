//! The answer to a question about a formula.

use reductio_algebra::{Formula, Label};
use reductio_proofs::decide::GuardedWord;
use reductio_relations::{Countermodel, SearchOutcome};

use super::proof::FormulaProof;
use crate::verdict::Verdict;

/// A method of the portfolio, which proves or refutes formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The decision procedure.
    Decision,
    /// The search for a model in which the formula is false.
    Models,
    /// The search for a proof from the hypotheses and premises alone.
    Search,
    /// The search for a proof that makes its own lemmas, by induction.
    Induction,
    /// The search for a proof from the lemmas of the theory and the bundled laws as well.
    Lemmas,
}

impl Method {
    /// The name of the method in reports.
    pub fn word(self) -> &'static str {
        match self {
            Method::Decision => "decision",
            Method::Models => "models",
            Method::Search => "search",
            Method::Induction => "search by induction",
            Method::Lemmas => "search with lemmas",
        }
    }
}

/// A counterexample of a formula: a model in which it is false.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// A run that one side has and the other lacks, where the decision procedure found one.
    pub word: Option<GuardedWord>,
    /// A model of the hypotheses in which the formula is false; the formula was evaluated in it.
    pub found: Countermodel,
}

/// A formula with the verdict about it.
#[derive(Clone, Debug)]
pub struct FormulaAnswer {
    /// The closed formula.
    pub formula: Formula,
    /// The name of the theory that declares the names of the formula.
    pub theory: String,
    /// The labels of the hypotheses of that theory, under which the question is asked.
    pub assumed: Vec<Label>,
    /// Tells whether the formula holds in every omega algebra that satisfies the hypotheses; where that is open, the
    /// reason that each method of the portfolio gives.
    pub verdict: Verdict<FormulaProof, Box<Counterexample>, Vec<String>>,
    /// The method that found the answer, if one did.
    pub method: Option<Method>,
    /// The outcome of the last search for models, where there was one.
    pub models: Option<SearchOutcome>,
}
