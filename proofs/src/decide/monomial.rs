//! Monomials, guarded beginnings of words, and the kernel steps that strengthen and join their guards.

use reductio_algebra::Term;
use reductio_theorems::Axiom;
use reductio_theorems::kernel::{axiom, refl, seq, sym, trans};

use super::alphabet::{Alphabet, Guard, Letter, Lit};
use crate::derived::{Derived, LAWS, le_refl, seq_right};
use crate::step_error::{Attempt, Proposer, StepError};
use crate::tactic::product::product;
use crate::tactic::word::block_below;

/// The number of a tail, a list of factors `f (g (h 1))`.
pub(super) type Tail = u32;

/// The rest of a monomial behind its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Rest {
    /// `1`.
    End,
    /// `T`.
    Top,
    /// A letter and the tail behind it.
    Act(Letter, Tail),
}

/// A monomial: a guard, and the rest behind it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Monomial {
    pub(super) rest: Rest,
    pub(super) guard: Guard,
}

impl Monomial {
    /// Tells whether `1` lies below `self` under no test.
    pub(super) fn may_end(&self) -> bool {
        self.guard.is_empty() && matches!(self.rest, Rest::End | Rest::Top)
    }

    /// Decides whether `self` lies below `other` because it has the same rest, or `other` has `T`, and more tests.
    pub(super) fn is_below(&self, other: &Monomial) -> bool {
        (self.rest == other.rest || other.rest == Rest::Top)
            && other.guard.iter().all(|l| self.guard.contains(l))
    }
}

/// The terms of tails and monomials.
pub(super) struct Terms<'a> {
    pub(super) alphabet: &'a Alphabet,
    pub(super) tails: &'a [Term],
}

impl Terms<'_> {
    /// The term of a rest.
    pub(super) fn rest(&self, rest: Rest) -> Term {
        match rest {
            Rest::End => Term::one(),
            Rest::Top => Term::top(),
            Rest::Act(a, tail) => self.alphabet.letter_term(a).seq(&self.tails[tail as usize]),
        }
    }

    /// The rest behind its guard; an empty guard is left out.
    pub(super) fn guarded(&self, guard: &[Lit], rest: Rest) -> Term {
        let rest = self.rest(rest);
        if guard.is_empty() { rest } else { self.alphabet.guard(guard).seq(&rest) }
    }

    /// The term of a monomial.
    pub(super) fn monomial(&self, m: &Monomial) -> Term {
        self.guarded(&m.guard, m.rest)
    }

    /// `|- lits <= guard`, for a guard whose tests are all among `lits`.
    pub(super) fn guard_below(&self, lits: &[Lit], guard: &[Lit]) -> Attempt {
        let block = self.alphabet.terms(lits);
        let whole = product(&block);
        let [first, more @ ..] = guard else {
            return Ok(LAWS.pred_le_one.at(&whole, &whole));
        };
        let at = lits.iter().position(|l| l == first).ok_or_else(|| missing(&whole))?;
        let one = block_below(&block, at)?;
        if more.is_empty() {
            return Ok(one);
        }
        let both = seq(&one, &self.guard_below(lits, more)?)?;
        Ok(trans(&LAWS.pred_idem.at(&whole, &whole), &both)?)
    }

    /// `|- lits rest <= m`, where `m` has no tests but some of `lits`, and the same rest or `T`.
    pub(super) fn below(&self, lits: &[Lit], rest: Rest, m: &Monomial) -> Attempt {
        let term = self.rest(rest);
        let after = if rest == m.rest { refl(&term)? } else { LAWS.top.at(&term, &term) };
        if lits.is_empty() {
            return Ok(crate::derived::weaken(&after)?);
        }
        if lits == m.guard {
            return Ok(crate::derived::weaken(&crate::derived::seq_left(
                &self.alphabet.guard(lits),
                &after,
            )?)?);
        }
        let both = seq(&self.guard_below(lits, &m.guard)?, &after)?;
        if m.guard.is_empty() {
            let m = self.monomial(m);
            return Ok(trans(&both, &axiom(Axiom::OneSeq, &m, &m, &m)?)?);
        }
        Ok(both)
    }

    /// `|- m <= guard part`, where `m` is `part` with the tests of `guard` added.
    pub(super) fn split(&self, m: &Monomial, guard: &[Lit], part: &Monomial) -> Attempt {
        let term = self.monomial(m);
        if guard.is_empty() {
            let once = sym(&axiom(Axiom::OneSeq, &term, &term, &term)?)?;
            return Ok(trans(
                &once,
                &seq(&refl(&Term::one())?, &self.below(&m.guard, m.rest, part)?)?,
            )?);
        }
        // g r = (g g) r = g (g r)
        let (g, r) = (self.alphabet.guard(&m.guard), self.rest(m.rest));
        let twice = seq_right(&LAWS.pred_idem.at(&g, &g), &r)?;
        let apart = trans(&twice, &sym(&axiom(Axiom::SeqAssoc, &g, &g, &r)?)?)?;
        let both = seq(&self.guard_below(&m.guard, guard)?, &self.below(&m.guard, m.rest, part)?)?;
        Ok(trans(&apart, &both)?)
    }
}

/// The error when the decision and its proof disagree: a fault of this crate.
pub(super) fn missing(about: &Term) -> StepError {
    Proposer::Decision.unfit(about)
}

/// `|- 1 <= g` for the empty guard, else `|- g <= g`.
pub(super) fn guard_refl(alphabet: &Alphabet, guard: &[Lit]) -> Derived {
    le_refl(&alphabet.guard(guard))
}
