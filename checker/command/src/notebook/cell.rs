//! One cell: what it holds says how the session takes it.

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use super::answer::{Mark, answered};
use super::commands;
use super::content::Content;
use super::output::CellAnswer;
use super::session::Session;
use crate::stop::Cause;

impl Session {
    /// Runs a cell.
    pub fn run(&mut self, text: &str) -> CellAnswer {
        match Mark::of(text) {
            Some(Mark::Answer(number)) => self.attempt(number, text),
            Some(Mark::Solution(_)) | None => self.run_content(text),
        }
    }

    /// Runs a cell by its kind, whichever exercise it may belong to.
    pub(super) fn run_content(&mut self, text: &str) -> CellAnswer {
        match Content::of(text) {
            Content::Statements => self.statements(text),
            Content::Script => self.script(text),
            Content::System => self.system(text),
            Content::Program => self.program(text),
            Content::Exercise => self.exercise(text),
            Content::Model => self.read_model(text),
            Content::Trace => self.trace(text),
            Content::Commands => self.commands(text),
        }
    }

    /// Runs commands in their order, up to the first that is refused.
    fn commands(&self, text: &str) -> CellAnswer {
        let mut all = CellAnswer { outputs: Vec::new(), exit: Exit::Holds };
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("--"));
        // Answers in words are looked at by the check of the exercise.
        let is_answer = |line: &str| Mark::of(text).is_some() && answered(line).is_some();
        for line in lines.filter(|line| !is_answer(line)) {
            if self.stop().cause().is_some() {
                break;
            }
            let answer = commands::run(self, line);
            all.outputs.extend(answer.outputs);
            all.exit = answer.exit;
            if all.exit != Exit::Holds {
                break;
            }
        }
        match self.stop().cause() {
            None => all,
            Some(cause) => CellAnswer {
                exit: all.exit.worst(Exit::Declined),
                ..all.then(&[interrupted(cause)])
            },
        }
    }
}

/// The diagnostic of a cell that was ended early.
pub(crate) fn interrupted(cause: Cause) -> Diagnostic {
    let fault = Diagnostic::error("E0804", format!("the cell was ended early: {}", cause.word()));
    fault.help("smaller limits, such as `--states` or `--max-states`, make it shorter")
}
