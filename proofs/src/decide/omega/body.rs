//! Bodies of omegas: regular terms, and their words that have an action.

use reductio_algebra::{Term, TermKind};
use reductio_theorems::kernel::{axiom, loop_ind, plus, refl, trans};
use reductio_theorems::{Axiom, Theorem};

use super::super::alphabet::Factor;
use super::super::head::Heads;
use super::super::reach::Reach;
use super::super::run::Runs;
use super::super::state::{States, Stop};
use super::super::sums::sum;
use crate::derived::{LAWS, seq_left, seq_right};
use crate::limits::DecisionLimits;

/// Decides whether `t` may stand below `^w`: no infinite repetition occurs in it, unless inside a letter.
pub(in crate::decide) fn is_body(t: &Term) -> bool {
    match t.kind() {
        TermKind::Omega(_) | TermKind::Loop(..) => false,
        TermKind::Plus(a, b) | TermKind::Seq(a, b) => is_body(a) && is_body(b),
        TermKind::Star(a) => is_body(a),
        _ => true,
    }
}

/// `|- left <= right` in regular algebra with tests, if it holds and the right side has no more states than the bound.
pub(in crate::decide) fn regular(
    left: &Term,
    right: &Term,
    bound: DecisionLimits<'_>,
) -> Result<Option<Theorem>, Stop> {
    let mut reach = Reach::new(States::new(left, bound, true));
    let mut search = || {
        let start = reach.states.start(right)?;
        if reach.counterexample(left, start)?.is_some() {
            return Ok(None);
        }
        let down = Runs::new(&mut reach).below(left, start)?;
        Ok(Some(trans(&down, &reach.states.start_proof(right, start)?)?))
    };
    match search() {
        Err(Stop::Limit) => Ok(None),
        other => other,
    }
}

/// A body `b <= steps + guards` that has words without action.
pub(in crate::decide) struct Parted {
    steps: Term,
    guards: Term,
}

/// The parts of a body, if it has words without action.
pub(in crate::decide) fn parted(heads: &mut Heads, b: &Term) -> Option<Parted> {
    let guards = heads.guards(b);
    if guards.is_empty() {
        return None;
    }
    let guards: Vec<Term> = guards.iter().map(|g| heads.alphabet.guard(g)).collect();
    Some(Parted { steps: steps(heads, b), guards: sum(&guards) })
}

impl Parted {
    /// The term `steps^w + steps* (guards T)`.
    pub(in crate::decide) fn term(&self) -> Term {
        let end = self.guards.seq(&Term::top());
        self.steps.omega().plus(&self.steps.star().seq(&end))
    }

    /// `|- b^w <= steps^w + steps* (guards T)`.
    pub(in crate::decide) fn proof(
        &self,
        b: &Term,
        bound: DecisionLimits<'_>,
    ) -> Result<Theorem, Stop> {
        let all = b.omega();
        let (c, g) = (&self.steps, &self.guards);
        let cover = regular(b, &c.plus(g), bound)?.ok_or(Stop::NoProof)?;
        // x = b x <= (c + g) x = c x + g x <= c x + g T
        let unfold = trans(&LAWS.omega_unfold.at(b, b), &seq_right(&cover, &all)?)?;
        let split = trans(&unfold, &axiom(Axiom::DistribR, c, g, &all)?)?;
        let last = seq_left(g, &LAWS.top.at(&all, &all))?;
        let round = refl(&c.seq(&all))?;
        let step = trans(&split, &plus(&round, &last)?)?;
        let end = g.seq(&Term::top());
        Ok(trans(&loop_ind(&step)?, &axiom(Axiom::LoopDef, c, &end, &end)?)?)
    }
}

/// The words of a body that have an action.
fn steps(heads: &mut Heads, b: &Term) -> Term {
    match heads.alphabet.factor(b) {
        Factor::Zero | Factor::One | Factor::Test(_) => Term::zero(),
        Factor::Plus(x, y) => either(&steps(heads, &x), &steps(heads, &y)),
        Factor::Seq(x, y) => {
            let guards: Vec<Term> =
                heads.guards(&x).iter().map(|g| heads.alphabet.guard(g)).collect();
            let (first, second) = (steps(heads, &x), steps(heads, &y));
            either(&then(&first, &y), &then(&sum(&guards), &second))
        }
        Factor::Star(x) => then(&steps(heads, &x), b),
        Factor::Rewritten(to) => steps(heads, &to),
        Factor::Letter(_) | Factor::Top | Factor::Omega(_) => b.clone(),
    }
}

fn either(x: &Term, y: &Term) -> Term {
    let zero = Term::zero();
    if *x == zero {
        y.clone()
    } else if *y == zero {
        x.clone()
    } else {
        x.plus(y)
    }
}

fn then(x: &Term, y: &Term) -> Term {
    let zero = Term::zero();
    if *x == zero || *y == zero { zero } else { x.seq(y) }
}
