//! A third evaluation, by forward images of sets of states. It shares no operation with the models behind
//! `OmegaAlgebra`; witnesses are checked with it.

use std::collections::{BTreeSet, HashMap};

use reductio_algebra::{
    Formula, Index, MOST_VALUES, Relation, Sort, Symbol, SymbolBinder, Term, TermKind,
};

use super::model::FiniteModel;
use super::trace::process;

type States = BTreeSet<usize>;

/// A model, and the images under defined names that are known already.
struct Images<'a> {
    model: &'a FiniteModel,
    known: HashMap<(Term, States), States>,
    /// The number of values that quantified symbols may still be given.
    left: u64,
}

impl<'a> Images<'a> {
    fn of(model: &'a FiniteModel) -> Self {
        Images { model, known: HashMap::new(), left: MOST_VALUES }
    }
}

/// The states that `term` leads to from some state of `from`. `None` when a name has no value.
fn image(term: &Term, from: &States, in_model: &mut Images<'_>) -> Option<States> {
    let model = in_model.model;
    let all = || (0..model.states()).collect::<States>();
    Some(match term.kind() {
        TermKind::Zero => States::new(),
        TermKind::One => from.clone(),
        TermKind::Symbol(symbol, indices) => {
            let value = model.get(symbol, &processes(symbol, indices)?)?;
            value.pairs().filter(|(a, _)| from.contains(a)).map(|(_, b)| b).collect()
        }
        // Quantifiers over symbols are opened.
        TermKind::Bound(..) => return None,
        TermKind::Plus(a, b) => &image(a, from, in_model)? | &image(b, from, in_model)?,
        TermKind::Seq(a, b) => image(b, &image(a, from, in_model)?, in_model)?,
        TermKind::Star(a) => closure(a, from, in_model)?,
        TermKind::Omega(a) => {
            if runs_forever(a, from, in_model)? {
                all()
            } else {
                States::new()
            }
        }
        TermKind::Loop(a, b) if runs_forever(a, from, in_model)? => {
            image(b, from, in_model)?;
            all()
        }
        TermKind::Loop(a, b) => image(b, &closure(a, from, in_model)?, in_model)?,
        TermKind::Not(p) => from - &image(p, from, in_model)?,
        TermKind::Sum(binder) => {
            let mut sum = States::new();
            for k in 0..model.processes() {
                sum.append(&mut image(&binder.opened(&process(k)), from, in_model)?);
            }
            sum
        }
        TermKind::Product(binder) => {
            let mut kept = from.clone();
            for k in 0..model.processes() {
                kept = image(&binder.opened(&process(k)), &kept, in_model)?;
            }
            kept
        }
        // A name may occur again and again, also behind other names.
        TermKind::Defined(..) => {
            let key = (term.clone(), from.clone());
            if let Some(known) = in_model.known.get(&key) {
                return Some(known.clone());
            }
            let image = image(&term.unfolded()?, from, in_model)?;
            in_model.known.insert(key, image.clone());
            image
        }
    })
}

fn processes(symbol: &Symbol, indices: &[Index]) -> Option<Vec<usize>> {
    let number = |index: &Index| match index {
        Index::Process(number) => Some(*number),
        Index::Free(_) | Index::Bound(_) => None,
    };
    let values: Option<Vec<usize>> = indices.iter().map(number).collect();
    values.filter(|v| v.len() == symbol.arity)
}

fn closure(step: &Term, from: &States, in_model: &mut Images<'_>) -> Option<States> {
    let mut reached = from.clone();
    let mut new = from.clone();
    while !new.is_empty() {
        new = &image(step, &new, in_model)? - &reached;
        reached.extend(&new);
    }
    Some(reached)
}

/// Whether some state of `from` has an infinite path: the states without a step that goes on are left out
/// until none is left to leave out.
fn runs_forever(step: &Term, from: &States, in_model: &mut Images<'_>) -> Option<bool> {
    let mut alive: States = (0..in_model.model.states()).collect();
    loop {
        let mut next = States::new();
        for &state in &alive {
            if !image(step, &States::from([state]), in_model)?.is_disjoint(&alive) {
                next.insert(state);
            }
        }
        if next == alive {
            return Some(!alive.is_disjoint(from));
        }
        alive = next;
    }
}

/// Decides whether `term` leads from one state to another.
pub(super) fn relates(term: &Term, from: usize, to: usize, model: &FiniteModel) -> Option<bool> {
    Some(image(term, &States::from([from]), &mut Images::of(model))?.contains(&to))
}

/// The truth of a formula whose free indices are processes.
pub(super) fn holds(formula: &Formula, model: &FiniteModel) -> Option<bool> {
    is_true(formula, &mut Images::of(model))
}

fn is_true(formula: &Formula, in_model: &mut Images<'_>) -> Option<bool> {
    let model = in_model.model;
    match formula {
        Formula::Relation(left, relation, right) => {
            for state in 0..model.states() {
                let state = States::from([state]);
                let (l, r) = (image(left, &state, in_model)?, image(right, &state, in_model)?);
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
        Formula::Implies(a, b) => Some(!is_true(a, in_model)? || is_true(b, in_model)?),
        Formula::ForAllSymbols(binder) => for_all_values(binder, in_model),
        Formula::ForAll(binder) => {
            for k in 0..model.processes() {
                if !is_true(&binder.opened(&process(k)), in_model)? {
                    return Some(false);
                }
            }
            Some(true)
        }
    }
}

/// The truth of the body for all relations over the states of the model, or for all sets of states; `None` where these
/// are too many.
fn for_all_values(binder: &SymbolBinder, in_model: &mut Images<'_>) -> Option<bool> {
    let model = in_model.model;
    let states = model.states();
    let pairs: Vec<(usize, usize)> = match binder.sort() {
        Sort::Predicate => (0..states).map(|state| (state, state)).collect(),
        Sort::Action => (0..states).flat_map(|a| (0..states).map(move |b| (a, b))).collect(),
    };
    let (symbol, body) = binder.opened_fresh(&[]);
    // The choices count in binary, with the first pair as the last digit.
    let mut chosen = vec![false; pairs.len()];
    loop {
        in_model.left = in_model.left.checked_sub(1)?;
        let value = pairs.iter().zip(&chosen).filter(|(_, is_in)| **is_in).map(|(pair, _)| *pair);
        let extended = model.with(&symbol, &value.collect())?;
        let mut images = Images { left: in_model.left, ..Images::of(&extended) };
        let is_true = is_true(&body, &mut images)?;
        in_model.left = images.left;
        if !is_true {
            return Some(false);
        }
        let Some(next) = chosen.iter().position(|is_in| !is_in) else { return Some(true) };
        chosen[..next].fill(false);
        chosen[next] = true;
    }
}
