//! Numbers of threads, one for each family, in the order in which they are tried.

use std::cmp::Ordering;

use crate::space::{LocalId, Space};

/// A number of threads of each family. The order is that of the sums; of equal sums, that of the families.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<usize>);

impl Numbers {
    pub(crate) fn sum(&self) -> usize {
        self.0.iter().sum()
    }

    /// The numbers of threads of a configuration; of families of which fewer are not allowed, the least.
    pub(crate) fn with(&self, locals: &[LocalId], space: &Space) -> Numbers {
        let count = |family| locals.iter().filter(|one| space.family(**one) == family).count();
        let numbers = self.0.iter().enumerate();
        Numbers(numbers.map(|(family, least)| count(family).max(*least)).collect())
    }

    /// The numbers that come next, none below the least.
    pub(crate) fn following(&self, least: &Numbers) -> Numbers {
        let mut next = self.clone();
        // The last family that has more threads than it must have gives one to the one before, and the others but one
        // go to the last family: that is the next of equal sum.
        let last = next.0.len() - 1;
        let giver = (1..=last).rev().find(|family| next.0[*family] > least.0[*family]);
        let Some(giver) = giver else {
            next.0.clone_from(&least.0);
            next.0[last] += self.sum() + 1 - least.sum();
            return next;
        };
        next.0[giver - 1] += 1;
        let rest = next.0[giver] - least.0[giver] - 1;
        next.0[giver] = least.0[giver];
        next.0[last] += rest;
        next
    }
}

impl PartialOrd for Numbers {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Numbers {
    fn cmp(&self, other: &Self) -> Ordering {
        self.sum().cmp(&other.sum()).then_with(|| self.0.cmp(&other.0))
    }
}
