//! The two systems of S2 section 7, as programs, with what S2 says is known of their variables and locks.

use reductio_algebra::TextErrors;
use reductio_programs::{ENTRY, Program, Queues, SourceError, Thread, parse_program};

use crate::classify::{Classification, Known};

/// A system that S2 counts the states of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// The producer and consumers of figure 1; its size is the number of consumers (table 1).
    ProducerConsumer,
    /// The subjects and observers of figure 2; its size is the number of mutators (table 2).
    Observer,
}

/// The line after which what is repeated begins, but for its last word.
const REPEAT: &str = "  -- for each ";
/// The line with which what is repeated ends.
const UNTIL: &str = "  -- until here";

impl System {
    /// Both.
    pub const ALL: [System; 2] = [System::ProducerConsumer, System::Observer];

    /// The text of the program with size 1.
    fn template(self) -> &'static str {
        match self {
            System::ProducerConsumer => include_str!("../systems/producer_consumer.prog"),
            System::Observer => include_str!("../systems/observer.prog"),
        }
    }

    /// The text of the program of a size.
    ///
    /// ```
    /// use reductio_coarsening::System;
    ///
    /// let text = System::Observer.text(3);
    /// assert_eq!(text.matches("fork mutator").count(), 3);
    /// ```
    pub fn text(self, size: usize) -> String {
        let mut text = String::new();
        let mut repeated: Option<String> = None;
        for line in self.template().lines() {
            match &mut repeated {
                None if line.starts_with(REPEAT) => repeated = Some(String::new()),
                Some(lines) if line == UNTIL => {
                    text.push_str(&lines.repeat(size));
                    repeated = None;
                }
                Some(lines) => lines.extend([line, "\n"]),
                None => text.extend([line, "\n"]),
            }
        }
        text
    }

    /// The program of a size, in which who comes first is served first.
    ///
    /// # Errors
    /// The faults of the text: it has none.
    pub fn program(self, size: usize) -> Result<Program, TextErrors<SourceError>> {
        let program = parse_program(&self.text(size), self.name(), ENTRY)?;
        Ok(program.with_queues(Queues::FirstCome))
    }

    /// The statement of S2 section 7 about the variables and locks of the program of a size, made by hand.
    pub fn by_hand(self, size: usize) -> ByLine {
        let known = |line: &str| match line.rsplit_once("-- ").map_or("", |(_, word)| word) {
            "owned" => Known::Owned,
            "protected" | "alone" if self == System::Observer && size == 1 => Known::Owned,
            "protected" => Known::Protected,
            _ => Known::Nothing,
        };
        ByLine(self.text(size).lines().map(known).collect())
    }

    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            System::ProducerConsumer => "producer_consumer",
            System::Observer => "observer",
        }
    }
}

/// A classification made by hand: what is known of the variables and locks that each line of the source accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByLine(pub Vec<Known>);

impl Classification for ByLine {
    fn known(&self, program: &Program, thread: &Thread) -> Known {
        let line = thread.place().map_or(0, |place| program.line(place)) as usize;
        line.checked_sub(1).and_then(|line| self.0.get(line)).copied().unwrap_or_default()
    }
}
