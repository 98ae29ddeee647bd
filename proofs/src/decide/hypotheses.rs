//! Hypotheses that can be eliminated: those that say that some term is `0`.
//!
//! `e <= f` follows from `z = 0` exactly when `e <= f + T z T` holds outright (Cohen 1994; Hardin and Kozen 2002 for
//! tests). Such hypotheses are `z = 0`, `p <= q`, `p x = p x q`, `p x <= x q`, `x p = p x` and their mirror images:
//! from `x <= y q` comes `x !q <= y q !q = 0`, from `x <= p y` comes `!p x <= 0`. That nothing is lost is decided: the
//! hypothesis has to follow from the zeros that were found. Hypotheses that define a letter, `x <= y` for one, are
//! eliminated by substitution (`substitute`).

use reductio_algebra::{Formula, Relation, Term};
use reductio_theorems::kernel::{assume, axiom, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use super::substitute::Letter;
use super::sums::{sum, sum_below};
use super::{Decision, decide};
use crate::derived::{LAWS, is_equation, le_refl, lhs, rhs, seq_left, seq_right, weaken};
use crate::limits::DecisionLimits;
use crate::quantified::Goal;
use crate::step_error::StepError;
use crate::tactic::product::{factors_of, product};

/// The reason why a question cannot be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecideError {
    /// A hypothesis that does not say that some term is `0`, and defines no letter in a way that helps.
    #[error("the hypothesis `{0}` cannot be eliminated: it does not say that some term is 0")]
    NotEliminable(Formula),
    /// A formula whose conclusion is neither `e <= f` nor `e = f`.
    #[error("`{0}` is no relation between two terms")]
    NotRelation(Formula),
    /// A step of the proof failed: a fault of this crate.
    #[error(transparent)]
    Step(#[from] StepError),
}

impl From<RuleError> for DecideError {
    fn from(error: RuleError) -> Self {
        DecideError::Step(error.into())
    }
}

/// Decides a formula `h1 => ... => e <= f` (or `e = f`), for all values of its indices and of the symbols that it
/// quantifies. Premises `i != j` are
/// kept and not used.
///
/// # Errors
/// [`DecideError`] when a premise cannot be eliminated, or the conclusion is no relation.
///
/// ```
/// use reductio_algebra::{Symbol, Vocabulary, name};
/// use reductio_proofs::decide::{Decision, decide_formula};
/// let mut names = Vocabulary::new();
/// names.declare(Symbol::action(name!("x"), 0));
/// names.declare(Symbol::predicate(name!("p"), 0));
/// let law = names.parse_formula("p x <= x p => p x* = p (x p)*").unwrap();
/// assert!(matches!(decide_formula(&law, 100)?, Decision::Holds(_)));
/// # Ok::<(), reductio_proofs::decide::DecideError>(())
/// ```
pub fn decide_formula<'a>(
    formula: &Formula,
    bound: impl Into<DecisionLimits<'a>>,
) -> Result<Decision, DecideError> {
    let bound = bound.into();
    let goal = Goal::of(formula, &[], &[]);
    let Formula::Relation(left, relation, right) = &goal.conclusion else {
        return Err(DecideError::NotRelation(goal.conclusion.clone()));
    };
    let mut hypotheses = Vec::new();
    for premise in goal.premises() {
        match premise {
            Formula::Relation(..) => hypotheses.push(assume(premise)?),
            Formula::Apart(..) => {}
            other => return Err(DecideError::NotEliminable(other.clone())),
        }
    }
    let theorem = match decide_under(&hypotheses, left, *relation, right, bound)? {
        Decision::Holds(theorem) => theorem,
        other => return Ok(other),
    };
    Ok(Decision::Holds(goal.close(theorem)?))
}

/// Decides `left relation right` under hypotheses.
///
/// # Errors
/// [`DecideError::NotEliminable`] for a hypothesis that does not say that some term is `0`.
pub fn decide_under<'a>(
    hypotheses: &[Theorem],
    left: &Term,
    relation: Relation,
    right: &Term,
    bound: impl Into<DecisionLimits<'a>>,
) -> Result<Decision, DecideError> {
    let bound = bound.into();
    let mut zeros = Vec::new();
    for (k, hypothesis) in hypotheses.iter().enumerate() {
        let Some(found) = eliminated(hypothesis, bound)? else {
            let found = by_substitution(hypotheses, k, left, relation, right, bound)?;
            let refused = || DecideError::NotEliminable(hypothesis.conclusion().clone());
            return found.map(Decision::Holds).ok_or_else(refused);
        };
        zeros.extend(found);
    }
    if zeros.is_empty() {
        return Ok(decide(left, relation, right, bound)?);
    }
    let down = below(&zeros, left, right, bound)?;
    let Decision::Holds(first) = down else { return Ok(down) };
    if relation == Relation::Below {
        return Ok(Decision::Holds(first));
    }
    let up = below(&zeros, right, left, bound)?;
    let Decision::Holds(second) = up else { return Ok(up) };
    Ok(Decision::Holds(crate::derived::antisym(&first, &second)?))
}

