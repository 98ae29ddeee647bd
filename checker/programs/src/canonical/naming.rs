//! The walk that gives names.

use super::{NONE, Renaming};
use crate::mutant::{self, Mutant};
use crate::state::{State, Status, Thread};
use crate::value::{Address, ThreadId, Value};

/// The names that a walk has given so far.
#[derive(Clone, Debug)]
pub(super) struct Naming<'s> {
    pub(super) state: &'s State,
    names: Names,
    /// The number of objects of [`Names::met`] that have been looked at.
    looked: usize,
    /// The number of threads of [`Names::order`] that have been walked.
    walked: usize,
}

/// Lists that a walk fills. They are kept from one walk to the next, so that they need not be made anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) renaming: Renaming,
    /// The places of the objects that have numbers, in the order of these.
    met: Vec<u32>,
    /// The threads that have numbers, in the order of these.
    order: Vec<u32>,
}

impl<'s> Naming<'s> {
    /// A walk that has not begun. What is in the lists does not matter.
    pub(super) fn new(state: &'s State, mut names: Names) -> Self {
        let Names { renaming, met, order } = &mut names;
        renaming.old.clear();
        renaming.old.extend(state.heap.iter().map(|(address, _)| *address));
        renaming.new.clear();
        renaming.new.resize(state.heap.len(), NONE);
        renaming.threads.clear();
        renaming.threads.resize(state.threads.len(), NONE);
        met.clear();
        order.clear();
        Naming { state, names, looked: 0, walked: 0 }
    }

    /// Lets all threads keep their names.
    pub(super) fn keep_threads(&mut self) {
        for thread in 0..small(self.state.threads.len()) {
            self.names.rank(thread);
        }
    }

    /// Meets what can be reached from the variables that belong to no object.
    pub(super) fn begin(&mut self) {
        let state = self.state;
        state.statics.iter().for_each(|value| self.names.meet(*value));
        if mutant::is(Mutant::GarbageIsKept) {
            state.heap.iter().for_each(|(address, _)| self.names.meet(Value::Object(*address)));
        }
        self.go_on();
    }

    /// Gives the next name to a thread, and meets what can be reached from it.
    pub(super) fn take(&mut self, thread: usize) {
        self.names.rank(small(thread));
        self.go_on();
    }

    /// Looks at all objects and threads that were met.
    fn go_on(&mut self) {
        let state = self.state;
        let names = &mut self.names;
        loop {
            if let Some(&place) = names.met.get(self.looked) {
                self.looked += 1;
                let object = &state.heap[place as usize].1;
                if let Some((owner, _)) = object.owner {
                    names.meet(Value::Thread(owner));
                }
                for thread in object.queue.iter().flat_map(|queue| queue.threads()) {
                    names.meet(Value::Thread(thread));
                }
                object.cells.iter().for_each(|(_, value)| names.meet(*value));
            } else if let Some(&thread) = names.order.get(self.walked) {
                self.walked += 1;
                values(&state.threads[thread as usize]).for_each(|value| names.meet(value));
            } else {
                return;
            }
        }
    }

    /// The threads that go on, have gone wrong or were halted, and have no name yet.
    pub(super) fn unnamed(&self) -> impl Iterator<Item = usize> {
        let threads = self.names.renaming.threads.iter().zip(&self.state.threads).enumerate();
        threads
            .filter(|(_, (number, thread))| {
                **number == NONE && !matches!(thread.status, Status::Absent | Status::Ended)
            })
            .map(|(k, _)| k)
    }

    /// The place of an object in the heap.
    pub(super) fn place_of(&self, address: Address) -> Option<usize> {
        self.names.renaming.place_of(address)
    }

    /// The number of an object or thread, if it has one.
    pub(super) fn number_of(&self, value: Value) -> Option<u32> {
        let renaming = &self.names.renaming;
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => None,
            Value::Thread(thread) => renaming.thread(thread).map(|ThreadId(number)| number),
            Value::Object(address) => renaming.address(address).map(|Address(number)| number),
        }
    }

    /// The names that were given.
    pub(super) fn renaming(&self) -> &Renaming {
        &self.names.renaming
    }

    /// The lists, with the names that were given.
    pub(super) fn into_names(self) -> Names {
        self.names
    }
}

impl Names {
    fn rank(&mut self, thread: u32) {
        if let Some(number) = self.renaming.threads.get_mut(thread as usize)
            && *number == NONE
        {
            *number = small(self.order.len());
            self.order.push(thread);
        }
    }

    #[inline]
    fn meet(&mut self, value: Value) {
        match value {
            Value::Int(_) | Value::Text { .. } | Value::Boxed(..) => {}
            Value::Thread(ThreadId(thread)) => self.rank(thread),
            Value::Object(address) => {
                if let Some(place) = self.renaming.place_of(address)
                    && self.renaming.new[place] == NONE
                {
                    self.renaming.new[place] = small(self.met.len());
                    self.met.push(small(place));
                }
            }
        }
    }
}

/// Everything to which a thread refers, and the numbers that it has, in order.
#[inline]
pub(super) fn values(thread: &Thread) -> impl Iterator<Item = Value> {
    let waits_at = thread.status.waits_at().map(|(object, _)| Value::Object(object));
    waits_at
        .into_iter()
        .chain(thread.frames.iter().flat_map(|frame| frame.registers.iter().copied()))
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE - 1)
}
