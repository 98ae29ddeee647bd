//! An execution as a value: its steps, its states, how it ends.

use std::sync::Arc;

use super::ending::Ending;
use crate::discipline::{Discipline, Violation};
use crate::file::File;
use crate::system::{Failure, PackedState, System, ThreadId};

/// An execution of a system: a sequence of steps from its initial state, which were executed again.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    pub(super) discipline: &'a Discipline,
    pub(super) steps: Vec<Step>,
    /// The states: the initial one, and the one after each step.
    pub(super) states: Vec<PackedState>,
    /// The violation in each state, if there is one.
    pub(super) bad: Vec<Option<Violation>>,
    pub(super) ending: Ending,
    pub(super) origin: Origin,
    pub(super) seed: Option<u64>,
}

/// A step of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The thread that takes the step.
    pub thread: ThreadId,
    /// The number of the transition, from 0, among those of the thread.
    pub transition: usize,
    /// Why the thread failed in the step, if it did.
    pub failure: Option<Failure>,
    /// The role of the step in the reduced steps of its thread.
    pub role: StepRole,
}

/// The role of a step in the reduced steps of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRole {
    /// The step is invisible, and its thread has not taken a visible step before: a search by reduced steps begins after
    /// it.
    Initial,
    /// The step is visible: a reduced step begins.
    Begins,
    /// The step is invisible and follows a step of its thread at once.
    GoesOn,
    /// The step is invisible and goes on with the reduced step that its thread began before steps of other threads.
    Resumes,
}

impl Step {
    /// Whether the step is visible.
    pub fn is_visible(&self) -> bool {
        self.role == StepRole::Begins
    }
}

/// Where a system came from, for headings and line numbers.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The text of the system, if it has one.
    pub file: Option<Arc<File>>,
    /// The constants of the system with their values.
    pub constants: Vec<(String, i64)>,
}

impl<'a> Execution<'a> {
    /// Sets where the system came from.
    #[must_use]
    pub fn with_origin(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// The system that was executed.
    pub fn system(&self) -> &'a System {
        self.discipline.system()
    }

    /// The discipline of the system: which steps are visible, which states are bad.
    pub fn discipline(&self) -> &'a Discipline {
        self.discipline
    }

    /// The steps, the first one first.
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

    /// The violation of the discipline in each state, if there is one, in the order of [`Self::states`]: the discipline
    /// is violated from the first bad state on.
    pub fn violations(&self) -> &[Option<Violation>] {
        &self.bad
    }

    /// How the execution ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Where the system came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The seed of the random walk, if the execution is one.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The line of the text that a step stands on, from 1, where the text is known.
    pub fn line(&self, step: &Step) -> Option<usize> {
        let place = self.system().thread(step.thread).transitions()[step.transition].place()?;
        Some(self.origin.file.as_ref()?.line_col(place.start).0)
    }

    /// How many reduced steps begin in the execution.
    pub fn reduced_steps(&self) -> usize {
        self.steps.iter().filter(|step| step.is_visible()).count()
    }

    /// Whether this is an execution of the reduced system: invisible steps to a visible state, then no reduced step begins
    /// before the one before it is complete; the last one need not be complete (`N* (1 + M)`).
    pub fn is_reduced(&self) -> bool {
        let first = self.steps.iter().position(Step::is_visible).unwrap_or(self.steps.len());
        self.steps.iter().zip(&self.states).enumerate().all(|(index, (step, before))| {
            match step.role {
                StepRole::Initial => index < first,
                StepRole::Begins => self.discipline.is_visible(before),
                StepRole::GoesOn => true,
                StepRole::Resumes => false,
            }
        })
    }
}
