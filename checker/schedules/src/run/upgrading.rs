//! Readers of a lock one of whom may become a writer. The right to become one is an object of its own, which such a
//! reader takes, and gives back, in one step with the lock.

use crate::run::effect::reply::{DONE, NOT_NOW};
use crate::run::state::State;
use crate::run::users::Use;
use crate::search::access::{ObjectId, Touch};

impl State {
    /// Takes a lock as a reader who may become a writer, or begins to wait behind writers.
    pub(super) fn share_right(
        &mut self,
        thread: usize,
        lock: ObjectId,
        right: ObjectId,
        behind: bool,
    ) -> u64 {
        if self.of(thread).reads.contains(&lock) {
            self.uses(thread, lock, Use::ReadsAgain);
        }
        if !behind && self.waits_behind(thread, lock, false) {
            self.touch(lock, Touch::Peek);
            return NOT_NOW;
        }
        self.add_reader_with_right(thread, lock, right)
    }

    /// Takes a lock as a reader who may become a writer, if nobody writes or has the right.
    pub(super) fn try_share_right(
        &mut self,
        thread: usize,
        lock: ObjectId,
        right: ObjectId,
    ) -> u64 {
        self.uses(thread, lock, Use::ReadsAgain);
        let is_free = self.lock(lock).writer.is_none() && self.lock(right).writer.is_none();
        let can = is_free && !self.waits_behind(thread, lock, true);
        if can {
            self.add_reader_with_right(thread, lock, right);
        }
        self.touch(lock, Touch::Peek);
        self.touch(right, Touch::Peek);
        u64::from(can)
    }

    fn add_reader_with_right(&mut self, thread: usize, lock: ObjectId, right: ObjectId) -> u64 {
        let number = self.trace.len().saturating_sub(1);
        let of = self.lock(lock);
        of.readers.push(thread);
        of.read_since.push(number);
        self.keeps_waiting(lock);
        self.of(thread).reads.push(lock);
        self.uses(thread, lock, Use::Reads);
        self.touch(lock, Touch::Share);
        self.take_right(thread, right)
    }

    /// Takes the right, which is free.
    pub(crate) fn take_right(&mut self, thread: usize, right: ObjectId) -> u64 {
        let number = self.trace.len().saturating_sub(1);
        let of = self.lock(right);
        (of.writer, of.since) = (Some(thread), number);
        self.touch(right, Touch::Acquire);
        DONE
    }

    /// Gives a lock back that a reader has who may become a writer.
    pub(crate) fn unshare_right(&mut self, thread: usize, lock: ObjectId, right: ObjectId) -> u64 {
        self.unshare(thread, lock);
        self.unlock(thread, right)
    }

    /// The reader who has the right becomes a writer.
    pub(super) fn upgrade(&mut self, thread: usize, lock: ObjectId, right: ObjectId) -> u64 {
        let number = self.trace.len().saturating_sub(1);
        self.unshare(thread, lock);
        let of = self.lock(lock);
        (of.writer, of.since) = (Some(thread), number);
        of.queued.retain(|(writer, _)| *writer != thread);
        self.touch(lock, Touch::Acquire);
        self.unlock(thread, right)
    }

    /// The reader who has the right becomes a writer, if there is no other reader.
    pub(super) fn try_upgrade(&mut self, thread: usize, lock: ObjectId, right: ObjectId) -> u64 {
        let can = self.lock(lock).readers.len() == 1;
        if can {
            self.upgrade(thread, lock, right);
        }
        self.touch(lock, Touch::Peek);
        u64::from(can)
    }

    /// Tells of a lock that a step looks at whether somebody has it, and whether that is a writer.
    #[cfg(feature = "parking_lot")]
    pub(crate) fn is_taken(&mut self, lock: ObjectId) -> (bool, bool) {
        let of = self.lock(lock);
        let (is_written, is_read) = (of.writer.is_some(), !of.readers.is_empty());
        (is_written || is_read, is_written)
    }
}
