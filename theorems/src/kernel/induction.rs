//! The rules of induction of S5 section 3.

use reductio_algebra::{Formula, Relation, TermKind};

use super::conditions::relation;
use super::theorem::follows;
use super::{Given, Rule, RuleError, Theorem};

/// `(* ind R)`, S5 section 3: from `x y <= x` conclude `x y* = x`.
///
/// # Errors
/// [`RuleError::NotInductive`] when the premise has any other shape.
pub fn star_ind_r(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (product, Relation::Below, x2) = relation(t, Rule::StarIndR)?
        && let TermKind::Seq(x, y) = product.kind()
        && x == x2
    {
        let concl = Formula::equal(&x.seq(&y.star()), x);
        return Ok(follows(t, concl, Rule::StarIndR, Given::Nothing));
    }
    Err(not_inductive(Rule::StarIndR, "x y <= x", t))
}

/// `(* ind L)`, S5 section 3: from `x y <= y` conclude `x* y = y`.
///
/// # Errors
/// [`RuleError::NotInductive`] when the premise has any other shape.
pub fn star_ind_l(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (product, Relation::Below, y2) = relation(t, Rule::StarIndL)?
        && let TermKind::Seq(x, y) = product.kind()
        && y == y2
    {
        let concl = Formula::equal(&x.star().seq(y), y);
        return Ok(follows(t, concl, Rule::StarIndL, Given::Nothing));
    }
    Err(not_inductive(Rule::StarIndL, "x y <= y", t))
}

/// `(? ind)`, S5 section 3: from `x <= y x + z` conclude `x <= y ? z`.
///
/// # Errors
/// [`RuleError::NotInductive`] when the premise has any other shape.
pub fn loop_ind(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (x, Relation::Below, sum) = relation(t, Rule::LoopInd)?
        && let TermKind::Plus(product, z) = sum.kind()
        && let TermKind::Seq(y, x2) = product.kind()
        && x == x2
    {
        let concl = Formula::below(x, &y.looping(z));
        return Ok(follows(t, concl, Rule::LoopInd, Given::Nothing));
    }
    Err(not_inductive(Rule::LoopInd, "x <= y x + z", t))
}

fn not_inductive(rule: Rule, shape: &'static str, t: &Theorem) -> RuleError {
    RuleError::NotInductive { rule, shape, got: t.conclusion().clone() }
}
