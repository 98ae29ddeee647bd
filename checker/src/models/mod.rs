//! The verb `models`: statements are evaluated in finite relational models.
//!
//! Three kinds of questions: how many systems of a size satisfy the hypotheses of Theorem 1, and does its
//! conclusion hold in all of them; is a hypothesis needed, and what is the smallest system that shows it; is a
//! formula, or a statement under its hypotheses, false in some small model.

pub(crate) mod json;
pub(crate) mod text;

use std::sync::Arc;

use reductio_algebra::{Formula, Kind, Label, Style, Theory};
use reductio_relations::systems::{
    Conclusion, Count, CountOptions, Dropped, Need, Outcome as Counted, SystemError, count,
    necessity,
};
use reductio_relations::{Outcome, SearchLimits, find_countermodel, step_formula};
use reductio_theorems::{allowed, bundled};

use crate::diagnostics::Diagnostic;
use crate::file::File;
use crate::verdict::Exit;

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// A statement of S5; none is Theorem 1.
    pub label: Option<String>,
    /// The largest number of states; each kind of question has its default.
    pub states: Option<usize>,
    /// The largest number of processes.
    pub processes: Option<usize>,
    /// Hypotheses to leave out, one at a time.
    pub drops: Vec<String>,
    /// Leave out each hypothesis in turn.
    pub all_drops: bool,
    /// A formula over the names of S5, without its hypotheses.
    pub find: Option<String>,
}

/// One answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The systems of one size.
    Count(Box<Count>),
    /// What a hypothesis is for.
    Need(Box<Need>),
    /// A search for a countermodel: of what, the formula as a statement, and what came of it.
    Search {
        /// `S5 (24)`, or `formula`.
        id: String,
        /// The formula, hypotheses left out.
        statement: String,
        /// The outcome.
        outcome: Outcome,
    },
}

impl Answer {
    /// How the run ends on this answer alone.
    pub fn exit(&self) -> Exit {
        match self {
            Answer::Count(count) => match count.conclusion {
                Conclusion::Fails(_) => Exit::Fails,
                _ => Exit::Holds,
            },
            Answer::Need(need) if need.cancelled => Exit::Declined,
            Answer::Need(_) => Exit::Holds,
            Answer::Search { outcome, .. } => match outcome {
                Outcome::Refuted(_) => Exit::Fails,
                Outcome::NotRefuted(coverage) if coverage.is_exhaustive() => Exit::Holds,
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
}

impl Answers {
    /// How the run ends.
    pub fn exit(&self) -> Exit {
        let mut start = if self.declined.is_empty() { Exit::Holds } else { Exit::Declined };
        if !self.bad_input.is_empty() {
            start = Exit::BadInput;
        }
        self.answers.iter().map(Answer::exit).fold(start, Exit::worst)
    }
}

impl Answers {
    /// Sizes past a limit leave a question open; other sizes make no sense.
    fn refuse(&mut self, error: &SystemError) {
        let fault = Diagnostic::error("E0014", error.to_string())
            .help("ask for other numbers with `--states` and `--processes`");
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

/// Answers a question.
pub fn models(question: &Question, style: Style) -> Answers {
    let mut out = Answers::default();
    let theory = match Theory::parse(bundled::S5.text, &[]) {
        Ok(theory) => theory,
        Err(errors) => {
            let file = Arc::new(File::new(bundled::S5.path, bundled::S5.text));
            out.bad_input = errors.iter().map(|e| Diagnostic::of_parse(&file, e)).collect();
            return out;
        }
    };
    if let Some(text) = &question.find {
        match theory.vocabulary().parse_formula(text) {
            Ok(formula) => {
                let statement = formula.to_text(style);
                out.answers.push(search("formula", statement, &formula, question));
            }
            Err(errors) => {
                let file = Arc::new(File::new("--find", text));
                out.bad_input.extend(errors.iter().map(|e| Diagnostic::of_parse(&file, e)));
            }
        }
        return out;
    }
    if question.all_drops || !question.drops.is_empty() {
        drops(question, &mut out);
        return out;
    }
    match question.label.as_deref().map(|l| Label::new(l.trim_matches(['(', ')']))) {
        None => counts(question, &mut out),
        Some(label) if ["22", "Theorem 1"].contains(&label.as_str()) => {
            counts(question, &mut out);
        }
        Some(label) => match theory.statement(&label) {
            Some(statement) if statement.kind != Kind::Hypothesis => {
                let hypotheses: Vec<Formula> =
                    allowed(&theory, statement).map(|h| h.formula.clone()).collect();
                let formula = step_formula(&hypotheses, &[], &statement.formula);
                let id = format!("{} {label}", theory.name());
                let text = statement.formula.to_statement(style);
                out.answers.push(search(&id, text, &formula, question));
            }
            _ => {
                let unknown = theory.unknown_label(&label, 0..0);
                let mut fault =
                    Diagnostic::error("E0013", format!("S5 has no lemma or theorem {label}"));
                fault.help.extend(unknown.kind.help());
                out.bad_input.push(fault);
            }
        },
    }
    out
}

fn search(id: &str, statement: String, formula: &Formula, question: &Question) -> Answer {
    let default = SearchLimits::default();
    let limits = SearchLimits {
        states: question.states.unwrap_or(default.states),
        processes: question.processes.unwrap_or(default.processes),
        ..default
    };
    let outcome = find_countermodel(formula, &limits);
    Answer::Search { id: id.to_owned(), statement, outcome }
}

/// All sizes up to the one asked for, states first.
fn sizes(question: &Question, default: (usize, usize)) -> Vec<(usize, usize)> {
    let most = question.processes.unwrap_or(default.1);
    let states = question.states.unwrap_or(default.0);
    // A size of 0 is asked for once, to be refused.
    let range = |most: usize| most.min(1)..=most;
    range(states).flat_map(|n| range(most).map(move |k| (n, k))).collect()
}

fn counts(question: &Question, out: &mut Answers) {
    let options = CountOptions { threads: 2, ..CountOptions::default() };
    for (states, processes) in sizes(question, (4, 2)) {
        match count(states, processes, &options) {
            Ok(Counted::Complete(count)) => out.answers.push(Answer::Count(count.into())),
            Ok(_) => {}
            Err(error) => {
                out.refuse(&error);
                return;
            }
        }
    }
}

fn drops(question: &Question, out: &mut Answers) {
    let sizes = sizes(question, (5, 2));
    let mut rows = Vec::new();
    if question.all_drops {
        rows.extend(Dropped::ALL);
    }
    for label in &question.drops {
        let label = format!("({})", label.trim_matches(['(', ')']));
        match Dropped::labelled(&label) {
            Some(row) if !rows.contains(&row) => rows.push(row),
            Some(_) => {}
            None => {
                let all: Vec<&str> = Dropped::ALL.iter().map(|d| d.label()).collect();
                let fault =
                    Diagnostic::error("E0013", format!("{label} is no hypothesis of Theorem 1"));
                out.bad_input.push(fault.help(format!("they are {}", all.join(", "))));
            }
        }
    }
    for row in rows {
        match necessity(row, &sizes, None) {
            Ok(need) => out.answers.push(Answer::Need(need.into())),
            Err(error) => {
                out.refuse(&error);
                return;
            }
        }
    }
}
