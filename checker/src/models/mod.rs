//! The verb `models`: statements are evaluated in finite relational models.
//!
//! Three kinds of questions: how many systems of a size satisfy the hypotheses of Theorem 1, and does its
//! conclusion hold in all of them (`counts`); is a hypothesis needed, and what is the smallest system that shows
//! it (`needs`); is a formula, or a statement under its hypotheses, false in some small model (`searches`).

mod counts;
mod needs;
mod searches;
mod watcher;

use std::path::PathBuf;

use reductio_algebra::Style;
use reductio_relations::systems::{Conclusion, Count, Need, SystemError};
use reductio_relations::{SearchOutcome, UnitProgress, Watch};

pub use watcher::{Cause, Nobody, Watcher};

use crate::diagnostics::Diagnostic;
use crate::library::Library;
use crate::question;
use crate::verdict::Exit;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Statements, by label; without one, those of the given files, and without files, Theorem 1.
    pub labels: Vec<String>,
    /// The largest number of states; each kind of question has its default.
    pub states: Option<usize>,
    /// The largest number of processes.
    pub processes: Option<usize>,
    /// Hypotheses to leave out, one at a time.
    pub drops: Vec<String>,
    /// Leave out each hypothesis in turn.
    pub all_drops: bool,
    /// A formula over the names of the given theory, under its hypotheses; without one, as for `decide`.
    pub find: Option<String>,
    /// How many partial models a search evaluates at each size before it only samples.
    pub evaluations: Option<u64>,
    /// A file for the finished part of a count.
    pub checkpoint: Option<PathBuf>,
}

/// One answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The systems of one size.
    Count(Box<Count>),
    /// The systems of one size, not counted to the end.
    Unfinished(UnitProgress),
    /// What a hypothesis is for.
    Need(Box<Need>),
    /// A search for a countermodel.
    Search(Box<Search>),
}

/// A search for a countermodel: of what, and what came of it.
#[derive(Clone, Debug)]
pub struct Search {
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
    pub answer: Option<Box<question::Answer>>,
}

impl Answer {
    /// How the run ends on this answer alone.
    pub fn exit(&self) -> Exit {
        match self {
            Answer::Count(count) => match count.conclusion {
                Conclusion::Fails(_) => Exit::Fails,
                _ => Exit::Holds,
            },
            Answer::Unfinished(_) => Exit::Declined,
            Answer::Need(need) if need.cancelled => Exit::Declined,
            Answer::Need(_) => Exit::Holds,
            Answer::Search(search) => match &search.outcome {
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
pub struct Answers {
    /// In the order of the questions.
    pub answers: Vec<Answer>,
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

impl Answers {
    /// How the run ends.
    pub fn exit(&self) -> Exit {
        let is_open = !self.declined.is_empty() || !self.left.is_empty();
        let mut start = if is_open { Exit::Declined } else { Exit::Holds };
        if !self.bad_input.is_empty() {
            start = Exit::BadInput;
        }
        self.answers.iter().map(Answer::exit).fold(start, Exit::worst)
    }

    /// Everything to be told apart from the answers, errors first.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.bad_input.iter().chain(&self.declined).chain(&self.warnings)
    }

    /// Sizes past a limit leave a question open; other sizes make no sense.
    fn refuse(&mut self, error: &SystemError, help: &str) {
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

/// A question under way.
struct Run<'a> {
    library: &'a Library,
    question: &'a Question,
    style: Style,
    watcher: &'a dyn Watcher,
    out: Answers,
}

impl Run<'_> {
    /// Runs something under the watcher; `what` is what is under way.
    fn watching<T>(&self, what: &str, work: impl FnOnce(Watch<'_>) -> T) -> T {
        watching(self.watcher, what, work)
    }

    /// Whether the run goes on; if not, `what` is noted as not begun.
    fn goes_on(&mut self, what: impl FnOnce() -> String) -> bool {
        let is_stopped = self.watcher.is_stopped();
        if is_stopped {
            self.out.left.push(what());
        }
        !is_stopped
    }

    /// All sizes up to the one asked for, states first.
    fn sizes(&self, default: (usize, usize)) -> Vec<(usize, usize)> {
        let most = self.question.processes.unwrap_or(default.1);
        let states = self.question.states.unwrap_or(default.0);
        // A size of 0 is asked for once, to be refused.
        let range = |most: usize| most.min(1)..=most;
        range(states).flat_map(|n| range(most).map(move |k| (n, k))).collect()
    }
}

/// Answers a question about the theories of a library. What could not be read of the library is told too.
///
/// ```
/// use reductio::models::{Nobody, Question, models};
/// use reductio::prelude::*;
/// let library = Library::bundled();
/// let find = Question { find: Some("x y = y x".to_owned()), ..Question::default() };
/// let answers = models(&library, &find, Style::Ascii, &Nobody);
/// assert_eq!(answers.exit(), Exit::Fails);
/// ```
pub fn models(
    library: &Library,
    question: &Question,
    style: Style,
    watcher: &dyn Watcher,
) -> Answers {
    let out = Answers {
        bad_input: library.faults.clone(),
        warnings: library.warnings.clone(),
        ..Answers::default()
    };
    let mut run = Run { library, question, style, watcher, out };
    if let Some(formula) = &question.find {
        searches::formula(&mut run, formula);
    } else if question.all_drops || !question.drops.is_empty() {
        if question.labels.is_empty() {
            needs::needs(&mut run);
        } else {
            searches::without_hypotheses(&mut run);
        }
    } else if question.labels.is_empty() && !library.has_given() {
        counts::counts(&mut run);
    } else {
        searches::statements(&mut run);
    }
    // Where everything was answered, a clock that ran out at the end has ended nothing.
    let is_open = run.out.answers.iter().any(|answer| answer.exit() == Exit::Declined);
    if is_open || !run.out.left.is_empty() {
        run.out.cause = watcher.cause();
    }
    run.out
}

/// Runs something under a watcher; `what` is what is under way.
fn watching<T>(watcher: &dyn Watcher, what: &str, work: impl FnOnce(Watch<'_>) -> T) -> T {
    let report = |progress| watcher.note(what, progress);
    work(Watch { cancel: watcher.flag(), progress: Some(&report) })
}

/// What the main job asks: Theorem 1 in all systems of a size, and what each of its hypotheses is for.
pub fn overview(library: &Library, style: Style, watcher: &dyn Watcher) -> Answers {
    let ask =
        |all_drops| models(library, &Question { all_drops, ..Question::default() }, style, watcher);
    let mut answers = ask(false);
    let needs = ask(true);
    answers.answers.extend(needs.answers);
    answers.bad_input.extend(needs.bad_input);
    answers.left.extend(needs.left);
    answers.cause = answers.cause.or(needs.cause);
    answers
}
