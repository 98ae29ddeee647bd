//! From a formula to ground cases: index quantifiers and sums are expanded for a number of processes.
//!
//! A formula is false where one of its *cases* holds: for some indices, its premises and the negation of
//! its conclusion. Renaming processes maps models to models, so of all tuples of indices only those are
//! tried in which each index is an earlier one or the first unused one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use reductio_algebra::{
    Binder, Definition, Formula, Index, Relation, Sort, SymbolBinder, Term, TermKind,
};

use super::program::{Cond, Each, Op, Program, Reg, Slot};
use crate::enumeration::number_of;

/// The most registers that a program may have.
pub(super) const MOST_REGISTERS: usize = 20_000;

/// A formula that is compiled for a number of processes.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    pub(super) program: Program,
    /// The cases, each a conjunction of conditions; the formula is false where one of them holds.
    pub(super) cases: Vec<Vec<Cond>>,
    pub(super) processes: usize,
}

/// The error for a program that would have more registers than [`MOST_REGISTERS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

impl Compiled {
    /// Compiles a closed formula.
    pub(super) fn new(formula: &Formula, processes: usize) -> Result<Self, TooLarge> {
        let mut compiler = Compiler { processes, ..Compiler::default() };
        compiler.refutations(formula, &mut Vec::new(), &mut Vec::new())?;
        let Compiler { program, cases, .. } = compiler;
        Ok(Compiled { program, cases, processes })
    }
}

#[derive(Default)]
struct Compiler {
    program: Program,
    cases: Vec<Vec<Cond>>,
    processes: usize,
    known: HashMap<(Term, Vec<usize>), Reg>,
}

impl Compiler {
    fn refutations(
        &mut self,
        formula: &Formula,
        bound: &mut Vec<usize>,
        premises: &mut Vec<Cond>,
    ) -> Result<(), TooLarge> {
        match formula {
            Formula::ForAll(binder) => {
                let unused = bound.iter().max().map_or(0, |m| m + 1);
                for value in 0..self.processes.min(unused + 1) {
                    bound.push(value);
                    let done = self.refutations(binder.body(), bound, premises);
                    bound.pop();
                    done?;
                }
            }
            Formula::Implies(premise, conclusion) => {
                let premise = self.cond(premise, bound)?;
                if premise != Cond::Const(false) {
                    premises.push(premise);
                    let done = self.refutations(conclusion, bound, premises);
                    premises.pop();
                    done?;
                }
            }
            Formula::Relation(..) | Formula::Apart(..) | Formula::ForAllSymbols(_) => {
                let fails = self.cond(formula, bound)?.negated();
                let all = Cond::all(premises.iter().cloned().chain([fails]));
                if all != Cond::Const(false) {
                    let mut case = all.conjuncts();
                    case.dedup();
                    if !self.cases.contains(&case) {
                        self.cases.push(case);
                    }
                }
            }
        }
        Ok(())
    }

    fn cond(&mut self, formula: &Formula, bound: &mut Vec<usize>) -> Result<Cond, TooLarge> {
        Ok(match formula {
            Formula::Relation(a, relation, b) => {
                let (a, b) = (self.term(a, bound)?, self.term(b, bound)?);
                match relation {
                    _ if a == b => Cond::Const(true),
                    Relation::Equal => Cond::Equal(a, b),
                    Relation::Below => Cond::Below(a, b),
                }
            }
            Formula::Apart(i, j) => Cond::Const(index(i, bound) != index(j, bound)),
            Formula::Implies(a, b) => self.cond(a, bound)?.implies(self.cond(b, bound)?),
            Formula::ForAll(binder) => {
                let mut items = Vec::new();
                for value in 0..self.processes {
                    bound.push(value);
                    let item = self.cond(binder.body(), bound);
                    bound.pop();
                    items.push(item?);
                }
                Cond::all(items)
            }
            Formula::ForAllSymbols(binder) => self.each(binder, bound)?,
        })
    }

    /// The condition that another holds for all values of a symbol, over a program of its own.
    fn each(&mut self, binder: &SymbolBinder, bound: &mut Vec<usize>) -> Result<Cond, TooLarge> {
        let (symbol, body) = binder.opened_fresh(&[]);
        let mut inner = Compiler { processes: self.processes, ..Compiler::default() };
        let cond = match inner.cond(&body, bound)? {
            known @ Cond::Const(_) => return Ok(known),
            cond => cond,
        };
        if self.program.ops.len() + inner.program.ops.len() > MOST_REGISTERS {
            return Err(TooLarge);
        }
        let slot = Slot { symbol, indices: Vec::new() };
        let each = Each::new(inner.program, cond, &slot, |slot| self.program.slot(slot.clone()));
        Ok(Cond::Each(each.into()))
    }

    fn emit(&mut self, op: Op) -> Result<Reg, TooLarge> {
        if self.program.ops.len() >= MOST_REGISTERS {
            return Err(TooLarge);
        }
        Ok(self.program.emit(op))
    }

