//! What a command answers, and the one place that writes it.

use std::fmt::Write as _;
use std::time::Duration;

use reductio::Exit;

use crate::terminal;

/// The answer of a command.
#[derive(Clone, Debug)]
#[must_use]
pub(super) struct Said {
    text: String,
    is_report: bool,
    /// For people, beside a product: goes to standard error.
    aside: String,
    exit: Exit,
}

impl Said {
    /// What a person reads; `--quiet` leaves it out.
    pub(super) fn report(text: impl Into<String>, exit: Exit) -> Self {
        Said::either(text, exit, true)
    }

    /// What another program reads, or what was asked to be written: never left out.
    pub(super) fn product(text: impl Into<String>, exit: Exit) -> Self {
        Said::either(text, exit, false)
    }

    /// The one or the other.
    pub(super) fn either(text: impl Into<String>, exit: Exit, is_report: bool) -> Self {
        Said { text: text.into(), is_report, aside: String::new(), exit }
    }

    /// The same with a line for people, which `--quiet` leaves out.
    pub(super) fn beside(self, aside: &str) -> Self {
        Said { aside: format!("{aside}\n"), ..self }
    }

    /// Nothing but what went to standard error.
    pub(super) fn nothing(exit: Exit) -> Self {
        Said::report(String::new(), exit)
    }

    /// The same, ending no better than `exit`.
    pub(super) fn worst(self, exit: Exit) -> Self {
        Said { exit: self.exit.worst(exit), ..self }
    }

    /// The same with the time that it took, where a person reads it.
    pub(super) fn timed(mut self, time: Duration) -> Self {
        if self.is_report {
            let _ = writeln!(self.text, "took {:.3} s", time.as_secs_f64());
        }
        self
    }

    /// Writes the answer. A closed pipe is no fault: whoever closed it has read enough.
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
