//! Breadth-first search by several threads, each with its share of the states.

mod meeting;
mod stuck;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::Task;
use super::begin::Begun;
use super::expand::Expander;
use super::look::{Seen, leaves_open};
use super::model::Model;
use super::orbits::reached_alike;
use super::query::{Exploration, SearchProgress, Stopped, ThreadStep};
use super::reduction::Reduction;
use super::run::with_run;
use super::sequential;
use super::share::{Batch, Deal, Leaving, Outbox, Owned, Share};
use super::store::Store;
use super::stuck::Ended;
use meeting::Meeting;

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
        meeting: Meeting::new(workers),
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
        let deal = Deal::new(task, begun, workers);
        let work = |worker| {
            let deal = deal.clone();
            move || Shard::new(task, worker, deal, shared).run(begun)
        };
        let others: Vec<_> = (1..workers).map(|worker| scope.spawn(work(worker))).collect();
        let first = work(0)();
        let joined = others.into_iter().map(|other| other.join().expect("a worker does not panic"));
        std::iter::once(first).chain(joined).collect()
    });
    let mut shards = shards;
    for shard in &shards {
        seen.merge(&shard.share.seen);
    }
    let found = shards.iter_mut().map(|shard| std::mem::take(&mut shard.share.seen.findings));
    let found = found.collect::<Vec<_>>().into_iter();
    let mut found: Vec<_> = seen.first_of(model, found);
    let stopped = *shared.stopped.lock().unwrap_or_else(PoisonError::into_inner);
    let kinds = found.iter().map(|(_, found)| &found.kind);
    let is_closed = !seen.cut_short && !leaves_open(task.reduction, kinds);
    let mut roots = shards.iter().flat_map(|shard| {
        let tickets = shard.share.roots.iter().map(|(number, _)| *number as usize * workers);
        tickets.map(|ticket| ticket + shard.share.worker)
    });
    let root = roots.next().filter(|_| roots.next().is_none());
    let (deadlocks, bytes) = (seen.deadlocks, begun.bytes());
    let ended = Ended { is_closed, stopped, deadlocks, root, bytes };
    let (stuck, more) = stuck::find_stuck(task, &mut shards, &ended);
    found.extend(more);
    if !found.is_empty() && shards.iter().map(|shard| shard.share.store.len()).sum::<usize>() <= few
    {
        drop(shards);
        return sequential::search(task);
    }
    reached_alike(model, &mut seen.reached);
    let mut expander = Expander::new(task);
    let findings = found.into_iter().flat_map(|(worker, found)| {
        with_run(task, &begun, found, |number| {
            run_to(&shards, &begun, Owned { worker, number }, &mut expander)
        })
    });
    let findings = findings.collect();
    Exploration {
        states: shards.iter().map(|shard| shard.share.store.len()).sum(),
        transitions: shards.iter().map(|shard| shard.share.transitions).sum(),
        visible_states: shards.iter().map(|shard| shard.share.visible).sum(),
        depth: shards.iter().map(|shard| shard.depth).max().unwrap_or(0),
        bytes: shards.iter().map(|shard| shard.share.bytes()).sum(),
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
    while let Some(parent) =
        chain.last().and_then(|last| shards[last.worker].share.parent(last.number))
    {
        chain.push(Owned::of_ticket(parent, shards.len()));
    }
    chain.reverse();
    let first = chain[0];
    let root = shards[first.worker].share.root(first.number).expect("the first has no parent");
    let task = expander.task;
    let mut run = begun.run_to_root(task, root);
    let (mut from, mut to) = (task.model.initial(), task.model.initial());
    begun.load(root, &mut from);
    for next in &chain[1..] {
        shards[next.worker].share.store.load(next.number, &mut to);
        run.extend(expander.follow(&mut from, &to));
    }
    run
}

/// The data that all workers share.
struct Shared<M: Model, R: Reduction<M>> {
    /// The inbox of each worker: states that others found and it owns.
    inboxes: Vec<Mutex<Vec<Batch<M, R>>>>,
    meeting: Meeting,
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

/// One worker with its share of the states.
struct Shard<'a, M: Model, R: Reduction<M>> {
    share: Share<'a, M, R>,
    out: Outboxes<'a, M, R>,
    depth: usize,
    told: (usize, usize, usize),
}

/// The states that are collected for other workers.
struct Outboxes<'a, M: Model, R: Reduction<M>> {
    shared: &'a Shared<M, R>,
    boxes: Vec<Batch<M, R>>,
    /// Batches to be filled again.
    spare: Vec<Batch<M, R>>,
}

impl<M: Model, R: Reduction<M>> Outboxes<'_, M, R> {
    fn hand_over(&mut self, other: usize) {
        if self.boxes[other].len() == 0 {
            return;
        }
        let next = self.spare.pop().unwrap_or_else(Batch::<M, R>::new);
        let full = std::mem::replace(&mut self.boxes[other], next);
        let inbox = &self.shared.inboxes[other];
        inbox.lock().unwrap_or_else(PoisonError::into_inner).push(full);
    }
}

