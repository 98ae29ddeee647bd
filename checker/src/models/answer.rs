//! The answers to questions about models.

use std::path::PathBuf;

use reductio_relations::systems::{Conclusion, Count, Need, SystemError};
use reductio_relations::{SearchOutcome, UnitProgress};

use super::watcher::Cause;
use crate::diagnostics::Diagnostic;
use crate::question::FormulaAnswer;
use crate::verdict::Exit;

/// One answer.
#[derive(Clone, Debug)]
pub enum ModelAnswer {
    /// The systems of one size.
    Count(Box<Count>),
    /// The systems of one size, not counted to the end.
    Unfinished(UnitProgress),
    /// What a hypothesis is for.
    Need(Box<Need>),
    /// A search for a countermodel.
    Search(Box<CountermodelSearch>),
}

/// A search for a countermodel: of what, and what came of it.
#[derive(Clone, Debug)]
pub struct CountermodelSearch {
    /// `S5 (24)`, or `formula`.
    pub id: String,
    /// The hypothesis that was left out to see what it is for.
    pub dropped: Option<String>,
    /// The formula, hypotheses left out.
    pub statement: String,
    /// The outcome.
    pub outcome: SearchOutcome,
    /// Whether none of the models that were tried satisfies the hypotheses: then the outcome says nothing.
    pub is_vacuous: bool,
    /// For a formula, the answer of the whole portfolio: it may be proved where no model refutes it.
    pub answer: Option<Box<FormulaAnswer>>,
}

impl ModelAnswer {
    /// How the run ends on this answer alone.
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

/// All answers of a run.
#[derive(Clone, Debug, Default)]
pub struct ModelAnswers {
    /// In the order of the questions.
    pub answers: Vec<ModelAnswer>,
    /// What could not be asked.
    pub bad_input: Vec<Diagnostic>,
    /// What is past a limit.
    pub declined: Vec<Diagnostic>,
    /// What deserves a look.
    pub warnings: Vec<Diagnostic>,
    /// Why the run was ended early, if it was.
    pub cause: Option<Cause>,
    /// What was not begun then: sizes, hypotheses, statements.
    pub left: Vec<String>,
    /// The file that holds the finished part of a count.
    pub checkpoint: Option<PathBuf>,
}

impl ModelAnswers {
    /// How the run ends.
    pub fn exit(&self) -> Exit {
        let is_open = !self.declined.is_empty() || !self.left.is_empty();
        let mut start = if is_open { Exit::Declined } else { Exit::Holds };
        if !self.bad_input.is_empty() {
            start = Exit::BadInput;
        }
        self.answers.iter().map(ModelAnswer::exit).fold(start, Exit::worst)
    }

    /// Everything to be told apart from the answers, errors first.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.bad_input.iter().chain(&self.declined).chain(&self.warnings)
    }

    /// Sizes past a limit leave a question open; other sizes make no sense.
    pub(super) fn refuse(&mut self, error: &SystemError, help: &str) {
        let fault = Diagnostic::error("E0014", error.to_string()).help(help);
        let is_limit = match error {
            SystemError::TooLarge { .. } => true,
            SystemError::States { states: n, .. } | SystemError::Processes { processes: n, .. } => {
                *n > 0
            }
            _ => false,
        };
        if is_limit { self.declined.push(fault) } else { self.bad_input.push(fault) }
    }
}
