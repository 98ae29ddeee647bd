//! States: threads with their frames, and the heap.

use std::sync::Arc;

use crate::ids::{ClassId, FieldId, MethodId, Place, Register, StaticId};
use crate::mutant::{self, Mutant};
use crate::part::Part;
use crate::program::Program;
use crate::value::{Address, ThreadId, Value};
use crate::variable::Variable;
use crate::wrong::{Limit, Wrong};

/// A state of a program. Its parts are shared between states, so that a copy costs as many words as there are threads
/// and objects.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The threads, by [`ThreadId`].
    pub threads: Vec<Part<Thread>>,
    /// The objects, by ascending address.
    pub heap: Vec<(Address, Part<Object>)>,
    /// The values of the variables that belong to no object.
    pub statics: Part<Vec<Value>>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            threads: self.threads.clone(),
            heap: self.heap.clone(),
            statics: self.statics.clone(),
        }
    }

    /// Parts that are the same already stay as they are.
    fn clone_from(&mut self, source: &Self) {
        self.threads.clone_from(&source.threads);
        self.heap.truncate(source.heap.len());
        let (known, more) = source.heap.split_at(self.heap.len());
        for ((address, object), (new, of)) in self.heap.iter_mut().zip(known) {
            *address = *new;
            object.clone_from(of);
        }
        self.heap.extend_from_slice(more);
        self.statics.clone_from(&source.statics);
    }
}

/// A thread of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// Tells whether the thread goes on.
    pub status: Status,
    /// The frames, the innermost last; none if the thread has ended.
    pub frames: Vec<Frame>,
    /// The number of threads that the thread has forked, where names are made of it; else 0.
    pub forks: u32,
    /// The number of objects that the thread has made, where names are made of it; else 0.
    pub allocations: u32,
    /// Tells whether the thread need not end.
    pub background: bool,
}

/// The progress of a thread: it goes on, or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// There is no such thread: its name has been given away elsewhere.
    Absent,
    /// The thread is at its next instruction.
    Running,
    /// The thread is in the wait set of an object.
    Waiting {
        /// The object.
        object: Address,
        /// The number of times that the thread owned the lock.
        depth: u32,
        /// Tells whether the thread may stop waiting without being notified.
        timed: bool,
    },
    /// The thread has left the wait set of an object, and has yet to take the lock again.
    Notified {
        /// The object.
        object: Address,
        /// The number of times that the thread owned the lock.
        depth: u32,
    },
    /// The thread has ended.
    Ended,
    /// The thread has gone wrong at its next instruction.
    Wrong(Wrong),
    /// The thread was halted at its next instruction, by a limit.
    Halted(Limit),
}

impl Status {
    /// The object in whose wait set the thread is or was, with the number of times that it takes the lock again.
    pub fn waits_at(self) -> Option<(Address, u32)> {
        match self {
            Status::Waiting { object, depth, .. } | Status::Notified { object, depth } => {
                Some((object, depth))
            }
            _ => None,
        }
    }
}

/// A frame: a method that is being run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The next instruction; in all frames but the innermost, the call that is being run.
    pub place: Place,
    /// The values of the registers.
    pub registers: Box<[Value]>,
}

/// An object of the heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    /// The instruction that made it, which tells its class ([`Program::class_at`]).
    pub site: Place,
    /// The number of elements, of an array.
    pub length: Option<u32>,
    /// The values of the fields or elements that are not 0, by their numbers, ascending.
    pub cells: Vec<(u32, Value)>,
    /// The thread that owns the lock, and how often.
    pub owner: Option<(ThreadId, u32)>,
    /// The threads that wait at the object, where they are served in the order in which they came
    /// ([`Queues::FirstCome`](crate::Queues::FirstCome)) and there are some.
    pub queue: Option<Arc<Queue>>,
}

/// The threads that wait at an object, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Queue {
    /// The threads that wait for the lock.
    pub lock: Vec<ThreadId>,
    /// The threads in the wait set.
    pub waiting: Vec<ThreadId>,
}

impl Queue {
    /// All threads of the queue.
    pub(crate) fn threads(&self) -> impl Iterator<Item = ThreadId> {
        self.lock.iter().chain(&self.waiting).copied()
    }
}

impl Object {
    /// Changes the queue.
    pub(crate) fn change_queue(&mut self, change: impl FnOnce(&mut Queue)) {
        let mut queue = self.queue.take().map(|queue| (*queue).clone()).unwrap_or_default();
        change(&mut queue);
        let is_empty = queue.lock.is_empty() && queue.waiting.is_empty();
        self.queue = (!is_empty).then(|| Arc::new(queue));
    }

    /// The threads that wait for the lock, in order.
    pub(crate) fn lock_queue(&self) -> &[ThreadId] {
        self.queue.as_ref().map_or(&[], |queue| &queue.lock)
    }

    /// The value of a field or element.
    pub fn cell(&self, number: u32) -> Value {
        match self.cells.binary_search_by_key(&number, |cell| cell.0) {
            Ok(place) => self.cells[place].1,
            Err(_) => Value::ZERO,
        }
    }

    /// Sets the value of a field or element.
    pub fn set_cell(&mut self, number: u32, value: Value) {
        match (self.cells.binary_search_by_key(&number, |cell| cell.0), value) {
            (Ok(place), Value::ZERO) => {
                if mutant::is(Mutant::ZeroIsNotWritten) {
                    return;
                }
                self.cells.remove(place);
            }
            (Ok(place), value) => self.cells[place].1 = value,
            (Err(_), Value::ZERO) => {}
            (Err(place), value) => self.cells.insert(place, (number, value)),
        }
    }
}

