//! An execution as a value: its steps, its states, how it ends.

use std::sync::Arc;

use super::ending::Ending;
use super::lockset::{LockAccess, Lockset};
use super::rules::Rules;
use super::stuck::Stuck;
use crate::discipline::{Discipline, Protocol};
use crate::file::File;
use crate::locking::{LockDiscipline, LockViolation};
use crate::system::{CellId, Failure, PackedState, System, ThreadId};

/// An execution of a system: a sequence of steps from its initial state, which were executed again.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    pub(super) discipline: &'a Discipline,
    /// The record of a lock discipline, where variables have a class.
    pub(super) locked: Option<Locked<'a>>,
    pub(super) steps: Vec<Step>,
    /// The states: the initial one, and the one after each step.
    pub(super) states: Vec<PackedState>,
    /// The violation in each state, if there is one.
    pub(super) bad: Vec<Option<LockViolation>>,
    pub(super) ending: Ending,
    /// The knowledge about the thread that is stuck, if it ends so.
    pub(super) stuck: Option<Box<Stuck>>,
    pub(super) origin: Origin,
    pub(super) seed: Option<u64>,
}

/// An execution as its lock discipline sees it.
#[derive(Clone, Debug)]
pub(super) struct Locked<'a> {
    pub(super) discipline: &'a LockDiscipline,
    /// The states with what the monitor of a search remembers: which steps are visible depends on it.
    pub(super) monitored: Vec<PackedState>,
    /// The record of the lock discipline, worked out once more: which states are bad is read off here.
    pub(super) lockset: Lockset,
}

/// A step of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The thread that takes the step.
    pub thread: ThreadId,
    /// The number of the transition, from 0, among those of the thread.
    pub transition: usize,
    /// The reason why the thread failed in the step, if it did.
    pub failure: Option<Failure>,
    /// The role of the step in the reduced steps of its thread.
    pub role: StepRole,
}

/// The role of a step in the reduced steps of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRole {
    /// The step is invisible, and its thread has not taken a visible step before: a search by reduced steps begins
    /// after it.
    Initial,
    /// The step is visible: a reduced step begins.
    Begins,
    /// The step is invisible and follows a step of its thread at once.
    GoesOn,
    /// The step is invisible and goes on with the reduced step that its thread began before steps of other threads.
    Resumes,
}

impl Step {
    /// Tells whether the step is visible.
    pub fn is_visible(&self) -> bool {
        self.role == StepRole::Begins
    }
}

/// The origin of a system, for headings and line numbers.
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

    /// The discipline of exclusive access of the system. To it variables with a class are open.
    pub fn discipline(&self) -> &'a Discipline {
        self.discipline
    }

    /// The rules by which the execution is judged.
    pub fn rules(&self) -> Rules<'a> {
        Rules::new(self.discipline, self.locked.as_ref().map(|locked| locked.discipline))
    }

    /// The accesses to a variable with a class along the execution, each pending transition once as long as nothing
    /// changes, up to the state in which they break its lock discipline; none for other variables.
    pub fn lock_accesses(&self, cell: CellId) -> Option<&[LockAccess]> {
        Some(self.locked.as_ref()?.lockset.accesses(cell)?.0)
    }

    /// Decides whether a thread can take no invisible step from the state after `number` steps.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn is_visible_thread(&self, thread: ThreadId, number: usize) -> bool {
        if let Some(locked) = &self.locked {
            return locked.discipline.is_visible(thread, &locked.monitored[number]);
        }
        let at = self.system().at(&self.states[number], thread);
        self.discipline.is_visible_point(thread, at)
    }

    /// Decides whether the state after `number` steps is visible.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn is_visible_state(&self, number: usize) -> bool {
        self.system().thread_ids().all(|thread| self.is_visible_thread(thread, number))
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
    pub fn violations(&self) -> &[Option<LockViolation>] {
        &self.bad
    }

    /// The ending of the execution.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The knowledge about the thread that is stuck for ever, if the execution ends so ([`Ending::Stuck`]).
    pub fn stuck(&self) -> Option<&Stuck> {
        self.stuck.as_deref()
    }

    /// The origin of the system.
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

    /// The number of reduced steps that begin in the execution.
    pub fn reduced_steps(&self) -> usize {
        self.steps.iter().filter(|step| step.is_visible()).count()
    }

    /// Tells whether the run is an execution of the reduced system: invisible steps to a visible state, then no reduced
    /// step begins before the one before it is complete; the last one need not be complete (`N* (1 + M)`).
    pub fn is_reduced(&self) -> bool {
        let first = self.steps.iter().position(Step::is_visible).unwrap_or(self.steps.len());
        self.steps.iter().enumerate().all(|(index, step)| match step.role {
            StepRole::Initial => index < first,
            StepRole::Begins => self.is_visible_state(index),
            StepRole::GoesOn => true,
            StepRole::Resumes => false,
        })
    }
}
