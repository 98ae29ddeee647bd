//! # Deciding regular algebra with tests
//!
//! [`decide`] answers whether `e <= f` (or `e = f`) holds in every Kleene algebra with tests, where the terms are
//! built from `0`, `1`, `+`, product, `*`, tests and their complements, `T`, and letters; a term that is built
//! otherwise (a sum over indices, a defined name) counts as a letter. So does `x^w` at first; where that does not
//! suffice, it is read as infinite repetition (`omega`). The answer is a theorem of the kernel, or a guarded word of
//! `e` that is none of `f`.
//!
//! **Automaton.** `f` is read by a deterministic automaton whose states are sets of Antimirov's partial derivatives
//! under guards (`head`, `state`): linearly many derivatives, sets of them made as they are met. A test is read like
//! an action, and remembered until the next action; the tests that a step depends on are split into cases only when it
//! is read. Each state s has a term `w_s`, and each step `s -a-> t` a theorem `a w_t <= w_s`.
//!
//! **Decision.** By recursion over `e`, the states that the words of `e` lead to, least ones only (`reach`). `e <= f`
//! fails exactly when one of them does not accept.
//!
//! **Proof.** By the same recursion (`run`): `e` is split into parts, one for each of these states, with
//! `e_t w_t <= w_s`. A loop that stays in one state is `(* ind L)` with `w_s` as invariant; one that does not is solved
//! by elimination of states, and `(* ind R)` shows that the solution covers it (`elimination`). So a proof takes
//! polynomially many kernel steps in the number of states met, and no rule beyond those of S5 section 3.
//!
//! That this is complete is Kozen's theorem ("A completeness theorem for Kleene algebras and the algebra of regular
//! events", 1994; with tests: Kozen and Smith 1996); his proof goes through matrices over the algebra.

mod alphabet;
mod elimination;
mod head;
mod hypotheses;
mod monomial;
mod omega;
mod reach;
mod run;
mod shortest;
mod state;
mod substitute;
mod sums;
mod word;

use reductio_algebra::{Relation, Term};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::trans;

pub use crate::limits::DecisionLimits;
pub(crate) use hypotheses::eliminated;
pub use hypotheses::{DecideError, decide_formula, decide_under};
pub(crate) use substitute::{omega_equal, star_equal};
pub(crate) use sums::{into_sum, seq_sum_below, sum, sum_below, sum_seq_below};
pub use word::GuardedWord;

use crate::derived::antisym;
use crate::step_error::StepError;
use reach::Reach;
use run::Runs;
use state::{States, Stop};

/// An answer of [`decide`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Decision {
    /// The relation holds; its theorem has no hypotheses.
    Holds(Theorem),
    /// A word of one side that is not a word of the other. The relation is false where the word can be run and
    /// nothing else can.
    Fails(GuardedWord),
    /// The relation is not derivable when `term`, at which the fragment ends, is taken as a letter: it may be true.
    Outside {
        /// The term at which the fragment ends.
        term: Term,
        /// A word that one side has and the other lacks, if the term is a letter.
        word: GuardedWord,
    },
    /// The relation is true with `x^w` read as infinite repetition, but no proof was found.
    NoProof,
    /// The right side has more states than the limit.
    Declined {
        /// The limit.
        states: usize,
    },
    /// The decision was ended early.
    Cancelled,
}

