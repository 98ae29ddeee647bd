//! Laws of predicates: complements are unique, so they are involutions and satisfy De Morgan's laws.

use reductio_algebra::{Term, TermKind, name};
use reductio_theorems::kernel::{axiom, plus, refl, seq, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use super::laws::Law;
use super::{Derived, antisym, ax, lhs, lub, plus_zero_right, rhs, seq_left, seq_right};

/// The laws that the tactics use.
pub(super) struct Predicates {
    pub(super) le_one: Law,
    pub(super) idem: Law,
    pub(super) not_plus: Law,
    pub(super) not_seq: Law,
    pub(super) not_not: Law,
    pub(super) not_zero: Law,
    pub(super) not_one: Law,
}

/// The terms and theorems that the proofs of the laws have in common.
struct Basis<'a> {
    p: Term,
    q: Term,
    inl: &'a Law,
    inr: &'a Law,
    zero_le: &'a Law,
    /// The law `p <= 1`.
    le_one: Law,
    /// The law `p = p p`.
    idem: Law,
}

/// Proves the laws from `x <= x + y`, `y <= x + y` and `0 <= x`.
pub(super) fn predicate_laws(inl: &Law, inr: &Law, zero_le: &Law) -> Result<Predicates, RuleError> {
    let (p, q) = (Term::predicate(name!("p")), Term::predicate(name!("q")));
    let (zero, one) = (&Term::zero(), &Term::one());
    let np = &not(&p);
    let le_one = Law::of_predicates(trans(&inl.at(&p, np), &ax(Axiom::NotPlus, &p, &p)?)?);
    let idem = Law::of_predicates(idempotent(&p, np)?);
    let basis = Basis { p, q, inl, inr, zero_le, le_one, idem };
    let not_not = Law::of_predicates(basis.not_not()?);
    let not_zero = {
        let n0 = &not(zero);
        let a = sym(&ax(Axiom::PlusZero, n0, n0)?)?;
        Law::of_predicates(trans(&a, &ax(Axiom::NotPlus, zero, zero)?)?)
    };
    let not_one = {
        let a = sym(&ax(Axiom::OneSeq, &not(one), one)?)?;
        Law::of_predicates(trans(&a, &ax(Axiom::NotSeqR, one, one)?)?)
    };
    let not_plus = Law::of_predicates(basis.not_plus()?);
    let not_seq = Law::of_predicates(basis.not_seq(&not_plus, &not_not)?);
    let Basis { le_one, idem, .. } = basis;
    Ok(Predicates { le_one, idem, not_plus, not_seq, not_not, not_zero, not_one })
}

fn not(t: &Term) -> Term {
    t.complement().expect("the laws are about predicates")
}

/// The law `p = p p`: `p = p 1 = p (p + !p) = p p + p !p = p p + 0 = p p`.
fn idempotent(p: &Term, np: &Term) -> Derived {
    let a = sym(&ax(Axiom::SeqOne, p, p)?)?;
    let b = seq_left(p, &sym(&ax(Axiom::NotPlus, p, p)?)?)?;
    let c = axiom(Axiom::DistribL, p, p, np)?;
    let d = plus(&refl(&p.seq(p))?, &ax(Axiom::NotSeqR, p, p)?)?;
    let e = plus_zero_right(&p.seq(p))?;
    trans(&trans(&trans(&trans(&a, &b)?, &c)?, &d)?, &e)
}

