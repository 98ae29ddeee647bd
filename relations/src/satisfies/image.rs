//! A third evaluation, by forward images of sets of states. It shares no operation with the models behind
//! `OmegaAlgebra`, and is what witnesses are checked with.

use std::collections::BTreeSet;

use reductio_algebra::{Formula, Index, Relation, Symbol, Term, TermKind};

use super::model::Model;
use super::trace::process;

pub(super) type States = BTreeSet<usize>;

/// The states that `term` leads to from some state of `from`. `None` when a name has no value.
pub(super) fn image(term: &Term, from: &States, model: &Model) -> Option<States> {
    let all = || (0..model.states()).collect::<States>();
    Some(match term.kind() {
        TermKind::Zero => States::new(),
        TermKind::One => from.clone(),
        TermKind::Symbol(symbol, indices) => {
            let value = model.get(symbol, &processes(symbol, indices)?)?;
            value.pairs().filter(|(a, _)| from.contains(a)).map(|(_, b)| b).collect()
        }
        TermKind::Plus(a, b) => &image(a, from, model)? | &image(b, from, model)?,
        TermKind::Seq(a, b) => image(b, &image(a, from, model)?, model)?,
        TermKind::Star(a) => closure(a, from, model)?,
        TermKind::Omega(a) => {
            if runs_forever(a, from, model)? {
                all()
            } else {
                States::new()
            }
        }
        TermKind::Loop(a, b) if runs_forever(a, from, model)? => {
            image(b, from, model)?;
            all()
        }
        TermKind::Loop(a, b) => image(b, &closure(a, from, model)?, model)?,
        TermKind::Not(p) => from - &image(p, from, model)?,
        TermKind::Sum(binder) => {
            let mut sum = States::new();
            for k in 0..model.processes() {
                sum.append(&mut image(&binder.opened(&process(k)), from, model)?);
            }
            sum
        }
        TermKind::Product(binder) => {
            let mut kept = from.clone();
            for k in 0..model.processes() {
                kept = image(&binder.opened(&process(k)), &kept, model)?;
            }
            kept
        }
        TermKind::Defined(..) => image(&term.unfolded()?, from, model)?,
    })
}

fn processes(symbol: &Symbol, indices: &[Index]) -> Option<Vec<usize>> {
    let number = |index: &Index| match index {
        Index::Free(name) => name.parse().ok(),
        Index::Bound(_) => None,
    };
    let values: Option<Vec<usize>> = indices.iter().map(number).collect();
    values.filter(|v| v.len() == symbol.arity)
}

fn closure(step: &Term, from: &States, model: &Model) -> Option<States> {
    let mut reached = from.clone();
    let mut new = from.clone();
    while !new.is_empty() {
        new = &image(step, &new, model)? - &reached;
        reached.extend(&new);
    }
    Some(reached)
}

/// Whether some state of `from` has an infinite path: the states without a step that goes on are left out
/// until none is left to leave out.
fn runs_forever(step: &Term, from: &States, model: &Model) -> Option<bool> {
    let mut alive: States = (0..model.states()).collect();
    loop {
        let mut next = States::new();
        for &state in &alive {
            if !image(step, &States::from([state]), model)?.is_disjoint(&alive) {
                next.insert(state);
            }
        }
        if next == alive {
            return Some(!alive.is_disjoint(from));
        }
        alive = next;
    }
}

/// Whether `term` leads from one state to another.
pub(super) fn relates(term: &Term, from: usize, to: usize, model: &Model) -> Option<bool> {
    Some(image(term, &States::from([from]), model)?.contains(&to))
}

/// The truth of a formula whose free indices are processes.
pub(super) fn holds(formula: &Formula, model: &Model) -> Option<bool> {
    match formula {
        Formula::Relation(left, relation, right) => {
            for state in 0..model.states() {
                let state = States::from([state]);
                let (l, r) = (image(left, &state, model)?, image(right, &state, model)?);
                let fails = match relation {
                    Relation::Equal => l != r,
                    Relation::Below => !l.is_subset(&r),
                };
                if fails {
                    return Some(false);
                }
            }
            Some(true)
        }
        Formula::Apart(i, j) => Some(i != j),
        Formula::Implies(a, b) => Some(!holds(a, model)? || holds(b, model)?),
        Formula::ForAll(binder) => {
            for k in 0..model.processes() {
                if !holds(&binder.opened(&process(k)), model)? {
                    return Some(false);
                }
            }
            Some(true)
        }
    }
}
