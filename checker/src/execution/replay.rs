//! The replay: steps are executed again.

use super::ending::Ending;
use super::error::ExecutionError;
use super::lockset::Lockset;
use super::names::statement_text;
use super::rules::Rules;
use super::run::{Execution, Locked, Origin, Step, StepRole};
use super::touches;
use super::waiting::Waiting;
use crate::discipline::Protocol;
use crate::locking::LockViolation;
use crate::system::{PackedState, StepOutcome, ThreadId};

impl<'a> Execution<'a> {
    /// Makes the execution without steps.
    pub(super) fn start(rules: Rules<'a>) -> Self {
        let locked = rules.locks().map(|discipline| Locked {
            discipline,
            monitored: vec![discipline.initial()],
            lockset: Lockset::new(discipline, rules.system()),
        });
        let mut execution = Execution {
            discipline: rules.exclusive(),
            locked,
            steps: Vec::new(),
            states: vec![rules.system().initial()],
            bad: Vec::new(),
            ending: Ending::Stopped,
            stuck: None,
            origin: Origin::default(),
            seed: None,
        };
        execution.look();
        execution
    }

    /// Judges the last state.
    fn look(&mut self) {
        let (system, number) = (self.system(), self.steps.len());
        if let Some(locked) = &mut self.locked {
            let state = &self.states[number];
            let all = system.thread_ids();
            let touched: Vec<_> =
                all.map(|thread| (thread, touches::of_thread(system, state, thread))).collect();
            locked.lockset.look(system, state, number, &touched);
        }
        self.bad.push(self.all_violations(number).into_iter().next());
    }

    /// All violations of the rules in the state after `number` steps: first those of the lock discipline.
    pub(super) fn all_violations(&self, number: usize) -> Vec<LockViolation> {
        let of_locks = self.locked.iter().flat_map(|locked| locked.lockset.violations(number));
        let exclusive = self.discipline.violations(&self.states[number]).into_iter();
        of_locks.chain(exclusive.map(LockViolation::Exclusive)).collect()
    }

    /// Executes steps from the initial state: for each, the thread and the number of its transition. The ending is the
    /// gravest that the states show. Cost: linear in the steps, in time and memory.
    ///
    /// # Errors
    /// [`ExecutionError`] for the first step that does not exist or cannot be executed.
    pub fn replay(
        rules: impl Into<Rules<'a>>,
        steps: &[(ThreadId, usize)],
    ) -> Result<Self, ExecutionError> {
        let mut execution = Execution::start(rules.into());
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
        let is_visible = match &self.locked {
            Some(_) => self.is_visible_thread(thread, step - 1),
            None => self.discipline.classification().is_visible(thread, number),
        };
        let role = if is_visible {
            StepRole::Begins
        } else if !self.has_begun(thread) {
            StepRole::Initial
        } else if self.steps.last().is_some_and(|before| before.thread == thread) {
            StepRole::GoesOn
        } else {
            StepRole::Resumes
        };
        self.steps.push(Step { thread, transition: number, failure, role });
        if let Some(locked) = &mut self.locked {
            let before = &locked.monitored[step - 1];
            let mut after = PackedState::default();
            system.execute(thread, transition, before, &mut after);
            locked.discipline.remember(before, thread, number, &mut after);
            locked.monitored.push(after);
            let touched = touches::of_transition(system, &self.states[step - 1], thread, number);
            locked.lockset.step(thread, &touched);
        }
        self.states.push(next);
        self.look();
        Ok(())
    }

    /// Whether a thread has taken a visible step. It is looked for from the end, where it is near.
    fn has_begun(&self, thread: ThreadId) -> bool {
        let last = self.steps.iter().rev().find(|step| step.thread == thread);
        last.is_some_and(|step| step.role != StepRole::Initial)
    }
}
