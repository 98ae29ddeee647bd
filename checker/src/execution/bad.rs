//! Violations of the discipline in the states of an execution, with the names of the threads and objects that are
//! involved.

use std::fmt;

use super::lock_entry::LockAccessEntry;
use super::lockset::LockAccess;
use super::names::{SHOWN_VALUES, and, at_most, cell_name, object_name, point_name, thread_name};
use super::run::Execution;
use super::touches::{self, Touch};
use crate::discipline::{Usage, Violation};
use crate::locking::{Class, LockDiscipline, LockViolation, Wrong};
use crate::system::{CellId, ObjectId, PackedState, System, ThreadId};

/// A bad state of an execution, and the violation of the discipline in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadState {
    /// The number of steps that lead to the state.
    pub steps: usize,
    /// The violation in the state.
    pub violation: NamedViolation,
}

/// A [`LockViolation`] with names in place of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedViolation {
    /// A thread is about to access an object to which it has no exclusive access.
    Access {
        /// The name of the thread.
        thread: String,
        /// The name of the control point where the thread is.
        point: String,
        /// Tells whether the thread would write the object; otherwise it would only read it.
        writes: bool,
        /// The names of the cells of the object that the thread would write or read.
        cells: Vec<String>,
        /// The names of the threads that have exclusive access to the object.
        holders: Vec<String>,
    },
    /// Two threads have exclusive access to one object.
    NotExclusive {
        /// The name of the object.
        object: String,
        /// The name of one thread.
        first: String,
        /// The name of the other thread.
        second: String,
    },
    /// Accesses to a variable break its lock discipline.
    Locks {
        /// The name of the variable, or of the element or field.
        variable: String,
        /// The fault of the accesses.
        wrong: Wrong,
        /// The access that breaks the discipline, unless the execution follows it.
        access: Option<NamedAccess>,
        /// An earlier access, or one at the same time, that it cannot be together with: one of another thread, if there
        /// is one.
        other: Option<NamedAccess>,
        /// The name of the thread that is to initialize the variable.
        initializer: Option<String>,
    },
}

/// A [`LockAccess`] with names in place of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAccess {
    /// The number of steps that lead to the state in which the thread accesses the variable.
    pub steps: usize,
    /// The name of the thread.
    pub thread: String,
    /// The name of the control point where the thread is.
    pub point: String,
    /// The statement that accesses the variable.
    pub statement: String,
    /// Tells whether the variable would be written; otherwise it would only be read.
    pub writes: bool,
    /// The names of the locks that the thread owns.
    pub owned: Vec<String>,
}

impl Execution<'_> {
    /// The violation in the state after `number` steps, with names; `None` where that state is not bad.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn bad_state(&self, number: usize) -> Option<BadState> {
        self.bad[number].map(|violation| self.named_violation(violation, number))
    }

    /// Gives a violation that was found in the state after `number` steps the names of its threads and objects.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn named_violation(&self, violation: LockViolation, number: usize) -> BadState {
        let (system, state) = (self.system(), &self.states[number]);
        let violation = match violation {
            LockViolation::Access { cell, wrong } => return self.broken_locks(cell, wrong, number),
            LockViolation::Exclusive(violation) => violation,
        };
        let violation = match violation {
            Violation::Access { thread, transition, object } => {
                let usage = self.discipline.usage();
                let (writes, cells) = access(system, usage, state, thread, transition, object);
                let predicate = |holder| system.objects()[object.index()].predicate(holder);
                let holders = system.thread_ids().filter(|&t| system.holds(predicate(t), state));
                NamedViolation::Access {
                    thread: thread_name(system, thread),
                    point: point_name(system, thread, system.at(state, thread)),
                    writes,
                    cells,
                    holders: holders.map(|holder| thread_name(system, holder)).collect(),
                }
            }
            Violation::NotExclusive { object, first, second } => NamedViolation::NotExclusive {
                object: object_name(system, object),
                first: thread_name(system, first),
                second: thread_name(system, second),
            },
        };
        BadState { steps: number, violation }
    }

    /// The violation of a variable's lock discipline, as of the state in which it came about.
    fn broken_locks(&self, cell: CellId, wrong: Wrong, number: usize) -> BadState {
        let system = self.system();
        let known = self.locked.as_ref().and_then(|locked| locked.lockset.accesses(cell));
        let (accesses, since) = known.unwrap_or_default();
        let steps = since.unwrap_or(number);
        let class = self.rules().locks().map_or(&[][..], LockDiscipline::classes);
        let class = class.iter().find(|(known, _)| *known == cell).map(|(_, class)| *class);
        let initializer = match class {
            Some(Class::Disciplined { initializer: Some(first) }) => Some(first),
            _ => None,
        };
        let is_last = |access: &&LockAccess| access.steps == steps;
        let is_guilty = |access: &&LockAccess| match wrong {
            Wrong::NotInitialized => Some(access.thread) != initializer,
            // Of several accesses at once the one that left no lock.
            Wrong::NoLock => access.left.as_ref().is_none_or(Vec::is_empty),
            Wrong::Shared => Some(access.thread) != accesses.first().map(|first| first.thread),
        };
        let guilty = accesses.iter().filter(is_last).find(is_guilty);
        let named = |access: &LockAccess| {
            let entry = LockAccessEntry::of(self, access);
            NamedAccess {
                steps: entry.steps,
                thread: thread_name(system, access.thread),
                point: entry.point,
                statement: entry.text,
                writes: entry.writes,
                owned: entry.owned,
            }
        };
        let counts = |access: &&LockAccess| wrong != Wrong::NoLock || access.left.is_some();
        let other = guilty.and_then(|guilty| {
            // No lock is owned at both, if there is such an access, and one of them is a write.
            let conflicts = |access: &&LockAccess| {
                !access.owned.iter().any(|lock| guilty.owned.contains(lock))
                    && (access.writes || guilty.writes)
            };
            let before = || accesses.iter().rev().filter(|one| *one != guilty).filter(counts);
            let others = || before().filter(|access| access.thread != guilty.thread);
            others().find(conflicts).or_else(|| others().next()).or_else(|| before().next())
        });
        let violation = NamedViolation::Locks {
            variable: cell_name(system, cell, None),
            wrong,
            access: guilty.map(named),
            other: other.map(named),
            initializer: initializer.map(|first| thread_name(system, first)),
        };
        BadState { steps, violation }
    }
}

