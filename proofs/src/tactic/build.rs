//! From a plan to kernel steps.

use reductio_algebra::{Index, Term, TermKind};
use reductio_theorems::Axiom;
use reductio_theorems::kernel::{
    axiom, product_greatest, refl, seq, star_ind_l, star_ind_r, sum_least, sym, trans,
};

use super::build_match::{build_match, goal};
use super::plan::Plan;
use super::product::{annihilate, append, flatten, product, split_plus, split_sum};
use super::word::{Word, WordProofs};
use crate::derived::{LAWS, lub, rhs, seq_left, seq_right, weaken};
use crate::step_error::{Attempt, Proposer, StepError};

/// The kernel's proof of `product(list) <= t`.
pub(crate) fn build(plan: &Plan, list: &[Term], t: &Term) -> Attempt {
    let laws = &*LAWS;
    match plan {
        Plan::Zero(k) => Ok(trans(&annihilate(list, *k)?, &laws.zero_le.at(t, t))?),
        Plan::Absurd => absurd(list, t),
        Plan::Same(path) => same(path, t).and_then(|t| Ok(weaken(&t)?)),
        Plan::Context(before, after, plan) => context(*before, *after, plan, list, t),
        Plan::Match(m) => {
            let word = Word::new(list);
            let proofs = WordProofs::new(&word);
            let found = build_match(&proofs, m, t, 0, word.end())?;
            Ok(weaken(&trans(&Word::reading(list)?, &found)?)?)
        }
        Plan::Plus(k, left, right) => {
            let TermKind::Plus(a, b) = list[*k].kind() else {
                return Err(wrong(list));
            };
            let split = split_plus(list, *k, a, b)?;
            let with = |to: &Term| {
                let mut next = list.to_vec();
                next[*k] = to.clone();
                product(&next)
            };
            let both = lub(&goal(left, &with(a), t)?, &goal(right, &with(b), t)?)?;
            Ok(trans(&split, &both)?)
        }
        Plan::Sum(k, name, inner) => {
            let TermKind::Sum(binder) = list[*k].kind() else {
                return Err(wrong(list));
            };
            let mut next = list.to_vec();
            next[*k] = binder.opened(&Index::Free(name.clone()));
            let below = sum_least(name, &goal(inner, &product(&next), t)?)?;
            Ok(trans(&split_sum(list, *k)?, &below)?)
        }
        Plan::Product(name, inner) => {
            let TermKind::Product(binder) = t.kind() else {
                return Err(wrong(list));
            };
            let opened = binder.opened(&Index::Free(name.clone()));
            Ok(product_greatest(name, &goal(inner, &product(list), &opened)?)?)
        }
        Plan::Rewrite(rewrite, next) => {
            let word = Word::new(list);
            let proofs = WordProofs::new(&word);
            let (s, e) = (rewrite.start, rewrite.end);
            let below = build_match(&proofs, &rewrite.matched, &rewrite.lhs, s, e)?;
            let step = trans(&below, &rewrite.prove()?)?;
            replaced(&proofs, list, s, e, &step, |list| build(next, list, t))
        }
        Plan::StarLeft(first, step) => star_left(first, step, list, t),
        Plan::StarRight(first, step) => star_right(first, step, list, t),
    }
}

fn wrong(list: &[Term]) -> StepError {
    Proposer::Tactic.unfit(&product(list))
}

/// The theorem from two tests of one place that exclude each other: `b = b b <= p !p = 0`.
fn absurd(list: &[Term], t: &Term) -> Attempt {
    let laws = &*LAWS;
    let word = Word::new(list);
    let proofs = WordProofs::new(&word);
    let (place, test, complement) = word.contradiction().ok_or_else(|| wrong(list))?;
    let block = product(&word.tests[place]);
    // b = b b <= p !p = 0
    let both = seq(&proofs.test(place, test)?, &proofs.test(place, complement)?)?;
    let doubled = trans(&laws.pred_idem.at(&block, &block), &both)?;
    let p = &word.tests[place][test];
    let gone = axiom(Axiom::NotSeqR, p, p, p)?;
    let block_zero = trans(&doubled, &gone)?;
    replaced(&proofs, list, place, place, &block_zero, |list| {
        let k = list.iter().position(|f| *f == Term::zero()).ok_or_else(|| wrong(list))?;
        Ok(trans(&annihilate(list, k)?, &laws.zero_le.at(t, t))?)
    })
}

