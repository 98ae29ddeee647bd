//! Failures: where a program goes wrong, and why.

use std::fmt;

use crate::ids::Place;
use crate::program::Program;
use crate::state::{State, Status};
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
        state.threads.iter().filter_map(|thread| match thread.status {
            Status::Wrong(wrong) => thread.place().map(|place| Failure { place, wrong }),
            _ => None,
        })
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

    /// The failure in words.
    pub fn told(self, program: &Program) -> impl fmt::Display {
        let reason = match self.wrong {
            Wrong::Failure(text) => program.texts().get(text.index()).cloned(),
            _ => None,
        };
        let reason = reason.unwrap_or_else(|| self.wrong.to_string());
        format!("line {}: {reason}", self.line(program))
    }
}
