//! Rules and laws derived from the kernel's: each function ends in kernel steps, so nothing here needs
//! to be trusted.

use std::sync::LazyLock;

use reductio_algebra::{Relation, Formula, Substitution, Symbol, Term};
use reductio_theorems::kernel::{
    axiom, instantiate, le_elim, le_intro, loop_ind, plus, refl, seq, star_ind_l, star_ind_r, sym,
    trans,
};
use reductio_theorems::{Axiom, RuleError, Theorem};

/// A theorem, or the reason why the kernel refused a step.
pub type Step = Result<Theorem, RuleError>;

/// The left side of a relation; `0` for other formulas, which the kernel then refuses.
pub fn lhs(t: &Theorem) -> Term {
    match t.conclusion() {
        Formula::Relation(a, _, _) => a.clone(),
        _ => Term::zero(),
    }
}

/// The right side of a relation; `0` for other formulas, which the kernel then refuses.
pub fn rhs(t: &Theorem) -> Term {
    match t.conclusion() {
        Formula::Relation(_, _, b) => b.clone(),
        _ => Term::zero(),
    }
}

/// Whether the conclusion is an equation.
pub fn is_equation(t: &Theorem) -> bool {
    matches!(t.conclusion(), Formula::Relation(_, Relation::Equal, _))
}

/// An axiom over at most two terms.
fn ax(a: Axiom, x: &Term, y: &Term) -> Step {
    axiom(a, x, y, &Term::zero())
}

/// `|- x <= x`.
pub fn le_refl(x: &Term) -> Step {
    le_intro(&ax(Axiom::PlusIdem, x, x)?)
}

/// From `x = y` or `x <= y`, `x <= y`.
pub fn weaken(t: &Theorem) -> Step {
    if is_equation(t) { trans(t, &le_refl(&rhs(t))?) } else { Ok(t.clone()) }
}

/// From `x <= y` and `y <= x`, `x = y`.
pub fn antisym(a: &Theorem, b: &Theorem) -> Step {
    if is_equation(a) {
        return Ok(a.clone());
    }
    if is_equation(b) {
        return sym(b);
    }
    let (x, y) = (lhs(a), rhs(a));
    let into_x = sym(&le_elim(b)?)?;
    trans(&trans(&into_x, &ax(Axiom::PlusComm, &y, &x)?)?, &le_elim(a)?)
}

/// From `x <= z` and `y <= z`, `x + y <= z`.
pub fn lub(a: &Theorem, b: &Theorem) -> Step {
    let z = rhs(a);
    trans(&plus(&weaken(a)?, &weaken(b)?)?, &ax(Axiom::PlusIdem, &z, &z)?)
}

/// From `s R t`, `s k R t k`.
pub fn seq_right(t: &Theorem, k: &Term) -> Step {
    seq(t, &refl(k)?)
}

/// From `s R t`, `k s R k t`.
pub fn seq_left(k: &Term, t: &Theorem) -> Step {
    seq(&refl(k)?, t)
}

/// From `x <= y*`, `x* <= y*`.
pub fn star_into(t: &Theorem) -> Step {
    let (x, y_star) = (lhs(t), rhs(t));
    let laws = &*LAWS;
    let reductio_algebra::TermKind::Star(y) = y_star.kind() else {
        return Err(RuleError::NotInductive {
            rule: "star_into",
            shape: "x <= y*",
            got: t.conclusion().clone(),
        });
    };
    // x y* <= y* y* <= y*, so x* y* = y*; and x* = x* 1 <= x* y*.
    let step = trans(&seq_right(&weaken(t)?, &y_star)?, &laws.star_star.at(y, y))?;
    let swallow = star_ind_l(&step)?;
    let grow = seq_left(&x.star(), &laws.one_le_star.at(y, y))?;
    trans(&trans(&sym(&ax(Axiom::SeqOne, &x.star(), &x)?)?, &grow)?, &swallow)
}

