//! Very weak alternating automata: the first half of the translation of Gastin and Oddoux.
//!
//! The states are the `until` and `release` formulas. From a state a transition leads to a *set* of states, and the run
//! must be accepted from all of them. A state leads to itself and to its parts only (very weak), and a run may not stay
//! in an `until` for ever.

use rustc_hash::FxHashSet;

use super::automaton::Guard;
use super::bits::BitSet;
use super::limits::{Budget, NotTranslated};
use super::normal::{Id, Normal, Normals};

/// A transition of an alternating automaton: what must be true now, and the formulas that must be true from the next
/// state on, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Obligation {
    pub(super) guard: Guard,
    pub(super) then: BitSet,
}

impl Obligation {
    /// Decides whether an obligation asks for no more than another one.
    pub(super) fn is_weaker(&self, other: &Self) -> bool {
        self.guard.is_weaker(&other.guard) && self.then.is_subset(&other.then)
    }
}

/// The transitions of all formulas that the root needs, by the number of the formula.
pub(super) fn transitions(
    normals: &Normals,
    root: Id,
    budget: &mut Budget<'_>,
) -> Result<Vec<Vec<Obligation>>, NotTranslated> {
    let mut is_needed = vec![false; normals.len()];
    is_needed[root] = true;
    let mut all: Vec<Vec<Obligation>> = vec![Vec::new(); normals.len()];
    // Operands have lower numbers than what is made of them.
    for id in (0..normals.len()).rev().filter(|&id| id <= root) {
        if is_needed[id] {
            match normals.get(id) {
                Normal::Constant(_) | Normal::Literal(..) => {}
                Normal::And(parts) | Normal::Or(parts) => {
                    for &part in parts {
                        is_needed[part] = true;
                    }
                }
                &Normal::Until(left, right) | &Normal::Release(left, right) => {
                    is_needed[left] = true;
                    is_needed[right] = true;
                }
            }
        }
    }
    let later =
        |id| vec![Obligation { guard: Guard::default(), then: std::iter::once(id).collect() }];
    for id in (0..=root).filter(|&id| is_needed[id]) {
        all[id] = match normals.get(id) {
            Normal::Constant(false) => Vec::new(),
            Normal::Constant(true) => {
                vec![Obligation { guard: Guard::default(), then: BitSet::new() }]
            }
            &Normal::Literal(atom, value) => {
                let (mut guard, only) = (Guard::default(), std::iter::once(atom).collect());
                *(if value { &mut guard.positive } else { &mut guard.negative }) = only;
                vec![Obligation { guard, then: BitSet::new() }]
            }
            Normal::And(parts) => {
                let mut product = all[parts[0]].clone();
                for &part in &parts[1..] {
                    product = both(&product, &all[part], budget)?;
                }
                product
            }
            Normal::Or(parts) => {
                let union = parts.iter().flat_map(|&part| &all[part]).cloned();
                least(union.collect(), budget)?
            }
            &Normal::Until(left, right) => {
                let mut union = both(&all[left], &later(id), budget)?;
                union.extend_from_slice(&all[right]);
                least(union, budget)?
            }
            &Normal::Release(left, right) => {
                let mut union = all[left].clone();
                union.extend(later(id));
                both(&all[right], &union, budget)?
            }
        };
    }
    Ok(all)
}

/// All ways to meet an obligation of each of two lists, without those that ask for more than another one.
fn both(
    left: &[Obligation],
    right: &[Obligation],
    budget: &mut Budget<'_>,
) -> Result<Vec<Obligation>, NotTranslated> {
    least(product(left, right, budget)?, budget)
}

/// All ways to meet an obligation of each of two lists, each once.
pub(super) fn product(
    left: &[Obligation],
    right: &[Obligation],
    budget: &mut Budget<'_>,
) -> Result<Vec<Obligation>, NotTranslated> {
    let mut seen = FxHashSet::default();
    let mut product = Vec::new();
    for first in left {
        budget.spend(right.len())?;
        for second in right {
            let Some(guard) = first.guard.and(&second.guard) else { continue };
            let mut then = first.then.clone();
            then.extend(&second.then);
            let way = Obligation { guard, then };
            if seen.insert(way.clone()) {
                product.push(way);
            }
        }
    }
    Ok(product)
}

/// The obligations without those that ask for more than another one.
fn least(
    obligations: Vec<Obligation>,
    budget: &mut Budget<'_>,
) -> Result<Vec<Obligation>, NotTranslated> {
    let mut kept: Vec<Obligation> = Vec::new();
    for new in obligations {
        budget.spend(1 + kept.len() / 8)?;
        if !kept.iter().any(|old| old.is_weaker(&new)) {
            kept.retain(|old| !new.is_weaker(old));
            kept.push(new);
        }
    }
    Ok(kept)
}
