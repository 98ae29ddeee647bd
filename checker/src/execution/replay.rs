//! The replay: steps are executed again.

use super::ending::Ending;
use super::error::ExecutionError;
use super::names::statement_text;
use super::run::{Execution, Origin, Step, StepRole};
use super::waiting::Waiting;
use crate::discipline::Discipline;
use crate::system::{StepOutcome, ThreadId};

impl<'a> Execution<'a> {
    /// Makes the execution without steps.
    pub(super) fn start(discipline: &'a Discipline) -> Self {
        let initial = discipline.system().initial();
        let bad = vec![discipline.violation(&initial)];
        Execution {
            discipline,
            steps: Vec::new(),
            states: vec![initial],
            bad,
            ending: Ending::Stopped,
            origin: Origin::default(),
            seed: None,
        }
    }

    /// Executes steps from the initial state: for each, the thread and the number of its transition. The ending is the
    /// gravest that the states show. Cost: linear in the steps, in time and memory.
    ///
    /// # Errors
    /// [`ExecutionError`] for the first step that does not exist or cannot be executed.
    pub fn replay(
        discipline: &'a Discipline,
        steps: &[(ThreadId, usize)],
    ) -> Result<Self, ExecutionError> {
        let mut execution = Execution::start(discipline);
        for &(thread, transition) in steps {
            execution.push(thread, transition)?;
        }
        execution.ending = execution.gravest();
        Ok(execution)
    }

    /// Executes one step more. The ending is not worked out again.
    pub(super) fn push(&mut self, thread: ThreadId, number: usize) -> Result<(), ExecutionError> {
        let (system, step) = (self.system(), self.steps.len() + 1);
        if thread.index() >= system.threads().len() {
            let (thread, count) = (thread.index(), system.threads().len());
            return Err(ExecutionError::NoThread { step, thread, count });
        }
        let owner = system.thread(thread);
        let name = owner.name().to_owned();
        let Some(transition) = owner.transitions().get(number) else {
            let count = owner.transitions().len();
            return Err(ExecutionError::NoTransition {
                step,
                thread: name,
                transition: number,
                count,
            });
        };
        let point = |point| owner.points()[usize::from(point)].name().to_owned();
        let at = system.at(self.last(), thread);
        let text = || statement_text(system, thread, number);
        if transition.start() != at {
            let (start, at) = (point(transition.start()), point(at));
            return Err(ExecutionError::NotPending { step, thread: name, text: text(), start, at });
        }
        let mut next = self.last().clone();
        let failure = match system.execute(thread, transition, self.last(), &mut next) {
            StepOutcome::Disabled => {
                let why = Waiting::of(system, self.last(), thread, number).into();
                let (text, at) = (text(), point(at));
                return Err(ExecutionError::Disabled { step, thread: name, text, at, why });
            }
            StepOutcome::Done => None,
            StepOutcome::Failed(failure) => Some(failure),
        };
        let role = if self.discipline.classification().is_visible(thread, number) {
            StepRole::Begins
        } else if !self.has_begun(thread) {
            StepRole::Initial
        } else if self.steps.last().is_some_and(|before| before.thread == thread) {
            StepRole::GoesOn
        } else {
            StepRole::Resumes
        };
        self.steps.push(Step { thread, transition: number, failure, role });
        self.bad.push(self.discipline.violation(&next));
        self.states.push(next);
        Ok(())
    }

    /// Whether a thread has taken a visible step. It is looked for from the end, where it is near.
    fn has_begun(&self, thread: ThreadId) -> bool {
        let last = self.steps.iter().rev().find(|step| step.thread == thread);
        last.is_some_and(|step| step.role != StepRole::Initial)
    }
}