/// The theorem for sides with the same first and last factors.
fn context(before: usize, after: usize, plan: &Plan, list: &[Term], t: &Term) -> Attempt {
    let (right, flat) = flatten(t)?;
    let middle = &right[before..right.len() - after];
    let inner = build(plan, &list[before..list.len() - after], &product(middle))?;
    let tail = &list[list.len() - after..];
    let mut proof = inner;
    if after > 0 {
        let grown = seq_right(&proof, &product(tail))?;
        let left = append(&list[before..list.len() - after], tail)?;
        let left = left.map(|t| sym(&t)).transpose()?;
        proof = left.map_or(Ok(grown.clone()), |left| trans(&left, &grown))?;
        if let Some(right) = append(middle, tail)? {
            proof = trans(&proof, &right)?;
        }
    }
    // An empty middle is `1`, which a product of factors does not show.
    let (mut left, mut to) = (list[before..].to_vec(), right[before..].to_vec());
    for factor in list[..before].iter().rev() {
        proof = seq_left(factor, &proof)?;
        if left.is_empty() {
            let unit = axiom(Axiom::SeqOne, factor, factor, factor)?;
            proof = trans(&sym(&unit)?, &proof)?;
        }
        if to.is_empty() {
            let unit = axiom(Axiom::SeqOne, factor, factor, factor)?;
            proof = trans(&proof, &unit)?;
        }
        left.insert(0, factor.clone());
        to.insert(0, factor.clone());
    }
    match flat {
        Some(flat) => Ok(trans(&proof, &sym(&flat)?)?),
        None => Ok(proof),
    }
}

/// The theorem by `(* ind L)`: `z t <= t` gives `z* t = t`; so `z* k <= z* t = t`.
fn star_left(first: &Plan, step: &Plan, list: &[Term], t: &Term) -> Attempt {
    // z t <= t gives z* t = t; so z* k <= z* t = t.
    let TermKind::Star(z) = list[0].kind() else {
        return Err(wrong(list));
    };
    let rest = build(first, &list[1..], t)?;
    let closed = star_ind_l(&goal(step, &z.seq(t), t)?)?;
    let start = match list.len() {
        1 => {
            let one = axiom(Axiom::SeqOne, &list[0], t, t)?;
            sym(&one)?
        }
        _ => refl(&product(list))?,
    };
    Ok(trans(&trans(&start, &seq_left(&list[0], &rest)?)?, &closed)?)
}

/// The theorem by `(* ind R)`, the mirror image.
fn star_right(first: &Plan, step: &Plan, list: &[Term], t: &Term) -> Attempt {
    let last = list.len() - 1;
    let TermKind::Star(z) = list[last].kind() else {
        return Err(wrong(list));
    };
    let rest = build(first, &list[..last], t)?;
    let closed = star_ind_r(&goal(step, &t.seq(z), t)?)?;
    let start = match append(&list[..last], &list[last..])? {
        Some(eq) => sym(&eq)?,
        None => refl(&product(list))?,
    };
    Ok(trans(&trans(&start, &seq_right(&rest, &list[last])?)?, &closed)?)
}

/// `|- product(factors(s)) <= t` for the summand `s` of `t` at the end of a path.
fn same(path: &[bool], t: &Term) -> Attempt {
    if let ([right, rest @ ..], TermKind::Plus(a, b)) = (path, t.kind()) {
        let (side, law) = if *right { (b, &LAWS.inr) } else { (a, &LAWS.inl) };
        return Ok(trans(&same(rest, side)?, &law.at(a, b))?);
    }
    match flatten(t)? {
        (_, Some(flat)) => Ok(sym(&flat)?),
        (_, None) => Ok(refl(t)?),
    }
}

/// The theorem `product(list) <= t`: replaces the segment from `s` to `e` by the right side of `step`, and goes on
/// with the factors of the result.
fn replaced(
    proofs: &WordProofs<'_>,
    list: &[Term],
    s: usize,
    e: usize,
    step: &reductio_theorems::Theorem,
    next: impl FnOnce(&[Term]) -> Attempt,
) -> Attempt {
    let word = proofs.word;
    let end = word.end();
    let reading = Word::reading(list)?;
    let outer = proofs.split(0, s, end)?;
    let inner = proofs.split(s, e, end)?;
    let (before, after) = (proofs.segment(0, s), proofs.segment(e, end));
    let middle = trans(&inner, &seq_right(step, &after)?)?;
    let whole = trans(&trans(&reading, &outer)?, &seq_left(&before, &middle)?)?;
    let (factors, flat) = flatten(&rhs(&whole))?;
    let whole = match flat {
        Some(flat) => trans(&whole, &flat)?,
        None => whole,
    };
    Ok(weaken(&trans(&whole, &next(&factors)?)?)?)
}
