//! The conditions that rules put on their premises and arguments.

use reductio_algebra::{Formula, Name, Relation, Term};

use super::{Expression, Rule, RuleError, Theorem};

pub(super) fn closed(rule: Rule, term: &Term) -> Result<(), RuleError> {
    if term.is_closed() {
        Ok(())
    } else {
        Err(RuleError::Dangling { rule, got: Expression::Term(term.clone()) })
    }
}

pub(super) fn closed_formula(rule: Rule, formula: &Formula) -> Result<(), RuleError> {
    if formula.is_closed() {
        Ok(())
    } else {
        Err(RuleError::Dangling { rule, got: Expression::Formula(formula.clone()) })
    }
}

/// The index occurs in no hypothesis.
pub(super) fn not_free(i: &Name, t: &Theorem) -> Result<(), RuleError> {
    match t.hypotheses().iter().find(|h| h.has_free_index(i)) {
        Some(h) => Err(occurs(i, Expression::Formula(h.clone()))),
        None => Ok(()),
    }
}

/// The index does not occur in the term.
pub(super) fn not_free_in(i: &Name, x: &Term) -> Result<(), RuleError> {
    if x.free_indices().contains(i) { Err(occurs(i, Expression::Term(x.clone()))) } else { Ok(()) }
}

fn occurs(i: &Name, place: Expression) -> RuleError {
    RuleError::IndexNotFree { index: i.clone(), place }
}

/// The sides of the conclusion, which is `x = y` or `x <= y`.
pub(super) fn relation(t: &Theorem, rule: Rule) -> Result<(&Term, Relation, &Term), RuleError> {
    match t.conclusion() {
        Formula::Relation(a, r, b) => Ok((a, *r, b)),
        got => Err(RuleError::NotRelation { rule, got: got.clone() }),
    }
}

pub(super) fn wrong(rule: Rule, shape: &'static str, t: &Theorem) -> RuleError {
    RuleError::NotOfShape { rule, shape, got: t.conclusion().clone() }
}
