//! Laws that the tactics use all the time: each is proved once, from the axioms, and then instantiated.

use std::sync::LazyLock;

use reductio_algebra::{Substitution, Symbol, Term, name};
use reductio_theorems::kernel::{
    axiom, instantiate, le_intro, loop_ind, plus, refl, star_ind_l, star_ind_r, sym, trans,
};
use reductio_theorems::{Axiom, RuleError, StepSet, Theorem};

use super::predicate_laws::{Predicates, predicate_laws};
use super::{ax, lub, plus_zero_right, rhs, seq_left, seq_right, weaken};

/// A law: a theorem over the symbols `x` and `y`, or `p` and `q`, to be instantiated.
#[derive(Clone)]
pub struct Law {
    theorem: Theorem,
    symbols: &'static [Symbol; 2],
}

static ACTIONS: LazyLock<[Symbol; 2]> =
    LazyLock::new(|| [Symbol::action(name!("x"), 0), Symbol::action(name!("y"), 0)]);
static PREDICATES: LazyLock<[Symbol; 2]> =
    LazyLock::new(|| [Symbol::predicate(name!("p"), 0), Symbol::predicate(name!("q"), 0)]);

impl Law {
    /// A law over `x` and `y`.
    pub(super) fn of_actions(theorem: Theorem) -> Self {
        Law { theorem, symbols: &ACTIONS }
    }

    /// A law over the predicates `p` and `q`.
    pub(super) fn of_predicates(theorem: Theorem) -> Self {
        Law { theorem, symbols: &PREDICATES }
    }

    /// The law with `a` for `x` (or `p`) and `b` for `y` (or `q`); only predicates fit `p` and `q`, and
    /// terms that do not fit leave the law as it is.
    pub fn at(&self, a: &Term, b: &Term) -> Theorem {
        let mut s = Substitution::new();
        for (symbol, term) in self.symbols.iter().zip([a, b]) {
            // A predicate symbol refuses an action; the law then stays as it is, and is of no use.
            let _ = s.symbol(symbol, &[], term);
        }
        instantiate(&self.theorem, &s)
    }

    /// The law over its own symbols.
    pub fn theorem(&self) -> &Theorem {
        &self.theorem
    }
}

/// The laws that the tactics use all the time.
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
    /// `x^w <= x x^w`
    pub omega_unfold: Law,
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
    /// The list of all laws.
    pub fn all(&self) -> [&Law; 20] {
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
            &self.omega_unfold,
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
    pub fn count(&self, counted: &mut StepSet) {
        for law in self.all() {
            law.theorem().count_steps(counted);
        }
    }
}

/// All laws, proved when they are first used. The proofs do not depend on any input.
pub static LAWS: LazyLock<Laws> =
    LazyLock::new(|| prove_laws().expect("the derived laws follow from the axioms"));

fn prove_laws() -> Result<Laws, RuleError> {
    let Order { inl, inr, zero_le, top } = order_laws()?;
    let stars = star_laws(&inl, &inr)?;
    let [one_le_star, star_star, star_cons] = stars.above;
    let [star_unfold_l, star_unfold_r, slide_l, slide_r] = stars.around;
    let x = &Term::action(name!("x"));
    let omega = ax(Axiom::OmegaUnfold, x, x)?;
    let omega_fold = Law::of_actions(weaken(&sym(&omega)?)?);
    let omega_unfold = Law::of_actions(weaken(&omega)?);
    let Predicates { le_one, idem, not_plus, not_seq, not_not, not_zero, not_one } =
        predicate_laws(&inl, &inr, &zero_le)?;
    Ok(Laws {
        inl,
        inr,
        zero_le,
        top,
        one_le_star,
        star_star,
        star_cons,
        star_unfold_l,
        star_unfold_r,
        slide_l,
        slide_r,
        omega_fold,
        omega_unfold,
        pred_le_one: le_one,
        pred_idem: idem,
        not_plus,
        not_seq,
        not_not,
        not_zero,
        not_one,
    })
}

struct Order {
    inl: Law,
    inr: Law,
    zero_le: Law,
    top: Law,
}

