//! Backtracking over all models of a size up to renaming: through all of them, or sparsest first.
//!
//! A search through all models spends most of its work on relations with many pairs, while countermodels have few. So
//! where half of the evaluations is not enough for all models, the other half goes to those with no pair, then to
//! those with at most one, two, and so on. Models that are met again cost little: there are several times as many
//! models with one pair more.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::board::Board;
use super::domain::{ALL, Domains, Entry, Group};
use super::plan::{Action, Part};
use super::program::{Cond, Eval, Program};
use crate::watch::{UnitProgress, Watch};

/// The most values that are remembered before all are forgotten; a list counts as `LIST` of them.
const MOST_REMEMBERED: usize = 1 << 20;
const LIST: usize = 8;

/// The number of evaluations between two looks at the watch.
const LOOK: u64 = 1024;

/// The work that a search may spend, and has spent.
#[derive(Debug)]
pub(super) struct Work<'a> {
    pub(super) used: u64,
    pub(super) limit: u64,
    /// The number of models, partial ones too, that were evaluated.
    pub(super) models: u64,
    /// The number of spent evaluations at which the watch is looked at next.
    pub(super) next_look: u64,
    pub(super) watch: Watch<'a>,
    /// The size of the models, and all evaluations that may be spent.
    pub(super) most: UnitProgress,
}

impl Work<'_> {
    /// Spends one evaluation; `false` when there is none left.
    pub(super) fn spend(&mut self) -> bool {
        if self.used >= self.limit || (self.used >= self.next_look && !self.goes_on()) {
            return false;
        }
        self.used += 1;
        self.models += 1;
        true
    }

    /// Counts the values of quantified symbols that one evaluation tried besides. The limit may be passed by the
    /// values that one condition tries.
    pub(super) fn add(&mut self, tried: u64) {
        self.used = self.used.saturating_add(tried);
    }

    /// Reports progress. Returns whether the search may go on.
    fn goes_on(&mut self) -> bool {
        self.next_look = self.used.saturating_add(LOOK);
        let done = usize::try_from(self.used).unwrap_or(usize::MAX);
        self.watch.report(UnitProgress { done, ..self.most });
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
    /// The number of pairs that a model of interest stays below.
    below: u32,
    /// Whether models were left out because they have more pairs.
    cut: bool,
    found: Option<Vec<u64>>,
    /// The values that were found for a slot, by level, group and values of the predicates of the local checks.
    values: FxHashMap<(usize, Group, Vec<u64>), Rc<RefCell<Values>>>,
    /// The size of `values`, to bound it.
    remembered: usize,
}

/// The values of a slot, fewest pairs first.
struct Values {
    all: Rc<[Entry]>,
    /// The number of values that were checked.
    next: usize,
    /// The checked values that pass the local checks.
    passing: Vec<Entry>,
}

/// The error when no evaluation is left.
struct Stopped;

type Done = std::result::Result<(), Stopped>;

