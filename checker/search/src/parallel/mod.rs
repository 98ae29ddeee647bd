//! Breadth-first search by several workers. The hash of a state says which worker owns it, and the workers wait for
//! each other after each level.
//!
//! In which order states are met within a level is a matter of chance. The answer must not depend on it: of several
//! steps to a state, and of several findings of one kind on a level, the one is told whose state before has the least
//! hash.

mod stuck;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::Task;
use super::batch::{self, MANY};
use super::begin::Begun;
use super::edges::Edge;
use super::expand::{Expander, Visit};
use super::look::{At, Seen, leaves_open};
use super::model::Model;
use super::query::{Exploration, SearchProgress, Stopped, ThreadStep};
use super::reduction::Reduction;
use super::run::with_run;
use super::sequential;
use super::store::{Chunks, Store, full};
use super::stuck::{Ended, Kept};

/// The number of states that are collected for another worker before they are handed over.
const BATCH: usize = 1 << 9;

/// The number of states that a worker expands between two looks at its inbox.
const PAUSE: usize = 1 << 8;

/// The number of states up to which one worker searches again after a finding. That takes milliseconds, and the answers
/// for small examples do not depend on the number of workers.
pub(super) const FEW: usize = 1 << 14;

/// Searches with several workers. If they find something among at most `few` states, one worker searches again, and its
/// findings are told.
pub(super) fn search<M: Model, R: Reduction<M>>(
    task: Task<'_, M, R>,
    few: usize,
) -> Exploration<M::Violation> {
    let Task { model, query, .. } = task;
    let workers = query.workers;
    let mut seen = Seen::new(model, query);
    let begun = Begun::new(task, &mut seen);
    if begun.stopped.is_some() {
        return sequential::not_begun(task, seen, &begun);
    }
    let shared = Shared {
        inboxes: (0..workers).map(|_| Mutex::new(Vec::new())).collect(),
        barrier: Barrier::new(workers),
        next: [AtomicUsize::new(0), AtomicUsize::new(0)],
        again: [AtomicUsize::new(0), AtomicUsize::new(0)],
        states: AtomicUsize::new(0),
        bytes: AtomicUsize::new(begun.bytes()),
        edge_bytes: AtomicUsize::new(0),
        loses_edges: AtomicBool::new(false),
        has_found: AtomicBool::new(!seen.findings.is_empty()),
        stopped: Mutex::new(None),
        is_stopped: AtomicBool::new(false),
    };
    let shards: Vec<Shard<'_, M, R>> = std::thread::scope(|scope| {
        let (shared, begun) = (&shared, &begun);
        let work = |worker| move || Shard::new(task, worker, shared).run(begun);
        let others: Vec<_> = (1..workers).map(|worker| scope.spawn(work(worker))).collect();
        let first = work(0)();
        let joined = others.into_iter().map(|other| other.join().expect("a worker does not panic"));
        std::iter::once(first).chain(joined).collect()
    });
    let mut shards = shards;
    for shard in &shards {
        seen.merge(&shard.seen);
    }
    let found = shards.iter_mut().map(|shard| std::mem::take(&mut shard.seen.findings));
    let found = found.collect::<Vec<_>>().into_iter();
    let mut found: Vec<_> = seen.first_of(model, found);
    let stopped = *shared.stopped.lock().unwrap_or_else(PoisonError::into_inner);
    let kinds = found.iter().map(|(_, found)| &found.kind);
    let is_closed = !seen.cut_short && !leaves_open(task.reduction, kinds);
    let mut roots = shards.iter().flat_map(|shard| {
        let tickets = shard.roots.iter().map(|(number, _)| *number as usize * workers);
        tickets.map(|ticket| ticket + shard.worker)
    });
    let root = roots.next().filter(|_| roots.next().is_none());
    let (deadlocks, bytes) = (seen.deadlocks, begun.bytes());
    let ended = Ended { is_closed, stopped, deadlocks, root, bytes };
    let (stuck, more) = stuck::find_stuck(task, &mut shards, &ended);
    found.extend(more);
    if !found.is_empty() && shards.iter().map(|shard| shard.store.len()).sum::<usize>() <= few {
        drop(shards);
        return sequential::search(task);
    }
    let mut expander = Expander::new(task);
    let findings = found.into_iter().map(|(worker, found)| {
        with_run(task, &begun, found, |number| {
            run_to(&shards, &begun, Owned { worker, number }, &mut expander)
        })
    });
    let findings = findings.collect();
    Exploration {
        states: shards.iter().map(|shard| shard.store.len()).sum(),
        transitions: shards.iter().map(|shard| shard.transitions).sum(),
        visible_states: shards.iter().map(|shard| shard.visible).sum(),
        depth: shards.iter().map(|shard| shard.depth).max().unwrap_or(0),
        bytes: shards.iter().map(Shard::bytes).sum(),
        findings,
        reached: seen.reached,
        goals: seen.goals,
        cut_short: seen.cut_short,
        deadlocks: seen.deadlocks,
        stuck,
        stopped,
    }
}

