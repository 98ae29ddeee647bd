//! The endings of an execution: worked out from its states, or claimed and checked.

use super::ending::Ending;
use super::error::ExecutionError;
use super::mismatch::{ClaimedEnding, EndingMismatch};
use super::names::{statement, thread_name};
use super::run::{Execution, StepRole};
use super::stuck::{self, Stuck};
use crate::system::{StepOutcome, ThreadId};

impl Execution<'_> {
    /// All endings that the states show, the gravest first; predicates that are reached come last. There are none if
    /// the execution just stops. That a thread is stuck for ever is not among them, for the states do not show it; nor
    /// that a property is false: where the run goes round is the caller's to say ([`Self::refuting`]). Cost: linear in
    /// the steps.
    pub fn endings(&self) -> Vec<Ending> {
        let (system, last) = (self.system(), self.last());
        let mut out = Vec::new();
        let violations = self.all_violations(self.steps.len());
        out.extend(violations.into_iter().map(Ending::DisciplineViolated));
        let failures = self.steps.iter().filter_map(|step| Some((step.thread, step.failure?)));
        out.extend(failures.clone().map(|(thread, failure)| Ending::Failed { thread, failure }));
        let broken = |number: &usize| !system.holds(&system.invariants()[*number].predicate, last);
        let invariants = (0..system.invariants().len()).filter(broken);
        out.extend(invariants.map(Ending::InvariantViolated));
        out.extend(self.loops());
        if failures.count() == 0 && self.can_go_on().is_none() {
            let rests = system.thread_ids().all(|thread| self.may_rest(thread));
            out.push(if rests { Ending::AtRest } else { Ending::Deadlock });
        }
        let holds = |number: &usize| system.holds(&system.reachable()[*number].predicate, last);
        out.extend((0..system.reachable().len()).filter(holds).map(Ending::Reached));
        out
    }

    /// The gravest of [`Self::endings`]. That a predicate was reached does not count: only a caller who was looking for
    /// it claims it.
    pub(super) fn gravest(&self) -> Ending {
        let first = self.endings().into_iter().next();
        first.filter(|ending| !matches!(ending, Ending::Reached(_))).unwrap_or(Ending::Stopped)
    }

    /// The execution with the ending that the caller claims, which is checked.
    ///
    /// # Errors
    /// [`ExecutionError::Ending`] if the states say otherwise, or if a thread that is said to be stuck can go on in a
    /// state after them; [`Ending::Stopped`] is refused where something else can be said, other than that something was
    /// reached.
    ///
    /// ```
    /// # use reductio::discipline::Discipline;
    /// # use reductio::execution::{Ending, Execution};
    /// # use reductio::system::SystemBuilder;
    /// # let mut system = SystemBuilder::new("one");
    /// # let thread = system.thread("one")?;
    /// # let point = system.point(thread, "A", true)?;
    /// # system.end(thread, point)?;
    /// # let system = system.finish()?;
    /// # let discipline = Discipline::new(&system);
    /// // A thread that has nothing to do.
    /// let execution = Execution::replay(&discipline, &[])?;
    /// let error = execution.ending_in(Ending::Deadlock).unwrap_err();
    /// assert!(error.to_string().ends_with("all threads have ended or are idle"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ending_in(mut self, claimed: Ending) -> Result<Self, ExecutionError> {
        if let Ending::Stuck { thread } = claimed {
            let found = self.stuck_thread(thread).map_err(|reason| {
                let claimed = ClaimedEnding::Ending(claimed).into();
                ExecutionError::Ending { claimed, reason: reason.into() }
            })?;
            self.stuck = Some(found.into());
            self.ending = claimed;
            return Ok(self);
        }
        if let Ending::PropertyFalse { property, from } = claimed {
            return match self.why_not_false(property, from) {
                None => Ok(Execution { ending: claimed, ..self }),
                Some(reason) => {
                    let claimed = ClaimedEnding::Ending(claimed).into();
                    Err(ExecutionError::Ending { claimed, reason: reason.into() })
                }
            };
        }
        let is_so = match claimed {
            Ending::Stopped => self.gravest() == Ending::Stopped,
            other => self.endings().contains(&other),
        };
        if !is_so {
            let reason = self.why_not(claimed).into();
            return Err(ExecutionError::Ending {
                claimed: ClaimedEnding::Ending(claimed).into(),
                reason,
            });
        }
        self.ending = claimed;
        Ok(self)
    }

    /// The reason why the execution does not end as claimed.
    fn why_not(&self, claimed: Ending) -> EndingMismatch {
        let (system, count) = (self.system(), self.steps.len());
        match claimed {
            Ending::DisciplineViolated(_) => self
                .bad_state(count)
                .map_or(EndingMismatch::NotBad, |bad| EndingMismatch::BadOtherwise(bad.into())),
            Ending::Failed { thread, .. } => {
                let mut own = self.steps.iter().filter(|step| step.thread == thread).peekable();
                if own.peek().is_none() {
                    return EndingMismatch::TakesNoStep;
                }
                match own.find_map(|step| step.failure) {
                    Some(failure) => EndingMismatch::FailsOtherwise(failure),
                    None => EndingMismatch::DoesNotFail {
                        thread: system.thread(thread).name().to_owned(),
                    },
                }
            }
            Ending::InvariantViolated(number) => match system.invariants().get(number) {
                None => EndingMismatch::FewerInvariants { count: system.invariants().len() },
                Some(claim) => EndingMismatch::InvariantHolds { name: claim.name.clone() },
            },
            Ending::EndlessLoop { thread, from } => self.why_no_loop(thread, from),
            Ending::Deadlock | Ending::AtRest => {
                if let Some((thread, transition)) = self.can_go_on() {
                    let statement = statement(system, thread, transition);
                    let thread = system.thread(thread).name().to_owned();
                    return EndingMismatch::CanGoOn { thread, statement };
                }
                let is_failed = self.steps.iter().any(|step| step.failure.is_some());
                match (is_failed, claimed) {
                    (true, _) => EndingMismatch::HasFailed,
                    (false, Ending::Deadlock) => EndingMismatch::AllRest,
                    (false, _) => EndingMismatch::SomeMustGoOn,
                }
            }
            Ending::PropertyFalse { property, from } => {
                self.why_not_false(property, from).unwrap_or(EndingMismatch::NoneFalse)
            }
            Ending::Reached(number) => match system.reachable().get(number) {
                None => EndingMismatch::FewerClaims { count: system.reachable().len() },
                Some(claim) => EndingMismatch::NotReached { name: claim.name.clone() },
            },
            // Of a thread that is stuck more is told where that is looked at.
            Ending::Stopped | Ending::Stuck { .. } => EndingMismatch::EndsIn(self.gravest()),
        }
    }

    /// Looks whether a thread is stuck in the last state.
    fn stuck_thread(&self, thread: ThreadId) -> Result<Stuck, EndingMismatch> {
        let system = self.system();
        let at = system.at(self.last(), thread);
        let name = || thread_name(system, thread);
        if self.may_rest(thread) || system.thread(thread).is_failed(at) {
            return Err(EndingMismatch::NeedNotGoOn { thread: name() });
        }
        if let Some(number) = self.enabled(thread) {
            let statement = statement(system, thread, number);
            return Err(EndingMismatch::CanGoOn { thread: name(), statement });
        }
        stuck::look(system, self.last(), thread, stuck::MOST).map_err(|way| {
            let steps: Vec<String> = way
                .iter()
                .map(|&(thread, number)| {
                    format!(
                        "{}: {}",
                        thread_name(system, thread),
                        statement(system, thread, number)
                    )
                })
                .collect();
            EndingMismatch::GoesOnLater {
                thread: name(),
                count: way.len(),
                steps: steps.join("; "),
            }
        })
    }

    /// The number of a transition that a thread can take in the last state.
    pub(super) fn enabled(&self, thread: ThreadId) -> Option<usize> {
        let system = self.system();
        let owner = system.thread(thread);
        let mut next = self.last().clone();
        owner.pending_numbers(system.at(self.last(), thread)).find(|&number| {
            let transition = &owner.transitions()[number];
            system.execute(thread, transition, self.last(), &mut next) != StepOutcome::Disabled
        })
    }

    /// A thread that can go on in the last state, with a transition that it can take.
    pub(super) fn can_go_on(&self) -> Option<(ThreadId, usize)> {
        self.system().thread_ids().find_map(|thread| Some((thread, self.enabled(thread)?)))
    }

    fn may_rest(&self, thread: ThreadId) -> bool {
        self.system().thread(thread).may_rest(self.system().at(self.last(), thread))
    }

    /// The loops of invisible steps of one thread that the execution ends in, the shortest first.
    fn loops(&self) -> impl Iterator<Item = Ending> {
        let last = self.steps.last().map(|step| step.thread);
        let froms = (0..self.steps.len()).rev().take_while(move |&from| {
            let step = self.steps[from];
            Some(step.thread) == last && !step.is_visible() && self.bad[from + 1].is_none()
        });
        let back =
            froms.filter(|&from| self.states[from] == *self.last() && self.bad[from].is_none());
        back.zip(last.into_iter().cycle())
            .map(|(from, thread)| Ending::EndlessLoop { thread, from })
    }

    fn why_no_loop(&self, thread: ThreadId, from: usize) -> EndingMismatch {
        if from >= self.steps.len() {
            return EndingMismatch::NoStepAfter { from };
        }
        for (index, step) in self.steps.iter().enumerate().skip(from) {
            if step.thread != thread {
                return EndingMismatch::OtherThread { step: index + 1 };
            }
            if step.role == StepRole::Begins {
                return EndingMismatch::Visible { step: index + 1 };
            }
        }
        match (from..=self.steps.len()).find(|&state| self.bad[state].is_some()) {
            Some(after) => EndingMismatch::BadBefore { after },
            None => EndingMismatch::NotBack { from },
        }
    }
}