/// From `x <= y`, `x^w <= y^w`.
pub fn omega_mono(t: &Theorem) -> Step {
    let (x, y) = (lhs(t), rhs(t));
    let zero = Term::zero();
    // x^w = x x^w <= y x^w <= y x^w + 0, so x^w <= y ? 0 = y^w + y* 0 = y^w.
    let unfold = ax(Axiom::OmegaUnfold, &x, &x)?;
    let step = trans(&unfold, &seq_right(&weaken(t)?, &x.omega())?)?;
    let step = trans(&step, &LAWS.inl.at(&rhs(&step), &zero))?;
    let looped = loop_ind(&step)?;
    let def = ax(Axiom::LoopDef, &y, &zero)?;
    let vanish = ax(Axiom::SeqZero, &y.star(), &zero)?;
    let sum = plus(&refl(&y.omega())?, &vanish)?;
    let drop = plus_zero_right(&y.omega())?;
    trans(&trans(&trans(&looped, &def)?, &sum)?, &drop)
}

/// `|- x + 0 = x`.
fn plus_zero_right(x: &Term) -> Step {
    trans(&ax(Axiom::PlusComm, x, &Term::zero())?, &ax(Axiom::PlusZero, x, x)?)
}

/// A theorem over the symbols `x` and `y`, or `p` and `q`, to be instantiated.
pub struct Law(Theorem);

static X: LazyLock<Symbol> = LazyLock::new(|| Symbol::action("x", 0));
static Y: LazyLock<Symbol> = LazyLock::new(|| Symbol::action("y", 0));
static P: LazyLock<Symbol> = LazyLock::new(|| Symbol::predicate("p", 0));
static Q: LazyLock<Symbol> = LazyLock::new(|| Symbol::predicate("q", 0));

impl Law {
    /// The law with `a` for `x` (or `p`) and `b` for `y` (or `q`); only predicates fit `p` and `q`, and
    /// terms that do not fit leave the law as it is.
    pub fn at(&self, a: &Term, b: &Term) -> Theorem {
        let mut s = Substitution::new();
        for (symbol, term) in [(&*X, a), (&*Y, b), (&*P, a), (&*Q, b)] {
            // An action cannot replace p or q: such a law is over x and y, and the entry is not needed.
            let _ = s.symbol(symbol, &[], term);
        }
        instantiate(&self.0, &s)
    }

    /// The law over its own symbols.
    pub fn theorem(&self) -> &Theorem {
        &self.0
    }
}

/// Laws that the tactics use all the time, each proved once.
#[allow(missing_docs)] // each field is documented by its formula
pub struct Laws {
    /// `x <= x + y`
    pub inl: Law,
    /// `y <= x + y`
    pub inr: Law,
    /// `0 <= x`
    pub zero_le: Law,
    /// `x <= T`
    pub top: Law,
    /// `1 <= x*`
    pub one_le_star: Law,
    /// `x* x* <= x*`
    pub star_star: Law,
    /// `x x* <= x*`
    pub star_cons: Law,
    /// `x* <= 1 + x x*`
    pub star_unfold_l: Law,
    /// `x* <= 1 + x* x`
    pub star_unfold_r: Law,
    /// `x* x <= x x*`
    pub slide_l: Law,
    /// `x x* <= x* x`
    pub slide_r: Law,
    /// `x x^w <= x^w`
    pub omega_fold: Law,
    /// `p <= 1`
    pub pred_le_one: Law,
    /// `p = p p`
    pub pred_idem: Law,
    /// `!(p + q) = !p !q`
    pub not_plus: Law,
    /// `!(p q) = !p + !q`
    pub not_seq: Law,
    /// `!!p = p`
    pub not_not: Law,
    /// `!0 = 1`
    pub not_zero: Law,
    /// `!1 = 0`
    pub not_one: Law,
}

impl Laws {
    /// All laws.
    pub fn all(&self) -> [&Law; 19] {
        [
            &self.inl,
            &self.inr,
            &self.zero_le,
            &self.top,
            &self.one_le_star,
            &self.star_star,
            &self.star_cons,
            &self.star_unfold_l,
            &self.star_unfold_r,
            &self.slide_l,
            &self.slide_r,
            &self.omega_fold,
            &self.pred_le_one,
            &self.pred_idem,
            &self.not_plus,
            &self.not_seq,
            &self.not_not,
            &self.not_zero,
            &self.not_one,
        ]
    }

    /// Marks the steps of all laws as counted.
    pub fn count(&self, counted: &mut reductio_theorems::StepSet) {
        for law in self.all() {
            law.theorem().count_steps(counted);
        }
    }
}

/// The laws. That they can be proved does not depend on any input.
pub static LAWS: LazyLock<Laws> =
    LazyLock::new(|| prove_laws().expect("the derived laws follow from the axioms"));