/// The steps from the initial state to a stored state, found again from its chain of parents.
fn run_to<M: Model, R: Reduction<M>>(
    shards: &[Shard<'_, M, R>],
    begun: &Begun<M>,
    state: Owned,
    expander: &mut Expander<'_, M, R>,
) -> Vec<ThreadStep> {
    let mut chain = vec![state];
    while let Some(parent) = chain.last().and_then(|last| shards[last.worker].parent(last.number)) {
        chain.push(Owned::of_ticket(parent, shards.len()));
    }
    chain.reverse();
    let first = chain[0];
    let roots = &shards[first.worker].roots;
    let place = roots.binary_search_by_key(&first.number, |(number, _)| *number);
    let root = roots[place.expect("the first has no parent")].1;
    let task = expander.task;
    let mut run = begun.run_to_root(task, root);
    let (mut from, mut to) = (task.model.initial(), task.model.initial());
    for pair in chain.windows(2) {
        shards[pair[0].worker].store.load(pair[0].number, &mut from);
        shards[pair[1].worker].store.load(pair[1].number, &mut to);
        run.extend(expander.between(&from, &to).expect("a state has a step from its parent"));
    }
    run
}

/// A stored state, by its owner and its number in the owner's store.
#[derive(Clone, Copy)]
struct Owned {
    worker: usize,
    number: u32,
}

impl Owned {
    /// One number for the owner and its number, which takes half the memory: `number * workers + worker`. None where it
    /// has more than 32 bits, or would be that of [`ROOT`].
    fn ticket(self, workers: usize) -> Option<u32> {
        let ticket = self.number as usize * workers + self.worker;
        u32::try_from(ticket).ok().filter(|&ticket| ticket != ROOT)
    }

    /// The inverse of [`Self::ticket`].
    fn of_ticket(ticket: u32, workers: usize) -> Self {
        let ticket = ticket as usize;
        let number = u32::try_from(ticket / workers).expect("a quotient is no larger");
        Owned { worker: ticket % workers, number }
    }
}

/// The state before a step: its ticket, and a hash of it.
#[derive(Clone, Copy)]
struct Before {
    ticket: u32,
    hash: u64,
}

/// How a state was met that is handed over to its owner.
struct Met<Memory> {
    /// The thread whose step led to it.
    thread: usize,
    before: Before,
    /// The reduction's memory to keep beside it.
    memory: Memory,
}

/// States that are handed over to their owner.
type Batch<M, R> = batch::Batch<<M as Model>::State, Met<<R as Reduction<M>>::Memory>>;

/// The parent of a state in which the search begins.
const ROOT: u32 = u32::MAX;

/// The data that all workers share.
struct Shared<M: Model, R: Reduction<M>> {
    /// The inbox of each worker: states that others found and it owns.
    inboxes: Vec<Mutex<Vec<Batch<M, R>>>>,
    barrier: Barrier,
    /// The number of new states of the next level, by parity of the level.
    next: [AtomicUsize; 2],
    /// The number of states that are to be expanded again on the next level, by parity of the level.
    again: [AtomicUsize; 2],
    states: AtomicUsize,
    bytes: AtomicUsize,
    /// The bytes of the steps that are kept, which are among `bytes`.
    edge_bytes: AtomicUsize,
    /// Whether the workers let go of the steps between states, for which there is no memory.
    loses_edges: AtomicBool,
    has_found: AtomicBool,
    stopped: Mutex<Option<Stopped>>,
    is_stopped: AtomicBool,
}

impl<M: Model, R: Reduction<M>> Shared<M, R> {
    fn stop(&self, why: Stopped) {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// One worker with the states that it owns.
struct Shard<'a, M: Model, R: Reduction<M>> {
    task: Task<'a, M, R>,
    worker: usize,
    shared: &'a Shared<M, R>,
    store: M::Store,
    /// The reduction's memory beside each state, by the state's number.
    memories: Vec<R::Memory>,
    dead: FxHashSet<u32>,
    /// The numbers of states from which some steps are not followed to their end.
    open: FxHashSet<u32>,
    /// The steps to the states of this worker, if threads that are stuck are looked for.
    kept: Kept,
    /// The number of states that were expanded.
    expanded: usize,
    /// The number of the first state of each level.
    levels: Vec<usize>,
    /// By number of the state: the ticket of the one before.
    parents: Chunks<u32>,
    /// The numbers of the states in which the search begins, each with its number there; sorted.
    roots: Vec<(u32, u32)>,
    /// States with this number or a higher one are new on this level.
    fresh: usize,
    /// For each new state: the hash of its parent.
    hashes: Vec<u64>,
    /// The state that is being expanded.
    current: Before,
    /// The numbers of states that were expanded, and must be expanded once more.
    again: Vec<u32>,
    seen: Seen<M::Violation>,
    /// The states that are to be handed over to each worker, those of this one among them.
    outboxes: Vec<Batch<M, R>>,
    /// Batches to be filled again.
    spare: Vec<Batch<M, R>>,
    visible: usize,
    transitions: u64,
    depth: usize,
    told: (usize, usize, usize),
}

impl<'a, M: Model, R: Reduction<M>> Shard<'a, M, R> {
    fn new(task: Task<'a, M, R>, worker: usize, shared: &'a Shared<M, R>) -> Self {
        Shard {
            task,
            worker,
            shared,
            store: task.model.store(),
            memories: Vec::new(),
            dead: FxHashSet::default(),
            open: FxHashSet::default(),
            kept: Kept::new(task, task.query),
            expanded: 0,
            levels: Vec::new(),
            parents: Chunks::new(),
            roots: Vec::new(),
            fresh: 0,
            hashes: Vec::new(),
            current: Before { ticket: ROOT, hash: 0 },
            again: Vec::new(),
            seen: Seen::new(task.model, task.query),
            outboxes: (0..task.query.workers).map(|_| Batch::<M, R>::new()).collect(),
            spare: Vec::new(),
            visible: 0,
            transitions: 0,
            depth: 0,
            told: (0, 0, 0),
        }
    }

    fn run(mut self, begun: &Begun<M>) -> Self {
        let Task { model, reduction, query } = self.task;
        let mut expander = Expander::new(self.task);
        let mut state = model.initial();
        for root in begun.roots() {
            begun.load(root, &mut state);
            let hash = self.store.hash(&state);
            if self.owner(hash) == self.worker {
                let number = self.store.len();
                self.add(hash, 0, &state, reduction.initial(model));
                if self.store.len() > number {
                    let number = u32::try_from(number).expect("numbers of states have 32 bits");
                    self.parents.set(number as usize, ROOT);
                    self.roots.push((number, root));
                }
            }
        }
        if !self.seen.findings.is_empty() {
            self.shared.has_found.store(true, Ordering::Relaxed);
        }
        // Everybody has looked at the states in which the search begins.
        self.shared.barrier.wait();
        if !query.keep_going && self.shared.has_found.load(Ordering::Relaxed) {
            if begun.roots().next().is_some() {
                self.shared.stop(Stopped::Found);
            }
            return self;
        }
        let mut start = 0;
        let mut again = Vec::new();
        for level in 0_usize.. {
            let end = self.store.len();
            self.fresh = end;
            self.hashes.clear();
            self.begin_level(start);
            let rank = u32::try_from(level + 1).unwrap_or(u32::MAX);
            self.seen.rank = (rank, 0);
            let met_again =
                std::mem::take(&mut again).into_iter().map(|number: u32| number as usize);
            for (place, number) in (start..end).chain(met_again).enumerate() {
                if place.is_multiple_of(PAUSE) {
                    self.receive();
                    self.look_up(end.saturating_sub(number));
                }
                // One state may lead to very many.
                if query.is_cancelled() {
                    self.shared.stop(Stopped::Cancelled);
                }
                if self.shared.is_stopped.load(Ordering::Relaxed) {
                    break;
                }
                let number = u32::try_from(number).expect("numbers of states have 32 bits");
                if self.dead.contains(&number) {
                    self.expanded = self.expanded.max(number as usize + 1);
                    continue;
                }
                let owned = Owned { worker: self.worker, number };
                let Some(ticket) = owned.ticket(query.workers) else {
                    self.shared.stop(Stopped::States);
                    break;
                };
                self.store.load(number, &mut state);
                let hash = self.store.hash(&state);
                self.current = Before { ticket, hash };
                self.seen.rank = (rank, hash);
                let memory = self.memories[number as usize].clone();
                if !expander.expand(number, &state, &memory, &mut self) && query.deadlocks {
                    let is_new = number as usize >= start;
                    self.seen.look_at_end(model, (number, is_new), &state);
                }
                self.expanded = self.expanded.max(number as usize + 1);
            }
            (0..self.outboxes.len()).for_each(|other| self.hand_over(other));
            // Everything is handed over.
            self.shared.barrier.wait();
            self.receive();
            again = std::mem::take(&mut self.again);
            again.sort_unstable();
            again.dedup();
            let (now, later) = (level % 2, (level + 1) % 2);
            self.shared.next[now].fetch_add(self.store.len() - end, Ordering::Relaxed);
            self.shared.again[now].fetch_add(again.len(), Ordering::Relaxed);
            if !self.seen.findings.is_empty() {
                self.shared.has_found.store(true, Ordering::Relaxed);
            }
            // Everything is counted.
            self.shared.barrier.wait();
            let is_new = self.shared.next[now].load(Ordering::Relaxed) > 0;
            let is_complete = !is_new && self.shared.again[now].load(Ordering::Relaxed) == 0;
            let is_satisfied = !query.keep_going && self.shared.has_found.load(Ordering::Relaxed);
            let is_over =
                is_complete || is_satisfied || self.shared.is_stopped.load(Ordering::Relaxed);
            self.depth += usize::from(is_new);
            // Everybody has read the same, and nobody has begun the next level.
            self.shared.barrier.wait();
            if is_over {
                if is_satisfied && !is_complete {
                    self.shared.stop(Stopped::Found);
                }
                break;
            }
            self.shared.next[later].store(0, Ordering::Relaxed);
            self.shared.again[later].store(0, Ordering::Relaxed);
            start = end;
            // The counters of the later level are zero before anybody counts with them: two barriers lie between.
        }
        self
    }

    fn bytes(&self) -> usize {
        let memories = self.memories.capacity() * size_of::<R::Memory>()
            + self.levels.capacity() * size_of::<usize>();
        self.store.bytes() + self.parents.bytes() + memories + self.kept.bytes()
    }

    fn parent(&self, number: u32) -> Option<u32> {
        Some(self.parents.get(number as usize)).filter(|&ticket| ticket != ROOT)
    }

    fn owner(&self, hash: u64) -> usize {
        // Bits that the index of a store does not use.
        usize::try_from(hash >> 8 & 0xFFFF).unwrap_or(0) % self.task.query.workers
    }

    fn add(&mut self, hash: u64, thread: usize, state: &M::State, memory: R::Memory) {
        let Task { model, reduction, .. } = self.task;
        let Some((number, is_new)) = self.store.insert(hash, state) else {
            // The step to it is missing.
            self.kept.lose();
            return self.shared.stop(full(self.store.len()));
        };
        let before = self.current;
        if let Kept::Edges(edges) = &mut self.kept
            && before.ticket != ROOT
        {
            let edge = Edge { source: before.ticket, thread, target: number };
            edges.push(edge, is_new, self.store.len());
        }
        if !is_new {
            // Of the steps on this level, the one from the state with the least hash.
            if let Some(place) = (number as usize).checked_sub(self.fresh)
                && before.hash < self.hashes[place]
            {
                self.hashes[place] = before.hash;
                self.parents.set(number as usize, before.ticket);
            }
            let is_open = reduction.meets_again(&mut self.memories[number as usize], &memory);
            if is_open && (number as usize) < self.fresh && !self.dead.contains(&number) {
                self.again.push(number);
            }
            return;
        }
        self.memories.push(memory);
        self.parents.push(before.ticket);
        self.hashes.push(before.hash);
        let rank = std::mem::replace(&mut self.seen.rank.1, hash);
        if self.seen.look(self.task, thread, state, || At::Stored(number)) {
            self.dead.insert(number);
        }
        self.seen.rank.1 = rank;
        self.visible += usize::from(reduction.counts(model, state));
    }

    /// Hands the states over that were collected for a worker; its own it stores.
    fn hand_over(&mut self, other: usize) {
        if self.outboxes[other].len() == 0 {
            return;
        }
        let next = self.spare.pop().unwrap_or_else(Batch::<M, R>::new);
        let full = std::mem::replace(&mut self.outboxes[other], next);
        if other == self.worker {
            self.take_in(full);
        } else {
            let inbox = &self.shared.inboxes[other];
            inbox.lock().unwrap_or_else(PoisonError::into_inner).push(full);
        }
    }

    fn receive(&mut self) {
        let inbox = &self.shared.inboxes[self.worker];
        let all = std::mem::take(&mut *inbox.lock().unwrap_or_else(PoisonError::into_inner));
        all.into_iter().for_each(|batch| self.take_in(batch));
    }

    /// Stores states that this worker owns.
    fn take_in(&mut self, mut batch: Batch<M, R>) {
        let current = self.current;
        for start in (0..batch.len()).step_by(MANY) {
            let some = start..batch.len().min(start + MANY);
            self.store.touch(&batch.hashes[some.clone()]);
            for place in some {
                let Met { thread, before, memory } = &batch.met[place];
                self.current = *before;
                self.add(batch.hashes[place], *thread, &batch.states[place], memory.clone());
            }
        }
        self.current = current;
        batch.clear();
        self.spare.push(batch);
    }

    /// Adds this worker's states and bytes to the shared counts, checks the limits, and reports progress.
    fn look_up(&mut self, frontier: usize) {
        let query = self.task.query;
        let shared = self.shared;
        self.lose_edges();
        let (states, bytes, edges) = (self.store.len(), self.bytes(), self.kept.bytes());
        let all_states =
            shared.states.fetch_add(states - self.told.0, Ordering::Relaxed) + states - self.told.0;
        // Bytes become fewer when steps are let go; the counters wrap.
        let more = bytes.wrapping_sub(self.told.1);
        let all_bytes = shared.bytes.fetch_add(more, Ordering::Relaxed).wrapping_add(more);
        shared.edge_bytes.fetch_add(edges.wrapping_sub(self.told.2), Ordering::Relaxed);
        self.told = (states, bytes, edges);
        if all_states > query.max_states {
            shared.stop(Stopped::States);
        }
        if all_bytes > query.memory {
            // The search goes on without the steps between states. Each worker lets go of its own, at the latest when
            // the next level begins.
            shared.loses_edges.store(true, Ordering::Relaxed);
            if all_bytes - shared.edge_bytes.load(Ordering::Relaxed).min(all_bytes) > query.memory {
                shared.stop(Stopped::Memory);
            }
        }
        if query.is_cancelled() {
            shared.stop(Stopped::Cancelled);
        }
        if self.worker == 0
            && let Some(report) = query.progress
        {
            let frontier = frontier * query.workers;
            report(SearchProgress {
                states: all_states,
                frontier,
                depth: self.depth,
                bytes: all_bytes,
            });
        }
    }
}

impl<M: Model, R: Reduction<M>> Visit<M, R> for Shard<'_, M, R> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.seen
    }

    fn leave_open(&mut self) {
        let owned = Owned::of_ticket(self.current.ticket, self.task.query.workers);
        self.open.insert(owned.number);
    }

    fn stop(&mut self, why: Stopped) {
        self.shared.stop(why);
        self.leave_open();
    }

    fn arrive(&mut self, thread: usize, state: &M::State, memory: R::Memory) {
        self.transitions += 1;
        let hash = self.store.hash(state);
        let owner = self.owner(hash);
        // A state that is met again may change what is done next, where a reduction has a memory.
        let is_together = size_of::<R::Memory>() == 0 && M::Store::STORES_TOGETHER;
        if owner == self.worker && !is_together {
            return self.add(hash, thread, state, memory);
        }
        let met = Met { thread, before: self.current, memory };
        self.outboxes[owner].push(&self.store, hash, met, state);
        let most = if owner == self.worker { MANY } else { BATCH };
        if self.outboxes[owner].len() >= most {
            self.hand_over(owner);
        }
    }
}
