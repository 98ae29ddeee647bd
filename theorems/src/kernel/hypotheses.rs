//! Hypotheses come and go.

use reductio_algebra::Formula;

use super::conditions::closed_formula;
use super::theorem::{follows_from_both, theorem, without};
use super::{Given, Rule, RuleError, Theorem};

/// `F |- F`.
///
/// # Errors
/// [`RuleError::Dangling`].
pub fn assume(formula: &Formula) -> Result<Theorem, RuleError> {
    closed_formula(Rule::Assume, formula)?;
    let hyps = Some([formula.clone()].into());
    Ok(theorem(hyps, formula.clone(), Rule::Assume, Given::Nothing, &[]))
}

/// From `H |- F` conclude `H - G |- G => F`.
///
/// # Errors
/// [`RuleError::Dangling`].
pub fn discharge(premise: &Formula, t: &Theorem) -> Result<Theorem, RuleError> {
    closed_formula(Rule::Discharge, premise)?;
    let concl = premise.clone().implies(t.conclusion().clone());
    Ok(theorem(without(t.hyps(), premise), concl, Rule::Discharge, Given::Nothing, &[t]))
}

/// From `H |- G => F` and `K |- G` conclude `H, K |- F`.
///
/// # Errors
/// [`RuleError::NotPremise`].
pub fn modus_ponens(implication: &Theorem, premise: &Theorem) -> Result<Theorem, RuleError> {
    match implication.conclusion() {
        Formula::Implies(g, f) if **g == *premise.conclusion() => {
            Ok(follows_from_both(implication, premise, (**f).clone(), Rule::ModusPonens))
        }
        other => Err(RuleError::NotPremise {
            implication: other.clone(),
            premise: premise.conclusion().clone(),
        }),
    }
}
