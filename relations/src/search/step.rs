//! Models for the refused steps of proofs: they tell a false step from one that is only not proved.

use reductio_algebra::Formula;

use super::find_countermodel;
use super::outcome::{SearchLimits, SearchOutcome};

/// The formula `hypotheses => premises => claim`.
///
/// Each hypothesis is for all its indices. The premises are those that hold at the step only: the premises of the
/// statement under proof, and `i != j` in a case for different processes; they are about the same indices as the
/// claim.
pub fn step_formula(hypotheses: &[Formula], premises: &[Formula], claim: &Formula) -> Formula {
    let local = premises.iter().rev().fold(claim.clone(), |f, premise| premise.clone().implies(f));
    let assumed = hypotheses.iter().rev().map(Formula::closed);
    assumed.fold(local.closed(), |f, hypothesis| hypothesis.implies(f))
}

/// Searches for a model of the hypotheses and premises in which the claim is false.
///
/// ```
/// use reductio_algebra::{Symbol, Vocabulary, name};
/// use reductio_relations::{SearchLimits, refute_step};
/// let mut names = Vocabulary::new();
/// names.declare_index(name!("i"));
/// names.declare(Symbol::action(name!("u"), 1));
/// names.declare(Symbol::predicate(name!("p"), 1));
/// let hypothesis = names.parse_formula("p_i u_i = 0")?;
/// let refused = names.parse_formula("u_i p_i <= 0")?;
/// let outcome = refute_step(&[hypothesis], &[], &refused, &SearchLimits::default());
/// assert_eq!(
///     outcome.to_string(),
///     "false in a model with 2 states (the smallest):\n\
///      states 2\n\
///      processes 1\n\
///      p_0 = {1}\n\
///      u_0 = {(0,1)}\n\
///      for i = 0\n\
///      holds:     for all i: p_i u_i = 0\n\
///      fails:     u_0 p_0 <= 0\n\
///      because:   (0,1) is in the left side, not in the right side\n\
///      path:      0 -u_0-> 1 [p_0]  in u_0 p_0"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refute_step(
    hypotheses: &[Formula],
    premises: &[Formula],
    claim: &Formula,
    limits: &SearchLimits<'_>,
) -> SearchOutcome {
    find_countermodel(&step_formula(hypotheses, premises, claim), limits)
}
