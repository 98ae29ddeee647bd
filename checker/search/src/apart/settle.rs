//! Threads that are stuck for ever, worked out by workers that share no memory.
//!
//! Each worker keeps the steps to its states, and for each of its states the set of threads that can still come to
//! move. A set goes back along a step to the worker that has the state before it. In rounds: each worker sends the sets
//! that grew, the last first, until in some round none grows anywhere.

use super::super::edges::{Edge, Edges};
use super::super::stuck::{self, Part, Rank, Sets};
use super::{
    FoundApart, Kept, Model, Owned, Reduction, Share, Stopped, Store, Task, Totals, Worker,
};
use crate::query::{FindingKind, StuckAnswer};

/// The sets of one worker's states while they are worked out.
///
/// First every worker calls [`Worker::tell_movers`]; when everything has been received, [`Worker::mark_deadlocks`];
/// then [`Worker::sweep`] as long as in a round some worker [has grown](Self::takes_growth) a set.
#[derive(Clone, Debug)]
pub struct Settling {
    sets: Sets,
    /// The states whose sets grew in the last round, and in this one, by number.
    grown: [Vec<u64>; 2],
    has_grown: bool,
}

impl Settling {
    fn note(&mut self, number: usize) {
        self.has_grown = true;
        self.grown[1][number / 64] |= 1 << (number % 64);
    }

    fn has_grown(&self, number: usize) -> bool {
        self.grown.iter().any(|all| all[number / 64] >> (number % 64) & 1 == 1)
    }

    /// Adds to the set of one of this worker's states what another worker has sent.
    pub fn receive(&mut self, number: u32, more: &[u8]) {
        let number = number as usize;
        if number < self.sets.len() && self.sets.take_in(number, more) {
            self.note(number);
        }
    }

    /// The number of bytes of a set.
    pub fn width(&self) -> usize {
        self.sets.width()
    }

    /// Tells whether some set of this worker has grown since this was asked last.
    pub fn takes_growth(&mut self) -> bool {
        std::mem::take(&mut self.has_grown)
    }
}

/// The first state of a worker in which a thread is stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StuckApart {
    /// The thread.
    pub thread: usize,
    /// The number of the state.
    pub number: u32,
    /// The level of the state.
    pub level: usize,
    /// Its hash: of several states on a level, the one with the least hash is told.
    pub hash: u64,
}

