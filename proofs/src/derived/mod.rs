//! Rules and laws derived from the kernel's: each function ends in kernel steps, so nothing here needs
//! to be trusted.

mod laws;
mod predicate_laws;

use reductio_algebra::{Formula, Relation, Term, TermKind};
use reductio_theorems::kernel::{
    axiom, le_elim, le_intro, loop_ind, plus, refl, seq, star_ind_l, sym, trans,
};
use reductio_theorems::{Axiom, RuleError, Theorem};

pub use laws::{LAWS, Law, Laws};

/// A theorem, or the reason why the kernel refused a step.
pub type Derived = Result<Theorem, RuleError>;

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

/// Decides whether the conclusion is an equation.
pub fn is_equation(t: &Theorem) -> bool {
    matches!(t.conclusion(), Formula::Relation(_, Relation::Equal, _))
}

/// An axiom over at most two terms.
pub(crate) fn ax(a: Axiom, x: &Term, y: &Term) -> Derived {
    axiom(a, x, y, &Term::zero())
}

/// The theorem `|- x <= x`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn le_refl(x: &Term) -> Derived {
    le_intro(&ax(Axiom::PlusIdem, x, x)?)
}

/// The theorem `x <= y`, from `x = y` or `x <= y`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn weaken(t: &Theorem) -> Derived {
    if is_equation(t) { trans(t, &le_refl(&rhs(t))?) } else { Ok(t.clone()) }
}

/// The theorem `x = y`, from `x <= y` and `y <= x`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn antisym(a: &Theorem, b: &Theorem) -> Derived {
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

/// The theorem `x + y <= z`, from `x <= z` and `y <= z`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn lub(a: &Theorem, b: &Theorem) -> Derived {
    let z = rhs(a);
    trans(&plus(&weaken(a)?, &weaken(b)?)?, &ax(Axiom::PlusIdem, &z, &z)?)
}

/// The theorem `s k R t k`, from `s R t`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn seq_right(t: &Theorem, k: &Term) -> Derived {
    seq(t, &refl(k)?)
}

/// The theorem `k s R k t`, from `s R t`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn seq_left(k: &Term, t: &Theorem) -> Derived {
    seq(&refl(k)?, t)
}

/// The theorem `x* <= y*`, from `x <= y*`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn star_into(t: &Theorem) -> Derived {
    let (x, y_star) = (lhs(t), rhs(t));
    let laws = &*LAWS;
    // The law is of no use, and the kernel refuses the chain, where `y*` is something else.
    let y = if let TermKind::Star(y) = y_star.kind() { y } else { &y_star };
    // x y* <= y* y* <= y*, so x* y* = y*; and x* = x* 1 <= x* y*.
    let step = trans(&seq_right(&weaken(t)?, &y_star)?, &laws.star_star.at(y, y))?;
    let swallow = star_ind_l(&step)?;
    let grow = seq_left(&x.star(), &laws.one_le_star.at(y, y))?;
    trans(&trans(&sym(&ax(Axiom::SeqOne, &x.star(), &x)?)?, &grow)?, &swallow)
}

/// The theorem `x^w <= y^w`, from `x <= y`.
///
/// # Errors
/// [`RuleError`] when a premise has another shape.
pub fn omega_mono(t: &Theorem) -> Derived {
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

/// The theorem `|- x + 0 = x`.
pub(crate) fn plus_zero_right(x: &Term) -> Derived {
    trans(&ax(Axiom::PlusComm, x, &Term::zero())?, &ax(Axiom::PlusZero, x, x)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reductio_algebra::name;

    #[test]
    fn laws_say_what_their_names_say() {
        let shown: Vec<String> = LAWS.all().iter().map(|law| law.theorem().to_string()).collect();
        let expected = [
            "|- x <= x + y",
            "|- y <= x + y",
            "|- 0 <= x",
            "|- x <= T",
            "|- 1 <= x*",
            "|- x* x* <= x*",
            "|- x x* <= x*",
            "|- x* <= 1 + x x*",
            "|- x* <= 1 + x* x",
            "|- x* x <= x x*",
            "|- x x* <= x* x",
            "|- x x^w <= x^w",
            "|- x^w <= x x^w",
            "|- p <= 1",
            "|- p = p p",
            "|- !(p + q) = !p !q",
            "|- !(p q) = !p + !q",
            "|- !!p = p",
            "|- !0 = 1",
            "|- !1 = 0",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn star_into_and_omega_mono() {
        let (x, y) = (Term::action(name!("x")), Term::action(name!("y")));
        let h = reductio_theorems::kernel::assume(&Formula::below(&x, &y.star())).unwrap();
        assert_eq!(star_into(&h).unwrap().conclusion().to_string(), "x* <= y*");
        let h = reductio_theorems::kernel::assume(&Formula::below(&x, &y)).unwrap();
        assert_eq!(omega_mono(&h).unwrap().conclusion().to_string(), "x^w <= y^w");
    }
}
