//! Axioms, equality, order, and the congruences of `+` and of the product.

use reductio_algebra::{Formula, Relation, Term, TermKind};

use super::conditions::{closed, relation, wrong};
use super::theorem::{follows, follows_from_both, outright};
use super::{Axiom, Given, Rule, RuleError, Theorem};

/// An axiom of S5 section 3 at given terms; axioms over fewer than three terms ignore the rest.
///
/// # Errors
/// [`RuleError::Shape`] when a complement axiom is asked of an action, [`RuleError::Dangling`].
pub fn axiom(axiom: Axiom, x: &Term, y: &Term, z: &Term) -> Result<Theorem, RuleError> {
    [x, y, z].into_iter().try_for_each(|t| closed(Rule::Axiom, t))?;
    Ok(outright(axiom.at(x, y, z)?, Rule::Axiom, Given::Axiom(axiom)))
}

/// `|- x = x`.
///
/// # Errors
/// [`RuleError::Dangling`].
pub fn refl(x: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::Refl, x)?;
    Ok(outright(Formula::equal(x, x), Rule::Refl, Given::Nothing))
}

/// From `H |- x = y` conclude `H |- y = x`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise is no equation.
pub fn sym(t: &Theorem) -> Result<Theorem, RuleError> {
    match relation(t, Rule::Sym)? {
        (x, Relation::Equal, y) => Ok(follows(t, Formula::equal(y, x), Rule::Sym, Given::Nothing)),
        _ => Err(wrong(Rule::Sym, "x = y", t)),
    }
}

/// From `x R y` and `y S z` conclude `x = z` when both are `=`, else `x <= z`.
///
/// # Errors
/// [`RuleError::NotRelation`], [`RuleError::Broken`].
pub fn trans(a: &Theorem, b: &Theorem) -> Result<Theorem, RuleError> {
    let (x, r, y) = relation(a, Rule::Trans)?;
    let (y2, s, z) = relation(b, Rule::Trans)?;
    if y != y2 {
        return Err(RuleError::Broken { left: y.clone(), right: y2.clone() });
    }
    let concl = Formula::Relation(x.clone(), weakest(r, s), z.clone());
    Ok(follows_from_both(a, b, concl, Rule::Trans))
}

/// From `x + y = y` conclude `x <= y`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise has any other shape.
pub fn le_intro(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (sum, Relation::Equal, z) = relation(t, Rule::LeIntro)?
        && let TermKind::Plus(x, y) = sum.kind()
        && y == z
    {
        return Ok(follows(t, Formula::below(x, y), Rule::LeIntro, Given::Nothing));
    }
    Err(wrong(Rule::LeIntro, "x + y = y", t))
}

/// From `x <= y` conclude `x + y = y`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise has any other shape.
pub fn le_elim(t: &Theorem) -> Result<Theorem, RuleError> {
    match relation(t, Rule::LeElim)? {
        (x, Relation::Below, y) => {
            Ok(follows(t, Formula::equal(&x.plus(y), y), Rule::LeElim, Given::Nothing))
        }
        _ => Err(wrong(Rule::LeElim, "x <= y", t)),
    }
}

/// From `x R x'` and `y S y'` conclude `x + y = x' + y'` when both are `=`, else `<=`.
///
/// # Errors
/// [`RuleError::NotRelation`].
pub fn plus(a: &Theorem, b: &Theorem) -> Result<Theorem, RuleError> {
    let (x, r, x2) = relation(a, Rule::Plus)?;
    let (y, s, y2) = relation(b, Rule::Plus)?;
    let concl = Formula::Relation(x.plus(y), weakest(r, s), x2.plus(y2));
    Ok(follows_from_both(a, b, concl, Rule::Plus))
}

/// From `x R x'` and `y S y'` conclude `x y = x' y'` when both are `=`, else `<=`.
///
/// # Errors
/// [`RuleError::NotRelation`].
pub fn seq(a: &Theorem, b: &Theorem) -> Result<Theorem, RuleError> {
    let (x, r, x2) = relation(a, Rule::Seq)?;
    let (y, s, y2) = relation(b, Rule::Seq)?;
    let concl = Formula::Relation(x.seq(y), weakest(r, s), x2.seq(y2));
    Ok(follows_from_both(a, b, concl, Rule::Seq))
}

fn weakest(a: Relation, b: Relation) -> Relation {
    if a == Relation::Equal { b } else { a }
}
