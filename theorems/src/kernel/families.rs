//! Sums and products over the finite nonempty set of processes.

use reductio_algebra::{Binder, Formula, Index, Name, Relation, Term, TermKind, fresh};

use super::conditions::{closed, not_free, not_free_in, relation, wrong};
use super::theorem::{follows, outright};
use super::{Given, Rule, RuleError, Theorem};

/// `|- x_j <= (+i : x_i)`.
///
/// # Errors
/// [`RuleError::Shape`] when the term is no sum over indices.
pub fn sum_upper(sum: &Term, j: &Name) -> Result<Theorem, RuleError> {
    let binder = sum_binder(sum, Rule::SumUpper)?;
    let concl = Formula::below(&binder.opened(&Index::Free(j.clone())), sum);
    Ok(outright(concl, Rule::SumUpper, Given::Index(j.clone())))
}

/// From `H |- x_i <= y`, `i` free neither in `H` nor in `y`, conclude `H |- (+i : x_i) <= y`.
///
/// # Errors
/// [`RuleError::IndexNotFree`], [`RuleError::NotOfShape`].
pub fn sum_least(i: &Name, t: &Theorem) -> Result<Theorem, RuleError> {
    let (x, Relation::Below, y) = relation(t, Rule::SumLeast)? else {
        return Err(wrong(Rule::SumLeast, "x_i <= y", t));
    };
    not_free(i, t)?;
    not_free_in(i, y)?;
    let concl = Formula::below(&Term::index_sum(i, x), y);
    Ok(follows(t, concl, Rule::SumLeast, Given::Index(i.clone())))
}

/// `|- x (+i : y_i) = (+i : x y_i)`.
///
/// # Errors
/// [`RuleError::Shape`] when the second term is no sum over indices.
pub fn sum_distrib_l(x: &Term, sum: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::SumDistribL, x)?;
    let (i, y) = opened(sum_binder(sum, Rule::SumDistribL)?, x);
    let concl = Formula::equal(&x.seq(sum), &Term::index_sum(&i, &x.seq(&y)));
    Ok(outright(concl, Rule::SumDistribL, Given::Nothing))
}

/// `|- (+i : x_i) y = (+i : x_i y)`.
///
/// # Errors
/// [`RuleError::Shape`] when the first term is no sum over indices.
pub fn sum_distrib_r(sum: &Term, y: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::SumDistribR, y)?;
    let (i, x) = opened(sum_binder(sum, Rule::SumDistribR)?, y);
    let concl = Formula::equal(&sum.seq(y), &Term::index_sum(&i, &x.seq(y)));
    Ok(outright(concl, Rule::SumDistribR, Given::Nothing))
}

/// `|- (.i : p_i) <= p_j`, for predicates `p_i`.
///
/// # Errors
/// [`RuleError::Shape`] when the term is no product over indices.
pub fn product_lower(product: &Term, j: &Name) -> Result<Theorem, RuleError> {
    let rule = Rule::ProductLower;
    closed(rule, product)?;
    let TermKind::Product(binder) = product.kind() else {
        return Err(RuleError::Shape {
            rule,
            needed: "a product (.i : ...)",
            got: product.clone(),
        });
    };
    let concl = Formula::below(product, &binder.opened(&Index::Free(j.clone())));
    Ok(outright(concl, rule, Given::Index(j.clone())))
}

/// From `H |- r <= p_i`, `r` and `p_i` predicates, `i` free neither in `H` nor in `r`, conclude
/// `H |- r <= (.i : p_i)`.
///
/// # Errors
/// [`RuleError::IndexNotFree`], [`RuleError::NotOfShape`], [`RuleError::Shape`] when `r` or `p_i` is
/// no predicate.
pub fn product_greatest(i: &Name, t: &Theorem) -> Result<Theorem, RuleError> {
    let rule = Rule::ProductGreatest;
    let (r, Relation::Below, p) = relation(t, rule)? else {
        return Err(wrong(rule, "r <= p_i", t));
    };
    not_free(i, t)?;
    not_free_in(i, r)?;
    let shape = |got| RuleError::Shape { rule, needed: "a predicate", got };
    if !r.is_predicate() {
        return Err(shape(r.clone()));
    }
    let product = Term::index_product(i, p).map_err(|e| shape(e.term))?;
    Ok(follows(t, Formula::below(r, &product), rule, Given::Index(i.clone())))
}

fn sum_binder(sum: &Term, rule: Rule) -> Result<&Binder, RuleError> {
    closed(rule, sum)?;
    match sum.kind() {
        TermKind::Sum(binder) => Ok(binder),
        _ => Err(RuleError::Shape { rule, needed: "a sum (+i : ...)", got: sum.clone() }),
    }
}

/// The body of a binder at an index that occurs neither in it nor in `other`.
fn opened(binder: &Binder, other: &Term) -> (Name, Term) {
    let mut taken = binder.body().free_indices();
    taken.extend(other.free_indices());
    let i = fresh(binder.hint(), &taken);
    let body = binder.opened(&Index::Free(i.clone()));
    (i, body)
}
