//! Violations of the discipline in the states of an execution, with the names of the threads and objects that are
//! involved.

use std::fmt;

use super::names::{SHOWN_VALUES, and, at_most, cell_name, object_name, point_name, thread_name};
use super::run::Execution;
use crate::discipline::{Usage, Violation};
use crate::system::{CellId, Layout, Memory, ObjectId, PackedState, System, ThreadId, Value};

/// A bad state of an execution, and the violation of the discipline in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadState {
    /// How many steps lead to the state.
    pub steps: usize,
    /// The violation in the state.
    pub violation: NamedViolation,
}

/// A [`Violation`] of the discipline with names in place of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedViolation {
    /// A thread is about to access an object to which it has no exclusive access.
    Access {
        /// The name of the thread.
        thread: String,
        /// The name of the control point where the thread is.
        point: String,
        /// Whether the thread would write the object; otherwise it would only read it.
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
    pub fn named_violation(&self, violation: Violation, number: usize) -> BadState {
        let (system, state) = (self.system(), &self.states[number]);
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
    let transition = &system.thread(thread).transitions()[number];
    let mut scratch = state.clone();
    let mut memory = Tracing {
        layout: system.layout(),
        state: &mut scratch,
        read: Vec::new(),
        written: Vec::new(),
    };
    if transition.guard().evaluate(&mut memory) == Ok(1) {
        // Where the command fails, what it touched before counts.
        let _ = system.perform(thread, transition, &mut memory);
    }
    let of_object = |cells: Vec<CellId>| {
        let mut names: Vec<String> = Vec::new();
        for cell in cells.into_iter().filter(|&cell| usage.object(cell) == Some(object)) {
            let name = cell_name(system, cell, None);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let (read, written) = (of_object(memory.read), of_object(memory.written));
    if written.is_empty() { (false, read) } else { (true, written) }
}

/// A memory that records the cells that are read and written.
struct Tracing<'a> {
    layout: &'a Layout,
    state: &'a mut PackedState,
    read: Vec<CellId>,
    written: Vec<CellId>,
}

impl Memory for Tracing<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.read.push(cell);
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.written.push(cell);
        self.layout.write(self.state, cell, value);
    }
}
