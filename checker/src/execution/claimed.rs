//! The ending of an execution as an entry of a run file, and the ending that such an entry means.

use super::ending::Ending;
use super::ending_entry::EndingEntry;
use super::error::{ExecutionError, RunFileError};
use super::mismatch::{ClaimedEnding, EndingMismatch};
use super::names::{find_thread, thread_name};
use super::run::Execution;
use crate::discipline::Violation;
use crate::locking::{LockDiscipline, LockViolation};
use crate::system::{ObjectId, StateProperty, ThreadId};

impl EndingEntry {
    /// Makes the entry for the ending of an execution.
    pub(super) fn of(execution: &Execution<'_>) -> Self {
        let system = execution.system();
        let name = |thread: ThreadId| system.thread(thread).name().to_owned();
        let object = |object: ObjectId| system.objects()[object.index()].name().to_owned();
        match execution.ending {
            Ending::DisciplineViolated(LockViolation::Exclusive(violation)) => match violation {
                Violation::Access { thread, transition, object: x } => {
                    EndingEntry::Access { thread: name(thread), transition, object: object(x) }
                }
                Violation::NotExclusive { object: x, first, second } => {
                    let (first, second) = (name(first), name(second));
                    EndingEntry::NotExclusive { object: object(x), first, second }
                }
            },
            Ending::DisciplineViolated(LockViolation::Access { cell, wrong }) => {
                let variable = system.cell(cell).name().to_owned();
                EndingEntry::Locks { variable, wrong }
            }
            Ending::Failed { thread, failure } => {
                EndingEntry::Failed { thread: name(thread), failure: failure.to_string() }
            }
            Ending::InvariantViolated(number) => {
                let name = system.invariants()[number].name.clone();
                EndingEntry::Invariant { number, name }
            }
            Ending::EndlessLoop { thread, from } => {
                EndingEntry::EndlessLoop { thread: name(thread), from }
            }
            Ending::Deadlock => EndingEntry::Deadlock {},
            Ending::Stuck { thread } => EndingEntry::Stuck { thread: name(thread) },
            Ending::AtRest => EndingEntry::AtRest {},
            Ending::PropertyFalse { property: number, from } => {
                let name = system.properties()[number].name().to_owned();
                EndingEntry::Property { number, name, from }
            }
            Ending::Reached(number) => {
                let name = system.reachable()[number].name.clone();
                EndingEntry::Reached { number, name }
            }
            Ending::Stopped => EndingEntry::Stopped {},
        }
    }

    /// The ending that the entry means for an execution. That the execution ends so is checked by
    /// [`Execution::ending_in`].
    pub(super) fn resolve(&self, execution: &Execution<'_>) -> Result<Ending, RunFileError> {
        let system = execution.system();
        let thread = |name: &str| {
            find_thread(system, name)
                .ok_or_else(|| self.refused(EndingMismatch::NoThread { name: name.to_owned() }))
        };
        let object = |name: &str| {
            let found = system.objects().iter().position(|object| object.name() == name);
            let missing = || self.refused(EndingMismatch::NoObject { name: name.to_owned() });
            found.map(ObjectId::new).ok_or_else(missing)
        };
        let claim = |claims: &[StateProperty], number: usize, name: &str| {
            let missing =
                || self.refused(EndingMismatch::NoClaim { number, name: name.to_owned() });
            let found = claims.get(number).filter(|claim| claim.name == name);
            found.map(|_| number).ok_or_else(missing)
        };
        Ok(match self {
            EndingEntry::Access { thread: name, transition, object: x } => {
                let (thread, object) = (thread(name)?, object(x)?);
                let transition = *transition;
                let violation = Violation::Access { thread, transition, object };
                Ending::DisciplineViolated(LockViolation::Exclusive(violation))
            }
            EndingEntry::NotExclusive { object: x, first, second } => {
                let (object, first, second) = (object(x)?, thread(first)?, thread(second)?);
                let violation = Violation::NotExclusive { object, first, second };
                Ending::DisciplineViolated(LockViolation::Exclusive(violation))
            }
            EndingEntry::Locks { variable, wrong } => {
                let classes = execution.rules().locks().map_or(&[][..], LockDiscipline::classes);
                let mut cells = classes.iter().map(|(cell, _)| *cell);
                let found = cells.find(|&cell| system.cell(cell).name() == variable);
                let cell = found.ok_or_else(|| {
                    self.refused(EndingMismatch::NoClass { name: variable.clone() })
                })?;
                Ending::DisciplineViolated(LockViolation::Access { cell, wrong: *wrong })
            }
            EndingEntry::Failed { thread: name, failure } => {
                let thread = thread(name)?;
                let mut own = execution.steps.iter().filter(|step| step.thread == thread);
                let failed = own.find_map(|step| step.failure);
                let Some(found) = failed.filter(|found| found.to_string() == *failure) else {
                    let so = failed.map_or_else(
                        || EndingMismatch::DoesNotFail { thread: thread_name(system, thread) },
                        EndingMismatch::FailsOtherwise,
                    );
                    return Err(self.refused(so));
                };
                Ending::Failed { thread, failure: found }
            }
            EndingEntry::Invariant { number, name } => {
                Ending::InvariantViolated(claim(system.invariants(), *number, name)?)
            }
            EndingEntry::EndlessLoop { thread: name, from } => {
                Ending::EndlessLoop { thread: thread(name)?, from: *from }
            }
            EndingEntry::Deadlock {} => Ending::Deadlock,
            EndingEntry::Stuck { thread: name } => Ending::Stuck { thread: thread(name)? },
            EndingEntry::AtRest {} => Ending::AtRest,
            EndingEntry::Property { number, name, from } => {
                let missing = || {
                    self.refused(EndingMismatch::NoClaim { number: *number, name: name.clone() })
                };
                let found = system.properties().get(*number).filter(|one| one.name() == name);
                found.ok_or_else(missing)?;
                Ending::PropertyFalse { property: *number, from: *from }
            }
            EndingEntry::Reached { number, name } => {
                Ending::Reached(claim(system.reachable(), *number, name)?)
            }
            EndingEntry::Stopped {} => Ending::Stopped,
        })
    }

    fn refused(&self, reason: EndingMismatch) -> RunFileError {
        let claimed = ClaimedEnding::Entry(self.clone()).into();
        RunFileError::Replay(ExecutionError::Ending { claimed, reason: reason.into() })
    }
}
