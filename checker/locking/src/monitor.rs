//! What a monitor remembers of a run, for each watched cell: bits behind the words of the state.

use reductio_system::ThreadId;

/// The number of bits before those of the locks.
const HEAD: usize = 16;
const SHARED: u64 = 1;
const MODIFIED: u64 = 1 << 1;
const TOUCHED: u64 = 1 << 2;
const WRONG: u64 = 1 << 3;
/// The place of the number of the only thread that has touched the cell.
const THREAD: u32 = 4;

/// The record of a cell: its mode, and the locks that were owned at every access that counts (lockset, S1 section 7;
/// Eraser, Savage et al. 1997).
///
/// A cell is *virgin* until it is touched, *exclusive* as long as one thread touches it, then *shared*, and *shared and
/// modified* once it is written. Only in the last two modes there are candidate locks; what is not needed is zero, so
/// that states do not differ in it.
#[derive(Debug)]
pub(crate) struct Record<'a>(pub(crate) &'a mut [u64]);

/// The number of words of a record.
pub(crate) fn words(locks: usize) -> usize {
    (HEAD + locks).div_ceil(64)
}

/// Whether the record says that the discipline is violated: something was noted, or the cell is modified and no lock is left.
pub(crate) fn is_wrong(record: &[u64], locks: usize) -> bool {
    record[0] & WRONG != 0
        || record[0] & SHARED != 0 && record[0] & MODIFIED != 0 && !has_candidate(record, locks)
}

/// Whether something was noted that is wrong in whatever mode.
pub(crate) fn is_noted(record: &[u64]) -> bool {
    record[0] & WRONG != 0
}

/// Whether the discipline counts accesses already: the cell is shared, or shared and modified.
pub(crate) fn is_shared(record: &[u64]) -> bool {
    record[0] & SHARED != 0
}

/// Whether the discipline has counted a write.
pub(crate) fn is_modified(record: &[u64]) -> bool {
    record[0] & MODIFIED != 0
}

/// The thread that alone has touched the cell, while it is exclusive.
pub(crate) fn only(record: &[u64]) -> Option<ThreadId> {
    let is_exclusive = record[0] & (SHARED | TOUCHED) == TOUCHED;
    let number = usize::try_from(record[0] >> THREAD & 0x3f).unwrap_or(0);
    is_exclusive.then(|| ThreadId::new(number))
}

fn has_candidate(record: &[u64], locks: usize) -> bool {
    (0..locks).any(|lock| record[(HEAD + lock) / 64] & 1 << ((HEAD + lock) % 64) != 0)
}

/// The candidate locks of a record, by number.
pub(crate) fn candidates(record: &[u64], locks: usize) -> Vec<usize> {
    (0..locks).filter(|lock| record[(HEAD + lock) / 64] & 1 << ((HEAD + lock) % 64) != 0).collect()
}

impl Record<'_> {
    /// Makes the cell exclusive.
    pub(crate) fn set_only(&mut self, thread: ThreadId) {
        self.0[0] |= TOUCHED | (thread.index() as u64) << THREAD;
    }

    /// Makes the cell shared: every lock is a candidate.
    pub(crate) fn share(&mut self, locks: usize) {
        self.0.fill(0);
        self.0[0] = SHARED;
        for lock in 0..locks {
            self.0[(HEAD + lock) / 64] |= 1 << ((HEAD + lock) % 64);
        }
    }

    /// Counts an access to a shared cell by a thread that owns the locks for which `owns` says so.
    pub(crate) fn access(&mut self, is_write: bool, locks: usize, owns: impl Fn(usize) -> bool) {
        if is_write {
            self.0[0] |= MODIFIED;
        }
        for lock in 0..locks {
            if !owns(lock) {
                self.0[(HEAD + lock) / 64] &= !(1 << ((HEAD + lock) % 64));
            }
        }
    }

    /// Notes that the discipline is violated.
    pub(crate) fn note(&mut self) {
        self.0[0] |= WRONG;
    }
}
