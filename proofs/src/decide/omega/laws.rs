//! Laws of `x^w` that the proofs end in, each derived from `(? ind)` and `x^w = x x^w`.

use reductio_algebra::Term;
use reductio_theorems::kernel::{axiom, loop_ind, plus, refl, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use crate::derived::{Derived, LAWS, le_refl, lhs, lub, plus_zero_right, rhs, seq_left, seq_right};

fn ax(a: Axiom, x: &Term, y: &Term) -> Derived {
    axiom(a, x, y, y)
}

/// The theorem `z <= d^w`, from `z <= d z`.
pub(super) fn into_omega(step: &Theorem, d: &Term) -> Derived {
    let zero = Term::zero();
    let looped = loop_ind(&trans(step, &LAWS.inl.at(&rhs(step), &zero))?)?;
    let vanish = plus(&refl(&d.omega())?, &ax(Axiom::SeqZero, &d.star(), &d.star())?)?;
    let split = trans(&ax(Axiom::LoopDef, d, &zero)?, &vanish)?;
    trans(&trans(&looped, &split)?, &plus_zero_right(&d.omega())?)
}

/// The theorem `g T <= d^w`, from `g <= d` for a predicate `g`, because `g T = g (g T) <= d (g T)`.
pub(in crate::decide) fn guard_for_ever(below: &Theorem) -> Derived {
    let (g, d, top) = (lhs(below), rhs(below), Term::top());
    let twice = seq_right(&LAWS.pred_idem.at(&g, &g), &top)?;
    let apart = trans(&twice, &sym(&axiom(Axiom::SeqAssoc, &g, &g, &top)?)?)?;
    into_omega(&trans(&apart, &seq_right(below, &g.seq(&top))?)?, &d)
}

/// The law `x^w y <= x^w`.
pub(in crate::decide) fn for_ever_then(x: &Term, y: &Term) -> Derived {
    let unfold = seq_right(&LAWS.omega_unfold.at(x, x), y)?;
    into_omega(&trans(&unfold, &sym(&axiom(Axiom::SeqAssoc, x, &x.omega(), y)?)?)?, x)
}

/// The law `(x x*)^w <= x^w`.
pub(super) fn rounds(x: &Term) -> Derived {
    let (star, again) = (x.star(), x.seq(&x.star()).omega());
    let unfold = ax(Axiom::OmegaUnfold, &x.seq(&star), &star)?;
    let apart = sym(&axiom(Axiom::SeqAssoc, x, &star, &again)?)?;
    // x* y <= (1 + x x*) y = 1 y + (x x*) y = y, where y = (x x*)^w
    let split = seq_right(&LAWS.star_unfold_l.at(x, x), &again)?;
    let split = trans(&split, &axiom(Axiom::DistribR, &Term::one(), &x.seq(&star), &again)?)?;
    let once = ax(Axiom::OneSeq, &again, &again)?;
    let same = trans(&split, &lub(&once, &sym(&unfold)?)?)?;
    into_omega(&trans(&trans(&unfold, &apart)?, &seq_left(x, &same)?)?, x)
}

/// The law `(u + v)^w <= (u* v)^w + (u* v)* u^w`: v occurs for ever, or u only from some point on.
pub(super) fn denested(u: &Term, v: &Term) -> Derived {
    let both = u.plus(v);
    let all = both.omega();
    let unfold = ax(Axiom::OmegaUnfold, &both, &both)?;
    let split = trans(&unfold, &axiom(Axiom::DistribR, u, v, &all)?)?;
    // x <= u x + v x gives x <= u^w + u* (v x) = (u* v) x + u^w.
    let inner = loop_ind(&trans(&split, &le_refl(&rhs(&split))?)?)?;
    let inner = trans(&inner, &ax(Axiom::LoopDef, u, &v.seq(&all))?)?;
    let assoc = axiom(Axiom::SeqAssoc, &u.star(), v, &all)?;
    let inner = trans(&inner, &plus(&refl(&u.omega())?, &assoc)?)?;
    let round = u.star().seq(v);
    let inner = trans(&inner, &ax(Axiom::PlusComm, &u.omega(), &round.seq(&all))?)?;
    trans(&loop_ind(&inner)?, &ax(Axiom::LoopDef, &round, &u.omega())?)
}

/// The term `E^n`, and `|- E^w <= (E^n)^w`.
pub(super) fn power(e: &Term, n: usize) -> Result<(Term, Theorem), RuleError> {
    let all = e.omega();
    let unfold = LAWS.omega_unfold.at(e, e);
    let (mut power, mut step) = (e.clone(), unfold.clone());
    for _ in 1..n {
        // E^w <= E E^w <= E (P E^w) = (E P) E^w
        let assoc = axiom(Axiom::SeqAssoc, e, &power, &all)?;
        step = trans(&trans(&unfold, &seq_left(e, &step)?)?, &assoc)?;
        power = e.seq(&power);
    }
    let below = into_omega(&step, &power)?;
    Ok((power, below))
}

/// The law `(x y)^w <= x (y x)^w`.
pub(super) fn turned(x: &Term, y: &Term) -> Derived {
    let body = x.seq(y);
    let all = body.omega();
    let unfold = LAWS.omega_unfold.at(&body, &body);
    let apart = trans(&unfold, &sym(&axiom(Axiom::SeqAssoc, x, y, &all)?)?)?;
    // y z <= y (x (y z)) = (y x) (y z), for z = (x y)^w
    let assoc = axiom(Axiom::SeqAssoc, y, x, &y.seq(&all))?;
    let inner = into_omega(&trans(&seq_left(y, &apart)?, &assoc)?, &y.seq(x))?;
    trans(&apart, &seq_left(x, &inner)?)
}
