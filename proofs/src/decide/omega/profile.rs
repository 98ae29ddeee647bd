//! Profiles: the effect of a word on all tails of the right side at once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::reach::Path;

/// All tests at one place, as bits.
pub(super) type Atom = u32;

/// A set of numbers, as bits.
pub(super) type Bits = Vec<u64>;

/// Decides whether every member of `a` is one of `b`.
pub(super) fn is_subset(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(x, y)| x & !y == 0)
}

fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter()
        .enumerate()
        .flat_map(|(k, &word)| (0..64).filter(move |i| word >> i & 1 == 1).map(move |i| k * 64 + i))
}

fn join(into: &mut [u64], more: &[u64]) {
    into.iter_mut().zip(more).for_each(|(x, y)| *x |= y);
}

/// The ways of a word: from which of `n` places to which it may lead, and where it may start a round of an omega.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    /// All ways, row by row.
    any: Vec<Bits>,
    marked: Vec<Bits>,
}

impl Matrix {
    /// The matrix without any way.
    pub(super) fn empty(n: usize) -> Self {
        let rows = vec![vec![0; n.div_ceil(64)]; n];
        Matrix { any: rows.clone(), marked: rows }
    }

    /// The matrix of the ways from each place to itself.
    pub(super) fn identity(n: usize) -> Self {
        let mut all = Matrix::empty(n);
        (0..n).for_each(|i| all.enter(i, i, false));
        all
    }

    /// Adds a way.
    pub(super) fn enter(&mut self, from: usize, to: usize, marked: bool) {
        self.any[from][to / 64] |= 1 << (to % 64);
        if marked {
            self.marked[from][to / 64] |= 1 << (to % 64);
        }
    }

    /// The matrix of a word after another: first this one, then `next`.
    fn then(&self, next: &Matrix) -> Self {
        let mut all = Matrix::empty(self.any.len());
        for (i, row) in self.any.iter().enumerate() {
            for j in members(row) {
                join(&mut all.any[i], &next.any[j]);
                join(&mut all.marked[i], &next.marked[j]);
            }
            for j in members(&self.marked[i]) {
                join(&mut all.marked[i], &next.any[j]);
            }
        }
        all
    }

    fn is_below(&self, other: &Matrix) -> bool {
        let below = |a: &[Bits], b: &[Bits]| a.iter().zip(b).all(|(x, y)| is_subset(x, y));
        below(&self.any, &other.any) && below(&self.marked, &other.marked)
    }

    /// The places that the word leads to from those in `row`.
    pub(super) fn image(&self, row: &[u64]) -> Bits {
        let mut all = vec![0; row.len()];
        members(row).for_each(|j| join(&mut all, &self.any[j]));
        all
    }

    /// The places from which the word, read for ever, starts rounds for ever.
    pub(super) fn accepting(&self) -> Bits {
        let n = self.any.len();
        let mut reach = self.any.clone();
        for k in 0..n {
            for i in 0..n {
                if reach[i][k / 64] >> (k % 64) & 1 == 1 {
                    let row = reach[k].clone();
                    join(&mut reach[i], &row);
                }
            }
        }
        let mut all = vec![0; n.div_ceil(64)];
        for i in 0..n {
            let on_cycle = |j| i == j || reach[j][i / 64] >> (i % 64) & 1 == 1;
            if members(&self.marked[i]).any(on_cycle) {
                all[i / 64] |= 1 << (i % 64);
            }
        }
        let into: Vec<usize> =
            (0..n).filter(|&q| members(&reach[q]).any(|i| has(&all, i))).collect();
        for q in into {
            all[q / 64] |= 1 << (q % 64);
        }
        all
    }
}

fn has(bits: &[u64], i: usize) -> bool {
    bits[i / 64] >> (i % 64) & 1 == 1
}

/// The effect of some words: the tests before and after them, their ways, and one such word.
#[derive(Clone)]
pub(super) struct Profile {
    pub(super) from: Atom,
    pub(super) to: Atom,
    pub(super) matrix: Rc<Matrix>,
    pub(super) path: Path,
    /// The number of actions.
    pub(super) length: usize,
}

impl Profile {
    /// The profile of a word after another, which starts under the tests that the first ends in.
    pub(super) fn then(&self, next: &Profile) -> Profile {
        Profile {
            from: self.from,
            to: next.to,
            matrix: Rc::new(self.matrix.then(&next.matrix)),
            path: self.path.then(&next.path),
            length: self.length + next.length,
        }
    }
}

/// A set of profiles, none above another: it suffices to look at the least.
#[derive(Clone, Default)]
pub(super) struct Profiles {
    pub(super) all: Vec<Profile>,
    places: FxHashMap<(Atom, Atom), Vec<usize>>,
}

impl Profiles {
    /// Adds a profile unless it is above one that is here.
    pub(super) fn enter(&mut self, new: Profile) {
        let known = self.places.entry((new.from, new.to)).or_default();
        if !known.iter().any(|&k| self.all[k].matrix.is_below(&new.matrix)) {
            known.push(self.all.len());
            self.all.push(new);
        }
    }
}
