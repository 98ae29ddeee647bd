//! The sum over one unit.

use rustc_hash::FxHashMap;

use super::fields::{Field, Unit};
use crate::systems::admissible::Counter;
use crate::systems::cores::Core;
use crate::systems::greatest::Frame;
use crate::systems::hypotheses::Hypotheses;
use crate::systems::rows::{States, Word};
use crate::watch::Watch;

/// The contribution of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Systems, weighted by orbits; not yet by the field's weight.
    pub(super) systems: u128,
    /// In a plain unit: tuples of cores for which (22) was decided for all visible actions.
    pub(super) decided: u64,
    /// In a plain unit: whether some system reaches a violation from `p`.
    pub(super) doomed: bool,
    /// In a plain unit: whether in some system `R` without `N*` misses a violation.
    pub(super) needs_n: bool,
}

/// Cores and visible actions for which (22) is false.
pub(super) type Refutation = (Vec<Core>, Vec<Word>);

/// The cores of the first cycle, and the lists for the other cycles.
type Begun = (Vec<Core>, Vec<Vec<Core>>);

/// The number of entries that a worker remembers; past that it forgets all.
const MEMORY: usize = 1 << 20;

/// A sum under way. A worker keeps one for all units of a field.
pub(super) struct Sum<'a> {
    field: &'a Field,
    frame: Frame,
    watch: Watch<'a>,
    /// The representative that was worked on last, with its images and the cores compatible with them.
    begun: Option<(usize, Option<Begun>)>,
    /// The slice of the cores of the second cycle that is of the unit.
    slice: (usize, usize),
    /// Numbers of visible actions, by cycle, `p_j` and the other cores in ascending order.
    known: FxHashMap<(usize, States, Vec<Core>), u64>,
    part: Part,
}

/// The reason why a sum has stopped.
pub(super) enum Stop {
    Cancelled,
    Refuted(Box<Refutation>),
}

impl<'a> Sum<'a> {
    pub(super) fn new(field: &'a Field, watch: Watch<'a>) -> Self {
        let frame = Frame { states: field.states, q: field.q, kept: Hypotheses::ALL };
        let (known, part) = (FxHashMap::default(), Part::default());
        Sum { field, frame, watch, begun: None, slice: (0, 1), known, part }
    }

    /// The sum over `unit`, which is one of the field.
    pub(super) fn unit(&mut self, unit: Unit) -> Result<Part, Stop> {
        self.part = Part::default();
        self.slice = (unit.slice, unit.slices);
        for at in unit.from..unit.to {
            let known = self.begun.take().filter(|(known, _)| *known == at);
            let (_, begun) = known.unwrap_or_else(|| (at, self.field.begun(at)));
            if let Some((first, lists)) = &begun {
                let orbit = u128::from(self.field.first[at].1);
                self.choose(&mut first.clone(), lists, (1, 0, 1), orbit)?;
            }
            self.begun = Some((at, begun));
        }
        Ok(std::mem::take(&mut self.part))
    }

    /// Chooses the core of cycle `at.0` and of those after it. Cycles after the first with the same length
    /// are interchangeable: their cores are chosen in ascending order, from number `at.1` of the list on,
    /// the last one chosen `at.2` times, and counted as often as they can be arranged.
    fn choose(
        &mut self,
        chosen: &mut Vec<Core>,
        lists: &[Vec<Core>],
        (cycle, start, times): (usize, usize, u128),
        factor: u128,
    ) -> Result<(), Stop> {
        let Some((list, rest)) = lists.split_first() else { return self.leaf(chosen, factor) };
        let lengths = &self.field.cycles;
        let length = lengths[cycle];
        let run = 1 + lengths[1..cycle].iter().filter(|other| **other == length).count();
        let more = rest.len();
        for at in start..list.len() {
            if cycle == 1 && at % self.slice.1 != self.slice.0 {
                continue;
            }
            if self.watch.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            let before = chosen.len();
            chosen.extend(self.field.images(&list[at], length));
            let times = if at == start && run > 1 { times + 1 } else { 1 };
            let factor = factor * run as u128 / times;
            if more == 0 {
                self.leaf(chosen, factor)?;
            } else {
                // The next cycle has the same candidates if it has the same length.
                let same = lengths[cycle + 1] == length;
                let new = chosen[before..].to_vec();
                let keep = |list: &Vec<Core>, length| self.field.compatible(list, &new, length);
                let mut narrowed: Vec<Vec<Core>> =
                    rest.iter().zip(&lengths[cycle + 1..]).map(|(l, n)| keep(l, *n)).collect();
                let mut next = (cycle + 1, 0, 1);
                if same {
                    next = resume(&mut narrowed[0], &list[at], times, cycle + 1);
                }
                self.choose(chosen, &narrowed, next, factor)?;
            }
            chosen.truncate(before);
        }
        Ok(())
    }

