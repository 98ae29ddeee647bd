//! The run cut into units: Burnside's lemma, one representative for each orbit.
//!
//! The number of systems up to renaming is the sum, over all pairs of a permutation of the states and
//! one of the processes, of the systems that the pair leaves as they are, divided by the number of
//! pairs. Conjugate pairs leave equally many, so one of each pair of cycle types is enough; the pair of
//! identities leaves all systems, and its term is the plain count. Within a term, `q` and the first core
//! are needed only up to permutations that commute with that of the states.

use std::sync::Arc;

use crate::systems::cores::{Core, cores, is_compatible};
use crate::systems::hypotheses::Hypotheses;
use crate::systems::renaming::Renaming;
use crate::systems::rows::{States, all_states};

/// The number of units, about, that a run is cut into, apart from those of single representatives.
const UNITS: u64 = 2000;

/// The fewest tuples of a unit.
const LEAST: u64 = 1 << 15;

/// The most tuples, compatible or not, of a run in which it does not pay to look which are compatible.
const SMALL: u64 = 1 << 26;

/// The systems with a given `q` that a permutation of the states and one of the processes leave as they are.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) states: usize,
    pub(super) q: States,
    pub(super) renaming: Renaming,
    /// The lengths of the cycles of the permutation of the processes, longest first.
    pub(super) cycles: Vec<usize>,
    /// The cores that the first process of each cycle may have.
    pub(super) cores: Vec<Arc<Vec<Core>>>,
    /// Cores for the first cycle, one of each orbit, with the size of the orbit.
    pub(super) first: Vec<(usize, u64)>,
    /// The number of pairs of permutations and sets `q` that the field stands for.
    pub(super) weight: u64,
}

impl Field {
    /// Tells whether the field contains every system with this `q`.
    pub(super) fn is_plain(&self) -> bool {
        self.renaming.is_identity() && self.cycles.iter().all(|length| *length == 1)
    }

    /// The cores of the processes of a cycle, from that of the first.
    pub(super) fn images(&self, core: &Core, length: usize) -> Vec<Core> {
        let mut images = vec![*core];
        while images.len() < length {
            let last = images[images.len() - 1];
            images.push(Core { u: self.renaming.word(last.u), p: self.renaming.set(last.p) });
        }
        images
    }

    /// Whether (14) and (16) hold among `new`, and between `new` and `old`.
    fn agree(&self, new: &[Core], old: &[Core]) -> bool {
        let fits = |a, b| is_compatible(a, b, self.states, self.q, Hypotheses::ALL);
        new.iter().enumerate().all(|(k, a)| new[..k].iter().chain(old).all(|b| fits(a, b)))
    }

    /// The cores of `list` that the first process of a cycle may have beside the others.
    pub(super) fn compatible(&self, list: &[Core], others: &[Core], length: usize) -> Vec<Core> {
        let fits = |core: &&Core| self.agree(&self.images(core, length), others);
        list.iter().filter(fits).copied().collect()
    }

    /// The cores of the first cycle, from the representative `at`, and for each other cycle the cores that are
    /// compatible with them. `None` when they are not compatible with each other.
    pub(super) fn begun(&self, at: usize) -> Option<(Vec<Core>, Vec<Vec<Core>>)> {
        let first = self.images(&self.cores[0][self.first[at].0], self.cycles[0]);
        if !self.agree(&first, &[]) {
            return None;
        }
        let mut lists: Vec<Vec<Core>> = Vec::new();
        for c in 1..self.cycles.len() {
            let same = lists.last().filter(|_| self.cycles[c] == self.cycles[c - 1]).cloned();
            let fresh = || self.compatible(&self.cores[c], &first, self.cycles[c]);
            lists.push(same.unwrap_or_else(fresh));
        }
        Some((first, lists))
    }

    /// The most tuples, for each representative.
    fn bounds(&self) -> Vec<u64> {
        vec![product(self.cores[1..].iter().map(|list| list.len())); self.first.len()]
    }

    /// The most tuples, for each representative, without tuples with a core that is not compatible with the first.
    fn sharper_bounds(&self) -> Vec<u64> {
        let number =
            |at| self.begun(at).map_or(0, |(_, lists)| product(lists.iter().map(Vec::len)));
        (0..self.first.len()).map(number).collect()
    }
}

fn product(numbers: impl Iterator<Item = usize>) -> u64 {
    numbers.fold(1, |product, n| product.saturating_mul(n as u64))
}

/// A part of a field: some of the representatives, or a slice of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) field: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// The number of the slice: of the cores for the second cycle every `slices`-th, from number `slice` on.
    pub(super) slice: usize,
    pub(super) slices: usize,
}

/// The run, cut into units of about the same number of tuples. They depend on the size only, so that a checkpoint can
/// speak of them.
pub(super) fn units(fields: &[Field]) -> Vec<Unit> {
    let total = |works: &[Vec<u64>]| works.iter().flatten().fold(0u64, |a, b| a.saturating_add(*b));
    let mut works: Vec<Vec<u64>> = fields.iter().map(Field::bounds).collect();
    if total(&works) > SMALL {
        works = fields.iter().map(Field::sharper_bounds).collect();
    }
    let most = LEAST.max(total(&works) / UNITS);
    works.iter().enumerate().flat_map(|(field, works)| cut(field, works, most)).collect()
}

