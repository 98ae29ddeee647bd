//! # Executions
//!
//! An execution of a [`System`] (S1 section 3.1) is a sequence of steps, each a thread and the number of one of its
//! transitions. Everything else follows: an [`Execution`] re-executes the steps with [`System::execute`] and holds the
//! states between them, which steps are visible, which thread failed and why, and what was bad in which state. How it
//! ends ([`Ending`]) is worked out from the states, or claimed by the caller and checked; it is never believed.
//!
//! A [`RunFile`] is an execution as data that can be written, read back and checked; the crate `reductio-report` shows
//! executions as tables, paths and charts. [`simulate`] makes executions at random.
//!
//! A *reduced step* is a visible step and the invisible steps of the same thread after it (`M_i = v_i u_i*`).
//!
//! Steps and states are counted as a reader counts them: state 0 is the initial one, step `k` leads from state
//! `k - 1` to state `k`. The lists [`Execution::steps`] and [`Execution::states`] begin with step 1 and state 0.
//!
//! ```
//! use reductio::discipline::Discipline;
//! use reductio::execution::{Ending, Execution};
//! use reductio::system::{Domain, Expression, SystemBuilder, VariableClass};
//!
//! let mut system = SystemBuilder::new("counter");
//! let thread = system.thread("adder")?;
//! let start = system.point(thread, "A", true)?;
//! let count = system.variable("count", VariableClass::Shared, Domain::integers(0, 2)?, 0)?;
//! let read = Expression::cell(count);
//! let add = system.transition(thread, start, start).guard(read.clone().less(2));
//! add.assign(count, read.plus(1)).text("count := count + 1").add()?;
//! let system = system.finish()?;
//!
//! let discipline = Discipline::new(&system);
//! let execution = Execution::replay(&discipline, &[(thread, 0), (thread, 0)])?;
//! assert_eq!(execution.ending(), Ending::Deadlock);
//! assert_eq!(system.value(execution.last(), count), 2);
//! // A third time is refused, with the reason.
//! let error = Execution::replay(&discipline, &[(thread, 0); 3]).unwrap_err();
//! assert!(error.to_string().starts_with("step 3: adder cannot execute `count := count + 1` at A"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad;
mod claimed;
mod ending;
mod entry;
mod error;
mod facts;
mod file;
pub mod names;
mod not_so;
mod replay;
mod simulate;
mod waiting;

use std::sync::Arc;

pub use bad::{BadState, Wrong};
pub use claimed::EndingEntry;
pub use ending::Ending;
pub use entry::{AccessEntry, ChangeEntry, StepEntry};
pub use error::{ReplayError, RunError};
pub use facts::{Access, Change, Facts, HandOver};
pub use file::RunFile;
pub use not_so::{Claimed, NotSo};
pub use simulate::{Pace, Walk, simulate};
pub use waiting::Waiting;

use crate::File;
use crate::discipline::{Discipline, Violation};
use crate::system::{Failure, PackedState, System, ThreadId};

/// A sequence of steps from the initial state of a system, re-executed.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    discipline: &'a Discipline,
    steps: Vec<Step>,
    /// One more than steps.
    states: Vec<PackedState>,
    /// By state.
    bad: Vec<Option<Violation>>,
    ending: Ending,
    origin: Origin,
    seed: Option<u64>,
}

/// A step of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose.
    pub thread: ThreadId,
    /// The number of its transition.
    pub transition: usize,
    /// Why the thread failed in it, if it did.
    pub failure: Option<Failure>,
    /// What it is to the reduced steps.
    pub part: Part,
}

/// What a step is to the reduced steps of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It is invisible, and its thread has not taken a visible step before: a search by reduced steps begins after it.
    Initial,
    /// It is visible: a reduced step begins.
    Begins,
    /// It is invisible and follows a step of its thread at once.
    GoesOn,
    /// It is invisible and goes on with what its thread began before steps of others.
    Resumes,
}

impl Step {
    /// Whether it is visible.
    pub fn is_visible(&self) -> bool {
        self.part == Part::Begins
    }
}

/// Where a system came from, for headings and line numbers.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Its text.
    pub file: Option<Arc<File>>,
    /// Its constants with their values.
    pub constants: Vec<(String, i64)>,
}

impl<'a> Execution<'a> {
    /// The same, with what is known of where the system came from.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.discipline.system()
    }

    /// How its protected objects are treated.
    pub fn discipline(&self) -> &'a Discipline {
        self.discipline
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The states: the initial one, and the one after each step.
    pub fn states(&self) -> &[PackedState] {
        &self.states
    }

    /// The last state.
    pub fn last(&self) -> &PackedState {
        &self.states[self.steps.len()]
    }

    /// What is bad in each state: the discipline is violated from the first one on in which something is.
    pub fn violations(&self) -> &[Option<Violation>] {
        &self.bad
    }

    /// How it ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Where the system came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// What a random walk was drawn from.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The line of the text that a step stands on, from 1, where the text is known.
    pub fn line(&self, step: &Step) -> Option<usize> {
        let place = self.system().thread(step.thread).transitions()[step.transition].place()?;
        Some(self.origin.file.as_ref()?.line_col(place.start).0)
    }

    /// How many reduced steps begin in it.
    pub fn reduced_steps(&self) -> usize {
        self.steps.iter().filter(|step| step.is_visible()).count()
    }

    /// Whether it is one of the reduced system: invisible steps to a visible state, then no reduced step begins before
    /// the one before it is complete; the last one need not be complete (`N* (1 + M)`).
    pub fn is_reduced(&self) -> bool {
        let first = self.steps.iter().position(Step::is_visible).unwrap_or(self.steps.len());
        self.steps.iter().zip(&self.states).enumerate().all(|(index, (step, before))| {
            match step.part {
                Part::Initial => index < first,
                Part::Begins => self.discipline.is_visible(before),
                Part::GoesOn => true,
                Part::Resumes => false,
            }
        })
    }
}
