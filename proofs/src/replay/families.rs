//! Tests with sums and products over indices: `!(.i : p_i) = (+i : !p_i)`.
//!
//! A sum of tests over all processes is "some", a product is "all", and a law between such tests is a sentence about
//! one-place predicates of processes, as long as indices are not compared. It is proved by cases: whether such a test
//! holds, and if a sum holds, or a product does not, then some process shows it, which gets a name. Between the cases
//! is Boolean algebra, where each sum and product is a letter with the instances at the processes that have names;
//! that is decided.

use reductio_algebra::{Formula, Index, Name, Relation, Term, TermKind, fresh, name};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{
    product_greatest, product_lower, sum_distrib_l, sum_least, sum_upper, trans,
};

use crate::decide::{DecideError, Decision, decide_under};
use crate::derived::antisym;
use crate::limits::DecisionLimits;
use crate::step_error::StepError;

/// The most sums and products that cases are distinguished for.
const MOST_CASES: usize = 6;

/// Proves `s <= t` or `s = t` between tests, at least one of which has a sum or product over indices. `None` where the
/// relation is not between such tests, or no proof is found.
pub(super) fn prove(
    s: &Term,
    relation: Relation,
    t: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Option<Theorem>, StepError> {
    if !s.is_predicate() || !t.is_predicate() || families(&[s, t]).is_empty() {
        return Ok(None);
    }
    let mut indices = Formula::below(s, t).free_indices();
    if indices.is_empty() {
        // There is a process.
        indices.push(name!("i"));
    }
    let Some(down) = below(s, t, &[], &indices, bound)? else { return Ok(None) };
    if relation == Relation::Below {
        return Ok(Some(down));
    }
    let Some(up) = below(t, s, &[], &indices, bound)? else { return Ok(None) };
    Ok(antisym(&down, &up).map(Some)?)
}

/// The theorem `g <= d`, where the cases of the families `done` are distinguished already.
fn below(
    g: &Term,
    d: &Term,
    done: &[Term],
    indices: &[Name],
    bound: DecisionLimits<'_>,
) -> Result<Option<Theorem>, StepError> {
    let all = families(&[g, d]);
    let mut instances = Vec::new();
    for (family, i) in all.iter().flat_map(|f| indices.iter().map(move |i| (f, i))) {
        instances.push(match family.kind() {
            TermKind::Sum(_) => sum_upper(family, i)?,
            _ => product_lower(family, i)?,
        });
    }
    if let Some(theorem) = decided(&instances, g, d, bound)? {
        return Ok(Some(theorem));
    }
    let Some(family) = all.iter().find(|f| !done.contains(f)) else { return Ok(None) };
    if done.len() >= MOST_CASES || bound.is_cancelled() {
        return Ok(None);
    }
    let done = [done, std::slice::from_ref(family)].concat();
    let (Ok(none), Ok(not_d)) = (family.complement(), d.complement()) else { return Ok(None) };
    // The cases at a named process.
    let mut more = indices.to_vec();
    let (with, without) = match family.kind() {
        TermKind::Sum(binder) => {
            let j = fresh(binder.hint(), indices);
            let opened = g.seq(&binder.opened(&Index::Free(j.clone())));
            more.push(j.clone());
            let Some(without) = below(&g.seq(&none), d, &done, indices, bound)? else {
                return Ok(None);
            };
            let Some(one) = below(&opened, d, &done, &more, bound)? else { return Ok(None) };
            (trans(&sum_distrib_l(g, family)?, &sum_least(&j, &one)?)?, without)
        }
        TermKind::Product(binder) => {
            let j = fresh(binder.hint(), indices);
            let opened = binder.opened(&Index::Free(j.clone()));
            let Ok(fails) = opened.complement() else { return Ok(None) };
            more.push(j.clone());
            let Some(with) = below(&g.seq(family), d, &done, indices, bound)? else {
                return Ok(None);
            };
            let Some(one) = below(&g.seq(&fails), d, &done, &more, bound)? else { return Ok(None) };
            // g !a_j <= d for all j: where g holds and d does not, each a_j does.
            let Some(each) = decided(&[one], &g.seq(&not_d), &opened, bound)? else {
                return Ok(None);
            };
            let all = product_greatest(&j, &each)?;
            let Some(without) = decided(&[all], &g.seq(&none), d, bound)? else {
                return Ok(None);
            };
            (with, without)
        }
        _ => return Ok(None),
    };
    decided(&[with, without], g, d, bound)
}

fn decided(
    facts: &[Theorem],
    s: &Term,
    t: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Option<Theorem>, StepError> {
    match decide_under(facts, s, Relation::Below, t, bound) {
        Ok(Decision::Holds(theorem)) => Ok(Some(theorem)),
        Err(DecideError::Step(fault)) => Err(fault),
        _ => Ok(None),
    }
}

/// The sums and products over indices in terms, those below another one left out.
fn families(terms: &[&Term]) -> Vec<Term> {
    fn collect(t: &Term, found: &mut Vec<Term>) {
        if matches!(t.kind(), TermKind::Sum(_) | TermKind::Product(_)) {
            if !found.contains(t) {
                found.push(t.clone());
            }
            return;
        }
        t.operands().into_iter().for_each(|o| collect(o, found));
    }
    let mut found = Vec::new();
    for t in terms {
        collect(t, &mut found);
    }
    found
}
