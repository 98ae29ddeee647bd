//! In which order the slots of a case get their values, and what is computed and checked after each.

use reductio_algebra::Sort;

use super::program::{Cond, Op, Program, Reg};

/// What happens after a slot has got its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// A register is computed.
    Eval(Reg, Op),
    /// A condition of the case, by its number, must hold.
    Check(usize),
}

/// Conditions of a case that share no slot with the others, and their slots.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The slots in the order in which they get values, each with its register.
    pub(super) order: Vec<(usize, Reg)>,
    /// Before the first slot, after the first, and so on.
    pub(super) levels: Vec<Vec<Action>>,
    /// The numbers of the conditions.
    pub(super) conds: Vec<usize>,
}

type Mask = u128;

/// The most slots that a program may have.
pub(super) const MOST_SLOTS: usize = Mask::BITS as usize;

/// The parts of a case, that of its last condition first.
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

/// How many slots of a mask have which sort: roughly the pairs that must be guessed, for three states.
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
    // The condition that needs the fewest further pairs comes next, so that it prunes early.
    let mut order = Vec::new();
    let (mut bound, mut waiting) = (0, conds.clone());
    while let Some(next) =
        waiting.iter().copied().min_by_key(|c| (weight(program, masks[*c] & !bound), *c))
    {
        waiting.retain(|c| *c != next);
        let mut new: Vec<usize> = members(masks[next] & !bound).collect();
        new.sort_by_key(|place| (weight(program, 1 << place), *place));
        bound |= masks[next];
        order.extend(new);
    }
    let level_of =
        |mask: Mask| order.iter().rposition(|place| mask >> place & 1 == 1).map_or(0, |at| at + 1);
    let mut levels = vec![Vec::new(); order.len() + 1];
    let mut done = vec![false; program.ops.len()];
    let mut cheapest = conds.clone();
    cheapest.sort_by_cached_key(|c| (needed(program, &case[*c]).len(), *c));
    // What a check needs is computed just before it; what only later checks need, after the checks.
    for (level, actions) in levels.iter_mut().enumerate() {
        let here = |reg: &Reg| level_of(uses[*reg]) == level;
        for &number in cheapest.iter().filter(|c| level_of(masks[**c]) == level) {
            for reg in needed(program, &case[number]).into_iter().filter(here) {
                push(program, reg, &mut done, actions);
            }
            actions.push(Action::Check(number));
        }
        for &number in &cheapest {
            for reg in needed(program, &case[number]).into_iter().filter(here) {
                push(program, reg, &mut done, actions);
            }
        }
    }
    let register = |place: usize| {
        let found = program.ops.iter().position(|op| *op == Op::Slot(place));
        (place, found.expect("a slot has a register"))
    };
    Part { order: order.into_iter().map(register).collect(), levels, conds }
}

fn push(program: &Program, reg: Reg, done: &mut [bool], actions: &mut Vec<Action>) {
    if !done[reg] && !matches!(program.ops[reg], Op::Slot(_)) {
        actions.push(Action::Eval(reg, program.ops[reg]));
    }
    done[reg] = true;
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
