//! Relations: finite sets of pairs of states.

use std::collections::BTreeSet;
use std::fmt;

/// A binary relation over states: the set of its pairs (state before, state after).
///
/// ```
/// use reductio_relations::PairSet;
/// let step = PairSet::from([(0, 1), (1, 0)]);
/// assert_eq!(step.to_string(), "{(0,1), (1,0)}");
/// assert!(step.contains(0, 1) && !step.contains(0, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairSet(BTreeSet<(usize, usize)>);

impl PairSet {
    /// The empty relation.
    pub fn new() -> Self {
        Self::default()
    }

    /// Decides whether state `from` is related to state `to`.
    pub fn contains(&self, from: usize, to: usize) -> bool {
        self.0.contains(&(from, to))
    }

    /// The pairs in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().copied()
    }

    /// The states that `from` is related to, in ascending order.
    pub fn image(&self, from: usize) -> impl Iterator<Item = usize> {
        self.0.range((from, 0)..=(from, usize::MAX)).map(|&(_, to)| to)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether no state is related to any.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Decides whether every pair of `self` is a pair of `other`.
    pub fn is_subset(&self, other: &PairSet) -> bool {
        self.0.is_subset(&other.0)
    }

    /// The pairs of either relation.
    #[must_use]
    pub fn union(&self, other: &PairSet) -> Self {
        PairSet(self.0.union(&other.0).copied().collect())
    }

    /// The pairs of `self` that `other` lacks.
    #[must_use]
    pub fn minus(&self, other: &PairSet) -> Self {
        PairSet(self.0.difference(&other.0).copied().collect())
    }
}

impl FromIterator<(usize, usize)> for PairSet {
    fn from_iter<I: IntoIterator<Item = (usize, usize)>>(pairs: I) -> Self {
        PairSet(pairs.into_iter().collect())
    }
}

impl<const N: usize> From<[(usize, usize); N]> for PairSet {
    fn from(pairs: [(usize, usize); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl fmt::Display for PairSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (k, (from, to)) in self.pairs().enumerate() {
            write!(f, "{}({from},{to})", if k > 0 { ", " } else { "" })?;
        }
        f.write_str("}")
    }
}
