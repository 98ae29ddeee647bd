//! One worker's share of a breadth-first search: the states that it owns, and what it has seen in them.
//!
//! A state itself says who owns it ([`Deal`]), and all workers wait for each other after each level. How a state comes
//! from who finds it to its owner is a matter of who works: threads hand it over, processes send it.
//!
//! In which order states are met within a level is a matter of chance. The answer must not depend on it: of several
//! steps to a state, and of several findings of one kind on a level, the one is told whose state before has the least
//! hash.

mod deal;
mod ticket;

use rustc_hash::FxHashSet;

use super::Task;
use super::batch::{self, MANY, RowsOf};
use super::begin::Begun;
use super::edges::Edge;
use super::expand::{Expander, Visit};
use super::look::{At, Seen};
use super::model::Model;
use super::orbits::{By, Canonizer};
use super::query::Stopped;
use super::reduction::Reduction;
use super::store::{Rows, Store, full};
use super::stuck::Kept;
pub(super) use deal::Deal;
pub(super) use ticket::{Owned, Parents, ROOT};

/// The state before a step: its ticket, and a hash of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) ticket: u64,
    pub(super) hash: u64,
}

/// The way in which a state was met that is not stored yet.
pub(super) struct Met<Memory> {
    /// The thread whose step led to it.
    pub(super) by: By,
    pub(super) before: Before,
    /// The reduction's memory to keep beside it.
    pub(super) memory: Memory,
}

impl<Memory> Met<Memory> {
    pub(super) fn new(by: By, before: Before, memory: Memory) -> Self {
        Met { by, before, memory }
    }
}

/// States of one owner that are not stored yet.
pub(super) type Batch<M, R> = batch::Batch<RowsOf<M>, Met<<R as Reduction<M>>::Memory>>;

/// The state after a step, on its way to its owner.
pub(super) struct Leaving<'s, S, Memory> {
    pub(super) hash: u64,
    pub(super) met: Met<Memory>,
    pub(super) state: &'s S,
}

/// An outbox takes the states that others own.
pub(super) trait Outbox<M: Model, R: Reduction<M>> {
    /// Takes a state for its owner.
    fn send(&mut self, owner: usize, found: Leaving<'_, M::State, R::Memory>);
}

/// One worker with the states that it owns.
pub(super) struct Share<'a, M: Model, R: Reduction<M>> {
    pub(super) task: Task<'a, M, R>,
    pub(super) worker: usize,
    pub(super) workers: usize,
    pub(super) deal: Deal,
    pub(super) store: M::Store,
    /// The reduction's memory beside each state, by the state's number.
    memories: Vec<R::Memory>,
    pub(super) dead: FxHashSet<u32>,
    /// The numbers of states from which some steps are not followed to their end.
    pub(super) open: FxHashSet<u32>,
    /// The steps to the states of this worker, if threads that are stuck are looked for.
    pub(super) kept: Kept,
    /// The number of states that were expanded.
    pub(super) expanded: usize,
    /// The number of the first state of each level, where steps are kept.
    pub(super) levels: Vec<usize>,
    /// By number of the state: the ticket of the one before.
    pub(super) parents: Parents,
    /// Replaces states by those that stand for them.
    pub(super) canonizer: Option<Box<Canonizer<M::State>>>,
    /// The numbers of the states in which the search begins, each with its number there; sorted.
    pub(super) roots: Vec<(u32, u32)>,
    /// States with this number or a higher one are new on this level.
    fresh: usize,
    /// For each new state: the hash of its parent.
    hashes: Vec<u64>,
    /// The state that is being expanded.
    current: Before,
    /// States that this worker has met, owns and has not stored yet.
    own: Batch<M, R>,
    /// The numbers of states that were expanded, and must be expanded once more.
    pub(super) again: Vec<u32>,
    pub(super) seen: Seen<M::Violation>,
    pub(super) visible: usize,
    pub(super) transitions: u64,
    /// The reason why this worker takes no more states, if there is one.
    pub(super) stopped: Option<Stopped>,
}

impl<'a, M: Model, R: Reduction<M>> Share<'a, M, R> {
    /// Makes the share of a worker before it knows any state.
    pub(super) fn new(task: Task<'a, M, R>, worker: usize, workers: usize, deal: Deal) -> Self {
        Share {
            task,
            worker,
            workers,
            deal,
            store: task.model.store(),
            memories: Vec::new(),
            dead: FxHashSet::default(),
            open: FxHashSet::default(),
            kept: Kept::new(task, task.query),
            expanded: 0,
            levels: Vec::new(),
            parents: Parents::default(),
            canonizer: Canonizer::new(task.model),
            roots: Vec::new(),
            fresh: 0,
            hashes: Vec::new(),
            current: Before { ticket: ROOT, hash: 0 },
            own: Batch::<M, R>::new(),
            again: Vec::new(),
            seen: Seen::new(task.model, task.query),
            visible: 0,
            transitions: 0,
            stopped: None,
        }
    }

