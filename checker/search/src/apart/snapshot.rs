//! The part of a search that a worker keeps between two levels, and how workers, perhaps of another number, take it up
//! again.

use super::super::edges::Edge;
use super::super::look::{At, From};
use super::super::orbits::violation_in;
use super::{FoundApart, Kept, Model, Owned, Reduction, Store, Totals, Worker, runs};
use crate::query::FindingKind;

/// The knowledge of a worker between two levels, beside its states and the steps to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of levels that were expanded.
    pub level: usize,
    /// The largest distance of a state so far.
    pub depth: usize,
    /// The totals of the worker up to here.
    pub totals: Totals,
    /// The number of its first state of each level, the one that comes next too.
    pub starts: Vec<usize>,
    /// The numbers of its states in which the search begins, each with its number among all of these.
    pub roots: Vec<(u32, u32)>,
    /// Tells whether the steps to its states are kept: they are, if this is asked for, until there is no memory for
    /// them.
    pub keeps_steps: bool,
}

/// A stored state with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored<S> {
    /// The state.
    pub state: S,
    /// The ticket of the state before it; none for one in which the search begins.
    pub parent: Option<u64>,
    /// Tells whether no steps are taken from it.
    pub is_dead: bool,
    /// Tells whether some steps from it are not followed to their end.
    pub is_open: bool,
}

impl<M: Model, R: Reduction<M, Memory = ()>> Worker<'_, M, R> {
    /// Takes down the knowledge of this worker between two levels.
    pub fn snapshot(&self) -> Snapshot {
        let mut starts = self.starts.clone();
        starts.push(self.end);
        Snapshot {
            level: self.level,
            depth: self.depth,
            totals: self.totals(),
            starts,
            roots: self.share.roots.clone(),
            keeps_steps: matches!(self.share.kept, Kept::Edges(_)),
        }
    }

    /// Calls `visit` with each stored state, by number.
    ///
    /// # Errors
    /// The first error of `visit`.
    pub fn each_stored<E>(
        &self,
        mut visit: impl FnMut(Stored<&M::State>) -> Result<(), E>,
    ) -> Result<(), E> {
        let share = &self.share;
        let mut state = share.task.model.initial();
        for number in 0..u32::try_from(share.store.len()).unwrap_or(u32::MAX) {
            share.store.load(number, &mut state);
            visit(Stored {
                state: &state,
                parent: share.parent(number),
                is_dead: share.dead.contains(&number),
                is_open: share.open.contains(&number),
            })?;
        }
        Ok(())
    }

    /// Calls `visit` with each kept step to a state of this worker: the ticket of the state before it, the thread, and
    /// the number of the state after it.
    ///
    /// # Errors
    /// The first error of `visit`.
    pub fn each_step<E>(
        &mut self,
        mut visit: impl FnMut(u64, usize, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let Kept::Edges(edges) = &mut self.share.kept else { return Ok(()) };
        edges.pause();
        let mut all = Vec::new();
        for segment in (0..edges.levels()).flat_map(|level| edges.level(level)) {
            edges.read(segment, &mut all);
            for &Edge { source, thread, target, .. } in &all {
                visit(source, thread, target)?;
            }
        }
        Ok(())
    }
}

/// A search that a worker takes up where other workers, perhaps of another number, have left it.
///
/// It is told all states, level by level, and in each level worker by worker, by their numbers
/// ([`stored`](Self::stored)); then all steps ([`step`](Self::step)). All workers do the same.
pub struct Restored<'w, 'a, M: Model, R: Reduction<M, Memory = ()>> {
    worker: &'w mut Worker<'a, M, R>,
    /// The ticket of each state, by the worker that had it and its number there.
    tickets: Vec<Vec<u64>>,
    /// The number of states of each worker.
    numbers: Vec<u32>,
    snapshots: &'w [Snapshot],
    /// Whether the model is the one of the snapshots.
    is_same: bool,
}

impl<'a, M: Model, R: Reduction<M, Memory = ()>> Worker<'a, M, R> {
    /// Takes up a search that has not begun here, from the snapshots of all workers that have made it so far.
    pub fn restore<'w>(&'w mut self, snapshots: &'w [Snapshot]) -> Restored<'w, 'a, M, R> {
        let (tickets, numbers) = (vec![Vec::new(); snapshots.len()], vec![0; self.share.workers]);
        let model = self.share.task.model;
        let is_same = snapshots.iter().all(|one| model.note(&one.totals.noted));
        Restored { worker: self, tickets, numbers, snapshots, is_same }
    }
}

impl<M: Model, R: Reduction<M, Memory = ()>> Restored<'_, '_, M, R> {
    /// Begins the states of a level.
    pub fn begin_level(&mut self, level: usize) {
        let worker = &mut *self.worker;
        let first = worker.share.store.len();
        if level < self.snapshots.first().map_or(0, |one| one.level) {
            worker.starts.push(first);
            if matches!(worker.share.kept, Kept::Edges(_)) {
                worker.share.levels.push(first);
            }
        } else {
            worker.end = first;
            worker.next = first;
        }
    }

