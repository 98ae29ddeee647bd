//! The search over execution graphs: a stack of graphs, and nothing else that is remembered. Each execution of the
//! program replays one of them, and goes on from there.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashSet;

use crate::memory::chance::Chance;
use crate::memory::graph::{Change, Event, Graph, Label, Line, Manner};
use crate::memory::view::Id;

/// An operation of a thread, as the memory sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Request {
    Begin(Option<Id>),
    Spawn(usize),
    End,
    Join(usize),
    Load {
        at: usize,
        order: Ordering,
    },
    Store {
        at: usize,
        order: Ordering,
        value: u64,
    },
    Update {
        at: usize,
        change: Change,
    },
    Fence(Ordering),
    Lock(usize),
    Share(usize),
    Try {
        at: usize,
        shares: bool,
    },
    Unlock(usize),
    Unshare(usize),
    /// Begins to fill a cell, or finds it filled; waits until it is filled; fills it.
    Begins(usize),
    Find(usize),
    Fill(usize),
    /// Waits for a notification; `timed` says that there are other executions in which it does not wait.
    Woken {
        at: usize,
        timed: bool,
    },
    Close(usize),
    /// Waits for the message with this number. `closed` says that all senders are gone.
    Receive {
        at: usize,
        number: usize,
    },
    Choose(u32),
    /// Something that comes after all that was done to an object before. No search has it.
    InOrder(usize),
}

impl Request {
    /// Decides whether it is one of an atomic with an ordering weaker than `SeqCst`.
    pub(crate) fn is_weaker(&self) -> bool {
        let is_weak = |order: Ordering| order != Ordering::SeqCst;
        match self {
            Request::Load { order, .. } | Request::Store { order, .. } => is_weak(*order),
            Request::Update { change, .. } => is_weak(change.success) || is_weak(change.failure),
            _ => false,
        }
    }
}

/// A thread that is about to do something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wants {
    pub(crate) thread: usize,
    pub(crate) request: Request,
    pub(crate) site: Option<Line>,
}

/// The answer of the memory to an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The value that was read, or the alternative that was chosen.
    pub(crate) value: u64,
    /// The value that was written, if it is now the last one of the location.
    pub(crate) last: Option<u64>,
    /// Something was written.
    pub(crate) wrote: bool,
    /// So many writes come after the one that was read.
    pub(crate) skipped: usize,
    /// So many writes that were there come after the one that was written.
    pub(crate) back: usize,
    /// The way in which it was done, and the number of ways.
    pub(crate) picked: Option<(usize, usize)>,
}

/// The reason why an operation has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The thread does something else than before.
    Differs(String),
    /// A thread that was taken to wait in a loop leaves it: the execution is to be run again, since that is known now.
    Again,
    /// A loop in this line seemed to wait, and does not: the search begins again.
    Learnt,
}

/// A loop that is watched since it seems to wait: its thread reads the same again and again, outside of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ghost {
    pub(super) thread: usize,
    /// The round that is repeated begins with this event of the thread.
    pub(super) first: usize,
    /// The next event of the round, and the rounds that are over.
    pub(super) next: usize,
    pub(super) rounds: usize,
    pub(super) most: usize,
}

