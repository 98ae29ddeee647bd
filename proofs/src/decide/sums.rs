//! Sums of lists of terms, and the kernel steps into and out of them.

use reductio_algebra::Term;
use reductio_theorems::kernel::{axiom, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use crate::derived::{Derived, LAWS, le_refl, lub};
use crate::step_error::Attempt;

/// The sum of terms, `a + (b + c)`; `0` for no terms.
pub(crate) fn sum(terms: &[Term]) -> Term {
    match terms {
        [] => Term::zero(),
        [init @ .., last] => init.iter().rev().fold(last.clone(), |s, t| t.plus(&s)),
    }
}

/// The theorems `|- terms[k] <= sum(terms)`, for all k.
pub(crate) fn into_sum(terms: &[Term]) -> Result<Vec<Theorem>, RuleError> {
    let mut found: Vec<Theorem> = Vec::new();
    let Some((last, init)) = terms.split_last() else { return Ok(found) };
    found.push(le_refl(last)?);
    let mut rest = last.clone();
    for t in init.iter().rev() {
        let up = LAWS.inr.at(t, &rest);
        for inner in &mut found {
            *inner = trans(inner, &up)?;
        }
        found.push(LAWS.inl.at(t, &rest));
        rest = t.plus(&rest);
    }
    found.reverse();
    Ok(found)
}

/// The theorem `sum <= x`, from `t <= x` for each `t`.
pub(crate) fn sum_below(each: &[Theorem], x: &Term) -> Derived {
    match each {
        [] => Ok(LAWS.zero_le.at(x, x)),
        [one] => Ok(one.clone()),
        [first, rest @ ..] => lub(first, &sum_below(rest, x)?),
    }
}

/// The theorem `sum y <= x`, from `t y <= x` for each of `terms`.
pub(crate) fn sum_seq_below(terms: &[Term], y: &Term, each: &[Theorem], x: &Term) -> Attempt {
    match (terms, each) {
        ([], _) => Ok(trans(&axiom(Axiom::ZeroSeq, y, y, y)?, &LAWS.zero_le.at(x, x))?),
        (_, [one]) => Ok(one.clone()),
        ([first, rest @ ..], [one, more @ ..]) => {
            let both = lub(one, &sum_seq_below(rest, y, more, x)?)?;
            Ok(trans(&axiom(Axiom::DistribR, first, &sum(rest), y)?, &both)?)
        }
        _ => Err(super::monomial::missing(x)),
    }
}

/// The theorem `y sum <= x`, from `y t <= x` for each of `terms`.
pub(crate) fn seq_sum_below(y: &Term, terms: &[Term], each: &[Theorem], x: &Term) -> Attempt {
    match (terms, each) {
        ([], _) => Ok(trans(&axiom(Axiom::SeqZero, y, y, y)?, &LAWS.zero_le.at(x, x))?),
        (_, [one]) => Ok(one.clone()),
        ([first, rest @ ..], [one, more @ ..]) => {
            let both = lub(one, &seq_sum_below(y, rest, more, x)?)?;
            Ok(trans(&axiom(Axiom::DistribL, y, first, &sum(rest))?, &both)?)
        }
        _ => Err(super::monomial::missing(x)),
    }
}
