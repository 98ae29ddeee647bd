//! The state of everything that threads communicate by, as far as it says who has to wait.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::run::by_thread::ByThread;
use crate::search::access::ObjectId;
use crate::search::op::Op;

/// A mutex, a readers-writer lock, or a cell that is filled once (whose attempt to fill it is the writer).
#[derive(Clone, Debug, Default)]
pub(crate) struct Lock {
    pub(crate) writer: Option<usize>,
    pub(crate) readers: SmallVec<[usize; 2]>,
    /// The writers that wait, as far as the search takes notice of them, and since which steps.
    pub(crate) queued: SmallVec<[(usize, usize); 2]>,
    /// The steps of those of them that really wait: somebody has had the lock since.
    pub(crate) kept: SmallVec<[usize; 2]>,
    /// The step in which the writer took it, and those in which the readers did.
    pub(crate) since: usize,
    pub(crate) read_since: SmallVec<[usize; 2]>,
    /// The cell is filled.
    pub(crate) filled: bool,
    /// The last attempt to fill it has failed.
    pub(crate) failed: bool,
}

/// A channel: the numbers of messages, and of those that hold its ends.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) bound: Option<u32>,
    pub(crate) senders: usize,
    pub(crate) closed: bool,
    /// The step that closed it.
    pub(crate) closed_at: Option<usize>,
    /// The steps that sent, in order, and those that received.
    pub(crate) sent: Vec<usize>,
    pub(crate) received: Vec<usize>,
    /// The steps by which senders were gone.
    pub(crate) gone: Vec<usize>,
}

impl Channel {
    pub(crate) fn messages(&self) -> usize {
        self.sent.len() - self.received.len()
    }

    pub(crate) fn has_room(&self) -> bool {
        // A sender that waits until its message is taken puts it down first.
        self.bound.is_none_or(|bound| self.messages() < bound.max(1) as usize)
    }
}

/// A barrier: how many come to it in a round.
#[derive(Clone, Debug)]
pub(crate) struct Barrier {
    pub(crate) size: usize,
    /// The steps of those that have come in the round.
    pub(crate) arrived: Vec<usize>,
    /// The steps of those that came in the rounds that are over.
    pub(crate) over: Vec<Vec<usize>>,
    /// All threads that ever came.
    pub(crate) who: Vec<usize>,
}

/// The part of a thread's state that others see.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThreadState {
    pub(crate) token: bool,
    /// The last step of the thread, once it has ended.
    pub(crate) ended: Option<usize>,
    /// The step that woke the thread from a condition variable.
    pub(crate) woken: Option<usize>,
    /// The locks that the thread reads.
    pub(crate) reads: SmallVec<[ObjectId; 2]>,
    /// The steps since which the writers wait that the thread waits behind.
    pub(crate) behind: SmallVec<[usize; 2]>,
    /// The threads that waited for the thread's end, and the steps in which they did.
    pub(crate) joined: SmallVec<[(usize, usize); 1]>,
}

/// The objects of an execution, by name.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) locks: FxHashMap<ObjectId, Lock>,
    pub(crate) waiting: FxHashMap<ObjectId, Vec<usize>>,
    pub(crate) semaphores: FxHashMap<ObjectId, u32>,
    pub(crate) channels: FxHashMap<ObjectId, Channel>,
    pub(crate) barriers: FxHashMap<ObjectId, Barrier>,
    pub(crate) threads: ByThread<ThreadState>,
}

