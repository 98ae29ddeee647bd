//! From a plan to kernel steps.

use reductio_algebra::{Index, TermKind, Term};
use reductio_theorems::RuleError;
use reductio_theorems::kernel::{refl, seq, star_ind_l, star_ind_r, sum_least, sym, trans};

use super::matching::{build_match, goal};
use super::product::{annihilate, append, flatten, product, split_plus, split_sum};
use super::search::Plan;
use super::word::{Word, WordProofs};
use crate::derived::{LAWS, Step, lub, rhs, seq_left, seq_right, weaken};

/// The kernel's proof of `product(list) <= t`.
pub(crate) fn build(plan: &Plan, list: &[Term], t: &Term) -> Step {
    let laws = &*LAWS;
    let wrong = || RuleError::Shape {
        rule: "plan",
        needed: "another product",
        got: product(list),
    };
    match plan {
        Plan::Zero(k) => trans(&annihilate(list, *k)?, &laws.zero_le.at(t, t)),
        Plan::Absurd => {
            let word = Word::new(list);
            let proofs = WordProofs::new(&word);
            let (place, test, complement) = word.contradiction().ok_or_else(wrong)?;
            let block = product(&word.tests[place]);
            // b = b b <= p !p = 0
            let both = seq(&proofs.test(place, test)?, &proofs.test(place, complement)?)?;
            let doubled = trans(&laws.pred_idem.at(&block, &block), &both)?;
            let p = &word.tests[place][test];
            let gone = reductio_theorems::kernel::axiom(
                reductio_theorems::Axiom::NotSeqR,
                p,
                p,
                p,
            )?;
            let block_zero = trans(&doubled, &gone)?;
            replaced(&proofs, list, place, place, &block_zero, |list| {
                let k = list.iter().position(|f| *f == Term::zero()).ok_or_else(wrong)?;
                trans(&annihilate(list, k)?, &laws.zero_le.at(t, t))
            })
        }
        Plan::Match(m) => {
            let word = Word::new(list);
            let proofs = WordProofs::new(&word);
            let found = build_match(&proofs, m, t, 0, word.end())?;
            weaken(&trans(&Word::reading(list)?, &found)?)
        }
        Plan::Plus(k, left, right) => {
            let TermKind::Plus(a, b) = list[*k].kind() else { return Err(wrong()) };
            let split = split_plus(list, *k, a, b)?;
            let with = |to: &Term| {
                let mut next = list.to_vec();
                next[*k] = to.clone();
                product(&next)
            };
            let both = lub(&goal(left, &with(a), t)?, &goal(right, &with(b), t)?)?;
            trans(&split, &both)
        }
        Plan::Sum(k, name, inner) => {
            let TermKind::Sum(binder) = list[*k].kind() else { return Err(wrong()) };
            let mut next = list.to_vec();
            next[*k] = binder.opened(&Index::Free(name.clone()));
            let below = sum_least(name, &goal(inner, &product(&next), t)?)?;
            trans(&split_sum(list, *k)?, &below)
        }
        Plan::Rewrite(rewrite, next) => {
            let word = Word::new(list);
            let proofs = WordProofs::new(&word);
            let (s, e) = (rewrite.start, rewrite.end);
            let below = build_match(&proofs, &rewrite.matched, &rewrite.lhs, s, e)?;
            let step = trans(&below, &rewrite.prove()?)?;
            replaced(&proofs, list, s, e, &step, |list| build(next, list, t))
        }
        Plan::StarLeft(first, step) => {
            // z t <= t gives z* t = t; so z* k <= z* t = t.
            let TermKind::Star(z) = list[0].kind() else { return Err(wrong()) };
            let rest = build(first, &list[1..], t)?;
            let closed = star_ind_l(&goal(step, &z.seq(t), t)?)?;
            let start = match list.len() {
                1 => {
                    let one = reductio_theorems::kernel::axiom(
                        reductio_theorems::Axiom::SeqOne,
                        &list[0],
                        t,
                        t,
                    )?;
                    sym(&one)?
                }
                _ => refl(&product(list))?,
            };
            trans(&trans(&start, &seq_left(&list[0], &rest)?)?, &closed)
        }
        Plan::StarRight(first, step) => {
            let last = list.len() - 1;
            let TermKind::Star(z) = list[last].kind() else { return Err(wrong()) };
            let rest = build(first, &list[..last], t)?;
            let closed = star_ind_r(&goal(step, &t.seq(z), t)?)?;
            let start = match append(&list[..last], &list[last..])? {
                Some(eq) => sym(&eq)?,
                None => refl(&product(list))?,
            };
            trans(&trans(&start, &seq_right(&rest, &list[last])?)?, &closed)
        }
    }
}

/// Replaces the segment from `s` to `e` by the right side of `step`, and goes on with the factors of the
/// result: `product(list) <= t`.
fn replaced(
    proofs: &WordProofs<'_>,
    list: &[Term],
    s: usize,
    e: usize,
    step: &reductio_theorems::Theorem,
    next: impl FnOnce(&[Term]) -> Step,
) -> Step {
    let word = proofs.word;
    let end = word.end();
    let reading = Word::reading(list)?;
    let outer = proofs.split(0, s, end)?;
    let inner = proofs.split(s, e, end)?;
    let (before, after) = (word.segment(0, s), word.segment(e, end));
    let middle = trans(&inner, &seq_right(step, &after)?)?;
    let whole = trans(&trans(&reading, &outer)?, &seq_left(&before, &middle)?)?;
    let (factors, flat) = flatten(&rhs(&whole))?;
    let whole = match flat {
        Some(flat) => trans(&whole, &flat)?,
        None => whole,
    };
    weaken(&trans(&whole, &next(&factors)?)?)
}
