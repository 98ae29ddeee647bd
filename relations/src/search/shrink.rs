//! Making a countermodel smaller.

use reductio_algebra::Sort;

use super::board::{Board, bits, from_pairs, pairs};
use super::compile::Compiled;
use super::program::{Eval, Slot};

/// A countermodel, as the values of the slots.
#[derive(Clone, Debug)]
pub(super) struct Found<'a> {
    /// The formula, compiled for 1, 2, ... processes.
    all: &'a [Compiled],
    number: usize,
    pub(super) states: usize,
    pub(super) slots: Vec<u64>,
}

impl<'a> Found<'a> {
    pub(super) fn new(all: &'a [Compiled], number: usize, states: usize, slots: Vec<u64>) -> Self {
        Found { all, number, states, slots }
    }

    pub(super) fn compiled(&self) -> &'a Compiled {
        &self.all[self.number]
    }

    pub(super) fn pairs(&self) -> u32 {
        self.slots.iter().map(|x| x.count_ones()).sum()
    }

    fn is_countermodel(&self) -> bool {
        let mut regs = Vec::new();
        let compiled = self.compiled();
        let board = Board::new(self.states);
        compiled.program.run(&self.slots, board, &mut regs);
        let mut eval = Eval::on(board);
        compiled.cases.iter().any(|case| case.iter().all(|cond| cond.holds(&regs, &mut eval)))
    }

    /// Puts a smaller model in the place of this one if it is a countermodel too.
    fn accept(&mut self, smaller: Self) -> bool {
        let accepted = smaller.is_countermodel();
        if accepted {
            *self = smaller;
        }
        accepted
    }

    /// Leaves out states, merges states, leaves out processes and pairs, until nothing more can be spared.
    pub(super) fn shrink(&mut self) {
        while self.drop_state() || self.drop_process() {}
        self.drop_pairs();
        if self.drop_state() || self.drop_process() {
            self.shrink();
        }
    }

    pub(super) fn drop_pairs(&mut self) {
        loop {
            let before = self.pairs();
            for place in 0..self.slots.len() {
                for bit in bits(self.slots[place]) {
                    let mut smaller = self.clone();
                    smaller.slots[place] &= !(1 << bit);
                    self.accept(smaller);
                }
            }
            if self.pairs() == before {
                return;
            }
        }
    }

    /// Leaves out a state, or makes it one with another.
    fn drop_state(&mut self) -> bool {
        if self.states == 1 {
            return false;
        }
        for gone in 0..self.states {
            let merges = (0..self.states).filter(|to| *to != gone).map(Some);
            for into in [None].into_iter().chain(merges) {
                let smaller = self.without_state(gone, into);
                if smaller.is_some_and(|smaller| self.accept(smaller)) {
                    return true;
                }
            }
        }
        false
    }

    fn without_state(&self, gone: usize, into: Option<usize>) -> Option<Self> {
        let image = |state: usize| {
            let kept = if state == gone { into? } else { state };
            Some(if kept > gone { kept - 1 } else { kept })
        };
        let renamed =
            |x: &u64| from_pairs(pairs(*x).filter_map(|(a, b)| Some((image(a)?, image(b)?))));
        let slots: Vec<u64> = self.slots.iter().map(renamed).collect();
        let one = Board::new(self.states - 1).one;
        let fits = (self.compiled().program.slots.iter().zip(&slots))
            .all(|(slot, value)| slot.symbol.sort == Sort::Action || value & !one == 0);
        fits.then(|| Found { states: self.states - 1, slots, ..self.clone() })
    }

    fn drop_process(&mut self) -> bool {
        self.number > 0 && (0..=self.number).any(|gone| self.accept(self.without_process(gone)))
    }

    fn without_process(&self, gone: usize) -> Self {
        let fewer = &self.all[self.number - 1];
        let value = |slot: &Slot| {
            let indices = slot.indices.iter().map(|i| i + usize::from(*i >= gone)).collect();
            let before = Slot { symbol: slot.symbol.clone(), indices };
            self.compiled().program.place(&before).map_or(0, |place| self.slots[place])
        };
        let slots = fewer.program.slots.iter().map(value).collect();
        Found { number: self.number - 1, slots, ..self.clone() }
    }
}
