//! S1's experiment (figure 4): states, time and memory, by what a step is, with the monitor and without.

use std::fmt;
use std::time::Duration;

use reductio_programs::Program;

use crate::model::Atomicity;
use crate::resolve::Classes;
use crate::search::{Answer, Options, check};

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The size of a step.
    pub atomicity: Atomicity,
    /// Tells whether the classes are checked.
    pub monitor: bool,
    /// The number of states.
    pub states: usize,
    /// The number of steps.
    pub transitions: u64,
    /// The bytes of all states.
    pub bytes: usize,
    /// The time of the search.
    pub time: Duration,
    /// Tells whether the search was complete.
    pub is_complete: bool,
    /// The number of failures that were found.
    pub failures: usize,
    /// Tells whether a total deadlock was found.
    pub deadlock: bool,
    /// The number of classes that were found to be wrong.
    pub breaches: usize,
}

impl Row {
    fn of(atomicity: Atomicity, monitor: bool, answer: &Answer) -> Row {
        Row {
            atomicity,
            monitor,
            states: answer.states,
            transitions: answer.transitions,
            bytes: answer.bytes,
            time: answer.time,
            is_complete: answer.stopped.is_none(),
            failures: answer.wrong.len(),
            deadlock: answer.deadlock.is_some(),
            breaches: answer.breaches.len(),
        }
    }
}

/// The table of a program.
#[derive(Clone, Debug)]
pub struct Table {
    /// The lines: by what a step is, without the monitor and then with it.
    pub rows: Vec<Row>,
}

impl Table {
    /// The line of a kind of steps.
    pub fn row(&self, atomicity: Atomicity, monitor: bool) -> Option<&Row> {
        self.rows.iter().find(|row| row.atomicity == atomicity && row.monitor == monitor)
    }

    /// The factor of the reduction: the states of the search by instructions without a monitor for each state of the
    /// reduced one with it.
    #[expect(clippy::cast_precision_loss, reason = "it is for people")]
    pub fn factor(&self) -> f64 {
        let states = |atomicity, monitor| self.row(atomicity, monitor).map_or(0, |row| row.states);
        let reduced = states(Atomicity::Reduced, true).max(1);
        states(Atomicity::Bytecode, false) as f64 / reduced as f64
    }
}

/// Makes S1's experiment with a program: six searches. The options say with which limits.
pub fn experiment(program: &Program, classes: &Classes, options: &Options<'_>) -> Table {
    let mut rows = Vec::new();
    for atomicity in Atomicity::ALL {
        for monitor in [false, true] {
            let options = Options { atomicity, monitor, ..*options };
            rows.push(Row::of(atomicity, monitor, &check(program, classes, &options)));
        }
    }
    Table { rows }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| a step is | monitor | states | steps | bytes | bytes a state | time |")?;
        writeln!(f, "|---|---|---:|---:|---:|---:|---:|")?;
        for row in &self.rows {
            let monitor = if row.monitor { "on" } else { "off" };
            let more = if row.is_complete { "" } else { " and more" };
            writeln!(
                f,
                "| {} | {monitor} | {}{more} | {}{more} | {} | {} | {:.1} ms |",
                row.atomicity.name(),
                row.states,
                row.transitions,
                row.bytes,
                row.bytes / row.states.max(1),
                row.time.as_secs_f64() * 1_000.0,
            )?;
        }
        Ok(())
    }
}
