//! A buffer of words that starts at a cache line.

use std::cell::RefCell;
use std::mem;
use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the widest vectors.
const LINE: usize = 64;
/// Words that a buffer may have to leave out to start at a line.
const SLACK: usize = LINE / size_of::<u64>() - 1;

/// A buffer of words that starts at a multiple of 64 bytes: a vector that is loaded across two lines takes twice as
/// long.
pub(super) struct Lines {
    words: Vec<u64>,
    start: usize,
}

impl Lines {
    pub(super) fn zero(len: usize) -> Self {
        let Some(mut words) = spare(len + SLACK) else {
            let mut words = vec![0; len + SLACK];
            let start = start(words.as_ptr());
            words.truncate(start + len);
            return Lines { words, start };
        };
        let start = start(words.as_ptr());
        words.resize(start + len, 0);
        Lines { words, start }
    }

    /// The words of an iterator that is as long as it says.
    pub(super) fn collect(from: impl ExactSizeIterator<Item = u64>) -> Self {
        let len = from.len() + SLACK;
        let mut words = spare(len).unwrap_or_else(|| Vec::with_capacity(len));
        let start = start(words.as_ptr());
        words.resize(start, 0);
        words.extend(from);
        Lines { words, start }
    }
}

/// The least number of words of a buffer that is kept for the next one.
const WORTH_KEEPING: usize = 1 << 13;
/// The most buffers that a thread keeps.
const KEPT: usize = 4;

thread_local! {
    /// The empty buffers that are kept. Pages that are fresh from the operating system cost several times what is done
    /// to them: a sparse product over 4096 states takes 0.2 ms in pages that were used before, and 1 ms in fresh ones.
    static SPARE: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
}

/// An empty buffer for so many words, and not for far more.
fn spare(len: usize) -> Option<Vec<u64>> {
    if len < WORTH_KEEPING {
        return None;
    }
    let take = |all: &RefCell<Vec<Vec<u64>>>| {
        let mut all = all.borrow_mut();
        let fits = |words: &Vec<u64>| (len..=2 * len).contains(&words.capacity());
        all.iter().position(fits).map(|at| all.swap_remove(at))
    };
    SPARE.try_with(take).ok().flatten()
}

impl Drop for Lines {
    fn drop(&mut self) {
        let mut words = mem::take(&mut self.words);
        if words.capacity() >= WORTH_KEEPING {
            words.clear();
            // At the end of the thread there is no place to keep it: then it is dropped.
            let _ = SPARE.try_with(|all| {
                let mut all = all.borrow_mut();
                if all.len() == KEPT {
                    all.remove(0);
                }
                all.push(words);
            });
        }
    }
}

/// The number of words to leave out. Without an answer the buffer is not aligned, which is slower and nothing else.
fn start(words: *const u64) -> usize {
    words.align_offset(LINE).min(SLACK)
}

impl Deref for Lines {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.words[self.start..]
    }
}

impl DerefMut for Lines {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.start..]
    }
}

impl Clone for Lines {
    fn clone(&self) -> Self {
        Lines::collect(self.iter().copied())
    }
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Lines {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_start_at_a_line_and_hold_what_they_are_given() {
        for len in [1, 7, 8, 9, 1000] {
            let mut zero = Lines::zero(len);
            assert_eq!((zero.len(), zero.as_ptr().align_offset(LINE)), (len, 0));
            assert!(zero.iter().all(|word| *word == 0));
            zero[len - 1] = 5;
            let copy = zero.clone();
            assert_eq!(copy.as_ptr().align_offset(LINE), 0);
            assert!(copy == zero && copy[len - 1] == 5);
            assert!(copy != Lines::zero(len) && copy != Lines::zero(len + 1));
        }
    }

    #[test]
    fn a_buffer_that_is_used_again_is_cleared() {
        let len = 2 * WORTH_KEEPING;
        let mut used = Lines::zero(len);
        let place = used.words.as_ptr();
        used.fill(u64::MAX);
        drop(used);
        let again = Lines::zero(len - 5);
        assert_eq!(again.words.as_ptr(), place);
        assert!(again.len() == len - 5 && again.iter().all(|word| *word == 0));
        drop(again);
        let sevens = Lines::collect(vec![7; len].into_iter());
        assert!(sevens.len() == len && sevens.iter().all(|word| *word == 7));
    }

    #[test]
    fn few_buffers_are_kept_and_none_that_is_far_too_large() {
        drop(Lines::zero(8 * WORTH_KEEPING));
        assert!(spare(WORTH_KEEPING).is_none());
        let all: Vec<Lines> = (0..KEPT + 3).map(|_| Lines::zero(WORTH_KEEPING)).collect();
        drop(all);
        assert_eq!(SPARE.with_borrow(Vec::len), KEPT);
    }
}
