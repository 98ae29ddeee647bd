//! Defined names.

use reductio_algebra::{Formula, Term};

use super::conditions::closed;
use super::theorem::outright;
use super::{Given, Rule, RuleError, Theorem};

/// `|- M_i = v_i u_i*`: a defined name is equal to what its definition says.
///
/// # Errors
/// [`RuleError::Shape`] when the term is no defined name.
pub fn unfold(term: &Term) -> Result<Theorem, RuleError> {
    let rule = Rule::Unfold;
    closed(rule, term)?;
    let Some(body) = term.unfolded() else {
        return Err(RuleError::Shape { rule, needed: "a defined name", got: term.clone() });
    };
    Ok(outright(Formula::equal(term, &body), rule, Given::Nothing))
}