    /// Takes the next state of a worker. Returns whether there is room for it, and its parent is known.
    pub fn stored(&mut self, from: usize, stored: Stored<&M::State>) -> bool {
        let Stored { state, parent, is_dead, is_open } = stored;
        let workers = self.snapshots.len();
        let share = &mut self.worker.share;
        let hash = share.store.hash(state);
        let owner = share.owner(state, hash);
        let number = self.numbers[owner];
        if number == u32::MAX || !self.is_same {
            return false;
        }
        self.numbers[owner] += 1;
        let place = u32::try_from(self.tickets[from].len()).unwrap_or(u32::MAX);
        self.tickets[from].push(Owned { worker: owner, number }.ticket(share.workers));
        if owner != share.worker {
            return true;
        }
        let roots = &self.snapshots[from].roots;
        let root = roots.binary_search_by_key(&place, |(at, _)| *at).ok().map(|at| &roots[at]);
        let parent = match (parent, root) {
            (None, Some(_)) => super::super::share::ROOT,
            (Some(parent), _) => {
                let Owned { worker, number } = Owned::of_ticket(parent, workers);
                let known = self.tickets.get(worker).and_then(|all| all.get(number as usize));
                let Some(&known) = known else { return false };
                known
            }
            (None, None) => return false,
        };
        if share.take_back(hash, state, parent) != Some(number) {
            return false;
        }
        if let Some(&(_, root)) = root {
            share.roots.push((number, root));
        }
        if is_dead {
            share.dead.insert(number);
        }
        if is_open {
            share.open.insert(number);
        }
        true
    }

    /// Takes a step of a worker: the ticket of the state before it, the thread, and the number of the state after it.
    /// Returns whether these are known.
    pub fn step(&mut self, from: usize, source: u64, thread: usize, target: u32) -> bool {
        let workers = self.snapshots.len();
        let share = &mut self.worker.share;
        let before = Owned::of_ticket(source, workers);
        let known = |worker: usize, number: u32| {
            self.tickets.get(worker).and_then(|all| all.get(number as usize)).copied()
        };
        let (Some(source), Some(target)) =
            (known(before.worker, before.number), known(from, target))
        else {
            return false;
        };
        let target = Owned::of_ticket(target, share.workers);
        if target.worker == share.worker
            && let Kept::Edges(edges) = &mut share.kept
        {
            let edge = Edge { source, thread, parts: 0, target: target.number };
            edges.push(edge, false, share.store.len());
        }
        thread < share.task.model.threads()
    }

    /// Ends taking up the search: what was seen and found is taken up too. Returns whether all of it is known.
    pub fn finish(self) -> bool {
        let Restored { worker, tickets, snapshots, .. } = self;
        let Some(first) = snapshots.first() else { return false };
        let share = &mut worker.share;
        (worker.level, worker.depth) = (first.level, first.depth);
        share.expanded = worker.end;
        if !snapshots.iter().all(|one| one.keeps_steps) && matches!(share.kept, Kept::Edges(_)) {
            share.kept.lose();
        }
        for one in snapshots {
            let Totals { transitions, visible, deadlocks, cut_short, .. } = one.totals;
            if share.worker == 0 {
                share.transitions += transitions;
                share.visible += visible;
                share.seen.deadlocks += deadlocks;
                share.seen.cut_short |= cut_short;
                for (mine, seen) in share.seen.reached.iter_mut().zip(&one.totals.reached) {
                    mine.iter_mut().zip(seen).for_each(|(mine, seen)| *mine |= seen);
                }
                share.seen.reach(&one.totals.goals);
            }
        }
        // The first of a kind is told: those of the first levels go first.
        let mut all: Vec<(usize, &FoundApart)> = Vec::new();
        for (from, one) in snapshots.iter().enumerate() {
            all.extend(one.totals.found.iter().map(|found| (from, found)));
        }
        all.sort_by_key(|(_, found)| (found.level, found.hash));
        for (from, found) in all {
            let Some(&ticket) = tickets[from].get(found.number as usize) else { return false };
            let Owned { worker: owner, number } = Owned::of_ticket(ticket, share.workers);
            if owner != share.worker {
                continue;
            }
            share.store.load(number, &mut worker.state);
            let model = share.task.model;
            let Some(kind) = told(model, found, &worker.state) else { return false };
            let at = match &found.steps[..] {
                [] => At::Stored(number),
                steps => At::After(From::Stored(number), steps.to_vec()),
            };
            share.seen.rank = (found.level, found.hash);
            share.seen.found(model, kind, || at);
        }
        true
    }
}

/// A finding with the violation that its number stands for.
fn told<M: Model>(
    model: &M,
    found: &FoundApart,
    state: &M::State,
) -> Option<FindingKind<M::Violation>> {
    found.kind.try_map(|number| {
        let after = runs::after(model, state.clone(), &found.steps)?;
        violation_in(model, &after, number)
    })
}
