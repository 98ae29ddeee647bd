//! Workers of one search that share no memory: each is told the states that it owns, in whatever way, by the others.
//!
//! This module knows what a worker does with its states and what all must agree on; how words travel between workers is
//! the business of who uses it (`reductio-cluster`).

mod found;
mod runs;
mod settle;
mod snapshot;

#[cfg(test)]
mod tests;
mod totals;

use super::Task;
use super::begin::Begun;
use super::expand::Expander;
use super::look::Seen;
use super::model::Model;
use super::orbits::By;
use super::query::{Exploration, Query, Stopped};
use super::reduction::Reduction;
use super::sequential;
use super::share::{Before, Deal, Leaving, Met, Outbox, Owned, Share};
use super::store::Store;
use super::stuck::Kept;
pub use found::FoundApart;
pub use runs::{Strand, Way};
pub use settle::{Settling, StuckApart};
pub use snapshot::{Restored, Snapshot, Stored};

pub use totals::{LevelTotals, Next, Totals};

/// The parallel search's number of states up to which one worker searches again after a finding.
pub const FEW: usize = super::parallel::FEW;

/// One of several workers that search a model together, breadth-first, and share no memory.
///
/// All workers are made with the same model, reduction and query. States are not stored up to
/// [renamings](Model::renamings) by such workers.
///
///  Each level goes like this: every worker calls
/// [`begin_level`](Self::begin_level) and then [`expand`](Self::expand) until it has no state left, and hands what it
/// is given for others to their [`receive`](Self::receive); when everything has been received, it tells all others its
/// [`level_totals`](Self::level_totals), and does what [`agree`](Self::agree) says of those of all workers. In the end
/// each worker makes the same [`Exploration`] of the [`totals`](Self::totals) of all.
///
/// ```
/// use reductio_search::{Model, Next, Query, Unreduced, ValueStore, Worker, search};
///
/// /// Two threads count to three, each for itself.
/// struct Counters;
///
/// impl Model for Counters {
///     type State = [u8; 2];
///     type Violation = ();
///     type Store = ValueStore<[u8; 2]>;
///     fn threads(&self) -> usize {
///         2
///     }
///     fn initial(&self) -> [u8; 2] {
///         [0, 0]
///     }
///     fn steps(&self, thread: usize, state: &[u8; 2], mut visit: impl FnMut(usize, &[u8; 2])) {
///         let mut next = *state;
///         next[thread] += 1;
///         if next[thread] <= 3 {
///             visit(0, &next);
///         }
///     }
///     fn store(&self) -> ValueStore<[u8; 2]> {
///         ValueStore::default()
///     }
///     fn may_rest(&self, thread: usize, state: &[u8; 2]) -> bool {
///         state[thread] == 3
///     }
/// }
///
/// let query = Query::default();
/// let make = |worker| Worker::new(&Counters, &Unreduced, &query, (worker, 2));
/// let mut workers = [make(0), make(1)];
/// workers.iter_mut().for_each(Worker::begin);
/// loop {
///     let totals: Vec<_> = workers.iter_mut().map(Worker::level_totals).collect();
///     if workers.each_mut().map(|worker| worker.agree(&totals)) == [Next::End; 2] {
///         break;
///     }
///     let mut sent = Vec::new();
///     for worker in &mut workers {
///         worker.begin_level();
///         while worker.expand(10, |owner, parcel| sent.push((owner, parcel.map(|state| **state)))) {}
///     }
///     sent.iter().for_each(|(owner, parcel)| workers[*owner].receive(parcel.map(|state| state)));
/// }
/// assert_eq!(workers.each_ref().map(|worker| worker.totals().states).iter().sum::<usize>(), 16);
/// ```
pub struct Worker<'a, M: Model, R: Reduction<M, Memory = ()>> {
    begun: Begun<M>,
    /// What was seen before the search began.
    before: Seen<M::Violation>,
    share: Share<'a, M, R>,
    expander: Expander<'a, M, R>,
    state: M::State,
    level: usize,
    /// The states of the level: the first one, the next one to be expanded, and the one after the last.
    start: usize,
    next: usize,
    end: usize,
    depth: usize,
    /// The first state of each level that was begun.
    starts: Vec<usize>,
    /// The reason why the search ends before it is complete, as all workers have agreed.
    stopped: Option<Stopped>,
    /// What the model had noticed when the others were told last.
    noted: Vec<u8>,
}

/// A state on its way to the worker that owns it; `S` is the state, or how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Parcel<S> {
    /// The thread whose step leads to it.
    pub thread: usize,
    /// The ticket of the state before: its number at its owner, times the number of workers, and the number of the
    /// owner.
    pub before: u64,
    /// A hash of the state before, by which one of several shortest runs is chosen.
    pub hash: u64,
    /// The state.
    pub state: S,
}

impl<S> Parcel<S> {
    /// Makes a copy of the parcel with its state in another form.
    pub fn map<'s, T>(&'s self, form: impl FnOnce(&'s S) -> T) -> Parcel<T> {
        let Parcel { thread, before, hash, ref state } = *self;
        Parcel { thread, before, hash, state: form(state) }
    }
}