/// The theorem from the same with a letter replaced, where a hypothesis defines one.
fn by_substitution(
    hypotheses: &[Theorem],
    which: usize,
    left: &Term,
    relation: Relation,
    right: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Option<Theorem>, DecideError> {
    let Some(letter) = Letter::of(&hypotheses[which])? else { return Ok(None) };
    let mut others = Vec::new();
    for (k, hypothesis) in hypotheses.iter().enumerate() {
        if k != which {
            let Some(replaced) = letter.replaced(hypothesis)? else { return Ok(None) };
            others.push(replaced);
        }
    }
    let (Some(l), Some(r)) = (letter.applied(left), letter.applied(right)) else {
        return Ok(None);
    };
    match decide_under(&others, &l, relation, &r, bound) {
        Ok(Decision::Holds(theorem)) => Ok(letter.restored(&theorem, left, right)?),
        Err(DecideError::Step(e)) => Err(e.into()),
        _ => Ok(None),
    }
}

/// The theorem `left <= right`, from zeros `z <= 0`.
fn below(
    zeros: &[Theorem],
    left: &Term,
    right: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Decision, StepError> {
    let top = Term::top();
    let mut summands = vec![right.clone()];
    let mut each = vec![le_refl(right)?];
    for zero in zeros {
        // T (z T) <= T (0 T) = T 0 = 0
        let z = lhs(zero);
        let inner = trans(&seq_right(zero, &top)?, &axiom(Axiom::ZeroSeq, &top, &top, &top)?)?;
        let none = trans(&seq_left(&top, &inner)?, &axiom(Axiom::SeqZero, &top, &top, &top)?)?;
        summands.push(top.seq(&z.seq(&top)));
        each.push(trans(&none, &LAWS.zero_le.at(right, right))?);
    }
    let decision = decide(left, Relation::Below, &sum(&summands), bound)?;
    let Decision::Holds(wide) = decision else { return Ok(decision) };
    Ok(Decision::Holds(trans(&wide, &sum_below(&each, right)?)?))
}

/// Theorems `z <= 0` that are together equivalent to the hypothesis, if there are some.
pub(crate) fn eliminated(
    hypothesis: &Theorem,
    bound: DecisionLimits<'_>,
) -> Result<Option<Vec<Theorem>>, StepError> {
    if !matches!(hypothesis.conclusion(), Formula::Relation(..)) {
        return Ok(None);
    }
    let mut sides = vec![weaken(hypothesis)?];
    if is_equation(hypothesis) {
        sides.push(weaken(&sym(hypothesis)?)?);
    }
    let mut zeros = Vec::new();
    for side in &sides {
        zeros.extend(zeros_of(side, bound)?);
    }
    for side in &sides {
        if !matches!(below(&zeros, &lhs(side), &rhs(side), bound)?, Decision::Holds(_)) {
            return Ok(None);
        }
    }
    Ok(Some(zeros))
}

/// The terms that the hypothesis `x <= y` says are `0`.
fn zeros_of(side: &Theorem, bound: DecisionLimits<'_>) -> Result<Vec<Theorem>, StepError> {
    let (x, y) = (lhs(side), rhs(side));
    let factors = factors_of(&y);
    let mut found = Vec::new();
    let is_test = |t: &&Term| t.is_predicate();
    let before: Vec<Term> = factors.iter().take_while(is_test).cloned().collect();
    let after = factors.iter().rev().take_while(is_test).count();
    let after = &factors[factors.len() - after..];
    let mut enter = |z: Term, grown: Theorem| -> Result<(), StepError> {
        // A term that is 0 in any case adds nothing.
        let is_zero = |t: &Term| decide(t, Relation::Below, &Term::zero(), bound);
        if let Decision::Holds(none) = is_zero(&rhs(&grown))?
            && !matches!(is_zero(&z)?, Decision::Holds(_))
        {
            found.push(trans(&grown, &none)?);
        }
        Ok(())
    };
    enter(x.clone(), side.clone())?;
    for (tests, is_before) in [(&before[..], true), (after, false)] {
        let Ok(not) = product(tests).complement() else { continue };
        if is_before {
            enter(not.seq(&x), seq_left(&not, side)?)?;
        } else {
            enter(x.seq(&not), seq_right(side, &not)?)?;
        }
    }
    Ok(found)
}
