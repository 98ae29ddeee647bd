//! The answers to questions about models.

use std::path::PathBuf;

use reductio_relations::systems::{Conclusion, Count, Need, SystemError};
use reductio_relations::{SearchOutcome, UnitProgress};

use super::watcher::Cause;
use crate::diagnostics::Diagnostic;
use crate::question::FormulaAnswer;
use crate::verdict::Exit;

/// The answer to one question about models.
#[derive(Clone, Debug)]
pub enum ModelAnswer {
    /// The systems of one size that satisfy the hypotheses of Theorem 1, counted.
    Count(Box<Count>),
    /// A count of the systems of one size that was ended early.
    Unfinished(UnitProgress),
    /// A search for a system that shows that a hypothesis of Theorem 1 is needed.
    Need(Box<Need>),
    /// A search for a countermodel of a formula.
    Search(Box<CountermodelSearch>),
}

/// A search for a countermodel of a formula, with its outcome.
#[derive(Clone, Debug)]
pub struct CountermodelSearch {
    /// The name of the formula: theory and label, such as `S5 (24)`, or `formula` for one that was asked with `--find`.
    pub id: String,
    /// The label of the hypothesis that was left out to see whether it is needed, if one was.
    pub dropped: Option<String>,
    /// The formula as text, without its hypotheses.
    pub statement: String,
    /// The outcome of the search.
    pub outcome: SearchOutcome,
    /// Tells whether none of the models that were tried satisfies the hypotheses, so that the outcome says nothing.
    pub is_vacuous: bool,
    /// The answer of the whole portfolio for a formula that was asked with `--find`: it may be proved where no model
    /// refutes it.
    pub answer: Option<Box<FormulaAnswer>>,
}

impl ModelAnswer {
    /// The exit of a run with this answer alone.
    pub fn exit(&self) -> Exit {
        match self {
            ModelAnswer::Count(count) => match count.conclusion {
                Conclusion::Fails(_) => Exit::Fails,
                _ => Exit::Holds,
            },
            ModelAnswer::Unfinished(_) => Exit::Declined,
            ModelAnswer::Need(need) if need.cancelled => Exit::Declined,
            ModelAnswer::Need(_) => Exit::Holds,
            ModelAnswer::Search(search) => match &search.outcome {
                _ if search.answer.is_some() => {
                    search.answer.as_ref().map_or(Exit::Declined, |a| Exit::from(&a.verdict))
                }
                // A countermodel shows what a hypothesis is for.
                SearchOutcome::Refuted(_) if search.dropped.is_some() => Exit::Holds,
                SearchOutcome::Refuted(_) => Exit::Fails,
                SearchOutcome::NotRefuted(coverage) if coverage.is_exhaustive() => Exit::Holds,
                _ => Exit::Declined,
            },
        }
    }
}

/// The result of a run of `models`: the answers, and all faults and warnings.
#[derive(Clone, Debug, Default)]
pub struct ModelAnswers {
    /// The answers, in the order of the questions.
    pub answers: Vec<ModelAnswer>,
    /// Diagnostics for questions that make no sense and for files that cannot be read.
    pub bad_input: Vec<Diagnostic>,
    /// Diagnostics for questions that are past a limit.
    pub declined: Vec<Diagnostic>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
    /// The reason why the run was ended early, if it was.
    pub cause: Option<Cause>,
    /// The sizes, hypotheses and statements that the run did not begin because it was ended early.
    pub left: Vec<String>,
    /// The file that holds the finished part of a count.
    pub checkpoint: Option<PathBuf>,
}

impl ModelAnswers {
    /// The exit of the run: that of the worst of its answers, but a run that left something open does not hold.
    pub fn exit(&self) -> Exit {
        let is_open = !self.declined.is_empty() || !self.left.is_empty();
        let mut start = if is_open { Exit::Declined } else { Exit::Holds };
        // Where nothing was asked, that nothing is wrong is no answer.
        let is_asked = !self.answers.is_empty() || is_open;
        if !self.bad_input.is_empty() || !is_asked && self.cause.is_none() {
            start = Exit::BadInput;
        }
        self.answers.iter().map(ModelAnswer::exit).fold(start, Exit::worst)
    }

    /// All diagnostics, errors first.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.bad_input.iter().chain(&self.declined).chain(&self.warnings)
    }

    /// Adds the diagnostic for a size that is refused: a size that takes too long leaves the question open, a
    /// number that is never taken is bad input.
    pub(super) fn refuse(&mut self, error: &SystemError, help: &str) {
        let fault = Diagnostic::error("E0014", error.to_string()).help(help);
        let is_limit = matches!(error, SystemError::TooLarge { .. });
        if is_limit { self.declined.push(fault) } else { self.bad_input.push(fault) }
    }
}
