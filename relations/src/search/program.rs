//! Ground terms as a straight-line program: every distinct subterm is one register.

use std::collections::HashMap;
use std::sync::Arc;

use reductio_algebra::{Sort, Symbol};

use super::board::{Board, bits};
use super::domain::Domains;

/// The number of a register; its operands have smaller numbers.
pub(super) type Reg = usize;

/// The operation that gives a register its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    Zero,
    One,
    Slot(usize),
    Plus(Reg, Reg),
    Seq(Reg, Reg),
    Star(Reg),
    Omega(Reg),
    Not(Reg),
}

impl Op {
    pub(super) fn operands(self) -> impl Iterator<Item = Reg> {
        let (a, b) = match self {
            Op::Zero | Op::One | Op::Slot(_) => (None, None),
            Op::Plus(a, b) | Op::Seq(a, b) => (Some(a), Some(b)),
            Op::Star(a) | Op::Omega(a) | Op::Not(a) => (Some(a), None),
        };
        a.into_iter().chain(b)
    }

    /// The value of the operation, except for a slot, whose value is given.
    pub(super) fn value(self, regs: &[u64], board: Board) -> u64 {
        match self {
            Op::Zero | Op::Slot(_) => 0,
            Op::One => board.one,
            Op::Plus(a, b) => regs[a] | regs[b],
            Op::Seq(a, b) => board.seq(regs[a], regs[b]),
            Op::Star(a) => board.star(regs[a]),
            Op::Omega(a) => board.omega(regs[a]),
            Op::Not(a) => board.complement(regs[a]),
        }
    }
}

/// A symbol at processes, which a model gives a value to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    pub(super) symbol: Symbol,
    pub(super) indices: Vec<usize>,
}

/// A ground condition on registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cond {
    Const(bool),
    Below(Reg, Reg),
    Equal(Reg, Reg),
    Not(Box<Cond>),
    Implies(Box<Cond>, Box<Cond>),
    All(Vec<Cond>),
    /// A condition that holds for all relations, or all sets of states.
    Each(Arc<Each>),
}

/// A condition for all values of a slot.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Each {
    /// The program of the condition, over one more slot than the program around it.
    program: Program,
    cond: Cond,
    sort: Sort,
    /// The slot that takes all values.
    place: usize,
    /// For each other slot, the register outside that has its value.
    outer: Vec<(usize, Reg)>,
    /// The registers that depend on the slot, and those that do not.
    varying: Vec<Reg>,
    fixed: Vec<Reg>,
}

impl Each {
    /// The condition over `program`, in which `slot` takes all values, and the others have those of `outside`.
    pub(super) fn new(
        mut program: Program,
        cond: Cond,
        slot: &Slot,
        mut outside: impl FnMut(&Slot) -> Reg,
    ) -> Self {
        let sort = slot.symbol.sort;
        program.slot(slot.clone());
        let place = program.place(slot).expect("a slot has a place");
        let others = program.slots.iter().enumerate().filter(|(at, _)| *at != place);
        let outer = others.map(|(at, slot)| (at, outside(slot))).collect();
        let mut varies = vec![false; program.ops.len()];
        let (mut varying, mut fixed) = (Vec::new(), Vec::new());
        for (reg, op) in program.ops.iter().enumerate() {
            varies[reg] = *op == Op::Slot(place) || op.operands().any(|operand| varies[operand]);
            if varies[reg] { varying.push(reg) } else { fixed.push(reg) }
        }
        Each { program, cond, sort, place, outer, varying, fixed }
    }

    /// Whether the condition holds for all values, given the registers outside. The values that are tried are counted.
    fn holds(&self, outside: &[u64], eval: &mut Eval) -> bool {
        let board = eval.board;
        let mut slots = vec![0; self.program.slots.len()];
        for (place, reg) in &self.outer {
            slots[*place] = outside[*reg];
        }
        let mut regs = vec![0; self.program.ops.len()];
        let value = |reg: Reg, regs: &[u64], slots: &[u64]| match self.program.ops[reg] {
            Op::Slot(place) => slots[place],
            op => op.value(regs, board),
        };
        for &reg in &self.fixed {
            regs[reg] = value(reg, &regs, &slots);
        }
        let cells = Domains::cells(board.n, self.sort);
        (0..1u64 << cells.len()).all(|code| {
            eval.tried += 1;
            slots[self.place] = bits(code).fold(0, |value, at| value | cells[at]);
            for &reg in &self.varying {
                regs[reg] = value(reg, &regs, &slots);
            }
            self.cond.holds(&regs, eval)
        })
    }
}

/// The evaluation of conditions: the board, and the number of values that quantified symbols were given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eval {
    pub(super) board: Board,
    pub(super) tried: u64,
}

