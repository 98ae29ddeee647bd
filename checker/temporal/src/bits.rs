//! Sets of small numbers.

use smallvec::SmallVec;

/// A set of small numbers: of atoms that are true, of marks on a transition, of threads. One word holds the numbers up
/// to 63; there may be any number of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitSet {
    /// The last word is not zero, so that equal sets have equal words.
    words: SmallVec<[u64; 2]>,
}

impl BitSet {
    /// Makes the empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the set of the numbers below `end`.
    pub fn below(end: usize) -> Self {
        (0..end).collect()
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    /// Decides whether a number belongs to the set.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Tells whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Takes all numbers away.
    #[inline]
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// The number of members of the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Adds the numbers of another set.
    #[inline]
    pub fn extend(&mut self, other: &BitSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Decides whether each number of the set belongs to another one.
    #[inline]
    pub fn is_subset(&self, other: &BitSet) -> bool {
        self.words.len() <= other.words.len()
            && self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// Decides whether the two sets have a number in common.
    #[inline]
    pub fn meets(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The numbers, the least first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = BitSet::new();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}
