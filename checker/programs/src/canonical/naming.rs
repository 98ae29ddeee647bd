//! The walk that gives names.

use super::{NONE, Renaming};
use crate::mutant::{self, Mutant};
use crate::state::{State, Status, Thread};
use crate::value::{ThreadId, Value};

/// The names that a walk has given so far.
#[derive(Clone, Debug)]
pub(super) struct Naming<'s> {
    pub(super) state: &'s State,
    /// The number of each object, by its place in the heap.
    pub(super) objects: Vec<u32>,
    /// The places of the objects that have numbers, in the order of these.
    met: Vec<usize>,
    /// The number of objects of `met` that have been looked at.
    looked: usize,
    /// The number of each thread.
    pub(super) threads: Vec<u32>,
    /// The threads that have numbers, in the order of these.
    order: Vec<usize>,
    /// The number of threads of `order` that have been walked.
    walked: usize,
}

impl<'s> Naming<'s> {
    /// A walk that has not begun.
    pub(super) fn new(state: &'s State) -> Self {
        Naming {
            state,
            objects: vec![NONE; state.heap.len()],
            met: Vec::with_capacity(state.heap.len()),
            looked: 0,
            threads: vec![NONE; state.threads.len()],
            order: Vec::with_capacity(state.threads.len()),
            walked: 0,
        }
    }

    /// Lets all threads keep their names.
    pub(super) fn keep_threads(&mut self) {
        for thread in 0..self.threads.len() {
            self.rank(thread);
        }
    }

    /// Meets what can be reached from the variables that belong to no object.
    pub(super) fn begin(&mut self) {
        let state = self.state;
        state.statics.iter().for_each(|value| self.meet(*value));
        if mutant::is(Mutant::GarbageIsKept) {
            state.heap.iter().for_each(|(address, _)| self.meet(Value::Object(*address)));
        }
        self.go_on();
    }

    /// Gives the next name to a thread, and meets what can be reached from it.
    pub(super) fn take(&mut self, thread: usize) {
        self.rank(thread);
        self.go_on();
    }

    fn rank(&mut self, thread: usize) {
        if let Some(number) = self.threads.get_mut(thread)
            && *number == NONE
        {
            *number = small(self.order.len());
            self.order.push(thread);
        }
    }

    fn meet(&mut self, value: Value) {
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => {}
            Value::Thread(thread) => self.rank(thread.index()),
            Value::Object(address) => {
                if let Some(place) = self.state.place_of(address)
                    && self.objects[place] == NONE
                {
                    self.objects[place] = small(self.met.len());
                    self.met.push(place);
                }
            }
        }
    }

    /// Looks at all objects and threads that were met.
    fn go_on(&mut self) {
        let state = self.state;
        loop {
            if let Some(&place) = self.met.get(self.looked) {
                self.looked += 1;
                let object = &state.heap[place].1;
                if let Some((owner, _)) = object.owner {
                    self.meet(Value::Thread(owner));
                }
                for thread in object.queue.iter().flat_map(|queue| queue.threads()) {
                    self.meet(Value::Thread(thread));
                }
                object.cells.iter().for_each(|(_, value)| self.meet(*value));
            } else if let Some(&thread) = self.order.get(self.walked) {
                self.walked += 1;
                values(&state.threads[thread], |value| self.meet(value));
            } else {
                return;
            }
        }
    }

    /// The threads that go on, have gone wrong or were halted, and have no name yet.
    pub(super) fn unnamed(&self) -> impl Iterator<Item = usize> {
        let threads = self.threads.iter().zip(&self.state.threads).enumerate();
        threads
            .filter(|(_, (number, thread))| {
                **number == NONE && !matches!(thread.status, Status::Absent | Status::Ended)
            })
            .map(|(k, _)| k)
    }

    /// The number of an object or thread, if it has one.
    pub(super) fn number_of(&self, value: Value) -> Option<u32> {
        let number = match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => NONE,
            Value::Thread(ThreadId(thread)) => {
                self.threads.get(thread as usize).copied().unwrap_or(NONE)
            }
            Value::Object(address) => {
                self.state.place_of(address).map_or(NONE, |place| self.objects[place])
            }
        };
        Some(number).filter(|number| *number != NONE)
    }

    pub(super) fn into_renaming(self) -> Renaming {
        let old = self.state.heap.iter().map(|(address, _)| *address).collect();
        Renaming { threads: self.threads, old, new: self.objects }
    }
}

/// Calls `visit` with everything to which a thread refers, in order.
pub(super) fn values(thread: &Thread, mut visit: impl FnMut(Value)) {
    if let Some((object, _)) = thread.status.waits_at() {
        visit(Value::Object(object));
    }
    for frame in &thread.frames {
        frame.registers.iter().for_each(|value| visit(*value));
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE - 1)
}
