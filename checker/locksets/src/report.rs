//! The answer of a check.

use std::collections::BTreeSet;

use reductio_programs::{Limit, Place};
use reductio_watched::{Race, Run, Stopped, Stuck, Wrong};
/// The findings of a check. Every run was run again, and shows what it is said to show.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The failures that can be reached, each with a run at whose end a thread goes wrong; by place and reason.
    pub wrong: Vec<Wrong>,
    /// The variables with a race, each with a run that ends with the second access; by allocation site and field.
    pub races: Vec<Race>,
    /// Tells whether a total deadlock can be reached: a state in which no thread can go on, some thread has not ended,
    /// and none has gone wrong. `None` if it is not known or was not looked for.
    pub deadlock: Option<bool>,
    /// A run to a total deadlock, if there is one.
    pub deadlock_run: Option<Run>,
    /// The threads that can be stuck for ever, although no run on is a total deadlock; `None` if it is not known or was
    /// not looked for.
    pub stuck: Option<Vec<Stuck>>,
    /// The number of canonical states that the lockset search met.
    pub states: usize,
    /// The number of steps that the lockset search took.
    pub transitions: u64,
    /// The number of times that the lockset search expanded a state: more than the states where it was met with
    /// different locksets.
    pub expansions: usize,
    /// The greatest length of a run that the lockset search followed.
    pub depth: usize,
    /// The number of distinct locksets.
    pub locksets: usize,
    /// The number of bytes that the lockset search took at the end, about.
    pub bytes: usize,
    /// The number of states of the search for deadlocks, if there was one.
    pub deadlock_states: usize,
    /// The limits at which the search by locksets halted threads, with the instructions, each once.
    pub limits: Vec<(Limit, Place)>,
    /// The reason why failures and races may be missing, or `None` if all that can be reached were found.
    pub stopped: Option<Stopped>,
}

impl Report {
    /// The lines that go wrong, ascending, each once.
    pub fn wrong_lines(&self) -> Vec<u32> {
        self.wrong.iter().map(|wrong| wrong.line).collect::<BTreeSet<u32>>().into_iter().collect()
    }

    /// The variables with a race, as line of the allocation site (0 for none) and field, ascending, each once. Races
    /// that were not confirmed are left out.
    pub fn racy(&self) -> Vec<(u32, &str)> {
        let races = self.races.iter().filter(|race| race.confirmed);
        let all: BTreeSet<(u32, &str)> =
            races.map(|race| (race.variable.line, &*race.variable.field)).collect();
        all.into_iter().collect()
    }

    /// Tells whether all failures and races that can be reached were found.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}
