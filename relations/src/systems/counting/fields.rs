//! The run cut into units: Burnside's lemma, one representative for each orbit.
//!
//! The number of systems up to renaming is the sum, over all pairs of a permutation of the states and
//! one of the processes, of the systems that the pair leaves as they are, divided by the number of
//! pairs. Conjugate pairs leave equally many, so one of each pair of cycle types is enough; the pair of
//! identities leaves all systems, and its term is the plain count. Within a term, `q` and the first core
//! are needed only up to permutations that commute with that of the states.

use std::sync::Arc;

use crate::systems::cores::{Core, cores};
use crate::systems::hypotheses::Hypotheses;
use crate::systems::renaming::Renaming;
use crate::systems::rows::{States, all_states};

/// Representatives for the first process in one unit.
const CHUNK: usize = 8;

/// The systems with a given `q` that a permutation of the states and one of the processes leave as they are.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) states: usize,
    pub(super) q: States,
    pub(super) renaming: Renaming,
    /// The lengths of the cycles of the permutation of the processes, longest first.
    pub(super) cycles: Vec<usize>,
    /// For each cycle the cores that its first process may have.
    pub(super) cores: Vec<Arc<Vec<Core>>>,
    /// Cores for the first cycle, one of each orbit, with the size of the orbit.
    pub(super) first: Vec<(usize, u64)>,
    /// How many pairs of permutations and sets `q` this stands for.
    pub(super) weight: u64,
}

impl Field {
    /// Whether it contains every system with this `q`.
    pub(super) fn is_plain(&self) -> bool {
        self.renaming.is_identity() && self.cycles.iter().all(|length| *length == 1)
    }
}

/// A part of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) field: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// All units of `field`, numbered `at`.
pub(super) fn units(at: usize, field: &Field) -> impl Iterator<Item = Unit> + use<> {
    let number = field.first.len();
    let unit = move |from| Unit { field: at, from, to: number.min(from + CHUNK) };
    (0..number).step_by(CHUNK).map(unit)
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
