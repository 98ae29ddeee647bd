//! Rules for indices: two indices are the same, or differ.

use reductio_algebra::{Formula, Index, Name};

use super::conditions::wrong;
use super::theorem::{follows, theorem, union, without};
use super::{Given, Rule, RuleError, Theorem};

/// From `H |- F[j for i]` and `K |- F` conclude `H, K - (i != j) |- F`.
///
/// # Errors
/// [`RuleError::CasesDiffer`] when the first premise is not the second with `j` for `i`.
pub fn cases(i: &Name, j: &Name, equal: &Theorem, apart: &Theorem) -> Result<Theorem, RuleError> {
    // Abstracting `i` and opening with `j` replaces it, and cannot fail.
    let wanted = match apart.conclusion().for_all(i) {
        Formula::ForAll(binder) => binder.opened(&Index::Free(j.clone())),
        other => other,
    };
    if wanted != *equal.conclusion() {
        return Err(RuleError::CasesDiffer {
            i: i.clone(),
            j: j.clone(),
            equal: wanted.into(),
            apart: equal.conclusion().clone().into(),
        });
    }
    let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
    let hyps = union(equal.hyps(), &without(apart.hyps(), &side));
    let given = Given::Indices(i.clone(), j.clone());
    Ok(theorem(hyps, apart.conclusion().clone(), Rule::Cases, given, &[equal, apart]))
}

/// From `H |- i != j` conclude `H |- j != i`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise is not of the form `i != j`.
pub fn apart_sym(t: &Theorem) -> Result<Theorem, RuleError> {
    match t.conclusion() {
        Formula::Apart(i, j) => {
            let concl = Formula::Apart(j.clone(), i.clone());
            Ok(follows(t, concl, Rule::ApartSym, Given::Nothing))
        }
        _ => Err(wrong(Rule::ApartSym, "i != j", t)),
    }
}
