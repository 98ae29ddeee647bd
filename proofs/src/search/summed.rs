//! Facts for each index summed over it: `p u_i !p <= 0` for all i gives `p (+i : u_i) !p <= 0`, which the decision
//! knows how to eliminate.

use reductio_algebra::{Name, Relation, Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{specialize, sum_least, trans};

use super::made::Made;
use crate::decide::regular;
use crate::derived::{lhs, rhs, weaken};
use crate::tactic::product::{factors_of, product, split_sum};

/// The states of the decision that regroups a product.
const STATES: usize = 60;

/// The inclusion that an inclusion, or an equation with 0, for all values of its indices gives when each is summed over
/// on the left side; none where the right side depends on an index.
pub(super) fn summed(fact: &Theorem) -> Made<Vec<Theorem>> {
    let avoid: Vec<Name> =
        fact.hypotheses().iter().flat_map(reductio_algebra::Formula::free_indices).collect();
    let (names, body) = fact.conclusion().stripped(&avoid);
    let reductio_algebra::Formula::Relation(_, relation, r) = &body else { return Ok(Vec::new()) };
    let is_zero = *r.kind() == TermKind::Zero;
    if names.is_empty() || (*relation == Relation::Equal && !is_zero) {
        return Ok(Vec::new());
    }
    let mut theorem = fact.clone();
    for name in &names {
        theorem = specialize(&theorem, name)?;
    }
    theorem = weaken(&theorem)?;
    for name in names.iter().rev() {
        if rhs(&theorem).free_indices().contains(name) {
            return Ok(Vec::new());
        }
        let Some(next) = over(&theorem, name)? else { return Ok(Vec::new()) };
        theorem = next;
    }
    Ok(vec![theorem])
}

/// From `a x_i b <= r`, for any i: `a (+i : x_i) b <= r`.
fn over(theorem: &Theorem, i: &Name) -> Made<Option<Theorem>> {
    let l = lhs(theorem);
    let list = factors_of(&l);
    let has = |f: &Term| f.free_indices().contains(i);
    let Some(from) = list.iter().position(has) else { return Ok(Some(theorem.clone())) };
    let to = list.iter().rposition(has).unwrap_or(from);
    let inner = product(&list[from..=to]);
    let with = |middle: &Term| {
        let mut next = list[..from].to_vec();
        next.push(middle.clone());
        next.extend(list[to + 1..].iter().cloned());
        next
    };
    let Some(regrouped) = regular(&product(&with(&inner)), &l, STATES)? else { return Ok(None) };
    let each = sum_least(i, &trans(&regrouped, theorem)?)?;
    let split = split_sum(&with(&Term::index_sum(i, &inner)), from)?;
    if rhs(&split) != lhs(&each) {
        return Ok(None);
    }
    Ok(Some(trans(&split, &each)?))
}
