//! Canonical states: the names of objects and threads do not matter, and neither does what nobody can reach.
//!
//! Two states have the same canonical form if and only if some renaming of threads and addresses makes one from the
//! other, once objects that no thread can reach, and ended threads to which nothing refers, are dropped.
//!
//! Names are given by a walk: variables that belong to no object first, then one thread after the other, each with its
//! frames from the outermost in and the registers in order; objects get numbers as they are met, and what they refer to is
//! met in the order of their fields. A thread that something met refers to comes before those to which nothing does. So the
//! form follows from the order of the threads to which nothing refers, and that from what is in them:
//!
//! 1. their places, states, numbers and what is known by name in their registers;
//! 2. where that ties, all that they can reach (their *signatures*);
//! 3. where that ties as well, some exchange of two threads with what only they can reach may leave the state as it is:
//!    then any order will do. This is so for threads that share all objects or share none.
//! 4. Where it is not known to be so, each of the tied threads is taken as the first once, and the least form of the
//!    state counts (individualization).
//!
//! Cost: linear in what can be reached, unless threads tie; then signatures cost the number of tied threads times what
//! they reach and what has no name yet; the last case can take as many walks as there are orders of the tied threads.

mod naming;
mod signature;

use std::sync::Arc;

use naming::Naming;
use signature::Next;

use crate::encode;
use crate::event::Variable;
use crate::state::{Object, State, Status, Thread};
use crate::value::{Address, ThreadId, Value};

/// The new names of the threads and objects of a state, for what was noted about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// The new number of each thread; [`NONE`] if it was dropped.
    threads: Vec<u32>,
    /// The old addresses, ascending.
    old: Vec<Address>,
    /// The new addresses, in the order of the old ones; [`NONE`] if the object was dropped.
    new: Vec<u32>,
}

/// No number.
const NONE: u32 = u32::MAX;

impl Renaming {
    /// The new name of a thread; `None` if it was dropped: it has ended, and nothing refers to it.
    pub fn thread(&self, thread: ThreadId) -> Option<ThreadId> {
        self.threads.get(thread.index()).copied().filter(|new| *new != NONE).map(ThreadId)
    }

    /// The new address of an object; `None` if it was dropped, for nobody can reach it.
    pub fn address(&self, address: Address) -> Option<Address> {
        let at = address.0 as usize;
        let place = if self.old.get(at) == Some(&address) {
            at
        } else {
            self.old.binary_search(&address).ok()?
        };
        Some(self.new[place]).filter(|new| *new != NONE).map(Address)
    }

    /// The variable under its new name; `None` if its object was dropped.
    pub fn variable(&self, variable: Variable) -> Option<Variable> {
        Some(match variable {
            Variable::Field(address, field) => Variable::Field(self.address(address)?, field),
            Variable::Element(address, index) => Variable::Element(self.address(address)?, index),
            Variable::Static(_) => variable,
        })
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => value,
            Value::Object(address) => self.address(address).map_or(Value::ZERO, Value::Object),
            Value::Thread(thread) => self.thread(thread).map_or(Value::ZERO, Value::Thread),
        }
    }
}

impl State {
    /// The canonical form of the state, and the new names of its threads and objects (S4 section 5). Two states have the same
    /// form if and only if some renaming of threads and addresses makes one from the other, once objects that no thread can reach,
    /// and ended threads to which nothing refers, are dropped.
    ///
    /// Cost: linear in what can be reached, unless threads look alike that nothing refers to. Then it is the number of these
    /// threads times what they reach; where they share some objects and not others, in the worst case as many walks as they
    /// have orders.
    ///
    /// ```
    /// use reductio_programs::{Bounds, Fresh, Instruction, Machine, Method, ProgramBuilder, Register, ThreadId};
    ///
    /// // Two objects are made, and the first is forgotten.
    /// let mut builder = ProgramBuilder::new("two");
    /// let class = builder.class("A");
    /// let main = builder.method(Method { registers: 1, temporaries: 1, ..Method::default() });
    /// for _ in 0..2 {
    ///     builder.push(main, 1, Instruction::New { to: Register(0), class });
    /// }
    /// builder.push(main, 2, Instruction::Skip);
    /// let program = builder.build(main).unwrap();
    /// let machine = Machine::new(&program, Bounds::default());
    /// let mut state = machine.initial();
    /// for _ in 0..2 {
    ///     machine.step(&mut state, ThreadId(0), 0, &Fresh);
    /// }
    /// let (canonical, renaming) = state.canonical();
    /// let addresses: Vec<_> = state.heap.iter().map(|(address, _)| *address).collect();
    /// assert_eq!((addresses.len(), canonical.heap.len()), (2, 1));
    /// assert_eq!(renaming.address(addresses[0]), None);
    /// assert_eq!(renaming.address(addresses[1]), Some(canonical.heap[0].0));
    /// ```
    pub fn canonical(&self) -> (State, Renaming) {
        let mut naming = Naming::new(self);
        naming.begin();
        finish(naming)
    }

