//! Permutations of states and of processes, and their conjugacy classes.

use super::rows::{Rows, States, Word, members};

/// A permutation of at most 8 states or processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Renaming {
    size: usize,
    image: [u8; 8],
}

impl Renaming {
    pub(super) fn identity(size: usize) -> Self {
        Renaming { size, image: [0, 1, 2, 3, 4, 5, 6, 7] }
    }

    /// All permutations of `size` numbers, the identity first.
    pub(super) fn all(size: usize) -> Vec<Self> {
        let mut found = vec![Renaming::identity(size)];
        for last in 1..size {
            // Every permutation of 0..last, then with `last` exchanged for each earlier place.
            let mut more = found.clone();
            for place in (0..last).rev() {
                more.extend(found.iter().map(|r| {
                    let mut new = *r;
                    new.image.swap(place, last);
                    new
                }));
            }
            found = more;
        }
        found
    }

    pub(super) fn is_identity(self) -> bool {
        (0..self.size).all(|s| self.at(s) == s)
    }

    pub(super) fn at(self, s: usize) -> usize {
        usize::from(self.image[s])
    }

    /// The composition: this permutation, then `next`.
    pub(super) fn then(self, next: Self) -> Self {
        let mut new = self;
        new.image.iter_mut().for_each(|at| *at = next.image[usize::from(*at)]);
        new
    }

    pub(super) fn power(self, exponent: usize) -> Self {
        (0..exponent).fold(Renaming::identity(self.size), |r, _| r.then(self))
    }

    pub(super) fn set(self, from: States) -> States {
        members(from).fold(0, |to, s| to | 1 << self.at(s))
    }

    pub(super) fn word(self, x: Word) -> Word {
        let mut y = Word(0);
        (0..self.size).for_each(|s| y.set_row(self.at(s), self.set(x.row(s))));
        y
    }

    /// The length of the cycle of `s`.
    pub(super) fn cycle(self, s: usize) -> usize {
        let mut length = 1;
        let mut at = self.at(s);
        while at != s {
            at = self.at(at);
            length += 1;
        }
        length
    }

    /// The members of `within`, an invariant set, that are the least of their cycles.
    pub(super) fn representatives(self, within: States) -> impl Iterator<Item = usize> {
        members(within).filter(move |&s| {
            let mut at = self.at(s);
            while at > s {
                at = self.at(at);
            }
            at == s
        })
    }

    /// The number of cycles on `within`, an invariant set.
    pub(super) fn orbits(self, within: States) -> u32 {
        let count = self.representatives(within).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The lengths of all cycles, longest first.
    pub(super) fn cycle_type(self) -> Vec<usize> {
        let all = super::rows::all_states(self.size);
        let mut lengths: Vec<usize> = self.representatives(all).map(|s| self.cycle(s)).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths
    }

    /// One permutation of each cycle type, with the number of permutations of that type.
    pub(super) fn classes(size: usize) -> Vec<(Self, u64)> {
        let mut found: Vec<(Vec<usize>, Self, u64)> = Vec::new();
        for renaming in Renaming::all(size) {
            let lengths = renaming.cycle_type();
            match found.iter_mut().find(|class| class.0 == lengths) {
                Some(class) => class.2 += 1,
                None => found.push((lengths, renaming, 1)),
            }
        }
        found.into_iter().map(|(_, renaming, number)| (renaming, number)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_n_factorial_permutations() {
        for (size, factorial) in [(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
            let all = Renaming::all(size);
            assert_eq!(all.len(), factorial);
            assert!(all[0].is_identity());
            assert!(all.iter().enumerate().all(|(k, r)| !all[..k].contains(r)));
        }
    }

    #[test]
    fn classes_are_the_partitions() {
        for (size, partitions) in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 7)] {
            let classes = Renaming::classes(size);
            assert_eq!(classes.len(), partitions);
            assert!(classes[0].0.is_identity());
            let total: u64 = classes.iter().map(|(_, number)| number).sum();
            assert_eq!(total, (1..=size as u64).product());
        }
    }

    #[test]
    fn a_renaming_has_the_cycles_of_its_permutation() {
        // 0 -> 1 -> 2 -> 0, 3 -> 3.
        let turn = Renaming { size: 4, image: [1, 2, 0, 3, 4, 5, 6, 7] };
        assert_eq!((turn.cycle(0), turn.cycle(3), turn.orbits(0b1111)), (3, 1, 2));
        assert_eq!(turn.cycle_type(), [3, 1]);
        assert_eq!(turn.representatives(0b0111).collect::<Vec<_>>(), [0]);
        assert!(turn.power(3).is_identity());
        assert_eq!(turn.set(0b1001), 0b1010);
        assert_eq!(turn.word(Word(0b0010)).row(1), 0b0100);
    }
}