/// The sentence about a bad state that run files and errors have.
impl fmt::Display for BadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps {
            0 => write!(f, "initially: ")?,
            steps => write!(f, "after step {steps}: ")?,
        }
        match &self.violation {
            NamedViolation::Access { thread, point, writes, cells, holders } => {
                let verb = if *writes { "write" } else { "read" };
                let cells = and(&at_most(cells.clone(), SHOWN_VALUES));
                write!(
                    f,
                    "{thread} at {point} is about to {verb} {cells} without exclusive access: "
                )?;
                match &holders[..] {
                    [] => write!(f, "nobody has it"),
                    [one] => write!(f, "{one} has it"),
                    several => write!(f, "{} have it", and(several)),
                }
            }
            NamedViolation::NotExclusive { object, first, second } => {
                write!(f, "{first} and {second} both have exclusive access to {object}")
            }
            NamedViolation::Locks { variable, access: None, .. } => {
                write!(f, "the lock discipline of {variable} is followed")
            }
            NamedViolation::Locks { variable, wrong, access: Some(access), other, initializer } => {
                let verb = if access.writes { "write" } else { "read" };
                let NamedAccess { thread, point, .. } = access;
                write!(f, "{thread} at {point} is about to {verb} {variable}")?;
                if *wrong != Wrong::Shared {
                    write!(f, ", owning {}", locks(&access.owned))?;
                }
                match (wrong, other) {
                    (Wrong::NotInitialized, _) => {
                        let first = initializer.as_deref().unwrap_or("the thread that is to");
                        write!(f, ", before {first} has initialized it")
                    }
                    (Wrong::Shared, Some(other)) => {
                        write!(f, ", which is unshared and {}", other.done(self.steps))
                    }
                    (Wrong::Shared, None) => write!(f, ", which is unshared"),
                    (Wrong::NoLock, Some(other)) => write!(
                        f,
                        ", which {}, owning {}: no lock is owned at every access",
                        other.done(self.steps),
                        locks(&other.owned)
                    ),
                    (Wrong::NoLock, None) => write!(f, ": a lock has to be owned at every access"),
                }
            }
        }
    }
}

/// The cells of an object that a transition would write in a state, or else those that it would read; the first value
/// says whether it would write.
fn access(
    system: &System,
    usage: &Usage,
    state: &PackedState,
    thread: ThreadId,
    number: usize,
    object: ObjectId,
) -> (bool, Vec<String>) {
    let touched = touches::of_transition(system, state, thread, number);
    let own: Vec<&Touch> =
        touched.iter().filter(|touch| usage.object(touch.cell) == Some(object)).collect();
    let writes = own.iter().any(|touch| touch.is_written);
    let mut names: Vec<String> = Vec::new();
    for touch in own.iter().filter(|touch| touch.is_written || !writes) {
        let name = cell_name(system, touch.cell, None);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (writes, names)
}

impl NamedAccess {
    /// The access as the end of a sentence about a state that comes after so many steps.
    fn done(&self, now: usize) -> String {
        let NamedAccess { thread, point, .. } = self;
        let verb = if self.writes { "write" } else { "read" };
        if self.steps == now {
            return format!("{thread} at {point} is about to {verb} too");
        }
        let when = match self.steps {
            0 => "initially".to_owned(),
            steps => format!("after step {steps}"),
        };
        format!("{thread} at {point} was about to {verb} {when}")
    }
}

fn locks(names: &[String]) -> String {
    if names.is_empty() { "no lock".to_owned() } else { and(names) }
}