/// The result of a search through one part.
pub(super) struct Result {
    /// The slots of the model with the fewest pairs that was met.
    pub(super) found: Option<Vec<u64>>,
    /// `None` when all models were tried, else those with fewer pairs than this were.
    pub(super) tried_below: Option<u32>,
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
        Exhaust {
            program,
            case,
            part,
            board,
            domains,
            work,
            regs: vec![0; program.ops.len()],
            slots: vec![0; program.slots.len()],
            below: 0,
            cut: false,
            found: None,
            values: FxHashMap::default(),
            remembered: 0,
        }
    }

    /// The model of the part with the fewest pairs, if it has one with fewer than `below`.
    pub(super) fn run(mut self, below: u32) -> Result {
        self.below = below;
        let small = |(place, _): &(usize, usize)| {
            Domains::is_small(self.board.n, self.program.slots[*place].symbol.sort)
        };
        if self.work.watch.is_cancelled() || !self.part.order.iter().all(small) {
            return Result { found: None, tried_below: Some(0) };
        }
        if !self.checked(0) {
            return Result { found: None, tried_below: None };
        }
        let end = self.work.limit;
        self.work.limit -= end.saturating_sub(self.work.used) / 2;
        let is_complete = self.descend(0, 0, ALL).is_ok();
        self.work.limit = end;
        let tried_below = if is_complete { None } else { self.sparsest_first() };
        Result { found: self.found, tried_below }
    }

    /// Tries all models with no pair, with at most one, and so on. Returns the bound at which the work ran out.
    fn sparsest_first(&mut self) -> Option<u32> {
        let most = self.below;
        for below in 1..=most {
            (self.below, self.cut) = (below, false);
            if self.descend(0, 0, ALL).is_err() {
                return Some(below - 1);
            }
            // A model with fewer pairs would have been met before.
            if self.below < below || !self.cut {
                return None;
            }
        }
        None
    }

    fn descend(&mut self, level: usize, pairs: u32, group: Group) -> Done {
        let Some(&(place, reg)) = self.part.order.get(level) else {
            if pairs < self.below {
                self.below = pairs;
                self.found = Some(self.slots.clone());
            }
            return Ok(());
        };
        let values = self.values(level, group);
        for at in 0.. {
            let Some(entry) = self.value(level, &mut values.borrow_mut(), at, pairs)? else {
                break;
            };
            if pairs + entry.pairs >= self.below {
                self.cut = true;
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

    /// The values of a slot up to a group.
    fn values(&mut self, level: usize, group: Group) -> Rc<RefCell<Values>> {
        let part = self.part;
        let predicates =
            part.levels[level + 1].local_to.iter().map(|reg| self.regs[*reg]).collect();
        let key = (level, group, predicates);
        if let Some(values) = self.values.get(&key) {
            return values.clone();
        }
        if self.remembered >= MOST_REMEMBERED {
            self.values.clear();
            self.remembered = 0;
        }
        self.remembered += LIST;
        let sort = self.program.slots[part.order[level].0].symbol.sort;
        let all = self.domains.values(group, sort);
        let values = Rc::new(RefCell::new(Values { all, next: 0, passing: Vec::new() }));
        self.values.insert(key, values.clone());
        values
    }

    /// The value with number `at` of those that pass the local checks, if it has as few pairs as are of interest; else
    /// one with more, or none.
    fn value(
        &mut self,
        level: usize,
        values: &mut Values,
        at: usize,
        pairs: u32,
    ) -> std::result::Result<Option<Entry>, Stopped> {
        let part = self.part;
        let local = &part.levels[level + 1].local;
        while !local.is_empty() && values.passing.len() <= at {
            let Some(entry) = values.all.get(values.next) else { return Ok(None) };
            if pairs + entry.pairs >= self.below {
                return Ok(Some(*entry));
            }
            if !self.work.spend() {
                return Err(Stopped);
            }
            values.next += 1;
            self.regs[part.order[level].1] = entry.value;
            if self.pass(local) {
                values.passing.push(*entry);
                self.remembered += 1;
            }
        }
        let list = if local.is_empty() { &*values.all } else { &values.passing };
        Ok(list.get(at).copied())
    }

    /// Runs a level: computes its registers, and returns whether its checks hold, the local ones aside.
    fn checked(&mut self, level: usize) -> bool {
        let part = self.part;
        self.pass(&part.levels[level].rest)
    }

    fn pass(&mut self, actions: &[Action]) -> bool {
        for action in actions {
            match *action {
                Action::Eval(reg, op) => self.regs[reg] = op.value(&self.regs, self.board),
                Action::Check(number) => {
                    let mut eval = Eval::on(self.board);
                    let holds = self.case[number].holds(&self.regs, &mut eval);
                    self.work.add(eval.tried);
                    if !holds {
                        return false;
                    }
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use reductio_algebra::{Formula, Label, Theory};

    use super::super::compile::Compiled;
    use super::super::plan;
    use super::*;
    use crate::search::step_formula;
    use crate::watch::Watch;

    /// S5's Theorem 1 without (20), for one process: false in a model with 3 states and 6 pairs.
    fn problem() -> Compiled {
        let theory = Theory::parse(reductio_theorems::bundled::S5.text, &[]).unwrap();
        let hypotheses: Vec<Formula> = (theory.hypotheses())
            .filter(|h| h.label != Label::new("20").unwrap())
            .map(|h| h.formula.clone())
            .collect();
        let theorem = &theory.statement(&Label::new("22").unwrap()).unwrap().formula;
        Compiled::new(&step_formula(&hypotheses, &[], theorem), 1).unwrap()
    }

    /// The pairs of the model that is found, and the number of pairs below which all were tried.
    fn run(
        compiled: &Compiled,
        limit: u64,
        search: impl FnOnce(Exhaust<'_, '_>) -> Result,
    ) -> (Option<u32>, Option<u32>) {
        let [case] = &compiled.cases[..] else { panic!("one case") };
        let parts = plan::parts(&compiled.program, case);
        let [part] = &parts[..] else { panic!("one part") };
        let most = UnitProgress { states: 3, processes: 1, done: 0, units: 0 };
        let mut work =
            Work { used: 0, limit, models: 0, next_look: 0, watch: Watch::default(), most };
        let (board, mut domains) = (Board::new(3), Domains::new(3));
        let result =
            search(Exhaust::new(&compiled.program, case, part, board, &mut domains, &mut work));
        assert!(work.used <= limit);
        (result.found.map(|x| x.iter().map(|x| x.count_ones()).sum()), result.tried_below)
    }

    /// At every limit of work, and with every bound, the claims are true.
    #[test]
    fn claims_are_true_wherever_the_work_runs_out() {
        let compiled = problem();
        assert_eq!(run(&compiled, u64::MAX, |search| search.run(u32::MAX)), (Some(6), None));
        let (mut complete, mut bounded) = (0, 0);
        for below in 1..12 {
            for limit in (0..100).map(|n| n * n) {
                let (found, tried_below) = run(&compiled, limit, |search| search.run(below));
                assert!(found.is_none_or(|pairs| 6 <= pairs && pairs < below));
                if let Some(tried) = tried_below {
                    assert!(tried <= 6.min(below), "{tried} with {limit} below {below}");
                    bounded += u32::from(tried > 1);
                } else {
                    assert_eq!(found, Some(6).filter(|least| *least < below), "{limit} {below}");
                    complete += 1;
                }
            }
        }
        assert!(complete > 500 && bounded > 200, "{complete}, {bounded}");
    }

    /// Whatever the bound, the first model that is met has the fewest pairs; where there is none, all were tried.
    #[test]
    fn the_sparsest_model_is_met_first() {
        let compiled = problem();
        for below in 0..12 {
            let alone = |mut search: Exhaust<'_, '_>| {
                search.below = below;
                assert!(search.checked(0));
                let tried_below = search.sparsest_first();
                Result { found: search.found, tried_below }
            };
            let expected = Some(6).filter(|least| *least < below);
            assert_eq!(run(&compiled, u64::MAX, alone), (expected, None), "{below}");
        }
    }
}
