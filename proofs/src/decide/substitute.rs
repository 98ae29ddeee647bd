//! Hypotheses that define a letter: `y = t`, and `t <= y`, for an action `y` that is not in `t`.
//!
//! They are eliminated by substitution: a formula follows from `t <= y` exactly when it holds with `t + y` for `y`,
//! for then it holds of every y above t. This serves proofs only: a word that refutes the formula after it is none of
//! the letters that were asked about, and is not reported.

use reductio_algebra::{Formula, Relation, Sort, Substitution, Symbol, Term, TermKind};
use reductio_theorems::kernel::{axiom, le_elim, plus, refl, seq, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use crate::derived::{Derived, LAWS, antisym, omega_mono, seq_left, star_into, weaken};

/// A letter that a hypothesis defines, and the term that it may be replaced by.
pub(super) struct Letter {
    symbol: Symbol,
    to: Term,
    /// The theorem `to = symbol`.
    theorem: Theorem,
}

impl Letter {
    /// The letter that a hypothesis defines, if it defines one.
    pub(super) fn of(hypothesis: &Theorem) -> Result<Option<Self>, RuleError> {
        let Formula::Relation(l, relation, r) = hypothesis.conclusion() else { return Ok(None) };
        if let Some(symbol) = action(r).filter(|s| !occurs(s, l)) {
            return Ok(Some(match relation {
                Relation::Equal => Letter { symbol, to: l.clone(), theorem: hypothesis.clone() },
                Relation::Below => Letter { symbol, to: l.plus(r), theorem: le_elim(hypothesis)? },
            }));
        }
        if *relation == Relation::Equal
            && let Some(symbol) = action(l).filter(|s| !occurs(s, r))
        {
            return Ok(Some(Letter { symbol, to: r.clone(), theorem: sym(hypothesis)? }));
        }
        Ok(None)
    }

    /// The term with the letter replaced.
    pub(super) fn applied(&self, t: &Term) -> Option<Term> {
        let mut s = Substitution::new();
        s.symbol(&self.symbol, &[], &self.to).ok()?;
        Some(s.apply(t))
    }

    /// The theorem `|- t with the letter replaced = t`, `None` where the letter occurs below a sum over indices or a
    /// defined name.
    pub(super) fn same(&self, t: &Term) -> Result<Option<Theorem>, RuleError> {
        if !occurs(&self.symbol, t) {
            return Ok(Some(refl(t)?));
        }
        let both = |a: &Term, b: &Term| -> Result<Option<(Theorem, Theorem)>, RuleError> {
            Ok(self.same(a)?.zip(self.same(b)?))
        };
        Ok(match t.kind() {
            TermKind::Symbol(..) => Some(self.theorem.clone()),
            TermKind::Plus(a, b) => both(a, b)?.map(|(a, b)| plus(&a, &b)).transpose()?,
            TermKind::Seq(a, b) => both(a, b)?.map(|(a, b)| seq(&a, &b)).transpose()?,
            TermKind::Star(a) => self.same(a)?.map(|a| star_equal(&a)).transpose()?,
            TermKind::Omega(a) => self.same(a)?.map(|a| omega_equal(&a)).transpose()?,
            TermKind::Loop(a, b) => {
                let def = axiom(Axiom::LoopDef, a, b, a)?;
                let Some((x, y)) = both(a, b)? else { return Ok(None) };
                let finite = seq(&star_equal(&x)?, &y)?;
                let inner = plus(&omega_equal(&x)?, &finite)?;
                let (a, b) = (crate::derived::lhs(&x), crate::derived::lhs(&y));
                let start = axiom(Axiom::LoopDef, &a, &b, &a)?;
                Some(trans(&trans(&start, &inner)?, &sym(&def)?)?)
            }
            _ => None,
        })
    }

    /// The relation with the letter replaced, from the relation.
    pub(super) fn replaced(&self, t: &Theorem) -> Result<Option<Theorem>, RuleError> {
        let Formula::Relation(l, _, r) = t.conclusion() else { return Ok(None) };
        let Some((l, r)) = self.same(l)?.zip(self.same(r)?) else { return Ok(None) };
        Ok(Some(trans(&trans(&l, t)?, &sym(&r)?)?))
    }

    /// The theorem `l <= r` or `l = r`, from that with the letter replaced.
    pub(super) fn restored(
        &self,
        t: &Theorem,
        l: &Term,
        r: &Term,
    ) -> Result<Option<Theorem>, RuleError> {
        let Some((l, r)) = self.same(l)?.zip(self.same(r)?) else { return Ok(None) };
        Ok(Some(trans(&trans(&sym(&l)?, t)?, &r)?))
    }
}

fn action(t: &Term) -> Option<Symbol> {
    match t.kind() {
        TermKind::Symbol(s, _) if s.arity == 0 && s.sort == Sort::Action => Some(s.clone()),
        _ => None,
    }
}

fn occurs(symbol: &Symbol, t: &Term) -> bool {
    Formula::equal(t, t).symbols().contains(symbol)
}

/// The theorem `x* = y*`, from `x = y`.
pub(crate) fn star_equal(t: &Theorem) -> Derived {
    antisym(&star_mono(&weaken(t)?)?, &star_mono(&weaken(&sym(t)?)?)?)
}

/// The theorem `x* <= y*`, from `x <= y`.
fn star_mono(t: &Theorem) -> Derived {
    let y = crate::derived::rhs(t);
    // y = y 1 <= y y* <= y*
    let once = sym(&axiom(Axiom::SeqOne, &y, &y, &y)?)?;
    let more = trans(&once, &seq_left(&y, &LAWS.one_le_star.at(&y, &y))?)?;
    star_into(&trans(t, &trans(&more, &LAWS.star_cons.at(&y, &y))?)?)
}

/// The theorem `x^w = y^w`, from `x = y`.
pub(crate) fn omega_equal(t: &Theorem) -> Derived {
    antisym(&omega_mono(&weaken(t)?)?, &omega_mono(&weaken(&sym(t)?)?)?)
}
