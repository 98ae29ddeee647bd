//! Numbers of threads in equal local states, as abstract states have them.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::space::{LocalId, Space};

/// Local states, sorted, each with the number of threads in it: a number that is that of the local state above eight
/// bits, of which the last says whether there may be more threads.
pub(crate) type Counts = SmallVec<[u32; 8]>;

/// The number of local states from which on there is no room for a count.
pub(crate) const MOST_LOCALS: usize = 1 << 24;

/// The greatest level.
pub(crate) const MOST_LEVEL: usize = 120;

/// A number of threads in a local state: exactly so many, or so many or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) least: u8,
    pub(crate) is_open: bool,
}

impl Count {
    pub(crate) const NONE: Count = Count { least: 0, is_open: false };
    pub(crate) const ONE: Count = Count { least: 1, is_open: false };

    pub(crate) fn at(self, local: LocalId) -> u32 {
        local << 8 | u32::from(self.least) << 1 | u32::from(self.is_open)
    }

    pub(crate) fn and(self, other: Count) -> Count {
        Count {
            least: self.least.saturating_add(other.least),
            is_open: self.is_open || other.is_open,
        }
    }
}

/// The local state, and how many threads are in it.
pub(crate) fn parts(one: u32) -> (LocalId, Count) {
    let count = one.to_le_bytes()[0];
    (one >> 8, Count { least: count >> 1, is_open: count & 1 == 1 })
}

/// The local states of the least configuration that an abstract state stands for.
pub(crate) fn least(counts: &Counts) -> SmallVec<[LocalId; 16]> {
    let all = counts.iter().map(|one| parts(*one));
    all.flat_map(|(local, count)| std::iter::repeat_n(local, usize::from(count.least))).collect()
}

/// The number from which on threads in a local state are not counted, for each local state.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    /// By local state; those that are missing have the level of all.
    own: Vec<u8>,
    all: u8,
}

impl Levels {
    /// One level for all local states.
    pub(crate) fn uniform(level: u8) -> Self {
        Levels { own: Vec::new(), all: level }
    }

    /// The level of a local state.
    pub(crate) fn of(&self, local: LocalId) -> u8 {
        self.own.get(local as usize).copied().unwrap_or(self.all)
    }

    /// The greatest level.
    pub(crate) fn most(&self) -> usize {
        usize::from(self.own.iter().copied().max().unwrap_or(0).max(self.all))
    }

    /// Raises the levels of all local states at the control points of some, up to a greatest one. Returns whether one
    /// was raised.
    pub(crate) fn raise(&mut self, locals: &[LocalId], most: u8, space: &Space) -> bool {
        let point = |local: LocalId| {
            let local = space.locals.get(local);
            (local.family, local.cells[0])
        };
        let points: FxHashSet<_> = locals.iter().map(|local| point(*local)).collect();
        let all = LocalId::try_from(space.locals.len()).expect("local states have numbers");
        let mut own: Vec<u8> = (0..all).map(|local| self.of(local)).collect();
        let mut is_raised = false;
        for local in (0..all).filter(|local| points.contains(&point(*local))) {
            let level = &mut own[local as usize];
            is_raised |= *level < most;
            *level = (*level + 1).min(most);
        }
        self.own = own;
        is_raised
    }
}
