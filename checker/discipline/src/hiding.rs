//! Cuts claims into parts: a transition that hides no part hides nothing of the whole.
//!
//! An invariant is violated if one of its conjuncts is; a transition that turns no violated conjunct into a satisfied
//! one cannot hide that. A predicate that is to be reached is a monotone combination of its parts: a transition that
//! turns no true part into a false one cannot hide that it was reached. Small parts read few cells, so that all their
//! valuations can be tried.

use std::borrow::Cow;

use reductio_system::{Expression, StateProperty, System};

/// A part of a claim.
#[derive(Clone, Debug)]
pub(super) struct Part<'s> {
    /// The number of the claim; invariants come first, then claims that something is reached.
    pub(super) claim: usize,
    /// The predicate of the part.
    pub(super) predicate: Cow<'s, Expression>,
    /// The value at which the part must stay: false for an invariant, true for a claim that something is reached.
    pub(super) hidden_when: bool,
}

/// All claims: the invariants, then the claims that something is reached.
pub(super) fn all_claims(system: &System) -> impl Iterator<Item = &StateProperty> {
    system.invariants().iter().chain(system.reachable())
}

/// The parts of the first `count` claims.
pub(super) fn parts(system: &System, count: usize) -> Vec<Part<'_>> {
    let invariants = system.invariants().len();
    let mut out = Vec::new();
    for (claim, all) in all_claims(system).take(count).enumerate() {
        let is_invariant = claim < invariants;
        let mut found = Vec::new();
        cut(&all.predicate, is_invariant, &mut found);
        let part = |predicate| Part { claim, predicate, hidden_when: is_invariant };
        out.extend(found.into_iter().map(part));
    }
    out
}

/// Adds the conjuncts of a predicate to `out`, and unless `only_conjuncts`, the disjuncts of these and so on.
fn cut<'s>(predicate: &'s Expression, only_conjuncts: bool, out: &mut Vec<Cow<'s, Expression>>) {
    match predicate {
        Expression::And(parts) => parts.iter().for_each(|part| cut(part, only_conjuncts, out)),
        Expression::Or(parts) if !only_conjuncts => {
            parts.iter().for_each(|part| cut(part, only_conjuncts, out));
        }
        // not (a or b) = not a and not b
        Expression::Not(inner) => match &**inner {
            Expression::Or(parts) => {
                let negated = parts.iter().map(|part| Cow::Owned(part.clone().negated()));
                out.extend(negated);
            }
            _ => out.push(Cow::Borrowed(predicate)),
        },
        _ => out.push(Cow::Borrowed(predicate)),
    }
}
