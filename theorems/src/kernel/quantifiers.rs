//! Rules for quantifiers: from any to all, and from all to each.

use std::sync::Arc;

use reductio_algebra::{Formula, Index, Name, Substitution, Symbol, Term};

use super::conditions::{closed, not_free};
use super::theorem::{Hypotheses, follows, theorem};
use super::{Given, Rule, RuleError, Theorem};

/// From `H |- F`, where the index `i` is not free in `H`, conclude `H |- for all i: F`.
///
/// # Errors
/// [`RuleError::IndexNotFree`].
pub fn generalize(i: &Name, t: &Theorem) -> Result<Theorem, RuleError> {
    not_free(i, t)?;
    Ok(follows(t, t.conclusion().for_all(i), Rule::Generalize, Given::Index(i.clone())))
}

/// From `H |- for all i: F` conclude `H |- F` with the free index `j` for `i`.
///
/// # Errors
/// [`RuleError::NotForAll`].
pub fn specialize(t: &Theorem, j: &Name) -> Result<Theorem, RuleError> {
    match t.conclusion() {
        Formula::ForAll(binder) => {
            let concl = binder.opened(&Index::Free(j.clone()));
            Ok(follows(t, concl, Rule::Specialize, Given::Index(j.clone())))
        }
        got => Err(RuleError::NotForAll { got: got.clone() }),
    }
}

/// From `H |- F`, where the symbol `x` has no indices and is not free in `H`, conclude
/// `H |- for all actions x: F`, or `H |- for all predicates x: F` for a predicate symbol.
///
/// # Errors
/// [`RuleError::SymbolNotFree`], [`RuleError::Family`].
pub fn generalize_symbol(x: &Symbol, t: &Theorem) -> Result<Theorem, RuleError> {
    // The symbols of a formula are also those behind its defined names.
    if let Some(h) = t.hypotheses().iter().find(|h| h.symbols().contains(x)) {
        return Err(RuleError::SymbolNotFree { symbol: x.clone(), place: h.clone() });
    }
    let Ok(concl) = t.conclusion().for_all_values(x, &x.name) else {
        return Err(RuleError::Family { symbol: x.clone() });
    };
    Ok(follows(t, concl, Rule::GeneralizeSymbol, Given::Symbol(x.clone())))
}

/// From `H |- for all actions x: F` conclude `H |- F` with a term for `x`; for `for all predicates x: F`, with a
/// predicate.
///
/// # Errors
/// [`RuleError::NotForAllSymbols`], [`RuleError::Shape`] when a predicate is needed, [`RuleError::Dangling`].
pub fn specialize_symbol(t: &Theorem, to: &Term) -> Result<Theorem, RuleError> {
    let rule = Rule::SpecializeSymbol;
    closed(rule, to)?;
    let Formula::ForAllSymbols(binder) = t.conclusion() else {
        return Err(RuleError::NotForAllSymbols { got: t.conclusion().clone() });
    };
    let shape = |got| RuleError::Shape { rule, needed: "a predicate", got };
    let concl = binder.opened(to).map_err(|e| shape(e.term))?;
    Ok(follows(t, concl, rule, Given::Term(to.clone())))
}

/// From `H |- F` conclude `H s |- F s` for a substitution `s` of terms for symbols and of indices for
/// free indices.
pub fn instantiate(t: &Theorem, substitution: &Substitution) -> Theorem {
    let hyps: Hypotheses =
        t.hyps().as_ref().map(|h| h.iter().map(|f| f.substituted(substitution)).collect());
    let given = Given::Substitution(Arc::new(substitution.clone()));
    theorem(hyps, t.conclusion().substituted(substitution), Rule::Instantiate, given, &[t])
}
