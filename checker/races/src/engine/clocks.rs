//! Vector clocks and epochs.

use super::{Engine, Key, Sync};

/// Vector clocks, with an epoch, the clock of one thread, for each access (Flanagan and Freund, `FastTrack`, PLDI
/// 2009).
///
/// A synchronization costs as much as there are threads, a question nothing to speak of. Memory: one clock for each
/// pair of a thread or lock and a thread.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    /// The vector clock of each element; shorter ones end in zeros.
    of: Vec<Vec<u64>>,
    /// Where the clock of a thread stands in vectors, from one. Zero for what is not known as a thread.
    places: Vec<u32>,
    threads: u32,
}

fn join(into: &mut Vec<u64>, from: &[u64]) {
    if into.len() < from.len() {
        into.resize(from.len(), 0);
    }
    for (into, from) in into.iter_mut().zip(from) {
        *into = (*into).max(*from);
    }
}

impl Clocks {
    fn place(&mut self, thread: Key) -> usize {
        self.reserve(thread);
        if self.places[thread.index()] == 0 {
            self.threads += 1;
            self.places[thread.index()] = self.threads;
            let place = self.threads as usize - 1;
            let clock = &mut self.of[thread.index()];
            if clock.len() <= place {
                clock.resize(place + 1, 0);
            }
            clock[place] = 1;
        }
        self.places[thread.index()] as usize - 1
    }

    fn reserve(&mut self, key: Key) {
        if key.index() >= self.of.len() {
            self.of.resize_with(key.index() + 1, Vec::new);
            self.places.resize(key.index() + 1, 0);
        }
    }

    /// Joins the clock of one element into that of another one.
    fn flow(&mut self, from: Key, to: Key) {
        self.reserve(from);
        self.reserve(to);
        if from != to {
            let taken = std::mem::take(&mut self.of[from.index()]);
            join(&mut self.of[to.index()], &taken);
            self.of[from.index()] = taken;
        }
    }

    fn tick(&mut self, thread: Key) {
        let place = self.place(thread);
        self.of[thread.index()][place] += 1;
    }

    fn at(&self, element: Key, place: usize) -> u64 {
        let clock = self.of.get(element.index());
        clock.and_then(|clock| clock.get(place)).copied().unwrap_or(0)
    }
}

/// The clock of one thread at a time: the place of the thread in vectors, and its clock.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    place: u32,
    clock: u64,
}

impl Engine for Clocks {
    type Stamp = Epoch;

    fn begin(&mut self, thread: Key, _held: &[Key]) -> Epoch {
        let place = self.place(thread);
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer threads than keys")]
        Epoch { place: place as u32, clock: self.of[thread.index()][place] }
    }

    fn forget(&mut self, _stamp: Epoch) {}

    fn pass(&mut self, sync: Sync<'_>) {
        match sync {
            Sync::Acquire { thread, lock, .. } => {
                self.place(thread);
                self.flow(lock, thread);
            }
            Sync::Release { thread, lock } => {
                self.place(thread);
                self.flow(thread, lock);
                self.tick(thread);
            }
            Sync::Fork { thread, child, .. } => {
                self.place(thread);
                self.place(child);
                self.flow(thread, child);
                self.tick(thread);
            }
            Sync::Join { thread, child, .. } => {
                self.place(thread);
                self.place(child);
                self.flow(child, thread);
            }
            Sync::Publish { thread, volatile, .. } => {
                self.place(thread);
                self.flow(thread, volatile);
                self.tick(thread);
            }
            Sync::Observe { thread, volatile, .. } => {
                self.place(thread);
                self.flow(volatile, thread);
            }
        }
    }

    fn is_before(&mut self, stamp: Epoch, thread: Key, _held: &[Key]) -> bool {
        self.at(thread, stamp.place as usize) >= stamp.clock
    }

    fn contains(&mut self, stamp: Epoch, element: Key, owner: Option<Key>) -> bool {
        self.at(owner.unwrap_or(element), stamp.place as usize) >= stamp.clock
    }
}