/// The units of a field, of at most `most` tuples where slices can be made.
fn cut(field: usize, works: &[u64], most: u64) -> Vec<Unit> {
    let (mut units, mut from, mut sum) = (Vec::new(), 0, 0u64);
    for (at, &work) in works.iter().enumerate() {
        if from < at && sum.saturating_add(work) > most {
            units.push(Unit { field, from, to: at, slice: 0, slices: 1 });
            (from, sum) = (at, 0);
        }
        sum = sum.saturating_add(work);
        if work > most {
            let slices = usize::try_from(work.div_ceil(most)).unwrap_or(usize::MAX);
            units.extend((0..slices).map(|slice| Unit { field, from, to: at + 1, slice, slices }));
            (from, sum) = (at + 1, 0);
        }
    }
    if from < works.len() {
        units.push(Unit { field, from, to: works.len(), slice: 0, slices: 1 });
    }
    units
}

/// The orbits of `things` under `group`: the least of each, and their number.
fn orbits<T: Ord + Copy>(
    things: &[T],
    group: &[Renaming],
    moved: impl Fn(Renaming, T) -> T,
) -> Vec<(usize, u64)> {
    let mut found = Vec::new();
    for (at, &thing) in things.iter().enumerate() {
        let images = || group.iter().map(|r| moved(*r, thing));
        if images().all(|image| image >= thing) {
            let fixing = images().filter(|image| *image == thing).count();
            found.push((at, (group.len() / fixing) as u64));
        }
    }
    found
}

/// All fields for `states` states and `processes` processes, the plain ones first.
pub(super) fn fields(states: usize, processes: usize) -> Vec<Field> {
    let all = Renaming::all(states);
    let mut found = Vec::new();
    let sets: Vec<States> = (0..=all_states(states)).collect();
    let mut known: Vec<Option<Arc<Vec<Core>>>> = vec![None; sets.len()];
    for (renaming, number) in Renaming::classes(states) {
        let commuting: Vec<Renaming> =
            all.iter().copied().filter(|r| r.then(renaming) == renaming.then(*r)).collect();
        let fixed: Vec<States> = sets.iter().copied().filter(|q| renaming.set(*q) == *q).collect();
        for (at, orbit) in orbits(&fixed, &commuting, Renaming::set) {
            let q = fixed[at];
            let group: Vec<Renaming> =
                commuting.iter().copied().filter(|r| r.set(q) == q).collect();
            let place = usize::try_from(q).unwrap_or(0);
            let cores = known[place]
                .get_or_insert_with(|| Arc::new(cores(states, q, Hypotheses::ALL)))
                .clone();
            let parts = |length: usize| -> Arc<Vec<Core>> {
                let power = renaming.power(length);
                let fixed = |core: &&Core| power.is_identity() || power.word(core.u) == core.u;
                Arc::new(cores.iter().filter(fixed).copied().collect())
            };
            let lists: Vec<Arc<Vec<Core>>> = (0..=processes).map(parts).collect();
            for (order, arrangements) in Renaming::classes(processes) {
                let cycles = order.cycle_type();
                let lists: Vec<_> = cycles.iter().map(|length| lists[*length].clone()).collect();
                let moved = |r: Renaming, core: Core| Core { u: r.word(core.u), p: r.set(core.p) };
                let first = orbits(&lists[0], &group, moved);
                let weight = number * arrangements * orbit;
                found.push(Field { states, q, renaming, cycles, cores: lists, first, weight });
            }
        }
    }
    found.sort_by_key(|field| !field.is_plain());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_everything_once() {
        let unit = |from, to, slice, slices| Unit { field: 7, from, to, slice, slices };
        let expected = [
            unit(0, 2, 0, 1),
            unit(2, 3, 0, 3),
            unit(2, 3, 1, 3),
            unit(2, 3, 2, 3),
            unit(3, 5, 0, 1),
        ];
        assert_eq!(cut(7, &[4, 6, 21, 0, 9], 10), expected);
        assert_eq!(cut(7, &[], 10), []);
        let fields = fields(3, 3);
        let whole = units(&fields).iter().map(|u| u.to - u.from).sum::<usize>();
        assert_eq!(whole, fields.iter().map(|f| f.first.len()).sum::<usize>());
    }

    /// What a representative leaves is never more than all that there is.
    #[test]
    fn sharper_bounds_are_sharper() {
        let mut less = 0;
        for field in fields(3, 3) {
            for (sharper, bound) in field.sharper_bounds().iter().zip(field.bounds()) {
                assert!(*sharper <= bound);
                less += usize::from(*sharper < bound);
            }
        }
        assert!(less > 100, "{less}");
    }

    #[test]
    fn orbits_add_up() {
        for field in fields(3, 2) {
            let total: u64 = field.first.iter().map(|(_, size)| size).sum();
            assert_eq!(total, field.cores[0].len() as u64);
        }
        // 3! 2! pairs of permutations, each with the sets q that it leaves as they are.
        let plain: u64 =
            fields(3, 2).iter().filter(|f| f.is_plain()).map(|field| field.weight).sum();
        assert_eq!(plain, 8);
        let pairs: u64 = fields(3, 2).iter().filter(|f| f.q == 0).map(|field| field.weight).sum();
        assert_eq!(pairs, 12);
    }
}
