//! Relations as rows of bits: row `s` is the set of the states that `s` is related to.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of states below 64: bit `s` is state `s`.
pub type States = u64;

/// The members of a set of states, in ascending order.
///
/// ```
/// use reductio_relations::systems::members;
/// assert_eq!(members(0b1010).collect::<Vec<_>>(), [1, 3]);
/// ```
pub fn members(mut set: States) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(least)
    })
}

/// The set of all of `states` states, at most 64.
pub(super) fn all_states(states: usize) -> States {
    if states >= 64 { States::MAX } else { (1 << states) - 1 }
}

/// A relation over a small number of states, read and written by rows (row = source state).
pub trait Rows: Clone + Debug + Eq + Ord + Hash {
    /// The largest number of states.
    const MAX: usize;

    /// The empty relation over `states` states.
    fn empty(states: usize) -> Self;
    /// The states that `state` is related to.
    fn row(&self, state: usize) -> States;
    /// Makes `targets` the states that `state` is related to.
    fn set_row(&mut self, state: usize, targets: States);

    /// Decides whether state `from` is related to state `to`.
    fn contains(&self, from: usize, to: usize) -> bool {
        self.row(from) >> to & 1 == 1
    }

    /// Adds a pair.
    fn insert(&mut self, from: usize, to: usize) {
        self.set_row(from, self.row(from) | 1 << to);
    }

    /// Removes a pair.
    fn remove(&mut self, from: usize, to: usize) {
        self.set_row(from, self.row(from) & !(1 << to));
    }
}

/// A relation over at most 8 states in one word: byte `s` is row `s`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub u64);

impl Rows for Word {
    const MAX: usize = 8;

    fn empty(_: usize) -> Self {
        Word(0)
    }

    fn row(&self, state: usize) -> States {
        self.0 >> (8 * state) & 0xFF
    }

    fn set_row(&mut self, state: usize, targets: States) {
        self.0 = self.0 & !(0xFF << (8 * state)) | (targets & 0xFF) << (8 * state);
    }
}

/// A relation over at most 64 states: one word for each row.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide(Box<[States]>);

impl Rows for Wide {
    const MAX: usize = 64;

    fn empty(states: usize) -> Self {
        Wide(vec![0; states].into())
    }

    fn row(&self, state: usize) -> States {
        self.0[state]
    }

    fn set_row(&mut self, state: usize, targets: States) {
        self.0[state] = targets;
    }
}

/// The states that `from` leads to.
pub(super) fn image<R: Rows>(x: &R, from: States) -> States {
    members(from).fold(0, |to, s| to | x.row(s))
}

/// The states out of `within` from which `x` leads into `to`.
pub(super) fn preimage<R: Rows>(x: &R, within: States, to: States) -> States {
    members(within).filter(|&s| x.row(s) & to != 0).fold(0, |from, s| from | 1 << s)
}

/// The states out of `within` from which `x*` leads into `to`, and `to` itself.
pub(super) fn reaching<R: Rows>(x: &R, within: States, to: States) -> States {
    let mut found = to;
    loop {
        let more = preimage(x, within & !found, found);
        if more == 0 {
            return found;
        }
        found |= more;
    }
}

/// The states out of `within` from which `x` has an infinite path that stays in `within`.
pub(super) fn endless<R: Rows>(x: &R, within: States) -> States {
    let mut left = within;
    loop {
        let stay = preimage(x, left, left);
        if stay == left {
            return left;
        }
        left = stay;
    }
}

/// The number of pairs of `x` over `states` states.
pub(super) fn pairs<R: Rows>(x: &R, states: usize) -> u32 {
    (0..states).map(|s| x.row(s).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation<R: Rows>(states: usize, pairs: &[(usize, usize)]) -> R {
        let mut x = R::empty(states);
        for &(s, t) in pairs {
            x.insert(s, t);
        }
        x
    }

    #[test]
    fn both_representations_hold_the_same_pairs() {
        let list = [(0, 7), (7, 0), (3, 3), (3, 4)];
        let (word, wide): (Word, Wide) = (relation(8, &list), relation(8, &list));
        for s in 0..8 {
            assert_eq!(word.row(s), wide.row(s));
            assert!((0..8).all(|t| word.contains(s, t) == list.contains(&(s, t))));
        }
        let mut less = word;
        less.remove(3, 4);
        assert_eq!(pairs(&less, 8), 3);
        assert_eq!(word.0, 0x0000_0000_1800_0080 | 1 << 56);
    }

    #[test]
    fn paths_backwards_and_cycles() {
        let x: Word = relation(4, &[(0, 1), (1, 2), (3, 3)]);
        assert_eq!(image(&x, 0b1001), 0b1010);
        assert_eq!(preimage(&x, 0b1111, 0b0100), 0b0010);
        assert_eq!(reaching(&x, 0b1111, 0b0100), 0b0111);
        assert_eq!(reaching(&x, 0b1101, 0b0100), 0b0100);
        assert_eq!(endless(&x, 0b1111), 0b1000);
        assert_eq!(endless(&x, 0b0111), 0);
    }

    #[test]
    fn all_of_64_states() {
        assert_eq!(all_states(64), u64::MAX);
        assert_eq!(all_states(3), 7);
        assert_eq!(members(u64::MAX).count(), 64);
    }
}