impl Basis<'_> {
    /// The theorem `r <= r'`, from `r s = 0` and `s + r' = 1`: `r = r (s + r') = r s + r r' <= r'`.
    fn below_complement(&self, disjoint: &Theorem, total: &Theorem) -> Derived {
        let r = match lhs(disjoint).kind() {
            TermKind::Seq(r, _) => r.clone(),
            _ => Term::zero(),
        };
        let (s, r2) = match lhs(total).kind() {
            TermKind::Plus(s, r2) => (s.clone(), r2.clone()),
            _ => (Term::zero(), Term::zero()),
        };
        let a = sym(&ax(Axiom::SeqOne, &r, &r)?)?;
        let b = seq_left(&r, &sym(total)?)?;
        let c = axiom(Axiom::DistribL, &r, &s, &r2)?;
        let drop = trans(&seq_right(&self.le_one.at(&r, &r), &r2)?, &ax(Axiom::OneSeq, &r2, &r2)?)?;
        let gone = trans(disjoint, &self.zero_le.at(&r2, &r2))?;
        trans(&trans(&trans(&a, &b)?, &c)?, &lub(&gone, &drop)?)
    }

    /// The law `!!p = p`: both are complements of `!p`.
    fn not_not(&self) -> Derived {
        let p = &self.p;
        let np = &not(p);
        let total = trans(&ax(Axiom::PlusComm, np, p)?, &ax(Axiom::NotPlus, p, p)?)?;
        let down = self.below_complement(&ax(Axiom::NotSeqL, np, np)?, &total)?;
        let up = self.below_complement(&ax(Axiom::NotSeqR, p, p)?, &ax(Axiom::NotPlus, np, np)?)?;
        antisym(&down, &up)
    }

    /// The theorem `r = 0`, from `r <= 0`.
    fn is_zero(&self, t: &Theorem) -> Derived {
        antisym(t, &self.zero_le.at(&lhs(t), &Term::zero()))
    }

    /// The theorem `a <= b c`, from `a <= b` and `a <= c`, for predicates: `a = a a <= b c`.
    fn meet(&self, a: &Theorem, b: &Theorem) -> Derived {
        trans(&self.idem.at(&lhs(a), &lhs(a)), &seq(a, b)?)
    }

    /// The law `!(p + q) = !p !q`.
    fn not_plus(&self) -> Derived {
        let (p, q) = (&self.p, &self.q);
        let (np, nq) = (&not(p), &not(q));
        let s = p.plus(q);
        let ns = &not(&s);
        // !s p <= !s s = 0, so !s <= !p; likewise for q.
        let under = |part: &Theorem, other: &Term| -> Derived {
            let gone = trans(&seq_left(ns, part)?, &ax(Axiom::NotSeqL, &s, &s)?)?;
            self.below_complement(&self.is_zero(&gone)?, &ax(Axiom::NotPlus, other, other)?)
        };
        let down = self.meet(&under(&self.inl.at(p, q), p)?, &under(&self.inr.at(p, q), q)?)?;
        // (!p !q) p <= !p p = 0 and (!p !q) q <= !q q = 0.
        let both = np.seq(nq);
        let left = trans(&seq_left(np, &self.le_one.at(nq, nq))?, &ax(Axiom::SeqOne, np, np)?)?;
        let right = trans(&seq_right(&self.le_one.at(np, np), nq)?, &ax(Axiom::OneSeq, nq, nq)?)?;
        let first = trans(&seq_right(&left, p)?, &ax(Axiom::NotSeqL, p, p)?)?;
        let second = trans(&seq_right(&right, q)?, &ax(Axiom::NotSeqL, q, q)?)?;
        let gone = trans(&axiom(Axiom::DistribL, &both, p, q)?, &lub(&first, &second)?)?;
        let up = self.below_complement(&self.is_zero(&gone)?, &ax(Axiom::NotPlus, &s, &s)?)?;
        antisym(&down, &up)
    }

    /// The law `!(p q) = !p + !q`, from the law above by double complement.
    fn not_seq(&self, not_plus: &Law, not_not: &Law) -> Derived {
        let (p, q) = (&self.p, &self.q);
        let (np, nq) = (&not(p), &not(q));
        let both = np.plus(nq);
        // !(!p + !q) = !!p !!q = p q
        let plain = seq(&not_not.at(p, q), &not_not.at(q, p))?;
        let pq = trans(&not_plus.at(np, nq), &plain)?;
        let s = p.seq(q);
        // !s and !p + !q are both complements of s: !s (p q) = 0 and (p q) + (!p + !q) = 1, ...
        let total = {
            let t = ax(Axiom::NotPlus, &both, &both)?;
            let swapped = trans(&ax(Axiom::PlusComm, &not(&both), &both)?, &t)?;
            trans(&sym(&plus(&pq, &refl(&both)?)?)?, &swapped)?
        };
        let down = self.below_complement(&ax(Axiom::NotSeqL, &s, &s)?, &total)?;
        // ... and (!p + !q) (p q) = (!p + !q) !(!p + !q) = 0.
        let gone = trans(&sym(&seq_left(&both, &pq)?)?, &ax(Axiom::NotSeqR, &both, &both)?)?;
        let up = self.below_complement(&gone, &ax(Axiom::NotPlus, &s, &s)?)?;
        debug_assert_eq!(rhs(&up), not(&s));
        antisym(&down, &up)
    }
}
