//! Readers that meet a writer that waits. `std` leaves open whether they have to wait behind it; on Linux they do. Who waits a little longer
//! changes nothing, unless somebody who has the lock waits for this reader, or somebody looks whether he gets the lock. Only where this is so,
//! the search takes notice of writers that wait, and tries both.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::mutants::{self, Mutant};
use crate::run::slot::Seen;
use crate::run::state::State;
use crate::search::access::{ObjectId, Touch};
use crate::search::op::Op;

/// The threads that did something with a readers-writer lock in an execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Users {
    reads: SmallVec<[usize; 4]>,
    writes: SmallVec<[usize; 4]>,
    /// Those that wanted to read while they read, or to read without waiting.
    again: SmallVec<[usize; 4]>,
    /// Those that might have to wait for others while they read.
    waits: SmallVec<[usize; 4]>,
}

/// What a thread did with a readers-writer lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Reads,
    Writes,
    ReadsAgain,
    WaitsForOthers,
}

impl Users {
    /// Adds a thread, and says whether something is new.
    fn add(&mut self, thread: usize, what: Use) -> bool {
        let list = match what {
            Use::Reads => &mut self.reads,
            Use::Writes => &mut self.writes,
            Use::ReadsAgain => &mut self.again,
            Use::WaitsForOthers => &mut self.waits,
        };
        let is_new = !list.contains(&thread);
        if is_new {
            list.push(thread);
        }
        is_new
    }

    /// Whether it may matter that a reader waits behind a writer: the reader is one that holds the lock, or one that a third thread, which
    /// holds the lock, waits for.
    fn matters(&self) -> bool {
        let writes_beside =
            |one: usize, other: usize| self.writes.iter().any(|w| *w != one && *w != other);
        let waits = |holder: &usize| {
            self.reads.iter().any(|reader| reader != holder && writes_beside(*holder, *reader))
        };
        self.again.iter().any(|reader| writes_beside(*reader, *reader))
            || self.waits.iter().any(waits)
    }
}

/// The users of all readers-writer locks of an execution.
pub(crate) type Queueing = FxHashMap<ObjectId, Users>;

impl State {
    /// Takes notice of what a thread does with a readers-writer lock.
    pub(crate) fn uses(&mut self, thread: usize, object: ObjectId, what: Use) {
        let users = self.queueing.entry(object).or_default();
        if users.add(thread, what)
            && users.matters()
            && let Some(site) = self.made(object)
        {
            self.sees(Seen::Queues(site));
        }
    }

    /// Takes notice of a thread that may have to wait for others, while it reads.
    pub(crate) fn may_wait(&mut self, thread: usize) {
        let Some(state) = self.world.threads.get(&thread) else { return };
        for object in state.reads.clone() {
            self.uses(thread, object, Use::WaitsForOthers);
        }
    }

    /// A writer waits from now on.
    pub(crate) fn queue(&mut self, thread: usize, object: ObjectId, number: usize) {
        self.world.locks.entry(object).or_default().queued.push((thread, number));
        self.touch(object, Touch::Queue);
    }

    /// Whether a reader waits behind writers, where there are some: both is tried.
    pub(crate) fn waits_behind(&mut self, thread: usize, object: ObjectId) -> bool {
        let Some(lock) = self.world.locks.get(&object) else { return false };
        let writers: SmallVec<[usize; 2]> =
            lock.queued.iter().filter(|(w, _)| *w != thread).map(|(_, step)| *step).collect();
        if writers.is_empty() || mutants::is(Mutant::Queue) || self.choose(2) == 0 {
            return false;
        }
        self.world.threads.entry(thread).or_default().behind = writers;
        true
    }
}

/// Whether an operation may have to wait for another thread.
pub(crate) fn may_wait(op: Op) -> bool {
    matches!(
        op,
        Op::Lock(_)
            | Op::Share(_)
            | Op::Begin(_)
            | Op::Filled { .. }
            | Op::Wake { .. }
            | Op::Down(_)
            | Op::Send(_)
            | Op::Taken(..)
            | Op::Receive(_)
            | Op::Pass(..)
            | Op::Park
            | Op::Join(_)
    )
}
