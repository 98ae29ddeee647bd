//! Random models, and climbs from them to a countermodel: for sizes with too many models to try all.

use reductio_algebra::Sort;

use super::board::Board;
use super::domain::Domains;
use super::exhaust::Work;
use super::plan::{Action, Part};
use super::program::{Cond, Eval, Program};
use crate::enumeration::Random;

/// The number of steps without progress after which a climb starts anew.
const PATIENCE: u32 = 60;

/// A climb on one part of a case.
pub(super) struct Climb<'a> {
    case: &'a [Cond],
    part: &'a Part,
    board: Board,
    /// The slots of the part: place, register, and the cells that a value may have.
    cells: Vec<(usize, usize, Vec<u64>)>,
    regs: Vec<u64>,
}

impl<'a> Climb<'a> {
    pub(super) fn new(
        program: &'a Program,
        case: &'a [Cond],
        part: &'a Part,
        board: Board,
    ) -> Self {
        let sort = |place: usize| -> Sort { program.slots[place].symbol.sort };
        let cells = part
            .order
            .iter()
            .map(|(place, reg)| (*place, *reg, Domains::cells(board.n, sort(*place))))
            .collect();
        Climb { case, part, board, cells, regs: vec![0; program.ops.len()] }
    }

    /// Tries at most `steps` models; a model of the part is left in `slots`.
    pub(super) fn run(
        &mut self,
        steps: u64,
        random: &mut Random,
        work: &mut Work<'_>,
        slots: &mut [u64],
    ) -> bool {
        // A single condition has no slope worth climbing.
        let climbs = self.part.conds.len() > 1;
        let (mut best, mut stale) = (u32::MAX, u32::MAX);
        for _ in 0..steps {
            if !work.spend() {
                return false;
            }
            let undo: Vec<(usize, u64)> = if stale >= PATIENCE || !climbs {
                best = u32::MAX;
                self.restart(random);
                Vec::new()
            } else {
                (0..=random.bits() % 3 / 2).map(|_| self.flip(random)).collect()
            };
            let distance = self.distance(work);
            if distance == 0 {
                for (place, reg, _) in &self.cells {
                    slots[*place] = self.regs[*reg];
                }
                return true;
            }
            stale = if distance < best { 0 } else { stale + 1 };
            if distance <= best {
                best = distance;
            } else {
                for (reg, value) in undo.into_iter().rev() {
                    self.regs[reg] = value;
                }
            }
            if self.cells.is_empty() {
                return false;
            }
        }
        false
    }

    fn restart(&mut self, random: &mut Random) {
        for (_, reg, cells) in &self.cells {
            // The density is random too, so that sparse relations and full ones occur.
            let density = random.bits() % 5;
            let chosen = cells.iter().filter(|_| random.bits() % 4 < density);
            self.regs[*reg] = chosen.fold(0, |value, cell| value | cell);
        }
    }

    /// Adds or removes one pair. Returns the register with the value that it had.
    fn flip(&mut self, random: &mut Random) -> (usize, u64) {
        let (_, reg, cells) = &self.cells[random.below(self.cells.len())];
        let before = self.regs[*reg];
        self.regs[*reg] ^= cells[random.below(cells.len())];
        (*reg, before)
    }

    /// The distance of the conditions from holding.
    fn distance(&mut self, work: &mut Work<'_>) -> u32 {
        let mut total = 0;
        let mut eval = Eval::on(self.board);
        for action in
            self.part.levels.iter().flat_map(|level| level.local.iter().chain(&level.rest))
        {
            match *action {
                Action::Eval(reg, op) => self.regs[reg] = op.value(&self.regs, self.board),
                Action::Check(number) => {
                    total += self.case[number].distance(&self.regs, &mut eval);
                }
            }
        }
        work.add(eval.tried);
        total
    }
}
