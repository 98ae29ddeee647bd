//! All models of a given size, or random ones from a seed.

use reductio_algebra::{Sort, Symbol};

use crate::assignment::Assignment;
use crate::naive::Naive;
use crate::relation::PairSet;

/// The pairs of `cells` whose bit is set in `code`.
fn chosen(cells: &[(usize, usize)], code: u64) -> PairSet {
    cells.iter().enumerate().filter(|(k, _)| code >> k & 1 == 1).map(|(_, pair)| *pair).collect()
}

/// The number of relations, or predicates, over so many states; `None` from 2^64 on.
pub(crate) fn number_of(states: usize, sort: Sort) -> Option<u64> {
    let cells = match sort {
        Sort::Predicate => states,
        Sort::Action => states.checked_mul(states)?,
    };
    1u64.checked_shl(u32::try_from(cells).ok()?)
}

impl Naive {
    fn cells(self, sort: Sort) -> Vec<(usize, usize)> {
        match sort {
            Sort::Predicate => (0..self.states).map(|a| (a, a)).collect(),
            Sort::Action => self.top().pairs().collect(),
        }
    }

    fn all_of(self, sort: Sort) -> impl Iterator<Item = PairSet> {
        let cells = self.cells(sort);
        assert!(cells.len() < 64, "relations over {} states are too many to count", self.states);
        (0..1u64 << cells.len()).map(move |code| chosen(&cells, code))
    }

    /// All relations, the empty one first: 2^(n n) of them, for `n` states.
    ///
    /// # Panics
    /// From 8 states on.
    pub fn relations(self) -> impl Iterator<Item = PairSet> {
        self.all_of(Sort::Action)
    }

    /// All predicates, 0 first and 1 last: 2^n of them, for `n` states.
    ///
    /// # Panics
    /// From 64 states on.
    pub fn predicates(self) -> impl Iterator<Item = PairSet> {
        self.all_of(Sort::Predicate)
    }

    /// The number of assignments that [`Naive::assignments`] runs through, `None` when it is 2^128 or more.
    pub fn count_assignments(self, processes: usize, symbols: &[Symbol]) -> Option<u128> {
        let bits: usize = places(processes, symbols).map(|(s, _)| self.cells(s.sort).len()).sum();
        1u128.checked_shl(u32::try_from(bits).ok()?)
    }

    /// All assignments of elements to `symbols` at all indices below `processes`.
    ///
    /// # Panics
    /// From 8 states on.
    pub fn assignments(
        self,
        processes: usize,
        symbols: &[Symbol],
    ) -> impl Iterator<Item = Assignment<PairSet>> {
        let actions: Vec<PairSet> = self.relations().collect();
        let predicates: Vec<PairSet> = self.predicates().collect();
        let places: Vec<_> = places(processes, symbols).collect();
        let mut digits = Some(vec![0usize; places.len()]);
        std::iter::from_fn(move || {
            let now = digits.take()?;
            let range = |symbol: &Symbol| match symbol.sort {
                Sort::Action => &actions,
                Sort::Predicate => &predicates,
            };
            let mut all = Assignment::new(processes);
            for ((symbol, indices), digit) in places.iter().zip(&now) {
                all.set(symbol, indices, range(symbol)[*digit].clone());
            }
            // The next number, where the digit of a place has as many values as its sort has elements.
            let mut next = now;
            for ((symbol, _), digit) in places.iter().zip(&mut next) {
                *digit += 1;
                if *digit < range(symbol).len() {
                    digits = Some(next);
                    break;
                }
                *digit = 0;
            }
            Some(all)
        })
    }
}

/// Each symbol with each tuple of indices below `processes`.
pub(crate) fn places(
    processes: usize,
    symbols: &[Symbol],
) -> impl Iterator<Item = (Symbol, Vec<usize>)> {
    symbols.iter().flat_map(move |symbol| {
        let none = vec![Vec::new()];
        let tuples = (0..symbol.arity).fold(none, |tuples, _| {
            let longer = |t: Vec<usize>| (0..processes).map(move |i| [&t[..], &[i]].concat());
            tuples.into_iter().flat_map(longer).collect()
        });
        tuples.into_iter().map(|indices| (symbol.clone(), indices))
    })
}

/// A reproducible stream of random models. The same seed gives the same models on every machine.
///
/// ```
/// use reductio_relations::{Naive, Random};
/// let model = Naive { states: 3 };
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.relation(model), other.relation(model));
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 random bits (`SplitMix64`).
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A random number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.bits() % n.max(1) as u64).unwrap_or(0)
    }

    /// A random element: the density is random too, so that sparse relations and full ones occur.
    fn element(&mut self, model: Naive, sort: Sort) -> PairSet {
        let density = self.bits() % 5;
        model.cells(sort).into_iter().filter(|_| self.bits() % 4 < density).collect()
    }

    /// A random relation.
    pub fn relation(&mut self, model: Naive) -> PairSet {
        self.element(model, Sort::Action)
    }

    /// A random predicate.
    pub fn predicate(&mut self, model: Naive) -> PairSet {
        self.element(model, Sort::Predicate)
    }

    /// A random assignment to `symbols` at all indices below `processes`.
    pub fn assignment(
        &mut self,
        model: Naive,
        processes: usize,
        symbols: &[Symbol],
    ) -> Assignment<PairSet> {
        let mut all = Assignment::new(processes);
        for (symbol, indices) in places(processes, symbols) {
            let value = self.element(model, symbol.sort);
            all.set(&symbol, &indices, value);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use reductio_algebra::{OmegaAlgebra, name};

    #[test]
    fn there_are_as_many_elements_as_subsets() {
        for n in 0..=3 {
            let model = Naive { states: n };
            let relations: BTreeSet<PairSet> = model.relations().collect();
            let predicates: BTreeSet<PairSet> = model.predicates().collect();
            assert_eq!(relations.len(), 1 << (n * n));
            assert_eq!(predicates.len(), 1 << n);
            assert!(predicates.iter().all(|p| model.is_predicate(p)));
            assert!(relations.iter().all(|x| model.has(x)));
        }
    }

    #[test]
    fn assignments_are_counted_and_differ() {
        let model = Naive { states: 1 };
        let symbols = [
            Symbol::action(name!("u"), 1),
            Symbol::predicate(name!("q"), 0),
            Symbol::action(name!("w"), 2),
        ];
        let all: Vec<_> = model.assignments(2, &symbols).collect();
        assert_eq!(model.count_assignments(2, &symbols), Some(1 << 7));
        assert_eq!(all.len(), 1 << 7);
        assert!(all.iter().enumerate().all(|(k, a)| !all[..k].contains(a)));
    }

    #[test]
    fn no_symbol_has_one_assignment() {
        assert_eq!(Naive { states: 2 }.assignments(1, &[]).count(), 1);
    }

    #[test]
    fn a_count_that_does_not_fit_is_none() {
        assert_eq!(
            Naive { states: 12 }.count_assignments(1, &[Symbol::action(name!("x"), 0)]),
            None
        );
    }

    #[test]
    fn random_elements_are_elements_and_reach_both_ends() {
        let model = Naive { states: 2 };
        let mut random = Random::new(1);
        let seen: BTreeSet<PairSet> = (0..1000).map(|_| random.relation(model)).collect();
        assert_eq!(seen.len(), 16);
        assert!((0..100).all(|_| model.is_predicate(&random.predicate(model))));
    }
}
