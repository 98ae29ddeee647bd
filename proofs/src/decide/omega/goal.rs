//! Goals: the omegas of the right side, in which an infinite run has to end.

use reductio_algebra::Term;
use reductio_theorems::kernel::{axiom, sym, trans};
use reductio_theorems::{Axiom, Theorem};

use super::super::head::END;
use super::super::monomial::{Monomial, Rest, missing};
use super::super::state::{ALL, State, States, Stop};
use super::super::sums::{sum, sum_seq_below};
use super::body::regular;
use crate::derived::{LAWS, seq_left, seq_right};
use crate::step_error::Attempt;

/// An omega `d^w` of the right side, and the state of its beginnings.
#[derive(Clone)]
pub(super) struct Goal {
    pub(super) body: Term,
    pub(super) state: State,
    /// The theorem `d^w <= w_state`.
    pub(super) theorem: Theorem,
}

/// The goal of a body, if the proof that it lies below its beginnings stays within the limit.
pub(super) fn goal(states: &mut States<'_>, body: &Term) -> Result<Option<Goal>, Stop> {
    let all = body.omega();
    let state = states.start(&all)?;
    if state == ALL {
        let theorem = LAWS.top.at(&all, &all);
        return Ok(Some(Goal { body: body.clone(), state, theorem }));
    }
    // d^w = d d^w <= (+m : m) d^w, and m d^w <= w for each beginning m of d.
    let (mut terms, mut each) = (Vec::new(), Vec::new());
    for g in states.heads.guards(body).iter() {
        let guard = states.heads.alphabet.guard(g);
        let for_ever = seq_left(&guard, &LAWS.top.at(&all, &all))?;
        each.push(trans(&for_ever, &states.below_summand(state, g, Rest::Top)?)?);
        terms.push(guard);
    }
    for m in states.heads.acts(body, END).iter() {
        terms.push(states.heads.terms().monomial(m));
        each.push(beginning(states, m, &all, state)?);
    }
    let Some(cover) = regular(body, &sum(&terms), states.bound)? else { return Ok(None) };
    let unfold = trans(&LAWS.omega_unfold.at(body, body), &seq_right(&cover, &all)?)?;
    let w = states.term(state)?;
    let theorem = trans(&unfold, &sum_seq_below(&terms, &all, &each, &w)?)?;
    Ok(Some(Goal { body: body.clone(), state, theorem }))
}

/// `|- m all <= w_state`, for a beginning m of a body and its omega `all`.
fn beginning(states: &mut States<'_>, m: &Monomial, all: &Term, state: State) -> Attempt {
    let Rest::Act(a, tail) = m.rest else { return Err(missing(all)) };
    let rest = states.heads.tails[tail as usize].clone();
    let letter = states.heads.alphabet.letter_term(a).clone();
    let end = states.heads.cons(all, END);
    let (longer, same) = states.heads.append(tail, end)?;
    // (a t) all = a (t all) = a (t (all 1))
    let once = sym(&axiom(Axiom::SeqOne, all, all, all)?)?;
    let inner = seq_left(&letter, &trans(&seq_left(&rest, &once)?, &same)?)?;
    let apart = sym(&axiom(Axiom::SeqAssoc, &letter, &rest, all)?)?;
    let mut step = trans(&apart, &inner)?;
    if !m.guard.is_empty() {
        let guard = states.heads.alphabet.guard(&m.guard);
        let apart = sym(&axiom(Axiom::SeqAssoc, &guard, &letter.seq(&rest), all)?)?;
        step = trans(&apart, &seq_left(&guard, &step)?)?;
    }
    Ok(trans(&step, &states.below_summand(state, &m.guard, Rest::Act(a, longer))?)?)
}
