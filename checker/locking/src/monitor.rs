//! The memory that a monitor keeps of a run, for each watched cell: bits behind the words of the state.

use reductio_system::ThreadId;
use smallvec::SmallVec;

/// The number of bits before those of the locks.
const HEAD: usize = 10;
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
#[derive(Clone, Debug)]
pub(crate) struct Record(Locks);

/// The places of records behind the words of a state. Short records share a word: the fewer words a state has, the less
/// it costs to copy it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shelf {
    /// The number of the first word.
    first: usize,
    locks: usize,
    /// The number of records in a word; 0 where a record takes several words.
    in_a_word: usize,
}

impl Shelf {
    /// The places of records with so many locks, behind so many words.
    pub(crate) fn new(first: usize, locks: usize) -> Self {
        Shelf { first, locks, in_a_word: 64 / (HEAD + locks) }
    }

    /// The number of the word behind so many records.
    pub(crate) fn end(&self, records: usize) -> usize {
        let words = if self.in_a_word > 0 {
            records.div_ceil(self.in_a_word)
        } else {
            records * words(self.locks)
        };
        self.first + words
    }

    /// The bits of a record among those of a word that has several, and how far they are shifted.
    #[inline]
    fn part(&self, number: usize) -> (usize, usize, u64) {
        let bits = HEAD + self.locks;
        let (word, place) = (number / self.in_a_word, number % self.in_a_word);
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        (self.first + word, place * bits, mask)
    }

    /// A record of a state.
    #[inline]
    pub(crate) fn get(&self, number: usize, state: &[u64]) -> Record {
        if self.in_a_word > 0 {
            let (word, shift, mask) = self.part(number);
            return Record(SmallVec::from_slice(&[state[word] >> shift & mask]));
        }
        let words = words(self.locks);
        let start = self.first + number * words;
        Record(SmallVec::from_slice(&state[start..start + words]))
    }

    /// Writes a record of a state.
    pub(crate) fn put(&self, number: usize, state: &mut [u64], record: &Record) {
        if self.in_a_word > 0 {
            let (word, shift, mask) = self.part(number);
            state[word] = state[word] & !(mask << shift) | record.0[0] << shift;
        } else {
            let start = self.first + number * record.0.len();
            state[start..start + record.0.len()].copy_from_slice(&record.0);
        }
    }
}

/// The number of words of a record.
fn words(locks: usize) -> usize {
    (HEAD + locks).div_ceil(64)
}

/// A set of locks, by the bits that they have in records. The bits of the head are in every set.
pub(crate) type Locks = SmallVec<[u64; 1]>;

/// The set of the locks, of so many, for which `has` says so.
pub(crate) fn set_of(locks: usize, has: impl Fn(usize) -> bool) -> Locks {
    let mut set = SmallVec::from_elem(0, words(locks));
    set[0] = (1 << HEAD) - 1;
    for lock in (0..locks).filter(|lock| has(*lock)) {
        set[(HEAD + lock) / 64] |= 1 << ((HEAD + lock) % 64);
    }
    set
}

impl Record {
    /// Tells whether the record says that the discipline is violated: something was noted, or the cell is modified and
    /// no lock is left.
    #[inline]
    pub(crate) fn is_wrong(&self) -> bool {
        let has_candidate = self.0[0] >> HEAD != 0 || self.0[1..].iter().any(|word| *word != 0);
        self.is_noted() || self.0[0] & (SHARED | MODIFIED) == SHARED | MODIFIED && !has_candidate
    }

    /// Tells whether something was noted that is wrong in whatever mode.
    pub(crate) fn is_noted(&self) -> bool {
        self.0[0] & WRONG != 0
    }

    /// Tells whether the discipline counts accesses already: the cell is shared, or shared and modified.
    pub(crate) fn is_shared(&self) -> bool {
        self.0[0] & SHARED != 0
    }

    /// Tells whether the discipline has counted a write.
    pub(crate) fn is_modified(&self) -> bool {
        self.0[0] & MODIFIED != 0
    }

    /// The candidate locks, of so many, by number.
    pub(crate) fn candidates(&self, locks: usize) -> Vec<usize> {
        let is_one = |lock: &usize| self.0[(HEAD + lock) / 64] & 1 << ((HEAD + lock) % 64) != 0;
        (0..locks).filter(is_one).collect()
    }

    /// The thread that alone has touched the cell, while it is exclusive.
    pub(crate) fn only(&self) -> Option<ThreadId> {
        let is_exclusive = self.0[0] & (SHARED | TOUCHED) == TOUCHED;
        let number = usize::try_from(self.0[0] >> THREAD & 0x3f).unwrap_or(0);
        is_exclusive.then(|| ThreadId::new(number))
    }

    /// Makes the cell exclusive.
    pub(crate) fn set_only(&mut self, thread: ThreadId) {
        self.0[0] |= TOUCHED | (thread.index() as u64) << THREAD;
    }

    /// Makes the cell shared: every lock is a candidate.
    pub(crate) fn share(&mut self, locks: usize) {
        self.0 = set_of(locks, |_| true);
        self.0[0] = self.0[0] >> HEAD << HEAD | SHARED;
    }

    /// Counts an access to a shared cell by a thread that owns these locks.
    pub(crate) fn access(&mut self, is_write: bool, owned: &Locks) {
        if is_write {
            self.0[0] |= MODIFIED;
        }
        for (word, owned) in self.0.iter_mut().zip(owned) {
            *word &= owned;
        }
    }

    /// Notes that the discipline is violated.
    pub(crate) fn note(&mut self) {
        self.0[0] |= WRONG;
    }
}
