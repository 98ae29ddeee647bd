//! The states in which a search begins.
//!
//! Where a reduction passes the initial state, the search begins in the states that the steps through passed states
//! lead to, one thread after the other. These steps commute to the front of every run (for invisible steps this is
//! Theorem 1, "22, from any state"). They cannot be put off until the first visible step of their thread: a release
//! commutes to the front, and not to the back. The states after each thread are a layer, kept in a store as all visited
//! states are, with its limits.

use rustc_hash::FxHashSet;

use super::Task;
use super::closure::{Closure, Passing, Trail, of_thread};
use super::look::{At, From, Seen};
use super::model::Model;
use super::orbits::is_stored_as;
use super::query::{FindingKind, Query, SearchProgress, Stopped, ThreadStep};
use super::reduction::Reduction;
use super::store::{Chunks, Store, full};

/// The number of states that are begun with between two reports of progress.
const PAUSE: usize = 1 << 10;

/// The states in which a search begins, with the steps that lead to each.
pub(super) struct Begun<M: Model> {
    /// The first layer is the initial state alone. Each further layer has the states after the invisible steps of one
    /// more thread, for each thread that has some.
    layers: Vec<Layer<M>>,
    /// The limit that was reached before all of them were known, if one was.
    pub(super) stopped: Option<Stopped>,
}

struct Layer<M: Model> {
    /// The thread that steps from the layer before to this one.
    thread: usize,
    store: M::Store,
    /// For each state, by its number: the number of the state before it, in the layer before.
    parents: Chunks<u32>,
    /// The numbers of the bad states, from which nothing goes on.
    bad: FxHashSet<u32>,
}

impl<M: Model> Layer<M> {
    fn new(model: &M, thread: usize) -> Self {
        let (store, parents) = (model.store(), Chunks::new());
        Layer { thread, store, parents, bad: FxHashSet::default() }
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.parents.bytes()
    }
}

impl<M: Model> Begun<M> {
    /// Finds the states in which the search begins, and looks for findings in all states on the way.
    pub(super) fn new<R: Reduction<M>>(
        task: Task<'_, M, R>,
        seen: &mut Seen<M::Violation>,
    ) -> Self {
        let Task { model, reduction, query } = task;
        let mut begun = Begun { layers: Vec::new(), stopped: None };
        let initial = model.initial();
        let mut ends = false;
        for thread in 0..model.threads() {
            let at = || At::After(From::Begun { layer: 0, number: 0 }, Vec::new());
            ends |= seen.look(task, thread, &initial, at);
            if query.failures && model.has_failed(thread, &initial) {
                let failure = FindingKind::Failure { thread, step: None, reason: 0 };
                seen.found(model, failure, at);
            }
        }
        let mut first = Layer::new(model, 0);
        let hash = first.store.hash(&initial);
        if first.store.insert(hash, &initial).is_none() {
            begun.stopped = Some(full(0));
        }
        first.parents.push(0);
        begun.layers.push(first);
        if ends || !reduction.begins_behind_passed() {
            return begun;
        }
        let mut closure = Closure::new();
        for thread in 0..model.threads() {
            // Only its own steps change whether a thread goes on.
            if begun.stopped.is_none() && reduction.passes(model, thread, &initial) {
                begun.follow(task, thread, &mut closure, seen);
            }
        }
        begun
    }

    /// Adds the layer of states after the first steps of a thread.
    fn follow<R: Reduction<M>>(
        &mut self,
        task: Task<'_, M, R>,
        thread: usize,
        closure: &mut Closure<M::State>,
        seen: &mut Seen<M::Violation>,
    ) {
        let Task { model, query, .. } = task;
        let mut next = Layer::new(model, thread);
        let layer = self.layers.len() - 1;
        let before = self.bytes();
        let last = &self.layers[layer];
        let mut state = model.initial();
        for number in 0..u32::try_from(last.store.len()).expect("numbers of states have 32 bits") {
            if last.bad.contains(&number) {
                continue;
            }
            last.store.load(number, &mut state);
            let from = From::Begun { layer, number };
            let next = &mut next;
            let stopped = &mut self.stopped;
            let mut way = Way { task, thread, from, number, seen, next, stopped };
            if let Err(why) = closure.follow(task, thread, (None, &state), &mut way) {
                self.stopped = Some(why);
            }
            if before + next.bytes() > query.memory {
                self.stopped = Some(Stopped::Memory);
            }
            if self.stopped.is_some() {
                break;
            }
            if (number as usize).is_multiple_of(PAUSE)
                && let Some(report) = query.progress
            {
                let (states, bytes) = (next.store.len(), before + next.bytes());
                report(SearchProgress {
                    states,
                    frontier: last.store.len() - number as usize,
                    depth: 0,
                    bytes,
                });
            }
        }
        self.layers.push(next);
    }

    fn last(&self) -> &Layer<M> {
        self.layers.last().expect("the initial state is there")
    }

    /// The size of the largest layer.
    pub(super) fn most(&self) -> usize {
        self.layers.iter().map(|layer| layer.store.len()).max().unwrap_or(0)
    }

