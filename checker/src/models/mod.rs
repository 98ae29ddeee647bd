//! The verb `models`: statements are evaluated in finite relational models.
//!
//! Three kinds of questions: how many systems of a size satisfy the hypotheses of Theorem 1, and does its
//! conclusion hold in all of them (`counts`); is a hypothesis needed, and what is the smallest system that shows
//! it (`needs`); is a formula, or a statement under its hypotheses, false in some small model (`searches`).

mod answer;
mod counts;
mod needs;
mod question;
mod run;
mod searches;
mod watcher;

use reductio_algebra::Style;

pub use answer::{CountermodelSearch, ModelAnswer, ModelAnswers};
pub use question::ModelQuestion;
pub use watcher::{Cause, Nobody, Watcher};

use crate::library::Library;
use crate::verdict::Exit;
use run::Run;

/// Answers a question about the theories of a library. The faults of the library's files are part of the answers.
///
/// ```
/// use reductio::models::{Nobody, ModelQuestion, models};
/// use reductio::prelude::*;
/// let library = Library::bundled();
/// let find = ModelQuestion { find: Some("x y = y x".to_owned()), ..ModelQuestion::default() };
/// let answers = models(&library, &find, Style::Ascii, &Nobody);
/// assert_eq!(answers.exit(), Exit::Fails);
/// ```
pub fn models(
    library: &Library,
    question: &ModelQuestion,
    style: Style,
    watcher: &dyn Watcher,
) -> ModelAnswers {
    let out = ModelAnswers {
        bad_input: library.faults.clone(),
        warnings: library.warnings.clone(),
        ..ModelAnswers::default()
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

/// Answers the questions of an overview: does Theorem 1 hold in all systems of the default sizes, and is each of its
/// hypotheses needed?
pub fn overview(library: &Library, style: Style, watcher: &dyn Watcher) -> ModelAnswers {
    let ask = |all_drops| {
        models(library, &ModelQuestion { all_drops, ..ModelQuestion::default() }, style, watcher)
    };
    let mut answers = ask(false);
    let needs = ask(true);
    answers.answers.extend(needs.answers);
    answers.bad_input.extend(needs.bad_input);
    answers.left.extend(needs.left);
    answers.cause = answers.cause.or(needs.cause);
    answers
}