    /// The state with canonical addresses, where threads keep their names; and the new names of its objects. Two
    /// states have the same form if and only if some renaming of addresses makes one from the other, once objects that no thread
    /// can reach are dropped. Cost: linear.
    pub fn canonical_heap(&self) -> (State, Renaming) {
        let mut naming = Naming::new(self);
        naming.keep_threads();
        naming.begin();
        let renaming = naming.into_renaming();
        (renamed(self, &renaming), renaming)
    }

    /// Drops the objects that no thread can reach; names stay as they are. Cost: linear.
    pub fn collect_garbage(&mut self) {
        let mut naming = Naming::new(self);
        naming.keep_threads();
        naming.begin();
        let renaming = naming.into_renaming();
        if renaming.new.contains(&NONE) {
            let mut is_kept = renaming.new.iter().map(|new| *new != NONE);
            self.heap.retain(|_| is_kept.next().unwrap_or(true));
        }
    }
}

/// Gives names to the threads that have none yet, and renames the state.
fn finish(mut naming: Naming<'_>) -> (State, Renaming) {
    let state = naming.state;
    loop {
        let several = match signature::next(&naming) {
            Next::All(all) if all.is_empty() => {
                let renaming = naming.into_renaming();
                return (renamed(state, &renaming), renaming);
            }
            Next::All(all) => {
                for thread in all {
                    naming.take(thread);
                }
                continue;
            }
            Next::OneOf(several) => several,
        };
        let forms = several.into_iter().map(|first| {
            let mut naming = naming.clone();
            naming.take(first);
            let (state, renaming) = finish(naming);
            (encode::encoded(&state), state, renaming)
        });
        let least = forms.min_by(|one, two| one.0.cmp(&two.0));
        return least.map(|(_, state, renaming)| (state, renaming)).unwrap_or_default();
    }
}

/// The state under new names. What was dropped is left out.
fn renamed(state: &State, renaming: &Renaming) -> State {
    let count = |numbers: &[u32]| numbers.iter().filter(|new| **new != NONE).count();
    let mut threads = vec![None; count(&renaming.threads)];
    for (thread, new) in state.threads.iter().zip(&renaming.threads) {
        if *new != NONE {
            threads[*new as usize] = Some(renamed_thread(thread, renaming));
        }
    }
    let mut heap = vec![None; count(&renaming.new)];
    for ((_, object), new) in state.heap.iter().zip(&renaming.new) {
        if *new != NONE {
            heap[*new as usize] = Some((Address(*new), renamed_object(object, renaming)));
        }
    }
    let is_same = |value: &Value| renaming.value(*value) == *value;
    let statics = if state.statics.iter().all(is_same) {
        state.statics.clone()
    } else {
        Arc::new(state.statics.iter().map(|value| renaming.value(*value)).collect())
    };
    State {
        threads: threads.into_iter().flatten().collect(),
        heap: heap.into_iter().flatten().collect(),
        statics,
    }
}

fn renamed_thread(thread: &Arc<Thread>, renaming: &Renaming) -> Arc<Thread> {
    let is_same = |value: &Value| renaming.value(*value) == *value;
    let new_object = |object| renaming.address(object).unwrap_or(object);
    let status = match thread.status {
        Status::Waiting { object, depth, timed } => {
            Status::Waiting { object: new_object(object), depth, timed }
        }
        Status::Notified { object, depth } => {
            Status::Notified { object: new_object(object), depth }
        }
        status => status,
    };
    if status == thread.status
        && thread.frames.iter().all(|frame| frame.registers.iter().all(is_same))
    {
        return thread.clone();
    }
    let mut new = (**thread).clone();
    new.status = status;
    for frame in &mut new.frames {
        frame.registers.iter_mut().for_each(|value| *value = renaming.value(*value));
    }
    Arc::new(new)
}

fn renamed_object(object: &Arc<Object>, renaming: &Renaming) -> Arc<Object> {
    let is_same = |value: &Value| renaming.value(*value) == *value;
    let owner = object.owner.map(|(owner, depth)| (renaming.thread(owner).unwrap_or(owner), depth));
    if owner == object.owner
        && object.queue.is_none()
        && object.cells.iter().all(|(_, value)| is_same(value))
    {
        return object.clone();
    }
    let mut new = (**object).clone();
    new.owner = owner;
    if object.queue.is_some() {
        let new_name =
            |thread: &mut ThreadId| *thread = renaming.thread(*thread).unwrap_or(*thread);
        new.change_queue(|queue| {
            queue.lock.iter_mut().chain(&mut queue.waiting).for_each(new_name);
        });
    }
    new.cells.iter_mut().for_each(|(_, value)| *value = renaming.value(*value));
    Arc::new(new)
}