/// Decides `lhs relation rhs` with at most so many states for each direction, or until it is cancelled.
///
/// Cost: the states met are at most exponential in the size of the right side, and most often few; decision and
/// proof are polynomial in their number and the size of the left side.
///
/// A true relation of regular terms with tests is always proved. A true relation of terms with `x^w` is proved most
/// often, else the answer is [`Decision::NoProof`].
///
/// # Errors
/// [`StepError`] when a step of the proof fails, which would be a fault of this module.
///
/// ```
/// use reductio_algebra::{Relation, Symbol, Term, Vocabulary, name};
/// use reductio_proofs::decide::{Decision, decide};
/// let (x, y) = (Term::action(name!("x")), Term::action(name!("y")));
/// let left = x.plus(&y).star();
/// let right = x.star().seq(&y.seq(&x.star()).star());
/// let Decision::Holds(theorem) = decide(&left, Relation::Equal, &right, 100)? else { panic!() };
/// assert_eq!(theorem.to_string(), "|- (x + y)* = x* (y x*)*");
/// let Decision::Fails(word) = decide(&left, Relation::Equal, &x.star().seq(&y.star()), 100)? else { panic!() };
/// assert_eq!(word.to_string(), "y x");
/// let (xy, yx) = (x.seq(&y), y.seq(&x));
/// let slide = decide(&xy.omega(), Relation::Equal, &x.seq(&yx.omega()), 100)?;
/// assert!(matches!(slide, Decision::Holds(_)));
/// let Decision::Fails(word) = decide(&xy.omega(), Relation::Equal, &yx.omega(), 100)? else { panic!() };
/// assert_eq!(word.to_string(), "(x y)^w");
/// # Ok::<(), reductio_proofs::StepError>(())
/// ```
pub fn decide<'a>(
    lhs: &Term,
    relation: Relation,
    rhs: &Term,
    bound: impl Into<DecisionLimits<'a>>,
) -> Result<Decision, StepError> {
    let bound = bound.into();
    let outcome = match relation {
        Relation::Below => below(lhs, rhs, bound, true),
        Relation::Equal => equal(lhs, rhs, bound),
    };
    let is_open = matches!(outcome, Ok(Some(Verdict::Open(..))) | Err(Stop::NoProof));
    if is_open && let Some(theorem) = by_parts(lhs, relation, rhs, bound)? {
        return Ok(Decision::Holds(theorem));
    }
    match outcome {
        Ok(Some(Verdict::Theorem(t))) => Ok(Decision::Holds(t)),
        Ok(Some(Verdict::Word(w))) => Ok(Decision::Fails(w)),
        Ok(Some(Verdict::Open(term, word))) => Ok(Decision::Outside { term, word }),
        Ok(None) => Err(monomial::missing(lhs)),
        Err(Stop::NoProof) => Ok(Decision::NoProof),
        Err(Stop::Limit) => Ok(Decision::Declined { states: bound.states }),
        Err(Stop::Cancelled) => Ok(Decision::Cancelled),
        Err(Stop::Step(e)) => Err(e),
    }
}

/// A word of one side that is none of the other, without a proof. `None` when there is none, or none but where the
/// fragment ends ([`Decision::Outside`]).
///
/// # Errors
/// [`TooManyStates`] when the right side has more states than the limit.
pub fn counterexample(
    lhs: &Term,
    relation: Relation,
    rhs: &Term,
    states: usize,
) -> Result<Option<GuardedWord>, TooManyStates> {
    let mut sides = vec![(lhs, rhs)];
    if relation == Relation::Equal {
        sides.push((rhs, lhs));
    }
    for (left, right) in sides {
        match below(left, right, states.into(), false) {
            Ok(Some(Verdict::Word(word))) => return Ok(Some(word)),
            Ok(_) => {}
            Err(_) => return Err(TooManyStates { states }),
        }
    }
    Ok(None)
}

/// The error for a right side that has more states than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the right side has more than {states} states")]
pub struct TooManyStates {
    /// The limit.
    pub states: usize,
}

/// The theorem `|- left <= right` of regular algebra with tests, omegas being letters; `None` where it is false, or
/// has too many states.
pub(crate) fn regular<'a>(
    left: &Term,
    right: &Term,
    bound: impl Into<DecisionLimits<'a>>,
) -> Result<Option<Theorem>, StepError> {
    match omega::regular(left, right, bound.into()) {
        Ok(found) => Ok(found),
        Err(Stop::Step(e)) => Err(e),
        Err(_) => Ok(None),
    }
}

