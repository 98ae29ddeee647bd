//! Relations over at most eight states in one word: the pair `(a, b)` is bit `8 a + b`.
//!
//! Written from the definitions once more, so that a fault here shows as a countermodel that [`crate::Naive`]
//! does not confirm.

/// The largest number of states.
pub(super) const MOST_STATES: usize = 8;

/// Column 0 of every row.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The constants of the relations over `n` states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) n: usize,
    pub(super) one: u64,
    pub(super) top: u64,
    /// The number of squarings that make `1 + x` into `x*`.
    squarings: u32,
}

impl Board {
    pub(super) fn new(n: usize) -> Self {
        let row = (1u64 << n) - 1;
        let (mut one, mut top) = (0, 0);
        for a in 0..n {
            one |= 1 << (9 * a);
            top |= row << (8 * a);
        }
        // Shortest paths have at most n - 1 steps.
        let squarings = (n - 1).next_power_of_two().trailing_zeros();
        Board { n, one, top, squarings }
    }

    pub(super) fn seq(self, x: u64, y: u64) -> u64 {
        let mut product = 0;
        for b in 0..self.n {
            // Every row of x that has column b gets row b of y.
            let rows = ((x >> b) & COLUMN) * 0xFF;
            let row = ((y >> (8 * b)) & 0xFF) * COLUMN;
            product |= rows & row;
        }
        product
    }

    pub(super) fn star(self, x: u64) -> u64 {
        let mut reached = x | self.one;
        for _ in 0..self.squarings {
            reached = self.seq(reached, reached);
        }
        reached
    }

    pub(super) fn omega(self, x: u64) -> u64 {
        // Steps into states that cannot go on are left out until none is left.
        let mut alive = self.top;
        loop {
            let states = (first_bits(x & columns(alive)) * 0xFF) & self.top;
            if states == alive {
                return alive;
            }
            alive = states;
        }
    }

    pub(super) fn complement(self, p: u64) -> u64 {
        self.one & !p
    }
}

/// Bit 0 of every row that is not empty.
fn first_bits(x: u64) -> u64 {
    const LOW: u64 = 0x7F * COLUMN;
    ((((x & LOW) + LOW) | x) >> 7) & COLUMN
}

/// A set of states given by full rows, as full columns.
fn columns(rows: u64) -> u64 {
    // Gathers bit 0 of the rows into one row, and copies this row.
    (((rows & COLUMN).wrapping_mul(0x0102_0408_1020_4080)) >> 56) * COLUMN
}

/// The pairs of a relation.
pub(super) fn pairs(x: u64) -> impl Iterator<Item = (usize, usize)> {
    bits(x).map(|bit| (bit / 8, bit % 8))
}

/// The positions of the bits that are set.
pub(super) fn bits(mut x: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (x != 0).then(|| {
            let bit = x.trailing_zeros() as usize;
            x &= x - 1;
            bit
        })
    })
}

/// The relation with these pairs.
pub(super) fn from_pairs(pairs: impl Iterator<Item = (usize, usize)>) -> u64 {
    pairs.fold(0, |x, (a, b)| x | 1 << (8 * a + b))
}

#[cfg(test)]
mod tests {
    use reductio_algebra::OmegaAlgebra;

    use super::*;
    use crate::{Naive, Random};

    #[test]
    fn operations_agree_with_the_naive_model() {
        let mut random = Random::new(11);
        for n in 1..=MOST_STATES {
            let (model, board) = (Naive { states: n }, Board::new(n));
            let word = |x: &crate::PairSet| from_pairs(x.pairs());
            assert_eq!((board.one, board.top), (word(&model.one()), word(&model.top())));
            for _ in 0..400 {
                let (x, y) = (random.relation(model), random.relation(model));
                let p = random.predicate(model);
                assert_eq!(board.seq(word(&x), word(&y)), word(&model.seq(&x, &y)), "{x} {y}");
                assert_eq!(board.star(word(&x)), word(&model.star(&x)), "{x}");
                assert_eq!(board.omega(word(&x)), word(&model.omega(&x)), "{x}");
                assert_eq!(board.complement(word(&p)), word(&model.complement(&p)), "{p}");
            }
        }
    }
}