    /// The bytes that all layers take.
    pub(super) fn bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum()
    }

    /// The numbers of the states from which the search goes on.
    pub(super) fn roots(&self) -> impl DoubleEndedIterator<Item = u32> {
        let last = self.last();
        let all = 0..u32::try_from(last.store.len()).expect("numbers of states have 32 bits");
        // A bad initial state is looked at, and begins the search all the same.
        all.filter(move |number| !last.bad.contains(number))
    }

    /// Copies a state from which the search goes on into `state`.
    pub(super) fn load(&self, number: u32, state: &mut M::State) {
        self.last().store.load(number, state);
    }

    /// The steps from the initial state to a state from which the search goes on.
    pub(super) fn run_to_root<R: Reduction<M>>(
        &self,
        task: Task<'_, M, R>,
        number: u32,
    ) -> Vec<ThreadStep> {
        self.run_to(task, self.layers.len() - 1, number)
    }

    /// The steps from the initial state to a state of a layer, found again from its chain of parents.
    pub(super) fn run_to<R: Reduction<M>>(
        &self,
        task: Task<'_, M, R>,
        layer: usize,
        number: u32,
    ) -> Vec<ThreadStep> {
        let Some(below) = layer.checked_sub(1) else { return Vec::new() };
        let model = task.model;
        let parent = self.layers[layer].parents.get(number as usize);
        let mut run = self.run_to(task, below, parent);
        let (mut from, mut to) = (model.initial(), model.initial());
        self.layers[below].store.load(parent, &mut from);
        self.layers[layer].store.load(number, &mut to);
        let thread = self.layers[layer].thread;
        let mut search = Between::new(task, thread, &to);
        // It came to its end once; nobody stops it now.
        let unlimited = Task { query: &Query::default(), ..task };
        let _ = Closure::new().follow(unlimited, thread, (None, &from), &mut search);
        let steps = search.found.expect("a state has steps from its parent");
        run.extend(of_thread(thread, steps));
        run
    }
}

/// What a closure reports to while the first steps of one thread are followed.
struct Way<'a, M: Model, R> {
    task: Task<'a, M, R>,
    thread: usize,
    from: From,
    /// The number of the state where these steps start, in its layer.
    number: u32,
    seen: &'a mut Seen<M::Violation>,
    next: &'a mut Layer<M>,
    stopped: &'a mut Option<Stopped>,
}

impl<M: Model, R: Reduction<M>> Way<'_, M, R> {
    /// Looks for a failure in the step by which the closure came to a state.
    fn look_at_step(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        let (thread, from) = (self.thread, self.from);
        let Task { model, query, .. } = self.task;
        if let Some((before, step)) = trail.last_step() {
            let at = || At::After(from, of_thread(thread, trail.steps()).collect());
            self.seen.look_at_step(model, query, (thread, step), (before, state), at);
        }
    }

    fn after(&self, steps: Vec<usize>) -> At {
        At::After(self.from, of_thread(self.thread, steps).collect())
    }
}

impl<M: Model, R: Reduction<M>> Passing<M::State> for Way<'_, M, R> {
    fn pass(&mut self, state: &M::State, trail: &Trail<'_, M::State>) -> bool {
        let (from, thread) = (self.from, self.thread);
        self.look_at_step(state, trail);
        let at = || At::After(from, of_thread(thread, trail.steps()).collect());
        !self.seen.look(self.task, thread, state, at)
    }

    fn arrive(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        if self.stopped.is_some() {
            return;
        }
        self.look_at_step(state, trail);
        let hash = self.next.store.hash(state);
        let Some((number, is_new)) = self.next.store.insert(hash, state) else {
            *self.stopped = Some(full(self.next.store.len()));
            return;
        };
        if !is_new {
            return;
        }
        self.next.parents.push(self.number);
        let (from, thread) = (self.from, self.thread);
        let at = || At::After(from, of_thread(thread, trail.steps()).collect());
        if self.seen.look(self.task, thread, state, at) {
            self.next.bad.insert(number);
        }
        if self.next.store.len() > self.task.query.max_states {
            *self.stopped = Some(Stopped::States);
        }
    }

    fn turn(&mut self, to: Vec<usize>, around: Vec<usize>) {
        let kind = FindingKind::EndlessLoop { thread: self.thread, from: to.len() };
        let at = self.after(to.into_iter().chain(around).collect());
        self.seen.found(self.task.model, kind, || at);
    }
}

/// Looks for one state among the states in which reduced steps end, and keeps the steps to it.
pub(super) struct Between<'a, M: Model, R> {
    task: Task<'a, M, R>,
    thread: usize,
    to: &'a M::State,
    /// Tells whether a state is wanted too that the wanted one stands for.
    is_stored: bool,
    pub(super) found: Option<Vec<usize>>,
}

impl<'a, M: Model, R> Between<'a, M, R> {
    pub(super) fn new(task: Task<'a, M, R>, thread: usize, to: &'a M::State) -> Self {
        Between { task, thread, to, is_stored: false, found: None }
    }

    /// Looks for a state as it is stored.
    pub(super) fn of_stored(task: Task<'a, M, R>, thread: usize, to: &'a M::State) -> Self {
        Between { is_stored: true, ..Between::new(task, thread, to) }
    }

    fn is_wanted(&self, state: &M::State) -> bool {
        if self.is_stored {
            is_stored_as(self.task.model, state, self.to)
        } else {
            state == self.to
        }
    }
}

impl<M: Model, R: Reduction<M>> Passing<M::State> for Between<'_, M, R> {
    fn pass(&mut self, state: &M::State, _: &Trail<'_, M::State>) -> bool {
        // A reduced step may not go on from a bad state; one that does is only longer.
        self.task.reduction.passes(self.task.model, self.thread, state)
    }

    fn arrive(&mut self, state: &M::State, trail: &Trail<'_, M::State>) {
        if self.found.is_none() && self.is_wanted(state) {
            self.found = Some(trail.steps());
        }
    }

    fn turn(&mut self, _: Vec<usize>, _: Vec<usize>) {}
}
