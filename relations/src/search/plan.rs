//! The plan of a case: the order of its slots, and the computations and checks after each.

use reductio_algebra::Sort;

use super::program::{Cond, Op, Program, Reg};

/// An action of the search after a slot has its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// A register is computed.
    Eval(Reg, Op),
    /// A condition of the case, by its number, must hold.
    Check(usize),
}

/// The computations and checks of a slot that has its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The actions for the conditions on this slot and earlier predicates only: few things decide which values pass
    /// them, so these are remembered.
    pub(super) local: Vec<Action>,
    /// The registers of those predicates.
    pub(super) local_to: Vec<Reg>,
    /// The actions for all other conditions.
    pub(super) rest: Vec<Action>,
}

/// Conditions of a case that share no slot with the others, and their slots.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The slots in the order in which they get values, each with its register.
    pub(super) order: Vec<(usize, Reg)>,
    /// The levels: before the first slot, after the first, and so on.
    pub(super) levels: Vec<Level>,
    /// The numbers of the conditions.
    pub(super) conds: Vec<usize>,
}

type Mask = u128;

/// The most slots that a program may have.
pub(super) const MOST_SLOTS: usize = Mask::BITS as usize;

/// The parts of a case, first the one that its last condition is in.
pub(super) fn parts(program: &Program, case: &[Cond]) -> Vec<Part> {
    let uses = slots_of_registers(program);
    let masks: Vec<Mask> =
        case.iter().map(|c| registers(c).iter().fold(0, |m, r| m | uses[*r])).collect();
    let mut groups: Vec<(Mask, Vec<usize>)> = Vec::new();
    for (number, &mask) in masks.iter().enumerate().rev() {
        let touches = |m: Mask| m & mask != 0 || (m == 0 && mask == 0);
        let mut joined = (mask, vec![number]);
        let mut place = groups.len();
        let mut at = 0;
        while at < groups.len() {
            if touches(groups[at].0) {
                let (m, numbers) = groups.remove(at);
                joined.0 |= m;
                joined.1.extend(numbers);
                place = place.min(at);
            } else {
                at += 1;
            }
        }
        groups.insert(place.min(groups.len()), joined);
    }
    groups.into_iter().map(|(_, conds)| part(program, case, conds, &masks, &uses)).collect()
}

fn registers(cond: &Cond) -> Vec<Reg> {
    let mut found = Vec::new();
    cond.registers(&mut found);
    found
}

fn slots_of_registers(program: &Program) -> Vec<Mask> {
    let mut uses: Vec<Mask> = Vec::with_capacity(program.ops.len());
    for op in &program.ops {
        let own = if let Op::Slot(place) = op { 1 << place } else { 0 };
        let mask = op.operands().fold(own, |m, reg| m | uses[reg]);
        uses.push(mask);
    }
    uses
}

/// The weight of a mask of slots: roughly the pairs that must be guessed, for three states.
fn weight(program: &Program, mask: Mask) -> usize {
    let cells = |place: usize| match program.slots[place].symbol.sort {
        Sort::Predicate => 3,
        Sort::Action => 9,
    };
    members(mask).map(cells).sum()
}

fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            place
        })
    })
}

fn part(
    program: &Program,
    case: &[Cond],
    conds: Vec<usize>,
    masks: &[Mask],
    uses: &[Mask],
) -> Part {
    // The condition that needs the fewest further pairs comes next, so that it prunes early. Slots that the
    // last condition does not mention come last: mostly, any value of them will do.
    let last = masks.last().copied().unwrap_or(0);
    let mut order = Vec::new();
    let (mut bound, mut waiting) = (0, conds.clone());
    while let Some(next) = waiting
        .iter()
        .copied()
        .min_by_key(|c| (masks[*c] & !last != 0, weight(program, masks[*c] & !bound), *c))
    {
        waiting.retain(|c| *c != next);
        let mut new: Vec<usize> = members(masks[next] & !bound).collect();
        new.sort_by_key(|place| (weight(program, 1 << place), *place));
        bound |= masks[next];
        order.extend(new);
    }
    let register = |place: usize| {
        let found = program.ops.iter().position(|op| *op == Op::Slot(place));
        (place, found.expect("a slot has a register"))
    };
    let order: Vec<(usize, Reg)> = order.into_iter().map(register).collect();
    let mut cheapest = conds.clone();
    cheapest.sort_by_cached_key(|c| (needed(program, &case[*c]).len(), *c));
    let levels = Planner { program, case, masks, uses, order: &order, conds: &cheapest }.levels();
    Part { order, levels, conds }
}

/// A part while its levels are planned.
struct Planner<'a> {
    program: &'a Program,
    case: &'a [Cond],
    masks: &'a [Mask],
    uses: &'a [Mask],
    order: &'a [(usize, Reg)],
    /// The conditions, those that need the fewest registers first.
    conds: &'a [usize],
}

impl Planner<'_> {
    /// The level after which everything in a mask has a value.
    fn level_of(&self, mask: Mask) -> usize {
        self.order.iter().rposition(|(place, _)| mask >> place & 1 == 1).map_or(0, |at| at + 1)
    }

    fn levels(&self) -> Vec<Level> {
        let mut done = vec![false; self.program.ops.len()];
        (0..=self.order.len()).map(|level| self.level(level, &mut done)).collect()
    }

    fn level(&self, level: usize, done: &mut [bool]) -> Level {
        let own = level.checked_sub(1).map_or(0, |at| 1 << self.order[at].0);
        let earlier = |mask: Mask| members(mask & !own);
        let is_local = |c: usize| {
            own != 0
                && earlier(self.masks[c])
                    .all(|place| self.program.slots[place].symbol.sort == Sort::Predicate)
        };
        let here = self.conds.iter().copied().filter(|c| self.level_of(self.masks[*c]) == level);
        let (local, other): (Vec<usize>, Vec<usize>) = here.partition(|c| is_local(*c));
        let known = local.iter().fold(0, |known, c| known | self.masks[*c]);
        let register = |place: usize| self.order.iter().find(|(p, _)| *p == place).map(|o| o.1);
        let local_to = earlier(known).filter_map(register).collect();
        // Registers of a check are computed just before it; those of later checks only, after the checks.
        let mut rest = self.checks(&other, level, done);
        for &number in self.conds.iter().filter(|c| !local.contains(c)) {
            self.compute(number, level, done, &mut rest);
        }
        let local = self.checks(&local, level, &mut vec![false; done.len()]);
        Level { local, local_to, rest }
    }

    fn checks(&self, conds: &[usize], level: usize, done: &mut [bool]) -> Vec<Action> {
        let mut actions = Vec::new();
        for &number in conds {
            self.compute(number, level, done, &mut actions);
            actions.push(Action::Check(number));
        }
        actions
    }

    /// The registers of a level that a condition needs and that are not done.
    fn compute(&self, number: usize, level: usize, done: &mut [bool], actions: &mut Vec<Action>) {
        for reg in needed(self.program, &self.case[number]) {
            if self.level_of(self.uses[reg]) == level && !done[reg] {
                done[reg] = true;
                if !matches!(self.program.ops[reg], Op::Slot(_)) {
                    actions.push(Action::Eval(reg, self.program.ops[reg]));
                }
            }
        }
    }
}

/// The registers that a condition depends on, operands first.
fn needed(program: &Program, cond: &Cond) -> Vec<Reg> {
    let mut all = std::collections::BTreeSet::new();
    let mut open = registers(cond);
    while let Some(reg) = open.pop() {
        if all.insert(reg) {
            open.extend(program.ops[reg].operands());
        }
    }
    all.into_iter().collect()
}
