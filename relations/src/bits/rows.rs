//! Relations over any number of states: row by row, a bit for each state.

use super::lines::Lines;

/// The bits of a word.
pub(super) const BITS: usize = 64;
/// The words of a cache line.
pub(super) const LINE: usize = 8;

/// The members of the set of the states whose bits are set, in ascending order.
#[inline]
pub(super) fn members(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(least)
    })
}

/// The states of a set of several words, in ascending order.
pub(super) struct States<'a> {
    set: &'a [u64],
    /// The words that are not 0, of the 64 that start at word `base`, and are not begun.
    words: u64,
    base: usize,
    /// The states that are left in the word `at`.
    word: u64,
    at: usize,
}

impl<'a> States<'a> {
    #[inline(always)]
    pub(super) fn new(set: &'a [u64]) -> Self {
        States { set, words: occupied(set), base: 0, word: 0, at: 0 }
    }
}

/// The words, of the first 64, that are not 0: found without a branch for each.
#[inline(always)]
fn occupied(words: &[u64]) -> u64 {
    let words = words.iter().take(BITS).enumerate();
    words.fold(0, |some, (k, word)| some | u64::from(*word != 0) << k)
}

impl Iterator for States<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            while self.words == 0 {
                self.base += BITS;
                self.words = occupied(self.set.get(self.base..)?);
            }
            self.at = self.base + self.words.trailing_zeros() as usize;
            self.words &= self.words - 1;
            self.word = self.set[self.at];
        }
        let state = BITS * self.at + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(state)
    }
}

/// The states of a set of several words, in ascending order.
pub(super) fn states(set: &[u64]) -> States<'_> {
    States::new(set)
}

#[inline]
pub(super) fn has(set: &[u64], state: usize) -> bool {
    set[state / BITS] >> (state % BITS) & 1 == 1
}

#[inline]
pub(super) fn add(set: &mut [u64], state: usize) {
    set[state / BITS] |= 1 << (state % BITS);
}

#[inline]
pub(super) fn remove(set: &mut [u64], state: usize) {
    set[state / BITS] &= !(1 << (state % BITS));
}

/// Adds the states of `more` to `set`.
#[inline]
pub(super) fn unite(set: &mut [u64], more: &[u64]) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}

/// A relation as `states` rows of `stride` words each. Bits of no state are 0.
///
/// A row is 1, 2 or 4 words, or whole cache lines, so that no row crosses a line that it need not cross.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Rows {
    states: usize,
    stride: usize,
    words: Lines,
}

impl Rows {
    pub(super) fn zero(states: usize) -> Self {
        let words = states.div_ceil(BITS);
        let stride =
            if words < LINE { words.next_power_of_two() } else { words.next_multiple_of(LINE) };
        Rows { states, stride, words: Lines::zero(states * stride) }
    }

    pub(super) fn one(states: usize) -> Self {
        let mut one = Rows::zero(states);
        (0..states).for_each(|s| one.insert(s, s));
        one
    }

    pub(super) fn top(states: usize) -> Self {
        let mut top = Rows::zero(states);
        let all = top.all_states();
        (0..states).for_each(|s| top.row_mut(s).copy_from_slice(&all));
        top
    }

    #[inline]
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// The number of words of a row.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// All words, row after row.
    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// All words, row after row.
    #[inline]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The set of all states.
    pub(super) fn all_states(&self) -> Vec<u64> {
        let mut all = self.no_states();
        (0..self.states).for_each(|s| add(&mut all, s));
        all
    }

    /// The empty set of states.
    pub(super) fn no_states(&self) -> Vec<u64> {
        vec![0; self.stride]
    }

    /// The states that `state` is related to.
    #[inline]
    pub(super) fn row(&self, state: usize) -> &[u64] {
        &self.words[self.stride * state..][..self.stride]
    }

    /// The states that `state` is related to.
    #[inline]
    pub(super) fn row_mut(&mut self, state: usize) -> &mut [u64] {
        &mut self.words[self.stride * state..][..self.stride]
    }

    /// The rows of `state` and of those after it.
    #[inline]
    pub(super) fn rows_from(&self, state: usize) -> impl Iterator<Item = &[u64]> {
        self.words[self.stride * state..].chunks_exact(self.stride)
    }

    pub(super) fn contains(&self, from: usize, to: usize) -> bool {
        from.max(to) < self.states && has(self.row(from), to)
    }

    pub(super) fn insert(&mut self, from: usize, to: usize) {
        add(self.row_mut(from), to);
    }

    /// The number of pairs.
    pub(super) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.states).flat_map(|from| states(self.row(from)).map(move |to| (from, to)))
    }

    fn zip(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter().zip(other.words.iter());
        Rows { words: Lines::collect(words.map(|(a, b)| op(*a, *b))), ..*self }
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The pairs of `self` that `other` lacks.
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The first pair of `self` that `other` lacks.
    pub(super) fn first_outside(&self, other: &Self) -> Option<(usize, usize)> {
        let outside = |from: &usize| {
            let words = self.row(*from).iter().zip(other.row(*from));
            words.fold(0, |some, (a, b)| some | a & !b) != 0
        };
        let from = (0..self.states).find(outside)?;
        states(self.row(from)).find(|to| !other.contains(from, *to)).map(|to| (from, to))
    }

    pub(super) fn complement(&self) -> Self {
        Rows::one(self.states).minus(self)
    }

    pub(super) fn is_predicate(&self) -> bool {
        (0..self.states).all(|s| {
            let (words, own) = (self.row(s).iter().enumerate(), 1 << (s % BITS));
            words.fold(0, |other, (k, w)| other | if k == s / BITS { w & !own } else { *w }) == 0
        })
    }

    /// The states that are related to some state, as a predicate.
    pub(super) fn domain(&self) -> Self {
        let mut domain = Rows::zero(self.states);
        let related = (0..self.states).filter(|s| self.row(*s).iter().any(|word| *word != 0));
        related.for_each(|s| domain.insert(s, s));
        domain
    }

    /// The states that some state of `from` leads to.
    pub(super) fn image(&self, from: impl Iterator<Item = usize>) -> Vec<u64> {
        let mut image = self.no_states();
        from.for_each(|s| unite(&mut image, self.row(s)));
        image
    }
}
