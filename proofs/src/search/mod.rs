//! # Search for proofs by induction
//!
//! [`prove`] looks for a proof of a formula with premises such as `y x <= x y`, which the decision cannot eliminate,
//! and which have to be used as often as a star goes round. No lemma needs to be known: they are made as they are
//! needed, from the premises, by `(* ind L)`, `(* ind R)` and `(? ind)`.
//!
//! **Rewriting** (`rewrite`): words are brought into a normal form under the premises, read from left to right.
//!
//! **Lemmas** (`closure`): where a star stands beside another factor, a Kleene iteration finds out what the two lie
//! below, `y* x <= x y*`; repetitions are read as stars. Lemmas rewrite words, hence make further lemmas.
//!
//! **Families** (`families`, `cases`): sums over indices are opened, facts specialized; two free indices are the same
//! or differ. Defined names are tried as they stand, then unfolded on left sides only, so that names that the facts
//! bring up are kept until a question is decided, then everywhere.
//!
//! **Facts about all actions or predicates, and facts with premises** (`tried`): their instances at the terms of the
//! goal are facts too, where the premises of an instance are proved.
//!
//! **Other places** (`places`): where nothing else helps, a factor is moved round a star, `x (y x)* = (x y)* x`, or
//! past it, or a fact is used in the direction that makes words longer, and the decision is asked again.
//!
//! **Goals** (`goals`, `infinite`): words in normal form lie below the right side by the tactic, by the decision (also
//! under those premises that it can eliminate), by induction with the right side as invariant, or by coinduction.
//!
//! A search asks a bounded number of questions, and the same questions each time. A proof that it finds is a theorem
//! of the kernel; a formula for which it finds none may be true or false.

mod bounds;
mod cases;
mod closure;
mod engine;
mod families;
mod goals;
mod infinite;
mod made;
mod places;
mod rewrite;
mod summed;
mod tried;
mod words;

use std::sync::atomic::AtomicBool;

use reductio_algebra::{Formula, Index, Name};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::assume;

use crate::instances::{indices_of, is_to_be_tried};
use crate::quantified::Goal;
use crate::script::Induction;
use crate::step_error::StepError;
use cases::Search;
use made::Stop;

/// The limits of a search for a proof by induction, and the flag that ends it.
#[derive(Clone, Copy, Debug)]
pub struct InductionLimits<'a> {
    /// The most questions that the search may ask. One takes about a millisecond, seldom more than ten.
    pub questions: u32,
    /// The flag that ends the search early.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for InductionLimits<'_> {
    fn default() -> Self {
        InductionLimits { questions: 4_000, cancel: None }
    }
}

/// The outcome of a search for a proof by induction.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum InductionOutcome {
    /// The formula has a proof.
    Proved(InductionProof),
    /// All attempts have failed: the formula may be true or false.
    NotFound,
    /// No proof was found within the limit.
    Limit {
        /// The number of questions asked.
        questions: u32,
    },
    /// The flag was raised.
    Cancelled,
    /// The conclusion is no relation between two terms.
    NotRelation,
    /// The formula, or a fact, has too many nodes as a tree to be taken apart; it may be small where parts are shared.
    TooLarge,
}

/// A proof by induction, with the lemmas that it rests on.
#[derive(Clone, Debug)]
pub struct InductionProof {
    /// The formula as a theorem.
    pub theorem: Theorem,
    /// The lemmas that were made, each from those before it and the premises.
    pub lemmas: Vec<ProvedLemma>,
    /// The number of questions asked.
    pub questions: u32,
}

/// A lemma that an [`InductionProof`] made, with its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedLemma {
    /// The formula of the lemma.
    pub formula: Formula,
    /// The rule that it was made by.
    pub rule: Induction,
}

/// The text `y* x <= x y*  {(* ind L)}`.
impl std::fmt::Display for ProvedLemma {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}  {{{}}}", self.formula, self.rule)
    }
}

/// Looks for a proof of a formula from its own premises and some facts: theorems, which may have hypotheses.
///
/// # Errors
/// [`StepError`] when a step of the proof fails, which would be a fault of this module.
///
/// ```
/// use reductio_algebra::{Symbol, Vocabulary, name};
/// use reductio_proofs::search::{InductionLimits, InductionOutcome, prove};
/// let mut names = Vocabulary::new();
/// names.declare(Symbol::action(name!("x"), 0));
/// names.declare(Symbol::action(name!("y"), 0));
/// let goal = names.parse_formula("y x <= x y => (x + y)* = x* y*").unwrap();
/// let InductionOutcome::Proved(proof) = prove(&goal, &[], &InductionLimits::default())? else { panic!() };
/// assert_eq!(*proof.theorem.conclusion(), goal);
/// # Ok::<(), reductio_proofs::StepError>(())
/// ```
pub fn prove(
    goal: &Formula,
    facts: &[Theorem],
    limits: &InductionLimits<'_>,
) -> Result<InductionOutcome, StepError> {
    prove_apart(goal, facts, &[], limits)
}

/// Looks for a proof where some free indices are known to differ; that they do is among the hypotheses of the theorem.
pub(crate) fn prove_apart(
    goal: &Formula,
    facts: &[Theorem],
    differ: &[(Name, Name)],
    limits: &InductionLimits<'_>,
) -> Result<InductionOutcome, StepError> {
    let all = facts.iter().flat_map(|f| f.hypotheses().iter().chain([f.conclusion()]));
    let taken: Vec<Name> = all.flat_map(Formula::names).collect();
    let opened = Goal::of(goal, &indices_of(facts, differ), &taken);
    let Formula::Relation(l, relation, r) = &opened.conclusion else {
        return Ok(InductionOutcome::NotRelation);
    };
    let (mut known, mut open): (Vec<Theorem>, Vec<Theorem>) =
        facts.iter().cloned().partition(|f| !is_to_be_tried(f.conclusion()));
    let mut apart = differ.to_vec();
    for premise in opened.premises() {
        match premise {
            Formula::Apart(Index::Free(i), Index::Free(j)) => apart.push((i.clone(), j.clone())),
            _ if is_to_be_tried(premise) => open.push(assume(premise)?),
            _ => known.push(assume(premise)?),
        }
    }
    if !families::is_small(goal) || facts.iter().any(|f| !families::is_small(f.conclusion())) {
        return Ok(InductionOutcome::TooLarge);
    }
    let mut search = Search::new(known, limits);
    let found = match search.everything(&open, (l, *relation, r), &apart) {
        Ok(found) => found,
        Err(Stop::Limit) => return Ok(InductionOutcome::Limit { questions: search.asked }),
        Err(Stop::Cancelled) => return Ok(InductionOutcome::Cancelled),
        Err(Stop::Step(e)) => return Err(e),
    };
    let Some(theorem) = found else { return Ok(InductionOutcome::NotFound) };
    let theorem = opened.close(theorem)?;
    Ok(InductionOutcome::Proved(InductionProof {
        theorem,
        lemmas: search.lemmas,
        questions: search.asked,
    }))
}