fn prove_laws() -> Result<Laws, RuleError> {
    let (x, y) = (&Term::action("x"), &Term::action("y"));
    let (p, q) = (&Term::predicate("p"), &Term::predicate("q"));
    let (zero, one, top) = (&Term::zero(), &Term::one(), &Term::top());

    // x + (x + y) = (x + x) + y = x + y
    let inl = {
        let assoc = sym(&axiom(Axiom::PlusAssoc, x, x, y)?)?;
        le_intro(&trans(&assoc, &plus(&ax(Axiom::PlusIdem, x, x)?, &refl(y)?)?)?)?
    };
    let inl = Law(inl);
    let inr = Law(trans(&inl.at(y, x), &ax(Axiom::PlusComm, y, x)?)?);
    let zero_le = Law(le_intro(&ax(Axiom::PlusZero, x, x)?)?);

    // x = 1 x <= 1 x + 0, so x <= 1 ? 0 = 1^w + 1* 0 = 1^w.
    let top_law = {
        let step = trans(&sym(&ax(Axiom::OneSeq, x, x)?)?, &inl.at(&one.seq(x), zero))?;
        let looped = loop_ind(&step)?;
        let def = ax(Axiom::LoopDef, one, zero)?;
        let vanish = plus(&refl(top)?, &ax(Axiom::SeqZero, &one.star(), zero)?)?;
        trans(&trans(&trans(&looped, &def)?, &vanish)?, &plus_zero_right(top)?)?
    };

    // x* = 1 + (x + x* x*) lies above each of its summands.
    let unfold = sym(&ax(Axiom::StarUnfold, x, x)?)?;
    let tail = x.plus(&x.star().seq(&x.star()));
    let one_le_star = Law(trans(&inl.at(one, &tail), &unfold)?);
    let in_tail = |t: &Theorem| trans(&trans(t, &inr.at(one, &tail))?, &unfold);
    let star_star = Law(in_tail(&inr.at(x, &x.star().seq(&x.star())))?);
    let le_star = in_tail(&inl.at(x, &x.star().seq(&x.star())))?;
    let star_cons = Law(trans(&seq_right(&le_star, &x.star())?, &star_star.at(x, x))?);
    let star_snoc = trans(&seq_left(&x.star(), &le_star)?, &star_star.at(x, x))?;

    // a = 1 + x x* swallows x on its left: x a = x 1 + x (x x*) <= x x* + x x* <= a.
    let star_unfold_l = {
        let xs = x.seq(&x.star());
        let a = one.plus(&xs);
        let first = seq_left(x, &one_le_star.at(x, x))?;
        let second = seq_left(x, &star_cons.at(x, x))?;
        let both = trans(&lub(&first, &second)?, &inr.at(one, &xs))?;
        let swallow = star_ind_l(&trans(&axiom(Axiom::DistribL, x, one, &xs)?, &both)?)?;
        let grow = seq_left(&x.star(), &inl.at(one, &xs))?;
        let start = sym(&ax(Axiom::SeqOne, &x.star(), x)?)?;
        debug_assert_eq!(rhs(&swallow), a);
        Law(trans(&trans(&start, &grow)?, &swallow)?)
    };
    // The mirror image.
    let star_unfold_r = {
        let xs = x.star().seq(x);
        let first = seq_right(&one_le_star.at(x, x), x)?;
        let second = seq_right(&star_snoc, x)?;
        let both = trans(&lub(&first, &second)?, &inr.at(one, &xs))?;
        let swallow = star_ind_r(&trans(&axiom(Axiom::DistribR, one, &xs, x)?, &both)?)?;
        let grow = seq_right(&inl.at(one, &xs), &x.star())?;
        let start = sym(&ax(Axiom::OneSeq, &x.star(), x)?)?;
        Law(trans(&trans(&start, &grow)?, &swallow)?)
    };
    // x x* swallows x on its left, and x = x 1 <= x x*; so x* x <= x* (x x*) = x x*. And the mirror image.
    let slide_l = {
        let xs = x.seq(&x.star());
        let swallow = star_ind_l(&seq_left(x, &star_cons.at(x, x))?)?;
        let start = sym(&ax(Axiom::SeqOne, x, x)?)?;
        let grow = trans(&start, &seq_left(x, &one_le_star.at(x, x))?)?;
        debug_assert_eq!(rhs(&grow), xs);
        Law(trans(&seq_left(&x.star(), &grow)?, &swallow)?)
    };
    let slide_r = {
        let swallow = star_ind_r(&seq_right(&star_snoc, x)?)?;
        let start = sym(&ax(Axiom::OneSeq, x, x)?)?;
        let grow = trans(&start, &seq_right(&one_le_star.at(x, x), x)?)?;
        Law(trans(&seq_right(&grow, &x.star())?, &swallow)?)
    };
    let omega_fold = Law(weaken(&sym(&ax(Axiom::OmegaUnfold, x, x)?)?)?);

    let not = |t: &Term| {
        t.complement().map_err(|e| RuleError::Shape {
            rule: "complement",
            needed: "a predicate",
            got: e.term,
        })
    };
    let (np, nq) = (&not(p)?, &not(q)?);
    let pred_le_one = Law(trans(&inl.at(p, np), &ax(Axiom::NotPlus, p, p)?)?);
    // p = p 1 = p (p + !p) = p p + p !p = p p + 0 = p p
    let pred_idem = {
        let a = sym(&ax(Axiom::SeqOne, p, p)?)?;
        let b = seq_left(p, &sym(&ax(Axiom::NotPlus, p, p)?)?)?;
        let c = axiom(Axiom::DistribL, p, p, np)?;
        let d = plus(&refl(&p.seq(p))?, &ax(Axiom::NotSeqR, p, p)?)?;
        let e = plus_zero_right(&p.seq(p))?;
        Law(trans(&trans(&trans(&trans(&a, &b)?, &c)?, &d)?, &e)?)
    };
    // Complements are unique: r s = 0 and s + r' = 1 give r <= r'.  r = r (s + r') = r s + r r' <= r'.
    let below_complement = |disjoint: &Theorem, total: &Theorem| -> Step {
        let r = match lhs(disjoint).kind() {
            reductio_algebra::TermKind::Seq(r, _) => r.clone(),
            _ => Term::zero(),
        };
        let (s, r2) = match lhs(total).kind() {
            reductio_algebra::TermKind::Plus(s, r2) => (s.clone(), r2.clone()),
            _ => (Term::zero(), Term::zero()),
        };
        let a = sym(&ax(Axiom::SeqOne, &r, &r)?)?;
        let b = seq_left(&r, &sym(total)?)?;
        let c = axiom(Axiom::DistribL, &r, &s, &r2)?;
        let drop = trans(&seq_right(&pred_le_one.at(&r, &r), &r2)?, &ax(Axiom::OneSeq, &r2, &r2)?)?;
        let gone = trans(disjoint, &zero_le.at(&r2, &r2))?;
        trans(&trans(&trans(&a, &b)?, &c)?, &lub(&gone, &drop)?)
    };
    // !!p: both !!p and p are complements of !p.
    let not_not = {
        let nnp = &not(np)?;
        let total = trans(&ax(Axiom::PlusComm, np, p)?, &ax(Axiom::NotPlus, p, p)?)?;
        let down = below_complement(&ax(Axiom::NotSeqL, np, np)?, &total)?;
        let up = below_complement(&ax(Axiom::NotSeqR, p, p)?, &ax(Axiom::NotPlus, np, np)?)?;
        debug_assert_eq!(rhs(&up), *nnp);
        Law(antisym(&down, &up)?)
    };
    let not_zero = {
        let n0 = &not(zero)?;
        let a = sym(&ax(Axiom::PlusZero, n0, n0)?)?;
        Law(trans(&a, &ax(Axiom::NotPlus, zero, zero)?)?)
    };
    let not_one = {
        let a = sym(&ax(Axiom::OneSeq, &not(one)?, one)?)?;
        Law(trans(&a, &ax(Axiom::NotSeqR, one, one)?)?)
    };

    // Predicates below each other: p q <= p and p q <= q.
    let drop_r = trans(&seq_left(p, &pred_le_one.at(q, q))?, &ax(Axiom::SeqOne, p, p)?)?;
    let drop_l = trans(&seq_right(&pred_le_one.at(p, p), q)?, &ax(Axiom::OneSeq, q, q)?)?;
    let (drop_r, drop_l) = (Law(drop_r), Law(drop_l));
    // r <= 0 gives r = 0.
    let is_zero = |t: &Theorem| antisym(t, &zero_le.at(&lhs(t), zero));
    // From a <= b and a <= c, for predicates: a = a a <= b c.
    let meet = |a: &Theorem, b: &Theorem| -> Step {
        trans(&pred_idem.at(&lhs(a), &lhs(a)), &seq(a, b)?)
    };

    // !(p + q) = !p !q
    let not_plus = {
        let s = p.plus(q);
        let ns = &not(&s)?;
        // !s p <= !s s = 0, so !s <= !p; likewise for q.
        let under = |part: &Theorem, whole: &Term, other: &Term| -> Step {
            let gone = trans(&seq_left(ns, part)?, &ax(Axiom::NotSeqL, whole, whole)?)?;
            below_complement(&is_zero(&gone)?, &ax(Axiom::NotPlus, other, other)?)
        };
        let down = meet(&under(&inl.at(p, q), &s, p)?, &under(&inr.at(p, q), &s, q)?)?;
        // (!p !q) (p + q) <= !p p... : the two summands vanish.
        let both = np.seq(nq);
        let first = trans(
            &seq_right(&drop_r.at(np, nq), p)?,
            &ax(Axiom::NotSeqL, p, p)?,
        )?;
        let second = trans(
            &seq_right(&drop_l.at(np, nq), q)?,
            &ax(Axiom::NotSeqL, q, q)?,
        )?;
        let gone = trans(&axiom(Axiom::DistribL, &both, p, q)?, &lub(&first, &second)?)?;
        let up = below_complement(&is_zero(&gone)?, &ax(Axiom::NotPlus, &s, &s)?)?;
        Law(antisym(&down, &up)?)
    };
    // !(p q) = !p + !q, from the law above by double complement.
    let not_seq = {
        let both = np.plus(nq);
        let inner = not_plus.at(np, nq); // !(!p + !q) = !!p !!q
        let plain = seq(&not_not.at(p, q), &not_not.at(q, p))?; // !!p !!q = p q
        let pq = trans(&inner, &plain)?; // !(!p + !q) = p q
        let s = p.seq(q);
        let ns = &not(&s)?;
        // !s and !p + !q are both complements of s.
        // !s (p q) = 0 and (p q) + (!p + !q) = 1
        let total = {
            let t = ax(Axiom::NotPlus, &both, &both)?; // both + !both = 1
            let swapped = trans(&ax(Axiom::PlusComm, &not(&both)?, &both)?, &t)?;
            trans(&sym(&plus(&pq, &refl(&both)?)?)?, &swapped)?
        };
        let down = below_complement(&ax(Axiom::NotSeqL, &s, &s)?, &total)?;
        // (!p + !q) (p q) = (!p + !q) !(!p + !q) = 0
        let gone = trans(&sym(&seq_left(&both, &pq)?)?, &ax(Axiom::NotSeqR, &both, &both)?)?;
        let up = below_complement(&gone, &ax(Axiom::NotPlus, &s, &s)?)?;
        debug_assert_eq!(rhs(&up), *ns);
        Law(antisym(&down, &up)?)
    };

    Ok(Laws {
        inl,
        inr,
        zero_le,
        top: Law(top_law),
        one_le_star,
        star_star,
        star_cons,
        star_unfold_l,
        star_unfold_r,
        slide_l,
        slide_r,
        omega_fold,
        pred_le_one,
        pred_idem,
        not_plus,
        not_seq,
        not_not,
        not_zero,
        not_one,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_say_what_their_names_say() {
        let shown: Vec<String> = LAWS.all().iter()
        .map(|law| law.theorem().to_string())
        .collect();
        let expected = [
            "|- x <= x + y", "|- y <= x + y", "|- 0 <= x", "|- x <= T", "|- 1 <= x*",
            "|- x* x* <= x*", "|- x x* <= x*", "|- x* <= 1 + x x*", "|- x* <= 1 + x* x",
            "|- x* x <= x x*", "|- x x* <= x* x",
            "|- x x^w <= x^w", "|- p <= 1", "|- p = p p", "|- !(p + q) = !p !q",
            "|- !(p q) = !p + !q", "|- !!p = p", "|- !0 = 1", "|- !1 = 0",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn star_into_and_omega_mono() {
        let (x, y) = (Term::action("x"), Term::action("y"));
        let h = reductio_theorems::kernel::assume(&Formula::below(&x, &y.star())).unwrap();
        assert_eq!(star_into(&h).unwrap().conclusion().to_string(), "x* <= y*");
        let h = reductio_theorems::kernel::assume(&Formula::below(&x, &y)).unwrap();
        assert_eq!(omega_mono(&h).unwrap().conclusion().to_string(), "x^w <= y^w");
    }
}
