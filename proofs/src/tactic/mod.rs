//! The tactic behind the hints of a derivation: from facts to `s <= t` and `s = t`.

mod boolean;
mod build;
mod build_match;
mod key;
mod matching;
mod plan;
pub(crate) mod product;
mod prover;
pub(crate) mod rule;
mod search;
#[cfg(test)]
mod tests;
pub(crate) mod word;

pub(crate) use prover::Prover;

use std::rc::Rc;

use reductio_algebra::{Relation, Term};
use reductio_theorems::Theorem;
use rustc_hash::FxHashSet;

use crate::derived::antisym;
use crate::step_error::StepError;
use plan::Plan;

/// A proof that the search found, and the facts and definitions that it used.
pub(crate) struct Found {
    pub(crate) theorem: Theorem,
    /// The sources of the rules used.
    pub(crate) sources: FxHashSet<usize>,
    /// The names of the definitions unfolded along the way.
    pub(crate) unfolded: Vec<Box<str>>,
}

impl Prover<'_> {
    /// Proves `s <= t` or `s = t`; `None` when the search finds no proof.
    ///
    /// # Errors
    /// [`StepError`] when a step that the search proposed has no proof, which is a fault of the search.
    pub(crate) fn prove(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
    ) -> Result<Option<Found>, StepError> {
        self.prove_by(s, relation, t, &|s, t| self.below(s, t))
    }

    /// Proves `s <= t` or `s = t` by matching alone: quick, and no search.
    ///
    /// # Errors
    /// As [`prove`](Self::prove).
    pub(crate) fn prove_at_once(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
    ) -> Result<Option<Found>, StepError> {
        self.prove_by(s, relation, t, &|s, t| self.below_at_once(s, t))
    }

    fn prove_by(
        &self,
        s: &Term,
        relation: Relation,
        t: &Term,
        below: &dyn Fn(&Term, &Term) -> Option<Rc<Plan>>,
    ) -> Result<Option<Found>, StepError> {
        let mut sources = FxHashSet::default();
        let theorem = if s == t {
            reductio_theorems::kernel::refl(s)?
        } else {
            let Some(down) = below(s, t) else {
                return Ok(None);
            };
            let up = match relation {
                Relation::Below => None,
                Relation::Equal => match below(t, s) {
                    Some(up) => Some(up),
                    None => return Ok(None),
                },
            };
            down.sources(&mut sources);
            let below = build_match::goal(&down, s, t)?;
            match up {
                None => below,
                Some(up) => {
                    up.sources(&mut sources);
                    antisym(&below, &build_match::goal(&up, t, s)?)?
                }
            }
        };
        Ok(Some(Found { theorem, sources, unfolded: self.unfolded() }))
    }
}
