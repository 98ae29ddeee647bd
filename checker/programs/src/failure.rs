//! Failures: where a program goes wrong, and why.

use std::fmt;

use crate::ids::Place;
use crate::program::Program;
use crate::state::{State, Status, Thread};
use crate::wrong::Wrong;

/// A failure: a thread has gone wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Failure {
    /// The instruction that goes wrong.
    pub place: Place,
    /// The reason.
    pub wrong: Wrong,
}

impl Failure {
    /// The failures of a state's threads.
    pub fn of(state: &State) -> impl Iterator<Item = Failure> {
        state.threads.iter().filter_map(|thread| Failure::of_thread(thread))
    }

    /// The failure of a thread, if it has gone wrong.
    pub fn of_thread(thread: &Thread) -> Option<Failure> {
        match thread.status {
            Status::Wrong(wrong) => thread.place().map(|place| Failure { place, wrong }),
            _ => None,
        }
    }

    /// Decides whether some thread of a state has gone wrong and is not over: what it had to do, nobody does.
    pub fn blocks(state: &State) -> bool {
        Failure::of(state).any(|failure| !failure.wrong.ends_thread())
    }

    /// A number for each failure of a program, for searches that tell failures apart by number.
    pub fn number(self, program: &Program) -> usize {
        program.number(self.place) + self.wrong.number() * program.instructions()
    }

    /// The failure with a number that [`Failure::number`] gave.
    pub fn with_number(program: &Program, number: usize) -> Option<Failure> {
        let all = program.instructions().max(1);
        let place = program.place(number % all)?;
        Some(Failure { place, wrong: Wrong::with_number(number / all)? })
    }

    /// The source line; 0 if there is none.
    pub fn line(self, program: &Program) -> u32 {
        program.line(self.place)
    }

    /// The name of the class of the object that was thrown, if that is the failure.
    pub fn thrown(self, program: &Program) -> Option<&str> {
        let class = program.class_at(self.place).filter(|_| self.wrong == Wrong::Uncaught)?;
        Some(&program.classes()[class.index()].name)
    }

    /// The reason in words.
    pub fn reason(self, program: &Program) -> String {
        let reason = match self.wrong {
            Wrong::Failure(text) => program.texts().get(text.index()).cloned(),
            Wrong::Uncaught => self.thrown(program).map(|class| format!("{class} is not caught")),
            _ => None,
        };
        reason.unwrap_or_else(|| self.wrong.to_string())
    }

    /// The failure in words.
    pub fn told(self, program: &Program) -> impl fmt::Display {
        format!("{}: {}", program.line_words(self.place), self.reason(program))
    }
}