impl<M: Model, R: Reduction<M, Memory = ()>> Worker<'_, M, R> {
    /// Makes a set for each state, with all threads for those from which not all steps were taken.
    ///
    /// # Errors
    /// The answer where nothing is to be worked out, or there is no memory for it. All workers have to agree.
    pub fn settling(&mut self) -> Result<Settling, StuckAnswer> {
        let Task { model, query, .. } = self.share.task;
        let bytes = self.bytes();
        let Kept::Edges(edges) = &mut self.share.kept else {
            return Err(self.share.kept.answer(query));
        };
        edges.finish();
        if edges.is_lost() {
            return Err(StuckAnswer::Stopped(Stopped::Memory));
        }
        if matches!(self.stopped, Some(Stopped::Memory | Stopped::Cancelled)) {
            return Err(StuckAnswer::Unexplored);
        }
        let Share { store, open, dead, expanded, .. } = &self.share;
        let most = query.memory.saturating_sub(bytes);
        let mut sets =
            Sets::new(model.threads(), store.len(), most).map_err(StuckAnswer::Stopped)?;
        let open = open.iter().chain(dead).map(|&number| number as usize);
        for number in (*expanded..store.len()).chain(open) {
            sets.fill(number);
        }
        let none = || vec![0; store.len().div_ceil(64)];
        Ok(Settling { sets, grown: [none(), none()], has_grown: false })
    }

    /// Adds the thread of each step to the set of the state before it, or calls `send` with the owner of that state,
    /// its number there and the set to be added.
    ///
    /// # Errors
    /// That the search was cancelled.
    pub fn tell_movers(
        &self,
        settling: &mut Settling,
        mut send: impl FnMut(usize, u32, &[u8]),
    ) -> Result<(), Stopped> {
        let mut set = vec![0; settling.sets.width()];
        self.each_source(&mut set, |set, edge| set[edge.thread / 8] |= 1 << (edge.thread % 8), {
            |source, set| {
                let Owned { worker, number } = Owned::of_ticket(source, self.share.workers);
                if worker == self.share.worker {
                    settling.receive(number, set);
                } else {
                    send(worker, number, set);
                }
            }
        })
    }

    /// Marks the states that are deadlocks. The moves of all states must be known.
    pub fn mark_deadlocks(&mut self, settling: &mut Settling, all: &[Totals]) {
        let Worker { share, state, .. } = self;
        let model = share.task.model;
        if all.iter().any(|one| one.deadlocks > 0) {
            for stored in 0..share.store.len() {
                if settling.sets.is_empty(stored) {
                    share.store.load(u32::try_from(stored).unwrap_or(u32::MAX), state);
                    if stuck::is_deadlock(model, state) {
                        settling.sets.add(stored, model.threads());
                    }
                }
            }
        }
        // In the first round every set is new.
        settling.grown[1].fill(u64::MAX);
    }

    /// Sends the sets that grew to the states before theirs: to those of others by calling `send` with the owner, the
    /// number there and the set.
    ///
    /// # Errors
    /// That the search was cancelled.
    pub fn sweep(
        &self,
        settling: &mut Settling,
        mut send: impl FnMut(usize, u32, &[u8]),
    ) -> Result<(), Stopped> {
        let [last, now] = &mut settling.grown;
        std::mem::swap(last, now);
        now.fill(0);
        let width = settling.sets.width();
        let mut all = Vec::new();
        let Kept::Edges(edges) = &self.share.kept else { return Ok(()) };
        for segment in backward(edges) {
            self.look_at_cancel()?;
            edges.read(segment, &mut all);
            let mut set = vec![0; width];
            for (place, edge) in all.iter().enumerate().rev() {
                let target = edge.target as usize;
                if settling.has_grown(target) {
                    set.iter_mut()
                        .zip(settling.sets.set(target))
                        .for_each(|(all, one)| *all |= one);
                }
                let is_last =
                    place.checked_sub(1).is_none_or(|before| all[before].source != edge.source);
                if is_last && set.iter().any(|&byte| byte != 0) {
                    let Owned { worker, number } =
                        Owned::of_ticket(edge.source, self.share.workers);
                    if worker == self.share.worker {
                        settling.receive(number, &set);
                    } else {
                        send(worker, number, &set);
                    }
                    set.fill(0);
                }
            }
        }
        Ok(())
    }

    /// The first of this worker's states in which each thread is stuck, for threads that are.
    ///
    /// # Errors
    /// That the search was cancelled.
    pub fn first_stuck(&self, settling: &Settling) -> Result<Vec<StuckApart>, Stopped> {
        let Share { task, store, open, dead, expanded, levels, .. } = &self.share;
        let Kept::Edges(edges) = &self.share.kept else { return Ok(Vec::new()) };
        let open = [open, dead];
        let part = Part { store, edges, open, expanded: *expanded, levels, renamed: &[] };
        let first = stuck::first_of_each(*task, &[part], &settling.sets, false)?;
        let apart = |((level, hash), at): (Rank, stuck::StuckAt)| StuckApart {
            thread: at.thread,
            number: at.number,
            level,
            hash,
        };
        Ok(first.into_iter().flatten().map(apart).collect())
    }

    /// The answer about threads that are stuck, and the findings to be told, each with the number of its worker: the
    /// same for every worker.
    pub fn stuck(
        &self,
        totals: &[Totals],
        first: &[Vec<StuckApart>],
    ) -> (StuckAnswer, Vec<(usize, FoundApart)>) {
        let query = self.share.task.query;
        let mut all: Vec<(usize, StuckApart)> = Vec::new();
        for (worker, stuck) in first.iter().enumerate() {
            all.extend(stuck.iter().map(|&one| (worker, one)));
        }
        // Of each thread the first, and these in their order.
        all.sort_by_key(|(_, one)| (one.thread, one.level, one.hash));
        all.dedup_by_key(|(_, one)| one.thread);
        all.sort_by_key(|(_, one)| (one.level, one.hash, one.thread));
        if !query.keep_going {
            all.truncate(1);
        }
        let is_known = self.is_closed(totals) && self.stopped.is_none();
        let answer = if is_known { StuckAnswer::Known } else { StuckAnswer::Unexplored };
        let found = |(worker, one): (usize, StuckApart)| {
            let StuckApart { thread, number, hash, level } = one;
            let kind = FindingKind::Stuck { thread };
            let level = u32::try_from(level).unwrap_or(u32::MAX);
            (worker, FoundApart { kind, number, steps: Vec::new(), level, hash })
        };
        (answer, all.into_iter().map(found).collect())
    }

    /// Calls `add` for each step with a set, and `end` with the source of the steps and the set after the last of
    /// several steps from one source; the set is empty again after it.
    fn each_source(
        &self,
        set: &mut [u8],
        mut add: impl FnMut(&mut [u8], &Edge),
        mut end: impl FnMut(u64, &[u8]),
    ) -> Result<(), Stopped> {
        let mut all = Vec::new();
        let Kept::Edges(edges) = &self.share.kept else { return Ok(()) };
        for segment in backward(edges) {
            self.look_at_cancel()?;
            edges.read(segment, &mut all);
            for (place, edge) in all.iter().enumerate() {
                add(set, edge);
                if all.get(place + 1).is_none_or(|next| next.source != edge.source) {
                    end(edge.source, set);
                    set.fill(0);
                }
            }
        }
        Ok(())
    }

    fn look_at_cancel(&self) -> Result<(), Stopped> {
        if self.share.task.query.is_cancelled() { Err(Stopped::Cancelled) } else { Ok(()) }
    }
}

/// The numbers of all segments, the last first.
fn backward(edges: &Edges) -> impl Iterator<Item = usize> {
    (0..edges.levels()).rev().flat_map(|level| edges.level(level).rev())
}