    /// Adds the number of visible actions for these invisible ones, and decides (22) for them.
    fn leaf(&mut self, cores: &[Core], factor: u128) -> Result<(), Stop> {
        let field = self.field;
        let mut total = factor;
        let mut at = 0;
        for (cycle, &length) in field.cycles.iter().enumerate() {
            total *= u128::from(self.visible(cores, at, cycle));
            at += length;
        }
        self.part.systems += total;
        if field.is_plain() && field.q != 0 && self.frame.outside() != 0 {
            self.part.decided += 1;
            if self.frame.is_doomed(cores) {
                self.part.doomed = true;
                self.part.needs_n = self.part.needs_n || self.frame.needs_n(cores);
                if let Some(v) = self.frame.failure(cores) {
                    return Err(Stop::Refuted(Box::new((cores.to_vec(), v))));
                }
            }
        }
        Ok(())
    }

    /// The number of `v_j` that the permutations allow, and of actions with the core of `u_j`.
    fn visible(&mut self, cores: &[Core], j: usize, cycle: usize) -> u64 {
        let p = cores[j].p;
        let mut others: Vec<Core> = cores.to_vec();
        others.remove(j);
        others.sort_unstable();
        let key = (self.field.cycles[cycle], p, others);
        if let Some(number) = self.known.get(&key) {
            return *number;
        }
        let renaming = self.field.renaming.power(self.field.cycles[cycle]);
        let mut counter = Counter::new(self.field.states, self.field.q, renaming, p, &key.2);
        let number = counter.outside() * counter.inside();
        if self.known.len() >= MEMORY {
            self.known.clear();
        }
        self.known.insert(key, number);
        number
    }
}

/// The place to go on from in the list of an interchangeable cycle: the core chosen last if it may be chosen again,
/// else the one behind it.
fn resume(list: &mut Vec<Core>, last: &Core, times: u128, cycle: usize) -> (usize, usize, u128) {
    list.retain(|core| core >= last);
    let again = list.first() == Some(last);
    (cycle, 0, if again { times } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::super::fields::fields;
    use super::*;

    /// A representative in slices is the same as in one piece, cycles of equal and of different length.
    #[test]
    fn slices_add_up() {
        let (mut systems, mut many) = (0, 0);
        for (number, field) in fields(3, 3).iter().enumerate() {
            let mut sum = Sum::new(field, Watch::default());
            let mut part = |at, slice, slices| {
                let unit = Unit { field: number, from: at, to: at + 1, slice, slices };
                sum.unit(unit).ok().expect("nothing is refuted")
            };
            for at in (0..field.first.len()).filter(|_| field.cycles.len() > 1) {
                let whole = part(at, 0, 1);
                let parts: Vec<Part> = (0..5).map(|slice| part(at, slice, 5)).collect();
                assert_eq!(parts.iter().map(|p| p.systems).sum::<u128>(), whole.systems);
                assert_eq!(parts.iter().map(|p| p.decided).sum::<u64>(), whole.decided);
                assert_eq!(parts.iter().any(|p| p.doomed), whole.doomed);
                assert_eq!(parts.iter().any(|p| p.needs_n), whole.needs_n);
                systems += whole.systems;
                many += usize::from(parts.iter().filter(|p| p.systems > 0).count() > 1);
            }
        }
        assert!(systems > 100_000_000 && many > 50, "{systems} {many}");
    }
}
