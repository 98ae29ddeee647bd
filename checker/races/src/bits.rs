//! Sets of small numbers.

use smallvec::SmallVec;

use crate::engine::Key;

/// A set of keys, one bit each. The last word is not zero, so that equal sets have equal words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    /// The set of some keys.
    pub(crate) fn of(keys: impl IntoIterator<Item = Key>) -> Self {
        let mut bits = Self::default();
        for key in keys {
            bits.insert(key);
        }
        bits
    }

    pub(crate) fn insert(&mut self, key: Key) {
        let word = key.index() / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (key.index() % 64);
    }

    pub(crate) fn contains(&self, key: Key) -> bool {
        self.0.get(key.index() / 64).is_some_and(|word| word >> (key.index() % 64) & 1 == 1)
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn includes(&self, other: &Self) -> bool {
        self.0.len() >= other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (into, from) in self.0.iter_mut().zip(&other.0) {
            *into |= from;
        }
    }

    /// The members that two sets have in common.
    pub(crate) fn common(mut self, other: &Self) -> Self {
        self.0.truncate(other.0.len());
        for (into, from) in self.0.iter_mut().zip(&other.0) {
            *into &= from;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}
