//! Relations over at most 8 states in one word: bit `8 s + t` is the pair `(s, t)`.

use super::rows::members;

/// Bit 0 of every row: the pairs into state 0.
const INTO_0: u64 = 0x0101_0101_0101_0101;
/// Row 0.
const ROW: u64 = 0xFF;
/// The pairs `(s, s)`.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// A relation over at most 8 states, and their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Word {
    states: usize,
    bits: u64,
}

impl Word {
    pub(super) const MAX_STATES: usize = 8;

    pub(super) fn zero(states: usize) -> Self {
        debug_assert!((1..=Self::MAX_STATES).contains(&states));
        Word { states, bits: 0 }
    }

    pub(super) fn one(states: usize) -> Self {
        Self::top(states).with(DIAGONAL & Self::top(states).bits)
    }

    pub(super) fn top(states: usize) -> Self {
        let columns = (ROW >> (Self::MAX_STATES - states)) * INTO_0;
        Word { states, bits: columns & u64::MAX >> (8 * (Self::MAX_STATES - states)) }
    }

    fn with(self, bits: u64) -> Self {
        Word { bits, ..self }
    }

    pub(super) fn states(self) -> usize {
        self.states
    }

    pub(super) fn contains(self, from: usize, to: usize) -> bool {
        from.max(to) < self.states && self.bits >> (8 * from + to) & 1 == 1
    }

    pub(super) fn insert(&mut self, from: usize, to: usize) {
        self.bits |= 1 << (8 * from + to);
    }

    /// The number of pairs.
    pub(super) fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    pub(super) fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        members(self.bits).map(|bit| (bit / 8, bit % 8))
    }

    pub(super) fn or(self, other: Self) -> Self {
        self.with(self.bits | other.bits)
    }

    pub(super) fn and(self, other: Self) -> Self {
        self.with(self.bits & other.bits)
    }

    /// The pairs of `self` that `other` lacks.
    pub(super) fn minus(self, other: Self) -> Self {
        self.with(self.bits & !other.bits)
    }

    /// All of row `s` for each state `s` that is related to `to`.
    fn rows_into(self, to: usize) -> u64 {
        (self.bits >> to & INTO_0) * ROW
    }

    /// Row `from`, in every row.
    fn row_everywhere(self, from: usize) -> u64 {
        (self.bits >> (8 * from) & ROW) * INTO_0
    }

    pub(super) fn then(self, other: Self) -> Self {
        let through = |k| self.rows_into(k) & other.row_everywhere(k);
        self.with((0..self.states).fold(0, |pairs, k| pairs | through(k)))
    }

    /// The transitive closure, by Warshall's algorithm on all rows at once.
    fn steps(self) -> Self {
        (0..self.states).fold(self, |x, k| x.with(x.bits | x.rows_into(k) & x.row_everywhere(k)))
    }

    pub(super) fn star(self) -> Self {
        self.steps().or(Self::one(self.states))
    }

    /// All pairs from the states that lead to a state on a cycle.
    pub(super) fn omega(self) -> Self {
        let steps = self.steps();
        let on_cycle = steps.and(Self::one(self.states));
        steps.then(on_cycle).then(Self::top(self.states))
    }

    pub(super) fn complement(self) -> Self {
        Self::one(self.states).minus(self)
    }

    pub(super) fn is_predicate(self) -> bool {
        self.bits & !DIAGONAL == 0
    }

    pub(super) fn converse(self) -> Self {
        // Swaps the off-diagonal quarters of 2 by 2, then of 4 by 4 and of 8 by 8 blocks.
        let swap = |x: u64, mask: u64, shift: u32| {
            let moved = (x ^ x >> shift) & mask;
            x ^ moved ^ moved << shift
        };
        let x = swap(self.bits, 0x00AA_00AA_00AA_00AA, 7);
        let x = swap(x, 0x0000_CCCC_0000_CCCC, 14);
        self.with(swap(x, 0x0000_0000_F0F0_F0F0, 28))
    }

    /// The states that are related to some state, as a predicate.
    pub(super) fn domain(self) -> Self {
        self.then(Self::top(self.states)).and(Self::one(self.states))
    }

    /// Sets the bits of the states that some state of `from` leads to.
    pub(super) fn image(self, from: impl Iterator<Item = usize>) -> u64 {
        from.fold(0, |to, s| to | self.bits >> (8 * s) & ROW)
    }
}
