//! Bounded search for a model in which a formula is false.
//!
//! [`find_countermodel`] takes any formula: premises, side conditions, index families, sums and products
//! over the processes, definitions. It goes through the sizes, states first, and at each size
//!
//! 1. tries some random models (`climb`);
//! 2. backtracks over all models up to renaming states, checking each premise as soon as its symbols have
//!    values, only below the number of pairs of what was found (`exhaust`, `plan`, `domain`);
//! 3. where half of the work is not enough for that, tries all models with no pair, with at most one, two,
//!    and so on with the other half: countermodels are sparse, and the first one met has the fewest pairs;
//! 4. samples more models and climbs from them, and makes what it finds smaller (`shrink`).
//!
//! Formulas are compiled to straight-line programs over relations that fit in one word (`compile`, `program`,
//! `board`). A model that is found is evaluated once more by the naive model, which gives the witness. Quantifiers
//! over actions and predicates go through all relations over the states, so that only small sizes are searched for a
//! formula that has some.
//!
//! A formula for which nothing is found need not be true: it may fail in larger models only.

mod board;
mod climb;
mod compile;
mod domain;
mod exhaust;
mod outcome;
mod plan;
mod program;
mod shrink;
mod size;
mod step;

use reductio_algebra::{Formula, MOST_VALUES, Symbol};

pub use outcome::{Countermodel, Coverage, Declined, SearchLimits, SearchOutcome, Size};
pub use step::{refute_step, step_formula};

use crate::assignment::Assignment;
use crate::enumeration::places;
use crate::satisfies::{FiniteModel, Satisfaction};
use board::Board;
use compile::Compiled;
use domain::Domains;
use program::{Eval, Slot};
use shrink::Found;
use size::AtSize;

/// The most values of the quantifiers over actions and predicates, all together, at a size that is searched: one
/// quantifier over actions goes up to three states.
const MOST_QUANTIFIED: u64 = 1 << 12;

/// The smallest model within the limits in which `formula` is false for some values of its indices: fewest
/// states first, then fewest processes, then fewest pairs.
///
/// ```
/// use reductio_algebra::{Symbol, Vocabulary};
/// use reductio_relations::{SearchLimits, find_countermodel};
/// let mut names = Vocabulary::new();
/// ["x", "y"].iter().for_each(|n| assert!(names.declare(Symbol::action(n.parse().unwrap(), 0))));
/// let claim = names.parse_formula("x y <= y x => (x + y)* = x* y*")?;
/// let outcome = find_countermodel(&claim, &SearchLimits::default());
/// let found = outcome.countermodel().unwrap();
/// assert_eq!(found.model.to_string(), "states 3\nprocesses 1\nx = {(1,0)}\ny = {(2,1)}\n");
/// assert!(found.is_smallest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_countermodel(formula: &Formula, limits: &SearchLimits<'_>) -> SearchOutcome {
    search(&formula.closed(), limits).unwrap_or_else(SearchOutcome::Declined)
}

fn search(formula: &Formula, limits: &SearchLimits<'_>) -> Result<SearchOutcome, Declined> {
    let has_processes = compile::has_indices(formula);
    check("states", limits.states, SearchLimits::MOST_STATES)?;
    check("processes", limits.processes, SearchLimits::MOST_PROCESSES)?;
    let most = if has_processes { limits.processes } else { 1 };
    let compiled = (1..=most).map(|k| compiled(formula, k)).collect::<Result<Vec<_>, _>>()?;
    let mut coverage =
        Coverage { sizes: Vec::new(), has_processes, evaluations: 0, quantified_above: None };
    for states in limits.from_states.max(1)..=limits.states {
        if compile::values(formula, states, most) > MOST_QUANTIFIED {
            if states == 1 {
                return Err(Declined::TooLarge { processes: most });
            }
            coverage.quantified_above = Some(states - 1);
            break;
        }
        let mut domains = Domains::new(states);
        for number in 0..compiled.len() {
            let mut at = AtSize::new(&compiled, number, states, limits);
            at.search(&mut domains);
            coverage.evaluations += at.evaluations();
            let bits = compiled[number].bits(states);
            let (sampled, tried_below) = (at.sampled, at.tried_below);
            let size = Size { states, processes: number + 1, bits, sampled, tried_below };
            if let Some(best) = at.best {
                let is_smallest =
                    limits.from_states <= 1 && coverage.is_exhaustive() && size.sampled.is_none();
                let found = countermodel(formula, &best, is_smallest, coverage.evaluations);
                return Ok(SearchOutcome::Refuted(Box::new(found)));
            }
            if at.is_cancelled() {
                return Err(Declined::Cancelled);
            }
            if size.sampled == Some(0) {
                return Err(Declined::TooMany { size, limit: limits.evaluations });
            }
            coverage.sizes.push(size);
        }
    }
    Ok(SearchOutcome::NotRefuted(coverage))
}

fn check(what: &'static str, got: usize, most: usize) -> Result<(), Declined> {
    if (1..=most).contains(&got) { Ok(()) } else { Err(Declined::Limits { what, got, most }) }
}

fn compiled(formula: &Formula, processes: usize) -> Result<Compiled, Declined> {
    Compiled::new(formula, processes)
        .ok()
        .filter(|c| c.program.slots.len() <= plan::MOST_SLOTS)
        .ok_or(Declined::TooLarge { processes })
}

/// The countermodel for a model that was found, with the naive model's reason.
fn countermodel(
    formula: &Formula,
    found: &Found<'_>,
    is_smallest: bool,
    evaluations: u64,
) -> Countermodel {
    let model = found.model(&formula.symbols());
    let witness = match model.satisfies(formula) {
        Ok(Satisfaction::Fails(witness)) => *witness,
        other => {
            unreachable!("{formula} is false in the compact model, not in the naive: {other:?}")
        }
    };
    Countermodel { model, witness, is_smallest, evaluations }
}

impl Found<'_> {
    /// The model, in which all symbols have a value, also those that play no role.
    fn model(&self, symbols: &[Symbol]) -> FiniteModel {
        let compiled = self.compiled();
        let mut meaning = Assignment::new(compiled.processes);
        for (symbol, indices) in places(compiled.processes, symbols) {
            let slot = Slot { symbol: symbol.clone(), indices };
            let value = compiled.program.place(&slot).map_or(0, |place| self.slots[place]);
            meaning.set(&symbol, &slot.indices, board::pairs(value).collect());
        }
        FiniteModel::new(self.states, meaning).expect("values were chosen among those of the size")
    }
}

/// The truth of a formula in a model as the search evaluates it, for comparison with other evaluations.
/// `None` when the model or the formula is too large, or a symbol has no value.
pub fn holds_in(formula: &Formula, model: &FiniteModel) -> Option<bool> {
    if model.states() > SearchLimits::MOST_STATES {
        return None;
    }
    let formula = formula.closed();
    if compile::values(&formula, model.states(), model.processes()) > MOST_VALUES {
        return None;
    }
    let (program, cond) = compile::whole(&formula, model.processes())?;
    let value =
        |slot: &Slot| Some(board::from_pairs(model.get(&slot.symbol, &slot.indices)?.pairs()));
    let slots: Vec<u64> = program.slots.iter().map(value).collect::<Option<_>>()?;
    let mut regs = Vec::new();
    let board = Board::new(model.states());
    program.run(&slots, board, &mut regs);
    Some(cond.holds(&regs, &mut Eval::on(board)))
}
