//! Backtracking over all models of a size up to renaming, least number of pairs first.

use super::board::Board;
use super::domain::{ALL, Domains, Group};
use super::plan::{Action, Part};
use super::program::{Cond, Program};
use crate::watch::{Progress, Watch};

/// What a search may spend, and has spent.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) used: u64,
    pub(super) limit: u64,
    pub(super) watch: Watch<'a>,
    /// The size, and all that may be spent.
    pub(super) most: Progress,
}

impl Work<'_> {
    /// Spends one evaluation; `false` when there is none left.
    pub(super) fn spend(&mut self) -> bool {
        if self.used >= self.limit || (self.used.is_multiple_of(1024) && !self.goes_on()) {
            return false;
        }
        self.used += 1;
        true
    }

    /// Reports; whether nobody wants the search to stop.
    fn goes_on(&self) -> bool {
        let done = usize::try_from(self.used).unwrap_or(usize::MAX);
        self.watch.report(Progress { done, ..self.most });
        !self.watch.is_cancelled()
    }
}

/// A search through the models of one part of a case.
pub(super) struct Exhaust<'a, 'w> {
    pub(super) program: &'a Program,
    pub(super) case: &'a [Cond],
    pub(super) part: &'a Part,
    pub(super) board: Board,
    pub(super) domains: &'a mut Domains,
    pub(super) work: &'a mut Work<'w>,
    regs: Vec<u64>,
    slots: Vec<u64>,
    /// Only models with fewer pairs are of interest.
    below: u32,
    found: Option<Vec<u64>>,
}

/// No evaluation is left.
struct Stopped;

/// What a search through one part came to.
pub(super) struct Result {
    /// The slots of the model with the fewest pairs that was met.
    pub(super) found: Option<Vec<u64>>,
    /// Whether nothing was left out.
    pub(super) complete: bool,
}

impl<'a, 'w> Exhaust<'a, 'w> {
    pub(super) fn new(
        program: &'a Program,
        case: &'a [Cond],
        part: &'a Part,
        board: Board,
        domains: &'a mut Domains,
        work: &'a mut Work<'w>,
    ) -> Self {
        let (regs, slots) = (vec![0; program.ops.len()], vec![0; program.slots.len()]);
        Exhaust { program, case, part, board, domains, work, regs, slots, below: 0, found: None }
    }

    /// The model of the part with the fewest pairs, if it has one with fewer than `below`.
    pub(super) fn run(mut self, below: u32) -> Result {
        self.below = below;
        let small = |(place, _): &(usize, usize)| {
            Domains::is_small(self.board.n, self.program.slots[*place].symbol.sort)
        };
        if !self.part.order.iter().all(small) {
            return Result { found: None, complete: false };
        }
        let complete = !self.work.watch.is_cancelled()
            && (!self.checked(0) || self.descend(0, 0, ALL).is_ok());
        Result { found: self.found, complete }
    }

    fn descend(
        &mut self,
        level: usize,
        pairs: u32,
        group: Group,
    ) -> std::result::Result<(), Stopped> {
        let Some(&(place, reg)) = self.part.order.get(level) else {
            if pairs < self.below {
                self.below = pairs;
                self.found = Some(self.slots.clone());
            }
            return Ok(());
        };
        let values = self.domains.values(group, self.program.slots[place].symbol.sort);
        for entry in &*values {
            if pairs + entry.pairs >= self.below {
                break;
            }
            if !self.work.spend() {
                return Err(Stopped);
            }
            self.regs[reg] = entry.value;
            self.slots[place] = entry.value;
            if self.checked(level + 1) {
                self.descend(level + 1, pairs + entry.pairs, entry.group)?;
            }
        }
        Ok(())
    }

    /// Computes what a level computes; whether what it checks holds.
    fn checked(&mut self, level: usize) -> bool {
        for action in &self.part.levels[level] {
            match *action {
                Action::Eval(reg, op) => self.regs[reg] = op.value(&self.regs, self.board),
                Action::Check(number) => {
                    if !self.case[number].holds(&self.regs) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
