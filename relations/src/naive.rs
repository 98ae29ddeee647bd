//! The relational model as S5 section 3 tells it: sets of pairs, and each operation by its prose.
//!
//! Slow on purpose. Every function is short enough to be held against the sentence it comes from; a
//! faster model is checked against this one.

use reductio_algebra::{OmegaAlgebra, Sort};

use crate::enumeration::number_of;
use crate::relation::PairSet;

/// The algebra of all relations over the states `0..states`, with the operations of S5 section 3.
///
/// ```
/// use reductio_algebra::OmegaAlgebra;
/// use reductio_relations::{Naive, PairSet};
/// let model = Naive { states: 3 };
/// // 0 may step to 1, and 1 may step to itself for ever: from 0 and 1 everything is possible.
/// let step = PairSet::from([(0, 1), (1, 1)]);
/// assert_eq!(model.star(&step).to_string(), "{(0,0), (0,1), (1,1), (2,2)}");
/// assert_eq!(model.omega(&step).to_string(), "{(0,0), (0,1), (0,2), (1,0), (1,1), (1,2)}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naive {
    /// The number of states.
    pub states: usize,
}

impl Naive {
    /// The relation `T`: every state is related to every state.
    pub fn top(&self) -> PairSet {
        (0..self.states).flat_map(|a| (0..self.states).map(move |b| (a, b))).collect()
    }

    /// Decides whether the states of all pairs are states of the model.
    pub fn has(&self, x: &PairSet) -> bool {
        x.pairs().all(|(a, b)| a < self.states && b < self.states)
    }

    /// Whether `x` can be iterated from `state` without end. A finite model has an infinite path exactly
    /// where it has a path into a cycle.
    fn may_run_forever(self, x: &PairSet, state: usize) -> bool {
        let reached = self.star(x);
        let again = self.seq(x, &reached);
        reached.image(state).any(|c| again.contains(c, c))
    }
}

/// The operations of S5 section 3 on relations.
impl OmegaAlgebra for Naive {
    type Element = PairSet;

    /// The empty relation `0`.
    fn zero(&self) -> PairSet {
        PairSet::new()
    }

    /// The identity `1`.
    fn one(&self) -> PairSet {
        (0..self.states).map(|a| (a, a)).collect()
    }

    /// The union `x + y`.
    fn plus(&self, x: &PairSet, y: &PairSet) -> PairSet {
        x.union(y)
    }

    /// The composition `x y`: a step of `x`, then a step of `y`.
    fn seq(&self, x: &PairSet, y: &PairSet) -> PairSet {
        x.pairs().flat_map(|(a, b)| y.image(b).map(move |c| (a, c))).collect()
    }

    /// The reflexive transitive closure `x*`: any number of steps.
    fn star(&self, x: &PairSet) -> PairSet {
        let mut reached = self.one();
        loop {
            let more = reached.union(&self.seq(&reached, x));
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The infinite iteration `x^w`: a state with an infinite path is related to every state.
    fn omega(&self, x: &PairSet) -> PairSet {
        (0..self.states)
            .filter(|&a| self.may_run_forever(x, a))
            .flat_map(|a| (0..self.states).map(move |b| (a, b)))
            .collect()
    }

    /// The complement `!p`: the states where `p` does not hold.
    fn complement(&self, p: &PairSet) -> PairSet {
        self.one().minus(p)
    }

    /// Whether the relation is a predicate: it relates states to themselves only.
    fn is_predicate(&self, x: &PairSet) -> bool {
        x.is_subset(&self.one())
    }

    fn elements(&self, sort: Sort, most: u64) -> Option<Vec<PairSet>> {
        number_of(self.states, sort).filter(|n| *n <= most)?;
        Some(match sort {
            Sort::Action => self.relations().collect(),
            Sort::Predicate => self.predicates().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Naive = Naive { states: 2 };
    const THREE: Naive = Naive { states: 3 };

    #[test]
    fn omega_of_a_self_loop_is_everything_from_there() {
        assert_eq!(TWO.omega(&[(1, 1)].into()), [(1, 0), (1, 1)].into());
    }

    #[test]
    fn omega_of_a_longer_cycle_includes_what_leads_into_it() {
        let x = PairSet::from([(0, 1), (1, 2), (2, 1)]);
        assert_eq!(THREE.omega(&x), THREE.top());
    }

    #[test]
    fn omega_of_a_relation_that_ends_is_zero() {
        assert_eq!(THREE.omega(&[(0, 1), (1, 2), (0, 2)].into()), THREE.zero());
    }

    #[test]
    fn omega_of_one_is_top() {
        assert_eq!(THREE.omega(&THREE.one()), THREE.top());
        assert_eq!(THREE.top().len(), 9);
    }

    #[test]
    fn star_is_reflexive_and_transitive() {
        let x = PairSet::from([(0, 1), (1, 2)]);
        let star = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].into();
        assert_eq!(THREE.star(&x), star);
        assert_eq!(THREE.star(&THREE.zero()), THREE.one());
    }

    #[test]
    fn composition_goes_from_left_to_right() {
        assert_eq!(TWO.seq(&[(0, 1)].into(), &[(1, 0)].into()), [(0, 0)].into());
        assert_eq!(TWO.seq(&[(0, 1)].into(), &[(0, 1)].into()), TWO.zero());
    }

    #[test]
    fn complement_stays_within_the_identity() {
        assert_eq!(THREE.complement(&[(1, 1)].into()), [(0, 0), (2, 2)].into());
        assert_eq!(THREE.complement(&THREE.one()), THREE.zero());
    }

    #[test]
    fn predicates_are_the_subsets_of_the_identity() {
        assert!(TWO.is_predicate(&[(1, 1)].into()));
        assert!(!TWO.is_predicate(&[(0, 1)].into()));
    }

    #[test]
    fn a_state_beyond_the_last_is_noticed() {
        assert!(TWO.has(&TWO.top()) && !TWO.has(&[(0, 2)].into()));
    }
}