impl<M: Model, R: Reduction<M>> Outbox<M, R> for Outboxes<'_, M, R> {
    #[inline]
    fn send(&mut self, owner: usize, found: Leaving<'_, M::State, R::Memory>) {
        let Leaving { hash, met, state } = found;
        self.boxes[owner].push(hash, met, state);
        if self.boxes[owner].len() >= BATCH {
            self.hand_over(owner);
        }
    }
}

impl<'a, M: Model, R: Reduction<M>> Shard<'a, M, R> {
    fn new(task: Task<'a, M, R>, worker: usize, deal: Deal, shared: &'a Shared<M, R>) -> Self {
        let workers = task.query.workers;
        Shard {
            share: Share::new(task, worker, workers, deal),
            out: Outboxes {
                shared,
                boxes: (0..workers).map(|_| Batch::<M, R>::new()).collect(),
                spare: Vec::new(),
            },
            depth: 0,
            told: (0, 0, 0),
        }
    }

    fn run(mut self, begun: &Begun<M>) -> Self {
        let task = self.share.task;
        let (query, shared) = (task.query, self.out.shared);
        let mut expander = Expander::new(task);
        let mut state = task.model.initial();
        self.share.begin(begun);
        if !self.share.seen.findings.is_empty() {
            shared.has_found.store(true, Ordering::Relaxed);
        }
        // Everybody has looked at the states in which the search begins.
        shared.meeting.wait();
        if !query.keep_going && shared.has_found.load(Ordering::Relaxed) {
            if begun.roots().next().is_some() {
                shared.stop(Stopped::Found);
            }
            return self;
        }
        let mut start = 0;
        let mut again = Vec::new();
        for level in 0_usize.. {
            let end = self.share.store.len();
            self.lose_edges();
            self.share.begin_level(level, start);
            let met_again =
                std::mem::take(&mut again).into_iter().map(|number: u32| number as usize);
            for (place, number) in (start..end).chain(met_again).enumerate() {
                if place.is_multiple_of(PAUSE) {
                    self.receive();
                    self.look_up(end.saturating_sub(number));
                }
                // One state may lead to very many.
                if query.is_cancelled() {
                    shared.stop(Stopped::Cancelled);
                }
                if shared.is_stopped.load(Ordering::Relaxed) {
                    break;
                }
                self.share.expand(number, start, &mut expander, &mut state, &mut self.out);
                self.pass_on_stop();
            }
            self.share.store_own();
            (0..query.workers).for_each(|other| self.out.hand_over(other));
            // Everything is handed over.
            shared.meeting.wait();
            self.receive();
            again = std::mem::take(&mut self.share.again);
            again.sort_unstable();
            again.dedup();
            let (now, later) = (level % 2, (level + 1) % 2);
            shared.next[now].fetch_add(self.share.store.len() - end, Ordering::Relaxed);
            shared.again[now].fetch_add(again.len(), Ordering::Relaxed);
            if !self.share.seen.findings.is_empty() {
                shared.has_found.store(true, Ordering::Relaxed);
            }
            // Everything is counted.
            shared.meeting.wait();
            let is_new = shared.next[now].load(Ordering::Relaxed) > 0;
            let is_complete = !is_new && shared.again[now].load(Ordering::Relaxed) == 0;
            let is_satisfied = !query.keep_going && shared.has_found.load(Ordering::Relaxed);
            let is_over = is_complete || is_satisfied || shared.is_stopped.load(Ordering::Relaxed);
            self.depth += usize::from(is_new);
            // Everybody has read the same, and nobody has begun the next level.
            shared.meeting.wait();
            if is_over {
                if is_satisfied && !is_complete {
                    shared.stop(Stopped::Found);
                }
                break;
            }
            shared.next[later].store(0, Ordering::Relaxed);
            shared.again[later].store(0, Ordering::Relaxed);
            start = end;
            // The counters of the later level are zero before anybody counts with them: two meetings lie between.
        }
        self
    }

    /// Tells all workers if this one takes no more states.
    fn pass_on_stop(&mut self) {
        if let Some(why) = self.share.stopped {
            self.out.shared.stop(why);
        }
    }

    fn receive(&mut self) {
        let inbox = &self.out.shared.inboxes[self.share.worker];
        let all = std::mem::take(&mut *inbox.lock().unwrap_or_else(PoisonError::into_inner));
        for mut batch in all {
            self.share.take_in(&mut batch);
            self.out.spare.push(batch);
        }
        self.pass_on_stop();
    }

    /// Adds this worker's states and bytes to the shared counts, checks the limits, and reports progress.
    fn look_up(&mut self, frontier: usize) {
        let query = self.share.task.query;
        let shared = self.out.shared;
        self.lose_edges();
        let (states, bytes, edges) =
            (self.share.store.len(), self.share.bytes(), self.share.kept.bytes());
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
        if self.share.worker == 0
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
