//! The answer of a command, and the one place that writes it.

use std::fmt::Write as _;
use std::time::Duration;

use reductio::Exit;

use crate::terminal;

/// The answer of a command: a text for people or for programs, and the exit code.
#[derive(Clone, Debug)]
#[must_use]
pub(super) struct Said {
    text: String,
    is_report: bool,
    /// A text for people beside a product; it goes to standard error.
    aside: String,
    exit: Exit,
}

impl Said {
    /// Makes an answer for people; `--quiet` leaves it out.
    pub(super) fn report(text: impl Into<String>, exit: Exit) -> Self {
        Said::either(text, exit, true)
    }

    /// Makes an answer that another program reads, or that was asked to be written; it is never left out.
    pub(super) fn product(text: impl Into<String>, exit: Exit) -> Self {
        Said::either(text, exit, false)
    }

    /// Makes a report or a product.
    pub(super) fn either(text: impl Into<String>, exit: Exit, is_report: bool) -> Self {
        Said { text: text.into(), is_report, aside: String::new(), exit }
    }

    /// Adds a line for people, which `--quiet` leaves out.
    pub(super) fn beside(self, aside: &str) -> Self {
        Said { aside: format!("{aside}\n"), ..self }
    }

    /// Makes an answer without text; all messages went to standard error.
    pub(super) fn nothing(exit: Exit) -> Self {
        Said::report(String::new(), exit)
    }

    /// Makes the exit code the worse one of its own and `exit`.
    pub(super) fn worst(self, exit: Exit) -> Self {
        Said { exit: self.exit.worst(exit), ..self }
    }

    /// Adds the time that the work took, if a person reads the answer.
    pub(super) fn timed(mut self, time: Duration) -> Self {
        if self.is_report {
            let _ = writeln!(self.text, "took {:.3} s", time.as_secs_f64());
        }
        self
    }

    /// Writes the answer and returns the exit code. A closed pipe is no fault: its reader has read enough.
    pub(super) fn write(&self, is_quiet: bool) -> Exit {
        if is_quiet && self.is_report {
            return self.exit;
        }
        if !is_quiet {
            terminal::tell(&self.aside);
        }
        let written = if self.is_report {
            terminal::say(&self.text)
        } else {
            terminal::hand_over(&self.text)
        };
        match written {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                terminal::tell(&format!("reductio: cannot write the answer: {error}\n"));
                self.exit.worst(Exit::BadInput)
            }
            _ => self.exit,
        }
    }
}