impl Thread {
    /// A thread that is about to run a method.
    pub(crate) fn new(program: &Program, method: MethodId, arguments: &[Value]) -> Thread {
        let frames = vec![Frame::new(program, method, arguments)];
        Thread { status: Status::Running, frames, ..Thread::absent() }
    }

    /// No thread.
    pub(crate) fn absent() -> Thread {
        Thread {
            status: Status::Absent,
            frames: Vec::new(),
            forks: 0,
            allocations: 0,
            background: false,
        }
    }

    /// The place of the next instruction, unless the thread has ended.
    pub fn place(&self) -> Option<Place> {
        self.frames.last().map(|frame| frame.place)
    }

    /// Tells whether the thread has ended, by what it threw too, or is none.
    pub fn is_over(&self) -> bool {
        match self.status {
            Status::Absent | Status::Ended => true,
            Status::Wrong(wrong) => wrong.ends_thread(),
            _ => false,
        }
    }
}

impl Frame {
    /// A frame at the first instruction of a method.
    pub(crate) fn new(program: &Program, method: MethodId, arguments: &[Value]) -> Frame {
        let mut registers = vec![Value::ZERO; program.method(method).registers as usize];
        registers[..arguments.len()].copy_from_slice(arguments);
        Frame { place: Place { method, at: 0 }, registers: registers.into() }
    }

    /// Forgets what is in some registers.
    pub(crate) fn forget(&mut self, registers: &[Register]) {
        for register in registers {
            self.registers[register.index()] = Value::ZERO;
        }
    }
}

impl State {
    /// The thread of a name; `None` if there is none.
    pub fn thread(&self, thread: ThreadId) -> Option<&Thread> {
        let found = self.threads.get(thread.index())?;
        (found.status != Status::Absent).then_some(found)
    }

    /// The place of an object in the heap.
    pub(crate) fn place_of(&self, address: Address) -> Option<usize> {
        // In canonical states an object lies at the place that its address says.
        let at = address.0 as usize;
        if self.heap.get(at).is_some_and(|(found, _)| *found == address) {
            return Some(at);
        }
        self.heap.binary_search_by_key(&address, |(found, _)| *found).ok()
    }

    /// The object of an address; `None` if there is none.
    pub fn object(&self, address: Address) -> Option<&Object> {
        self.place_of(address).map(|place| &*self.heap[place].1)
    }

    /// The object of an address, to be changed.
    pub(crate) fn object_mut(&mut self, address: Address) -> Option<&mut Object> {
        let place = self.place_of(address)?;
        Some(self.heap[place].1.make_mut())
    }

    /// The value of a variable that belongs to no object.
    pub fn static_value(&self, variable: StaticId) -> Value {
        self.statics.get(variable.index()).copied().unwrap_or_default()
    }

    /// The threads in the wait set of an object, ascending.
    pub fn waiters(&self, object: Address) -> impl Iterator<Item = ThreadId> {
        let waits = move |thread: &Thread| matches!(thread.status, Status::Waiting { object: found, .. } if found == object);
        (0..).zip(&self.threads).filter(move |(_, thread)| waits(thread)).map(|(k, _)| ThreadId(k))
    }

    /// The limits at which threads were halted.
    pub fn limits(&self) -> impl Iterator<Item = Limit> {
        self.threads.iter().filter_map(|thread| match thread.status {
            Status::Halted(limit) => Some(limit),
            _ => None,
        })
    }

    /// The class of a value: of an object, a text, or a number in a box; `None` if it has none.
    pub fn class_of(&self, program: &Program, value: Value) -> Option<ClassId> {
        match value {
            Value::Object(address) => program.class_at(self.object(address)?.site),
            Value::Text { .. } => program.text_class(),
            Value::Boxed(boxing, _) => Some(boxing.class()),
            Value::Int(_) | Value::Thread(_) => None,
        }
    }

    /// Tells whether every thread has ended, or need not.
    pub fn is_over(&self) -> bool {
        self.threads.iter().all(|thread| thread.is_over() || thread.background)
    }
}

impl State {
    /// The value of a variable.
    pub fn value(&self, variable: Variable) -> Value {
        let cell =
            |address, number| self.object(address).map_or(Value::ZERO, |found| found.cell(number));
        match variable {
            Variable::Field(address, field) => cell(address, field.0),
            Variable::Element(address, index) => cell(address, index),
            Variable::Static(variable) => self.static_value(variable),
        }
    }

    pub(crate) fn set(&mut self, variable: Variable, value: Value) {
        match variable {
            Variable::Field(address, FieldId(number)) | Variable::Element(address, number) => {
                if let Some(found) = self.object_mut(address) {
                    found.set_cell(number, value);
                }
            }
            Variable::Static(variable) => {
                self.statics.make_mut()[variable.index()] = value;
            }
        }
    }

    /// Decides whether accesses of a variable are synchronization.
    pub fn is_volatile(&self, program: &Program, variable: Variable) -> bool {
        match variable {
            Variable::Field(address, field) => self
                .object(address)
                .and_then(|found| program.class_at(found.site))
                .is_some_and(|class| program.is_volatile(class, field)),
            Variable::Element(..) => false,
            Variable::Static(variable) => {
                program.statics().get(variable.index()).is_some_and(|found| found.volatile)
            }
        }
    }
}
