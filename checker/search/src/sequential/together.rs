//! States that were met and are stored together. Whether a state is stored already is known once two or three lines of
//! memory have come from far away; for many states at once that takes little longer than for one.
//!
//! The answer is that of a search that stores each state when it meets it. Findings carry the number of the step at
//! which they were made; when the search stops for what some state led to, the steps of later states count for nothing.

use super::super::batch::{Batch, MANY};
use super::super::model::Model;
use super::super::orbits::By;
use super::super::reduction::Reduction;
use super::super::store::{Rows, Store};
use super::Visited;

/// The way in which a state was met.
pub(super) struct Met<Memory> {
    /// The number of the state before.
    parent: u32,
    by: By,
    /// The number of the step, which findings in the state are ordered by.
    rank: u64,
    /// The reduction's memory to keep beside it.
    memory: Memory,
}

/// The end of a search that stops for what the steps from some state led to: all steps from that state count, and no
/// later ones.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    parent: u32,
    /// The largest number of a step whose findings count.
    pub(super) rank: u64,
}

impl<M: Model, R: Reduction<M>> Visited<'_, M, R> {
    /// Takes a state that a step of a thread from the current state leads to.
    #[inline]
    pub(super) fn meet(&mut self, by: By, state: &M::State, memory: R::Memory) {
        let hash = self.store.hash(state);
        // A state that is met again may change what is done next, where a reduction has a memory.
        if size_of::<R::Memory>() > 0 || !M::Store::STORES_TOGETHER {
            let from = (self.current, by);
            let number = self.add(hash, from, state, memory);
            self.put(number);
            self.seen.rank.1 += 1;
            return;
        }
        let met = Met { parent: self.current, by, rank: self.seen.rank.1, memory };
        self.batch.push(hash, met, state);
        self.seen.rank.1 += 1;
        if self.batch.len() >= MANY {
            self.flush();
        }
    }

    /// Counts a step to a state, and notes if this is to be expanded again.
    #[inline]
    fn put(&mut self, number: Option<u32>) {
        self.transitions += 1;
        if let Some(number) = number
            && (number as usize) < self.fresh
        {
            self.again.push(number);
        }
    }

    /// Stores the states that were met.
    pub(super) fn flush(&mut self) {
        if self.batch.len() == 0 {
            return;
        }
        let mut batch = std::mem::replace(&mut self.batch, Batch::new());
        self.store.touch(&batch.hashes);
        let now = self.seen.rank.1;
        let Batch { hashes, met, rows } = &mut batch;
        let all = hashes.drain(..).zip(met.drain(..)).enumerate();
        for (row, (hash, Met { parent, by, rank, memory })) in all {
            if self.cut.is_some_and(|cut| cut.parent != parent) {
                break;
            }
            self.seen.rank.1 = rank;
            let was_stopped = self.stopped.is_some() && self.cut.is_none();
            let inserted = self.store.insert_row(hash, rows, row);
            let number = self.note(inserted, (parent, by), memory, |visited, number| {
                rows.with(row, |state| visited.look(number, by.at, state));
            });
            self.put(number);
            if !was_stopped && self.stopped.is_some() {
                self.cut = Some(Cut { parent, rank: rank + 1 });
                self.expanded = self.expanded.min(parent as usize);
            }
        }
        self.seen.rank.1 = now;
        batch.clear::<M::State>();
        self.batch = batch;
    }
}