impl Eval {
    pub(super) fn on(board: Board) -> Self {
        Eval { board, tried: 0 }
    }
}

impl Cond {
    pub(super) fn negated(self) -> Self {
        match self {
            Cond::Const(known) => Cond::Const(!known),
            other => Cond::Not(other.into()),
        }
    }

    pub(super) fn implies(self, conclusion: Self) -> Self {
        match (self, conclusion) {
            (Cond::Const(false), _) | (_, Cond::Const(true)) => Cond::Const(true),
            (Cond::Const(true), conclusion) => conclusion,
            (premise, Cond::Const(false)) => premise.negated(),
            (premise, conclusion) => Cond::Implies(premise.into(), conclusion.into()),
        }
    }

    pub(super) fn all(items: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for item in items {
            match item {
                Cond::Const(true) => {}
                Cond::Const(false) => return Cond::Const(false),
                Cond::All(more) => kept.extend(more),
                other => kept.push(other),
            }
        }
        if kept.is_empty() { Cond::Const(true) } else { Cond::All(kept) }
    }

    /// The conditions that together are this one.
    pub(super) fn conjuncts(self) -> Vec<Self> {
        match self {
            Cond::All(items) => items,
            other => vec![other],
        }
    }

    pub(super) fn holds(&self, regs: &[u64], eval: &mut Eval) -> bool {
        match self {
            Cond::Const(known) => *known,
            Cond::Below(a, b) => regs[*a] & !regs[*b] == 0,
            Cond::Equal(a, b) => regs[*a] == regs[*b],
            Cond::Not(inner) => !inner.holds(regs, eval),
            Cond::Implies(a, b) => !a.holds(regs, eval) || b.holds(regs, eval),
            Cond::All(items) => items.iter().all(|c| c.holds(regs, eval)),
            Cond::Each(each) => each.holds(regs, eval),
        }
    }

    /// The number of pairs that are wrong, 0 when the condition holds: a climb tries to lower it.
    pub(super) fn distance(&self, regs: &[u64], eval: &mut Eval) -> u32 {
        match self {
            Cond::Below(a, b) => (regs[*a] & !regs[*b]).count_ones(),
            Cond::Equal(a, b) => (regs[*a] ^ regs[*b]).count_ones(),
            Cond::All(items) => items.iter().map(|c| c.distance(regs, eval)).sum(),
            other => u32::from(!other.holds(regs, eval)),
        }
    }

    pub(super) fn registers(&self, found: &mut Vec<Reg>) {
        match self {
            Cond::Const(_) => {}
            Cond::Below(a, b) | Cond::Equal(a, b) => found.extend([*a, *b]),
            Cond::Not(inner) => inner.registers(found),
            Cond::Implies(a, b) => {
                a.registers(found);
                b.registers(found);
            }
            Cond::All(items) => items.iter().for_each(|c| c.registers(found)),
            Cond::Each(each) => found.extend(each.outer.iter().map(|(_, reg)| *reg)),
        }
    }
}

/// A straight-line program: its registers, each distinct operation once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) slots: Vec<Slot>,
    known: HashMap<Op, Reg>,
    places: HashMap<Slot, usize>,
}

impl Program {
    /// The register of an operation, after the laws of units, 0 and idempotence.
    pub(super) fn emit(&mut self, op: Op) -> Reg {
        let is = |reg: Reg, op: Op| self.ops[reg] == op;
        match op {
            Op::Plus(a, b) if a == b || is(b, Op::Zero) => return a,
            Op::Plus(a, b) if is(a, Op::Zero) => return b,
            Op::Plus(a, b) if a > b => return self.emit(Op::Plus(b, a)),
            Op::Seq(a, b) if is(a, Op::Zero) || is(b, Op::One) => return a,
            Op::Seq(a, b) if is(b, Op::Zero) || is(a, Op::One) => return b,
            _ => {}
        }
        let next = self.ops.len();
        let reg = *self.known.entry(op).or_insert(next);
        if reg == next {
            self.ops.push(op);
        }
        reg
    }

    pub(super) fn slot(&mut self, slot: Slot) -> Reg {
        let next = self.slots.len();
        let place = *self.places.entry(slot.clone()).or_insert(next);
        if place == next {
            self.slots.push(slot);
        }
        self.emit(Op::Slot(place))
    }

    /// The place of a slot.
    pub(super) fn place(&self, slot: &Slot) -> Option<usize> {
        self.places.get(slot).copied()
    }

    /// All registers for given values of the slots.
    pub(super) fn run(&self, slots: &[u64], board: Board, regs: &mut Vec<u64>) {
        regs.clear();
        for op in &self.ops {
            let value = match op {
                Op::Slot(place) => slots[*place],
                _ => op.value(regs, board),
            };
            regs.push(value);
        }
    }
}
