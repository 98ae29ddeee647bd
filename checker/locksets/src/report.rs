//! The answer of a check.

use std::collections::BTreeSet;

use reductio_programs::{Action, Failure, Limit, Place, Program, ThreadId};

use crate::options::Stopped;
use crate::run::{Run, Step};
use crate::shared::Shared;

/// The result of a check. Every run was run again, and shows what it is said to show.
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

/// A failure that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The place where the program goes wrong, and the reason.
    pub failure: Failure,
    /// The source line; 0 if there is none.
    pub line: u32,
    /// A run that ends with it.
    pub run: Run,
}

/// A race: two accesses of one variable that conflict and are not ordered by happens-before (S4 section 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The variable, by the place where its object was made, and its field.
    pub variable: Shared,
    /// The place of the earlier access in the run.
    pub earlier: usize,
    /// A run that ends with the later access.
    pub run: Run,
    /// Tells whether the two accesses race in the run, by the definition of happens-before. Only the search as printed
    /// ([`Variant::Printed`](crate::Variant::Printed)) reports races for which this is not so.
    pub confirmed: bool,
    /// Of an element of an array, the variable that refers to the array where the race was found, such as
    /// `Buffer.items`.
    pub holder: Option<String>,
}

impl Race {
    /// The earlier and the later access.
    pub fn accesses(&self) -> Option<(&Step, &Step)> {
        Some((self.run.steps.get(self.earlier)?, self.run.steps.last()?))
    }

    /// The name of the variable, such as `Buffer.slot`, or `Buffer.items[]` for the elements of an array in that field.
    pub fn name(&self, program: &Program) -> String {
        let (class, field) = (self.variable.class(program), &self.variable.field);
        match &self.holder {
            Some(holder) => format!("{holder}[]"),
            // Fields of several classes have the class in their names.
            None if class.is_empty() || field.contains('.') => field.clone(),
            None if field == "[]" => format!("{}[]", class.trim_end_matches("[]")),
            None => format!("{class}.{field}"),
        }
    }

    /// Decides whether a step of a race writes.
    pub fn is_write(step: &Step) -> bool {
        matches!(step.event.action, Action::Write { .. } | Action::Update { .. })
    }
}

/// A thread that is stuck for ever in some state: on no way on it takes another step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The thread, by its number in the run.
    pub thread: ThreadId,
    /// A run to the state.
    pub run: Run,
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
