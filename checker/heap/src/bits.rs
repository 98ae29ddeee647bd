//! Sets of small numbers.

use std::sync::Arc;

/// A set of numbers, as a row of bits that grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// The empty set, with room for all numbers below one.
    pub(crate) fn with_room(numbers: usize) -> Self {
        Bits { words: Vec::with_capacity(numbers.div_ceil(64)) }
    }

    pub(crate) fn has(&self, number: u32) -> bool {
        let (word, bit) = place(number);
        self.words.get(word).is_some_and(|found| found & bit != 0)
    }

    /// Tells whether there is no number.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Adds a number. Returns whether it is new.
    pub(crate) fn add(&mut self, number: u32) -> bool {
        let (word, bit) = place(number);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Takes a number away. Returns whether it was there.
    pub(crate) fn remove(&mut self, number: u32) -> bool {
        let (word, bit) = place(number);
        let Some(found) = self.words.get_mut(word) else { return false };
        let was_there = *found & bit != 0;
        *found &= !bit;
        was_there
    }

    /// Adds the numbers of another set. Returns whether one is new.
    pub(crate) fn add_all(&mut self, other: &Bits) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut is_new = false;
        for (mine, other) in self.words.iter_mut().zip(&other.words) {
            is_new |= other & !*mine != 0;
            *mine |= other;
        }
        is_new
    }

    /// Decides whether the set has a number that another one lacks, and the other way round.
    pub(crate) fn differ(&self, other: &Bits) -> (bool, bool) {
        let common = self.words.len().min(other.words.len());
        let mut found = (
            self.words[common..].iter().any(|word| *word != 0),
            other.words[common..].iter().any(|word| *word != 0),
        );
        for (mine, other) in self.words.iter().zip(&other.words) {
            found.0 |= mine & !other != 0;
            found.1 |= other & !mine != 0;
        }
        found
    }

    /// The numbers, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().zip(0_u32..).flat_map(|(word, at)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(at * 64 + bit)
            })
        })
    }

    /// The number of bytes that the set takes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * 8 + size_of::<Self>()
    }
}

/// Adds the numbers of another shared set, or shares it. Returns whether one is new.
pub(crate) fn join(mine: &mut Arc<Bits>, other: &Arc<Bits>) -> bool {
    if Arc::ptr_eq(mine, other) {
        return false;
    }
    match mine.differ(other) {
        (_, false) => return false,
        (false, true) => *mine = other.clone(),
        (true, true) => {
            Arc::make_mut(mine).add_all(other);
        }
    }
    true
}

fn place(number: u32) -> (usize, u64) {
    ((number / 64) as usize, 1 << (number % 64))
}