    /// Adds those of the states in which the search begins that this worker owns.
    pub(super) fn begin(&mut self, begun: &Begun<M>) {
        let Task { model, reduction, .. } = self.task;
        let mut state = model.initial();
        for root in begun.roots() {
            begun.load(root, &mut state);
            let mut by = By::plain(0);
            if let Some(canonizer) = &mut self.canonizer {
                let (canonical, found) = canonizer.canonize(model, 0, &state);
                by = found;
                state = canonical.clone();
            }
            let hash = self.store.hash(&state);
            if self.owner(&state, hash) == self.worker {
                let number = self.store.len();
                self.add(hash, by, &state, reduction.initial(model));
                if self.store.len() > number {
                    let number = u32::try_from(number).expect("numbers of states have 32 bits");
                    self.parents.set(number as usize, ROOT);
                    self.roots.push((number, root));
                }
            }
        }
    }

    /// Begins a level, of which `first` is the first state.
    pub(super) fn begin_level(&mut self, level: usize, first: usize) {
        self.fresh = self.store.len();
        self.hashes.clear();
        if let Kept::Edges(edges) = &mut self.kept {
            edges.end_level();
            self.levels.push(first);
        }
        self.seen.rank = (u32::try_from(level + 1).unwrap_or(u32::MAX), 0);
    }

    /// Takes the steps from a stored state of the level that begins with the state `start`.
    pub(super) fn expand(
        &mut self,
        number: usize,
        start: usize,
        expander: &mut Expander<'_, M, R>,
        state: &mut M::State,
        out: &mut impl Outbox<M, R>,
    ) {
        let Task { model, query, .. } = self.task;
        let place = number;
        let number = u32::try_from(number).expect("numbers of states have 32 bits");
        if !self.dead.contains(&number) {
            let ticket = Owned { worker: self.worker, number }.ticket(self.workers);
            self.store.load(number, state);
            let hash = self.store.hash(state);
            self.current = Before { ticket, hash };
            self.seen.rank.1 = hash;
            let memory = self.memories[place].clone();
            let goes_on = expander.expand(number, state, &memory, &mut Going { share: self, out });
            if !goes_on && query.deadlocks {
                self.seen.look_at_end(model, (number, place >= start), state);
            }
        }
        self.expanded = self.expanded.max(place + 1);
    }

    /// The number of bytes that this share takes.
    pub(super) fn bytes(&self) -> usize {
        let memories = self.memories.capacity() * size_of::<R::Memory>()
            + self.levels.capacity() * size_of::<usize>();
        let renamed = Canonizer::bytes(self.canonizer.as_deref());
        self.store.bytes() + self.parents.bytes() + memories + self.kept.bytes() + renamed
    }

    /// The ticket of the state before a stored one; none for a state in which the search begins.
    pub(super) fn parent(&self, number: u32) -> Option<u64> {
        Some(self.parents.get(number as usize)).filter(|&ticket| ticket != ROOT)
    }