/// The memory of an execution, and what is left of the search.
#[derive(Debug, Default)]
pub(crate) struct Engine {
    pub(super) work: Vec<Graph>,
    pub(crate) graph: Graph,
    /// The number of events of each thread that this execution has come to.
    pub(super) done: Vec<usize>,
    /// Alternatives are to be tried: by the search, and in this execution.
    is_search: bool,
    pub(super) searches: bool,
    /// The locations whose first value is known in this execution.
    first: Vec<bool>,
    pub(super) last: usize,
    pub(super) ghost: Option<Ghost>,
    /// Threads that are in loops, with the number of their events when they were seen to be.
    pub(super) looped: FxHashSet<(usize, usize)>,
    /// The lines of loops that wait, and of loops that do not.
    pub(super) spins: FxHashSet<Line>,
    pub(super) tries: FxHashSet<Line>,
    /// The number of rounds after which a loop in an unknown line is taken to wait; and in a known one.
    pub(crate) patience: (usize, usize),
    /// The word of a schedule about the next operation: how many writes are skipped, and how many come after.
    pub(crate) forced: Option<(usize, usize)>,
    /// The way in which the next operation is done, as a schedule says.
    pub(crate) picked: Option<usize>,
    /// The channels whose senders are all gone.
    pub(crate) closed: FxHashSet<usize>,
    /// The first place that the next read may read, in a loop.
    pub(super) newer: usize,
    /// A schedule said of an operation that was not possible.
    pub(crate) misfit: bool,
    /// The chance by which executions are drawn, where they are.
    pub(super) chance: Option<Chance>,
}

impl Engine {
    /// A search that has not begun.
    pub(crate) fn new(searches: bool, patience: (usize, usize)) -> Self {
        Engine { work: vec![Graph::default()], is_search: searches, patience, ..Engine::default() }
    }

    /// Begins the next execution. `false` if there is none.
    pub(crate) fn begin(&mut self) -> bool {
        self.begin_by_chance();
        let Some(graph) = self.work.pop() else { return false };
        self.graph = graph;
        self.searches = self.is_search;
        self.done.clear();
        self.first.clear();
        self.looped.clear();
        (self.last, self.ghost, self.forced, self.misfit) = (0, None, None, false);
        self.picked = None;
        self.closed.clear();
        true
    }

    /// Decides whether there are executions left.
    pub(crate) fn has_more(&self) -> bool {
        !self.work.is_empty()
    }

    /// Begins the search again; what is known about lines is kept.
    pub(crate) fn restart(&mut self) {
        self.work = vec![Graph::default()];
    }

    /// Lets the execution be run again, with all that it has come to.
    pub(crate) fn again(&mut self) {
        self.work.push(self.graph.clone());
    }

    /// Decides whether a thread is let go on outside of the graph.
    pub(crate) fn is_watched(&self, thread: usize) -> bool {
        self.ghost.is_some_and(|ghost| ghost.thread == thread)
    }

    /// From now on no alternatives are tried, and nothing waits for more than it has to.
    pub(crate) fn drain(&mut self) {
        self.searches = false;
        self.draws_no_more();
        // What was not replayed so far need not come.
        let keep: Vec<usize> =
            (0..self.graph.threads.len()).map(|thread| self.done(thread)).collect();
        self.graph = self.graph.first_of(&keep);
        self.ghost = None;
        self.looped.clear();
    }

