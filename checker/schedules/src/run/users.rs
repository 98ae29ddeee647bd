//! The uses that threads made of the readers-writer locks of an execution.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::search::access::ObjectId;

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

/// The use that a thread made of a readers-writer lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Reads,
    Writes,
    ReadsAgain,
    WaitsForOthers,
}

impl Users {
    /// Adds a thread, and says whether something is new.
    pub(crate) fn add(&mut self, thread: usize, what: Use) -> bool {
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

    /// Tells whether it may matter that a reader waits behind a writer: the reader is one that holds the lock, or one
    /// that a third thread, which holds the lock, waits for.
    pub(crate) fn matters(&self) -> bool {
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