impl<'a, M: Model, R: Reduction<M, Memory = ()>> Worker<'a, M, R> {
    /// Makes a worker, by its number and the number of workers: at least one, and at most 2^16.
    pub fn new(
        model: &'a M,
        reduction: &'a R,
        query: &'a Query<'a>,
        (worker, workers): (usize, usize),
    ) -> Self {
        debug_assert!(model.renamings().is_none(), "workers tell nothing of renamings");
        let task = Task { model, reduction, query };
        let mut before = Seen::new(model, query);
        let begun = Begun::new(task, &mut before);
        let deal = Deal::new(task, &begun, workers);
        let share = Share::new(task, worker, workers, deal);
        let (expander, state) = (Expander::new(task), model.initial());
        let stopped = begun.stopped;
        Worker {
            begun,
            before,
            share,
            expander,
            state,
            level: 0,
            start: 0,
            next: 0,
            end: 0,
            depth: 0,
            starts: Vec::new(),
            stopped,
            noted: Vec::new(),
        }
    }

    /// Adds the states in which the search begins, as far as this worker owns them.
    pub fn begin(&mut self) {
        if self.stopped.is_none() {
            self.share.begin(&self.begun);
        }
    }

    /// Begins the next level: the states that came since the last one began.
    pub fn begin_level(&mut self) {
        self.start = self.end;
        self.starts.push(self.start);
        self.next = self.start;
        self.end = self.share.store.len();
        self.share.begin_level(self.level, self.start);
        self.level += 1;
    }

    /// Takes the steps from some states of the level, at most so many, and calls `send` with the owner of each state
    /// that others own. Returns whether states are left. None are once this worker has [stopped](Self::stop).
    pub fn expand(&mut self, most: usize, send: impl FnMut(usize, Parcel<&M::State>)) -> bool {
        let query = self.share.task.query;
        let last = self.end.min(self.next.saturating_add(most));
        let mut sending = Sending { send };
        while self.next < last {
            if query.is_cancelled() {
                self.stop(Stopped::Cancelled);
            }
            if self.share.stopped.is_some() {
                self.next = self.end;
                break;
            }
            let (place, state) = (self.next, &mut self.state);
            self.share.expand(place, self.start, &mut self.expander, state, &mut sending);
            self.next += 1;
        }
        self.share.store_own();
        self.next < self.end
    }

    /// Takes a state that another worker has found and this one owns.
    pub fn receive(&mut self, parcel: Parcel<&M::State>) {
        let Parcel { thread, before, hash, state } = parcel;
        if self.share.stopped.is_none() {
            self.share.receive(By::plain(thread), Before { ticket: before, hash }, state, ());
        }
    }

    /// Makes this worker take no more states, for this reason if there is none yet. The others learn it when the level
    /// ends.
    pub fn stop(&mut self, why: Stopped) {
        self.share.stopped.get_or_insert(why);
    }

    /// The reason why this worker takes no more states, if there is one.
    pub fn stopped(&self) -> Option<Stopped> {
        self.share.stopped
    }

    /// Checks the limit on memory, for this worker alone: first it lets go of the steps between states.
    pub fn look_up(&mut self) {
        let query = self.share.task.query;
        if self.bytes() > query.memory && self.share.kept.bytes() > 0 {
            self.share.kept.lose();
        }
        if self.bytes() > query.memory {
            self.stop(Stopped::Memory);
        }
        if query.is_cancelled() {
            self.stop(Stopped::Cancelled);
        }
    }

    /// The number of states that this worker has stored.
    pub fn states(&self) -> usize {
        self.share.store.len()
    }

    /// The number of states that this worker has still to expand.
    pub fn frontier(&self) -> usize {
        self.share.store.len() - self.next
    }

    /// The number of bytes that this worker's states take, with the steps between them.
    pub fn bytes(&self) -> usize {
        self.share.bytes() + self.begun.bytes()
    }

    /// The largest distance of a stored state from where the search begins.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The answer of a search that came to a limit before it began; every worker knows it.
    pub fn not_begun(&self) -> Option<Exploration<M::Violation>> {
        self.begun.stopped?;
        Some(sequential::not_begun(self.share.task, self.before.clone(), &self.begun))
    }

    /// Searches again alone. Where there are few states, answers do not depend on the number of workers.
    pub fn alone(&self) -> Exploration<M::Violation> {
        sequential::search(self.share.task)
    }
}

/// Hands states to a function.
struct Sending<F> {
    send: F,
}

impl<M: Model, R: Reduction<M, Memory = ()>, F> Outbox<M, R> for Sending<F>
where
    F: FnMut(usize, Parcel<&M::State>),
{
    #[inline]
    fn send(&mut self, owner: usize, found: Leaving<'_, M::State, ()>) {
        let Leaving { met, state, .. } = found;
        let Met { by, before: Before { ticket, hash }, memory: () } = met;
        (self.send)(owner, Parcel { thread: by.thread, before: ticket, hash, state });
    }
}