    fn term(&mut self, term: &Term, bound: &mut Vec<usize>) -> Result<Reg, TooLarge> {
        // A term without dangling indices has one value below any binders.
        let key = (term.clone(), if term.is_closed() { Vec::new() } else { bound.clone() });
        if let Some(reg) = self.known.get(&key) {
            return Ok(*reg);
        }
        // The memory of instances is bounded like the program.
        if self.known.len() >= 8 * MOST_REGISTERS {
            return Err(TooLarge);
        }
        let reg = match term.kind() {
            TermKind::Zero => self.emit(Op::Zero)?,
            TermKind::One => self.emit(Op::One)?,
            TermKind::Symbol(symbol, indices) => {
                let indices = indices.iter().map(|i| index(i, bound)).collect();
                self.program.slot(Slot { symbol: symbol.clone(), indices })
            }
            TermKind::Bound(..) => unreachable!("quantifiers over symbols are opened"),
            TermKind::Plus(a, b) => {
                let op = Op::Plus(self.term(a, bound)?, self.term(b, bound)?);
                self.emit(op)?
            }
            TermKind::Seq(a, b) => {
                let op = Op::Seq(self.term(a, bound)?, self.term(b, bound)?);
                self.emit(op)?
            }
            TermKind::Star(a) => {
                let op = Op::Star(self.term(a, bound)?);
                self.emit(op)?
            }
            TermKind::Omega(a) => {
                let op = Op::Omega(self.term(a, bound)?);
                self.emit(op)?
            }
            TermKind::Not(a) => {
                let op = Op::Not(self.term(a, bound)?);
                self.emit(op)?
            }
            TermKind::Loop(a, b) => {
                let (a, b) = (self.term(a, bound)?, self.term(b, bound)?);
                let (omega, star) = (self.emit(Op::Omega(a))?, self.emit(Op::Star(a))?);
                let finite = self.emit(Op::Seq(star, b))?;
                self.emit(Op::Plus(omega, finite))?
            }
            TermKind::Sum(binder) => self.fold(binder, bound, Op::Plus)?,
            TermKind::Product(binder) => self.fold(binder, bound, Op::Seq)?,
            TermKind::Defined(..) => {
                let body = term.unfolded().expect("a defined name has a right side");
                self.term(&body, bound)?
            }
        };
        self.known.insert(key, reg);
        Ok(reg)
    }

    fn fold(
        &mut self,
        binder: &Binder,
        bound: &mut Vec<usize>,
        op: fn(Reg, Reg) -> Op,
    ) -> Result<Reg, TooLarge> {
        let mut total = None;
        for value in 0..self.processes {
            bound.push(value);
            let item = self.term(binder.body(), bound);
            bound.pop();
            let item = item?;
            total = Some(match total {
                None => item,
                Some(total) => self.emit(op(total, item))?,
            });
        }
        Ok(total.expect("there is a process"))
    }
}

/// The process that an index of a closed formula stands for.
fn index(index: &Index, bound: &[usize]) -> usize {
    match index {
        Index::Bound(k) => bound[bound.len() - 1 - *k as usize],
        Index::Process(number) => *number,
        Index::Free(name) => unreachable!("the index {name} is free in a closed formula"),
    }
}

/// Decides whether the truth of a formula may depend on the number of processes.
pub(super) fn has_indices(formula: &Formula) -> bool {
    match formula {
        Formula::Relation(a, _, b) => [a, b].into_iter().any(term_has_indices),
        Formula::Apart(..) => true,
        Formula::Implies(a, b) => has_indices(a) || has_indices(b),
        Formula::ForAll(binder) => has_indices(binder.body()),
        Formula::ForAllSymbols(binder) => has_indices(binder.body()),
    }
}

fn term_has_indices(term: &Term) -> bool {
    fn has(term: &Term, seen: &mut HashSet<*const Definition>) -> bool {
        let mut found = false;
        term.for_each_part(&mut |t| {
            found = found
                || match t.kind() {
                    TermKind::Symbol(symbol, _) => symbol.arity > 0,
                    TermKind::Sum(_) | TermKind::Product(_) => true,
                    TermKind::Defined(def, ..) => {
                        seen.insert(Arc::as_ptr(def)) && has(def.body(), seen)
                    }
                    _ => false,
                };
            !found
        });
        found
    }
    has(term, &mut HashSet::new())
}

/// The most values, all together, that the quantified symbols of a closed formula are given when its truth is
/// evaluated.
pub(super) fn values(formula: &Formula, states: usize, processes: usize) -> u64 {
    match formula {
        Formula::Relation(..) | Formula::Apart(..) => 0,
        Formula::Implies(a, b) => {
            values(a, states, processes).saturating_add(values(b, states, processes))
        }
        Formula::ForAll(binder) => {
            values(binder.body(), states, processes).saturating_mul(processes as u64)
        }
        Formula::ForAllSymbols(binder) => {
            let each = values(binder.body(), states, processes).saturating_add(1);
            number_of(states, binder.sort()).unwrap_or(u64::MAX).saturating_mul(each)
        }
    }
}

/// A closed formula as one condition, for all values of its indices. `None` when it is too large.
pub(super) fn whole(formula: &Formula, processes: usize) -> Option<(Program, Cond)> {
    let mut compiler = Compiler { processes, ..Compiler::default() };
    let cond = compiler.cond(formula, &mut Vec::new()).ok()?;
    Some((compiler.program, cond))
}

impl Compiled {
    /// The number of pairs that may be chosen freely in a model with so many states.
    pub(super) fn bits(&self, states: usize) -> usize {
        let cells = |slot: &Slot| match slot.symbol.sort {
            Sort::Predicate => states,
            Sort::Action => states * states,
        };
        self.program.slots.iter().map(cells).sum()
    }
}