fn order_laws() -> Result<Order, RuleError> {
    let (x, y) = (&Term::action(name!("x")), &Term::action(name!("y")));
    let (zero, one, top) = (&Term::zero(), &Term::one(), &Term::top());
    // x + (x + y) = (x + x) + y = x + y
    let inl = {
        let assoc = sym(&axiom(Axiom::PlusAssoc, x, x, y)?)?;
        le_intro(&trans(&assoc, &plus(&ax(Axiom::PlusIdem, x, x)?, &refl(y)?)?)?)?
    };
    let inl = Law::of_actions(inl);
    let inr = Law::of_actions(trans(&inl.at(y, x), &ax(Axiom::PlusComm, y, x)?)?);
    let zero_le = Law::of_actions(le_intro(&ax(Axiom::PlusZero, x, x)?)?);

    // x = 1 x <= 1 x + 0, so x <= 1 ? 0 = 1^w + 1* 0 = 1^w.
    let top_law = {
        let step = trans(&sym(&ax(Axiom::OneSeq, x, x)?)?, &inl.at(&one.seq(x), zero))?;
        let looped = loop_ind(&step)?;
        let def = ax(Axiom::LoopDef, one, zero)?;
        let vanish = plus(&refl(top)?, &ax(Axiom::SeqZero, &one.star(), zero)?)?;
        trans(&trans(&trans(&looped, &def)?, &vanish)?, &plus_zero_right(top)?)?
    };
    Ok(Order { inl, inr, zero_le, top: Law::of_actions(top_law) })
}

struct Stars {
    /// The laws `1 <= x*`, `x* x* <= x*`, `x x* <= x*`.
    above: [Law; 3],
    /// The laws `x* <= 1 + x x*`, `x* <= 1 + x* x`, `x* x <= x x*`, `x x* <= x* x`.
    around: [Law; 4],
}

fn star_laws(inl: &Law, inr: &Law) -> Result<Stars, RuleError> {
    let (x, one) = (&Term::action(name!("x")), &Term::one());
    // x* = 1 + (x + x* x*) lies above each of its summands.
    let unfold = sym(&ax(Axiom::StarUnfold, x, x)?)?;
    let tail = x.plus(&x.star().seq(&x.star()));
    let one_le_star = Law::of_actions(trans(&inl.at(one, &tail), &unfold)?);
    let in_tail = |t: &Theorem| trans(&trans(t, &inr.at(one, &tail))?, &unfold);
    let star_star = Law::of_actions(in_tail(&inr.at(x, &x.star().seq(&x.star())))?);
    let le_star = in_tail(&inl.at(x, &x.star().seq(&x.star())))?;
    let star_cons = Law::of_actions(trans(&seq_right(&le_star, &x.star())?, &star_star.at(x, x))?);
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
        Law::of_actions(trans(&trans(&start, &grow)?, &swallow)?)
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
        Law::of_actions(trans(&trans(&start, &grow)?, &swallow)?)
    };
    // x x* swallows x on its left, and x = x 1 <= x x*; so x* x <= x* (x x*) = x x*. And the mirror image.
    let slide_l = {
        let xs = x.seq(&x.star());
        let swallow = star_ind_l(&seq_left(x, &star_cons.at(x, x))?)?;
        let start = sym(&ax(Axiom::SeqOne, x, x)?)?;
        let grow = trans(&start, &seq_left(x, &one_le_star.at(x, x))?)?;
        debug_assert_eq!(rhs(&grow), xs);
        Law::of_actions(trans(&seq_left(&x.star(), &grow)?, &swallow)?)
    };
    let slide_r = {
        let swallow = star_ind_r(&seq_right(&star_snoc, x)?)?;
        let start = sym(&ax(Axiom::OneSeq, x, x)?)?;
        let grow = trans(&start, &seq_right(&one_le_star.at(x, x), x)?)?;
        Law::of_actions(trans(&seq_right(&grow, &x.star())?, &swallow)?)
    };
    Ok(Stars {
        above: [one_le_star, star_star, star_cons],
        around: [star_unfold_l, star_unfold_r, slide_l, slide_r],
    })
}