    /// The lines of loops that were taken to wait.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.spins.iter().copied()
    }

    /// The number of events that a thread has come to in this execution.
    pub(crate) fn done(&self, thread: usize) -> usize {
        self.done.get(thread).copied().unwrap_or(0)
    }

    fn has_done(&mut self, thread: usize, events: usize) {
        if self.done.len() <= thread {
            self.done.resize(thread + 1, 0);
        }
        self.done[thread] += events;
    }

    /// The event that a thread comes to next, if it is in the graph.
    pub(super) fn stored(&self, thread: usize) -> Option<&Event> {
        self.graph.threads.get(thread).and_then(|events| events.get(self.done(thread)))
    }

    /// Decides whether this execution has come to an event.
    pub(super) fn is_done(&self, id: Id) -> bool {
        self.done(id.thread) > id.index
    }

    /// The event that a thread has come to last.
    pub(crate) fn latest(&self, thread: usize) -> Option<Id> {
        self.done(thread).checked_sub(1).map(|index| Id { thread, index })
    }

    /// Decides whether a thread knows all that another one did up to its event with this number.
    pub(crate) fn knows(&self, thread: usize, other: usize, events: usize) -> bool {
        let known = |id| self.graph.event(id).view.happens.of(other);
        thread == other || self.latest(thread).map_or(0, known) > events
    }

    /// Decides whether a thread has read something, of others as well, that came after so many events of another one.
    pub(crate) fn has_read(&self, thread: usize, other: usize, events: usize) -> bool {
        let known = |id| self.graph.event(id).view.prefix.of(other);
        self.latest(thread).map_or(0, known) > events
    }

    /// The first value of a location, as the thread that uses it first finds it.
    pub(crate) fn finds(&mut self, at: usize, value: u64) {
        if self.first.len() <= at {
            self.first.resize(at + 1, false);
        }
        if !self.first[at] {
            self.first[at] = true;
            if self.graph.first.len() <= at {
                self.graph.first.resize(at + 1, 0);
            }
            self.graph.first[at] = value;
        }
    }

    /// The value of the last write of a location that this execution has come to.
    pub(crate) fn last_value(&self, at: usize) -> u64 {
        let last = self.graph.writes_of(at).iter().rev().find(|write| self.is_done(**write));
        self.graph.value(at, last.copied())
    }

    /// Does what a thread wants.
    pub(crate) fn perform(&mut self, wants: Wants) -> Result<Answer, Refusal> {
        let Wants { thread, request, site } = wants;
        if self.ghost.is_some_and(|ghost| ghost.thread == thread) {
            return self.haunt(request, site);
        }
        self.last = thread;
        if self.stored(thread).is_some() {
            return self.replay(thread, request, site);
        }
        self.newer = self.newer(&wants).unwrap_or(0);
        let answer = self.append(thread, request, site);
        let events = self.graph.count(thread) - self.done(thread);
        self.has_done(thread, events);
        let answer = Answer { last: self.if_last(thread), ..answer };
        Ok(answer)
    }

    /// The value that a thread has just written, if no write comes after it that this execution has come to.
    fn if_last(&self, thread: usize) -> Option<u64> {
        let id = self.latest(thread)?;
        let Label::Write { at, value, .. } = self.graph.event(id).label else { return None };
        let after = &self.graph.writes_of(at)[self.graph.place(at, Some(id))..];
        (!after.iter().any(|write| self.is_done(*write))).then_some(value)
    }

    /// Comes to an event that is in the graph.
    fn replay(
        &mut self,
        thread: usize,
        request: Request,
        site: Option<Line>,
    ) -> Result<Answer, Refusal> {
        let id = Id { thread, index: self.done(thread) };
        let label = self.graph.event(id).label;
        let mut answer = Answer::default();
        let (mut events, mut failed) = (1, 0);
        let is_same = match (request, label) {
            (Request::Begin(_), Label::Begin(_)) | (Request::End, Label::End) => true,
            (Request::Spawn(a), Label::Spawn(b))
            | (Request::Join(a), Label::Join(b))
            | (Request::Unlock(a), Label::Unlock(b))
            | (Request::Unshare(a), Label::Unshare(b))
            | (Request::Begins(a) | Request::Find(a), Label::Find(b))
            | (Request::Fill(a), Label::Fill(b))
            | (Request::Close(a), Label::Close(b))
            | (Request::Receive { at: a, .. }, Label::AllClosed(b)) => a == b,
            (
                Request::Lock(a) | Request::Begins(a) | Request::Try { at: a, shares: false },
                Label::Lock(b),
            )
            | (Request::Share(a) | Request::Try { at: a, shares: true }, Label::Share(b))
            | (Request::Woken { at: a, .. }, Label::Woken(b))
            | (Request::Receive { at: a, .. }, Label::Receive(b)) => {
                answer.value = 1;
                a == b
            }
            (Request::Try { at: a, shares }, Label::Fail { at: b, .. }) => {
                failed = self.failed(id, a, shares);
                a == b
            }
            (Request::Fence(a), Label::Fence(b)) => a == b,
            (Request::Choose(of), Label::Choose { of: before, picked }) => {
                answer.value = u64::from(picked);
                of == before
            }
            (Request::Load { at, order }, Label::Read { at: b, order: before, change: None }) => {
                answer.value = self.graph.value(at, self.graph.event(id).from);
                at == b && order == before
            }
            (
                Request::Store { at, order, value },
                Label::Write { at: b, order: before, half: false, .. },
            ) => {
                self.set_value(id, value);
                answer.wrote = true;
                at == b && order == before
            }
            (Request::Update { at, change }, Label::Read { at: b, change: Some(_), .. }) => {
                let ways = match label {
                    Label::Read {
                        change: Some(Change { manner: Manner::Picks(way), .. }), ..
                    } => {
                        let value = self.graph.value(at, self.graph.event(id).from);
                        let ways = value.count_ones().max(1);
                        answer.picked = (ways > 1).then_some((way as usize, ways as usize));
                        Manner::Picks(way)
                    }
                    _ => change.manner,
                };
                let change = Change { manner: ways, ..change };
                let event = &mut self.graph.threads[thread][id.index];
                let label = Label::Read { at: b, order: change.success, change: Some(change) };
                let from = event.from;
                let (label, written) = self.graph.read_as(label, from);
                self.graph.threads[thread][id.index].label = label;
                answer.value = self.graph.value(at, from);
                answer.wrote = written.is_some();
                let half = Id { index: id.index + 1, ..id };
                let has_half = self.graph.count(thread) > half.index
                    && matches!(self.graph.event(half).label, Label::Write { half: true, .. });
                if let (Some(value), true) = (written, has_half) {
                    self.set_value(half, value);
                    events = 2;
                }
                at == b && has_half == written.is_some()
            }
            _ => false,
        };
        let same_site = match (site, self.graph.event(id).site) {
            (Some(now), Some(before)) => now == before,
            _ => true,
        };
        if !is_same || !same_site {
            let how = "a thread does another operation than before with the same values".to_owned();
            return Err(Refusal::Differs(how));
        }
        answer.skipped = self.skipped(id) + failed;
        answer.back = self.back(Id { index: id.index + events - 1, ..id });
        self.has_done(thread, events);
        answer.last = self.if_last(thread);
        Ok(answer)
    }

    /// The word of a schedule about an attempt that failed: how many events that take the lock come after the one that
    /// it has seen, of those that this execution has come to; and one more if the lock is free.
    fn failed(&self, id: Id, at: usize, shares: bool) -> usize {
        let keep: Vec<usize> =
            (0..self.graph.threads.len()).map(|thread| self.done(thread)).collect();
        let graph = self.graph.first_of(&keep);
        let from = self.graph.event(id).from;
        let blockers = graph.blockers(id.thread, at, shares);
        let place = blockers.iter().position(|blocker| Some(*blocker) == from).unwrap_or(0);
        place + usize::from(graph.is_free(at, shares))
    }

    fn set_value(&mut self, id: Id, new: u64) {
        if let Label::Write { value, .. } = &mut self.graph.threads[id.thread][id.index].label {
            *value = new;
        }
    }

    /// The number of writes after the one that a read reads, of those that this execution has come to.
    fn skipped(&self, read: Id) -> usize {
        let event = self.graph.event(read);
        let Some(at) = event.label.reads() else { return 0 };
        let after = &self.graph.writes_of(at)[self.graph.place(at, event.from)..];
        after.iter().filter(|write| self.is_done(**write)).count()
    }

    /// The number of writes after a write, of those that this execution has come to.
    fn back(&self, write: Id) -> usize {
        let Label::Write { at, half: false, .. } = self.graph.event(write).label else { return 0 };
        let after = &self.graph.writes_of(at)[self.graph.place(at, Some(write))..];
        after.iter().filter(|write| self.is_done(**write)).count()
    }
}