enum Verdict {
    Theorem(Theorem),
    Word(GuardedWord),
    /// A word, and the term at which the fragment ends.
    Open(Term, GuardedWord),
}

fn equal(lhs: &Term, rhs: &Term, bound: DecisionLimits<'_>) -> Result<Option<Verdict>, Stop> {
    // A false equation is found out before any proof is made.
    let mut open = None;
    for (left, right) in [(lhs, rhs), (rhs, lhs)] {
        match below(left, right, bound, false)? {
            Some(found @ Verdict::Word(_)) => return Ok(Some(found)),
            found => open = open.or(found),
        }
    }
    if open.is_some() {
        return Ok(open);
    }
    match (below(lhs, rhs, bound, true)?, below(rhs, lhs, bound, true)?) {
        (Some(Verdict::Theorem(down)), Some(Verdict::Theorem(up))) => {
            Ok(Some(Verdict::Theorem(antisym(&down, &up)?)))
        }
        _ => Ok(None),
    }
}

/// The answer to a relation that is not decided as it stands, taken apart at its omegas (`omega/spine`).
fn by_parts(
    lhs: &Term,
    relation: Relation,
    rhs: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Option<Theorem>, StepError> {
    let ask = |left: &Term, right: &Term| match below(left, right, bound, true) {
        Ok(Some(Verdict::Theorem(theorem))) => Ok(Some(theorem)),
        Err(e @ (Stop::Step(_) | Stop::Cancelled)) => Err(e),
        _ => Ok(None),
    };
    let direction =
        |left: &Term, right: &Term| match omega::below_by_parts(left, right, bound, &ask) {
            Err(Stop::Step(e)) => Err(e),
            found => Ok(found.ok().flatten()),
        };
    let Some(down) = direction(lhs, rhs)? else { return Ok(None) };
    if relation == Relation::Below {
        return Ok(Some(down));
    }
    Ok(direction(rhs, lhs)?.map(|up| antisym(&down, &up)).transpose()?)
}

/// A counterexample, or a proof where one is wanted.
fn below(
    lhs: &Term,
    rhs: &Term,
    bound: DecisionLimits<'_>,
    proof: bool,
) -> Result<Option<Verdict>, Stop> {
    if omega::occurs(lhs) || omega::occurs(rhs) {
        // A relation that holds whatever `x^w` stands for need not be looked into.
        match below_with(lhs, rhs, States::new(lhs, bound, true), proof) {
            Ok(Some(Verdict::Word(_) | Verdict::Open(..))) | Err(Stop::Limit) => {}
            found => return found,
        }
    }
    below_with(lhs, rhs, States::new(lhs, bound, false), proof)
}

fn below_with(
    lhs: &Term,
    rhs: &Term,
    states: States<'_>,
    proof: bool,
) -> Result<Option<Verdict>, Stop> {
    let mut reach = Reach::new(states);
    let start = reach.states.start(rhs)?;
    if let Some(path) = reach.counterexample(lhs, start)? {
        let path = match reach.shortest(lhs, start) {
            Ok(Some(shortest)) => shortest,
            Ok(None) | Err(Stop::Limit | Stop::Cancelled) => path,
            Err(fault) => return Err(fault),
        };
        let outside = omega::outside(lhs, rhs);
        let word = GuardedWord::of(&path, &reach.states.heads.alphabet, outside.is_none());
        return Ok(Some(match outside {
            Some(term) => Verdict::Open(term, word),
            None => Verdict::Word(word),
        }));
    }
    if !proof {
        return Ok(None);
    }
    let down = Runs::new(&mut reach).below(lhs, start)?;
    let end = reach.states.start_proof(rhs, start)?;
    Ok(Some(Verdict::Theorem(trans(&down, &end)?)))
}

#[cfg(test)]
mod tests;