impl World {
    /// Forgets all objects and threads, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let World { locks, waiting, semaphores, channels, barriers, threads } = self;
        locks.clear();
        waiting.clear();
        semaphores.clear();
        channels.clear();
        barriers.clear();
        threads.clear();
    }

    /// Decides whether a thread's operation can be executed now.
    #[inline]
    pub(crate) fn is_enabled(&self, thread: usize, op: Op) -> bool {
        let is_free = |o| {
            self.locks.get(&o).is_none_or(|lock| lock.writer.is_none() && lock.readers.is_empty())
        };
        let has_no_writer = |o| self.locks.get(&o).is_none_or(|lock| lock.writer.is_none());
        let of = |thread: usize| self.threads.get(&thread);
        let channel = |o: ObjectId| self.channels.get(&o);
        match op {
            Op::Lock(o) => is_free(o),
            Op::Share(o) | Op::Begin(o) => has_no_writer(o),
            Op::Filled { cell, forced } => self
                .locks
                .get(&cell)
                .is_some_and(|lock| lock.filled || lock.failed && !forced && lock.writer.is_none()),
            Op::ShareRight { lock: o, right, behind: false } => {
                has_no_writer(o) && has_no_writer(right)
            }
            Op::ShareRight { lock: o, right, .. } => {
                has_no_writer(right) && self.is_enabled(thread, Op::ShareBehind(o))
            }
            Op::Upgrade { lock, .. } => self.locks.get(&lock).is_none_or(|lock| {
                lock.readers.iter().all(|reader| *reader == thread) && lock.readers.len() < 2
            }),
            Op::ShareBehind(o) => {
                let behind = |lock: &Lock| {
                    let waits = |step: &usize| lock.queued.iter().any(|(_, since)| since == step);
                    of(thread).is_some_and(|state| state.behind.iter().any(waits))
                };
                is_free(o) || has_no_writer(o) && !self.locks.get(&o).is_some_and(behind)
            }
            Op::Wake { mutex, timed, .. } => {
                is_free(mutex) && (timed || of(thread).is_some_and(|state| state.woken.is_some()))
            }
            Op::Down(o) => self.semaphores.get(&o).is_some_and(|value| *value > 0),
            Op::Send(o) => channel(o).is_none_or(|channel| channel.closed || channel.has_room()),
            Op::Taken(o, number) => channel(o)
                .is_none_or(|channel| channel.closed || channel.received.len() > number as usize),
            Op::Receive(o) => {
                channel(o).is_none_or(|channel| channel.messages() > 0 || channel.senders == 0)
            }
            Op::Pass(o, round) => {
                self.barriers.get(&o).is_none_or(|barrier| barrier.over.len() > round as usize)
            }
            Op::Park => of(thread).is_some_and(|state| state.token),
            Op::Join(other) => of(other).is_some_and(|state| state.ended.is_some()),
            _ => true,
        }
    }

    /// The threads that hold what an operation waits for.
    pub(crate) fn holders(&self, op: Op) -> SmallVec<[usize; 2]> {
        if let Op::ShareRight { lock, right, .. } = op {
            let writers = [lock, right].into_iter().filter_map(|o| self.locks.get(&o)?.writer);
            return writers.collect();
        }
        let lock = match op {
            Op::Lock(o)
            | Op::Upgrade { lock: o, .. }
            | Op::Share(o)
            | Op::ShareBehind(o)
            | Op::Begin(o)
            | Op::Wake { mutex: o, .. } => self.locks.get(&o),
            _ => None,
        };
        lock.into_iter().flat_map(|lock| lock.writer.iter().chain(&lock.readers)).copied().collect()
    }

    /// Decides whether a thread holds a lock that it took in a step or later.
    pub(crate) fn holds_since(&self, thread: usize, step: usize) -> bool {
        self.locks.values().any(|lock| {
            let reads = |(reader, since): (&usize, &usize)| *reader == thread && *since >= step;
            (lock.writer == Some(thread) && lock.since >= step)
                || lock.readers.iter().zip(&lock.read_since).any(reads)
        })
    }

    /// The locks that a thread holds: those it may write under, and those it shares with others.
    pub(crate) fn held(&self, thread: usize) -> Vec<(ObjectId, bool)> {
        let held = self.locks.iter().filter_map(|(o, lock)| {
            let writes = lock.writer == Some(thread);
            (writes || lock.readers.contains(&thread)).then_some((*o, writes))
        });
        held.collect()
    }
}