    /// The number, among the states in which the search begins, of one of them that is stored here.
    pub(super) fn root(&self, number: u32) -> Option<u32> {
        let place = self.roots.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.roots[place].1)
    }

    /// The worker that owns a state with a hash.
    #[inline]
    pub(super) fn owner(&self, state: &M::State, hash: u64) -> usize {
        self.deal.owner(self.task.model, state, hash)
    }

    /// Takes a state that another worker has found and this one owns. It is stored with the next ones, at the latest by
    /// [`store_own`](Self::store_own).
    pub(super) fn receive(&mut self, by: By, before: Before, state: &M::State, memory: R::Memory) {
        let hash = self.store.hash(state);
        self.own.push(hash, Met::new(by, before, memory), state);
        if self.own.len() >= MANY {
            self.store_own();
        }
    }

    /// Stores the states of a batch that this worker owns, and empties it.
    pub(super) fn take_in(&mut self, batch: &mut Batch<M, R>) {
        let current = self.current;
        for start in (0..batch.len()).step_by(MANY) {
            let some = start..batch.len().min(start + MANY);
            self.store.touch(&batch.hashes[some.clone()]);
            for place in some {
                let Met { by, before, memory } = &batch.met[place];
                self.current = *before;
                let hash = batch.hashes[place];
                let inserted = self.store.insert_row(hash, &batch.rows, place);
                if let Some(number) = self.note(inserted, *by, memory.clone()) {
                    batch.rows.with(place, |state| self.look(number, hash, by.at, state));
                }
            }
        }
        self.current = current;
        batch.clear::<M::State>();
    }

    /// Stores the states that this worker has met and owns, and that are not stored yet.
    pub(super) fn store_own(&mut self) {
        let mut own = std::mem::replace(&mut self.own, Batch::<M, R>::new());
        self.take_in(&mut own);
        self.own = own;
    }

    /// Adds a state that was stored before, with the ticket of its parent, and returns its number; none if it is stored
    /// already, or there is no room for it.
    pub(super) fn take_back(&mut self, hash: u64, state: &M::State, parent: u64) -> Option<u32>
    where
        R: Reduction<M, Memory = ()>,
    {
        let (number, _) = self.store.insert(hash, state).filter(|(_, is_new)| *is_new)?;
        self.memories.push(());
        self.parents.push(parent);
        Some(number)
    }

    /// Adds a state that comes after the current one.
    #[inline]
    fn add(&mut self, hash: u64, by: By, state: &M::State, memory: R::Memory) {
        let inserted = self.store.insert(hash, state);
        if let Some(number) = self.note(inserted, by, memory) {
            self.look(number, hash, by.at, state);
        }
    }

    /// Notes the step from the current state to one that was stored, or was there already. Returns its number if it is
    /// new.
    #[inline]
    fn note(&mut self, inserted: Option<(u32, bool)>, by: By, memory: R::Memory) -> Option<u32> {
        let Some((number, is_new)) = inserted else {
            // The step to it is missing.
            self.kept.lose();
            self.stopped.get_or_insert(full(self.store.len()));
            return None;
        };
        let before = self.current;
        if let Kept::Edges(edges) = &mut self.kept
            && before.ticket != ROOT
        {
            let By { thread, parts, .. } = by;
            let edge = Edge { source: before.ticket, thread, parts, target: number };
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
            let reduction = self.task.reduction;
            let is_open = reduction.meets_again(&mut self.memories[number as usize], &memory);
            if is_open && (number as usize) < self.fresh && !self.dead.contains(&number) {
                self.again.push(number);
            }
            return None;
        }
        self.memories.push(memory);
        self.parents.push(before.ticket);
        self.hashes.push(before.hash);
        Some(number)
    }

    /// Looks at a new state with a hash, after a step of a thread.
    #[inline]
    fn look(&mut self, number: u32, hash: u64, thread: usize, state: &M::State) {
        let Task { model, reduction, .. } = self.task;
        let rank = std::mem::replace(&mut self.seen.rank.1, hash);
        if self.seen.look(self.task, thread, state, || At::Stored(number)) {
            self.dead.insert(number);
        }
        self.seen.rank.1 = rank;
        self.visible += usize::from(reduction.counts(model, state));
    }
}

/// A share while it takes the steps from a state.
struct Going<'s, 'a, M: Model, R: Reduction<M>, O> {
    share: &'s mut Share<'a, M, R>,
    out: &'s mut O,
}

impl<M: Model, R: Reduction<M>, O: Outbox<M, R>> Visit<M, R> for Going<'_, '_, M, R, O> {
    fn seen(&mut self) -> &mut Seen<M::Violation> {
        &mut self.share.seen
    }

    fn leave_open(&mut self) {
        let Share { current, workers, open, .. } = &mut *self.share;
        open.insert(Owned::of_ticket(current.ticket, *workers).number);
    }

    fn stop(&mut self, why: Stopped) {
        self.share.stopped.get_or_insert(why);
        self.leave_open();
    }

    #[inline]
    fn arrive(&mut self, thread: usize, state: &M::State, memory: R::Memory) {
        let Some(mut canonizer) = self.share.canonizer.take() else {
            return self.meet(By::plain(thread), state, memory);
        };
        let (state, by) = canonizer.canonize(self.share.task.model, thread, state);
        self.meet(by, state, memory);
        self.share.canonizer = Some(canonizer);
    }
}

impl<M: Model, R: Reduction<M>, O: Outbox<M, R>> Going<'_, '_, M, R, O> {
    /// Takes a state as it is stored.
    #[inline]
    fn meet(&mut self, by: By, state: &M::State, memory: R::Memory) {
        let share = &mut *self.share;
        share.transitions += 1;
        let hash = share.store.hash(state);
        let owner = share.owner(state, hash);
        // A state that is met again may change what is done next, where a reduction has a memory.
        let is_together = size_of::<R::Memory>() == 0 && M::Store::STORES_TOGETHER;
        if owner == share.worker && !is_together {
            return share.add(hash, by, state, memory);
        }
        let met = Met::new(by, share.current, memory);
        if owner != share.worker {
            return self.out.send(owner, Leaving { hash, met, state });
        }
        share.own.push(hash, met, state);
        if share.own.len() >= MANY {
            share.store_own();
        }
    }
}
