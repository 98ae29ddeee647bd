//! The proof that the words of the left side lead where the decision found.
//!
//! For a term `e` and a state `s`, a run holds terms `e_t`, one for each exit `t`, with theorems
//! `e <= sum of the e_t` and `e_t w_t <= w_s`: the part of `e` that leads from `s` to `t`. Parts compose as the
//! terms do; at a loop, the parts of its body are solved for the parts of the loop (`elimination`). When `1` lies
//! below each `w_t`, `e` lies below `w_s`.

use std::rc::Rc;

use reductio_algebra::Term;
use reductio_theorems::kernel::{axiom, star_ind_l, sym, trans};
use reductio_theorems::{Axiom, Theorem};
use rustc_hash::FxHashMap;

use super::alphabet::{Factor, Letter};
use super::elimination::{Cover, Part, solve};
use super::monomial::missing;
use super::omega::{for_ever_below, for_ever_then, parted};
use super::reach::Reach;
use super::state::{ALL, Next, State, Stop};
use super::sums::{into_sum, seq_sum_below, sum, sum_below, sum_seq_below};
use crate::derived::{Derived, le_refl, lhs, rhs, seq_left, seq_right, weaken};
use crate::tactic::product::rewritten_proof;

/// The part of a term that leads to a state.
#[derive(Clone)]
pub(super) struct Exit {
    pub(super) state: State,
    pub(super) term: Term,
    /// The theorem `term w_state <= w_source`.
    pub(super) theorem: Theorem,
}

/// The parts of a term, for one state that it is read from.
pub(super) struct Run {
    pub(super) exits: Vec<Exit>,
    /// The theorem `e <= sum of the parts`; none when `e` is its only part.
    pub(super) cover: Option<Theorem>,
}

impl Run {
    pub(super) fn terms(&self) -> Vec<Term> {
        self.exits.iter().map(|e| e.term.clone()).collect()
    }

    /// The theorem `|- e <= sum of the parts`.
    pub(super) fn covered(&self, e: &Term) -> Derived {
        self.cover.clone().map_or_else(|| le_refl(e), Ok)
    }
}

/// Parts put together that lead to the same state, or to one above it.
struct Merged {
    exits: Vec<Exit>,
    /// The theorem, for each part that went in, that it lies below the sum of those that came out.
    into: Vec<Theorem>,
    total: Term,
}

/// Proofs about one right side.
pub(super) struct Runs<'a, 'b> {
    pub(super) reach: &'a mut Reach<'b>,
    known: FxHashMap<(Term, State), Rc<Run>>,
    /// Tells whether an omega that cannot be proved may be split into others.
    pub(super) may_split: bool,
}

type Made<T> = Result<T, Stop>;

impl<'a, 'b> Runs<'a, 'b> {
    pub(super) fn new(reach: &'a mut Reach<'b>) -> Self {
        Runs { reach, known: FxHashMap::default(), may_split: true }
    }

    /// `|- e <= w_s`, where the decision found no counterexample.
    pub(super) fn below(&mut self, e: &Term, s: State) -> Made<Theorem> {
        let run = self.run(e, s)?;
        let w = self.reach.states.term(s)?;
        let mut each = Vec::new();
        for exit in &run.exits {
            // f = f 1 <= f w_t <= w_s
            let f = &exit.term;
            let once = sym(&axiom(Axiom::SeqOne, f, f, f)?)?;
            let end = seq_left(f, &self.reach.states.final_proof(exit.state)?)?;
            each.push(trans(&trans(&once, &end)?, &exit.theorem)?);
        }
        Ok(trans(&run.covered(e)?, &sum_below(&each, &w)?)?)
    }

    /// The run of `e` from `s`.
    pub(super) fn run(&mut self, e: &Term, s: State) -> Made<Rc<Run>> {
        let key = (e.clone(), s);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        self.reach.states.look_up()?;
        let run = match self.reach.states.heads.alphabet.factor(e) {
            Factor::Zero => Run { exits: Vec::new(), cover: Some(le_refl(e)?) },
            Factor::One => {
                let w = self.reach.states.term(s)?;
                let theorem = weaken(&axiom(Axiom::OneSeq, &w, &w, &w)?)?;
                single(s, e, theorem)
            }
            Factor::Test(l) => {
                let t = self.reach.states.test(s, l)?;
                let theorem = self.reach.states.test_proof(s, l, t)?;
                single(t, e, theorem)
            }
            Factor::Letter(a) => self.act(e, a, s)?,
            Factor::Top => {
                let a = self.reach.states.heads.alphabet.letter(e);
                self.act(e, a, s)?
            }
            Factor::Rewritten(to) => {
                let inner = self.run(&to, s)?;
                let same = rewritten_proof(e)?.ok_or_else(|| missing(e))?;
                let cover = trans(&same, &inner.covered(&to)?)?;
                Run { exits: inner.exits.clone(), cover: Some(cover) }
            }
            Factor::Plus(a, b) => self.plus(e, &a, &b, s)?,
            Factor::Seq(a, b) => self.seq(e, &a, &b, s)?,
            Factor::Star(a) => self.star(e, &a, s)?,
            Factor::Omega(b) => self.omega(e, &b, s)?,
        };
        let run = Rc::new(run);
        self.known.insert(key, run.clone());
        Ok(run)
    }

    fn omega(&mut self, e: &Term, b: &Term, s: State) -> Made<Run> {
        let Some(parts) = parted(&mut self.reach.states.heads, b) else {
            let a = self.reach.states.heads.alphabet.letter(e);
            return self.act(e, a, s);
        };
        let inner = self.run(&parts.term(), s)?;
        let cover = parts.proof(b, self.reach.states.bound)?;
        let cover = trans(&cover, &inner.covered(&parts.term())?)?;
        Ok(Run { exits: inner.exits.clone(), cover: Some(cover) })
    }

    fn act(&mut self, e: &Term, a: Letter, s: State) -> Made<Run> {
        let Some(l) = self.reach.states.undecided(s, Next::Act(a)) else {
            return self.step(e, a, s);
        };
        let mut raw = Vec::new();
        let mut sides = Vec::new();
        for lit in [l.positive(), l.positive().not()] {
            let t = self.reach.states.test(s, lit)?;
            let test = self.reach.states.heads.alphabet.literal(lit).clone();
            let read = self.reach.states.test_proof(s, lit, t)?;
            let inner = self.act(e, a, t)?;
            for exit in &inner.exits {
                raw.push(self.after(&test, &read, exit)?);
            }
            sides.push((test, inner));
        }
        let merged = self.merge(&raw)?;
        let mut into = merged.into.iter();
        let mut each = Vec::new();
        for (test, inner) in &sides {
            let part: Vec<Theorem> = into.by_ref().take(inner.exits.len()).cloned().collect();
            let all = seq_sum_below(test, &inner.terms(), &part, &merged.total)?;
            each.push(trans(&seq_left(test, &inner.covered(e)?)?, &all)?);
        }
        let cases = self.reach.states.cases_proof(e, l)?;
        let cover = trans(&cases, &sum_below(&each, &merged.total)?)?;
        Ok(Run { exits: merged.exits, cover: Some(cover) })
    }

    /// The run of an action where the tests that matter are decided.
    fn step(&mut self, e: &Term, a: Letter, s: State) -> Made<Run> {
        if let Factor::Omega(b) = self.reach.states.heads.alphabet.factor(e)
            && s != ALL
            && self.reach.escape(&b, a, s)?.is_none()
        {
            let below = for_ever_below(self, &b, s)?;
            let theorem = trans(&for_ever_then(&b, &Term::top())?, &below)?;
            return Ok(single(ALL, e, theorem));
        }
        let t = self.reach.states.act(s, a)?;
        let theorem = self.reach.states.act_proof(s, a, t)?;
        Ok(single(t, e, theorem))
    }

    /// The part `f g` with `(f g) w_t <= w_s`, from `f w_r <= w_s` and `g w_t <= w_r`.
    fn after(&mut self, f: &Term, first: &Theorem, next: &Exit) -> Made<Exit> {
        let w = self.reach.states.term(next.state)?;
        Ok(Exit {
            state: next.state,
            term: f.seq(&next.term),
            theorem: compose(f, first, &next.term, &next.theorem, &w)?,
        })
    }

    fn plus(&mut self, e: &Term, a: &Term, b: &Term, s: State) -> Made<Run> {
        let (left, right) = (self.run(a, s)?, self.run(b, s)?);
        let raw: Vec<Exit> = left.exits.iter().chain(&right.exits).cloned().collect();
        let merged = self.merge(&raw)?;
        if merged.exits.len() == 1 && merged.total == *e {
            return Ok(Run { exits: merged.exits, cover: None });
        }
        let (into_left, into_right) = merged.into.split_at(left.exits.len());
        let first = trans(&left.covered(a)?, &sum_below(into_left, &merged.total)?)?;
        let second = trans(&right.covered(b)?, &sum_below(into_right, &merged.total)?)?;
        let cover = sum_below(&[first, second], &merged.total)?;
        Ok(Run { exits: merged.exits, cover: Some(cover) })
    }

    fn seq(&mut self, e: &Term, a: &Term, b: &Term, s: State) -> Made<Run> {
        let first = self.run(a, s)?;
        let mut raw = Vec::new();
        let mut nexts = Vec::new();
        for exit in &first.exits {
            let next = self.run(b, exit.state)?;
            for then in &next.exits {
                raw.push(self.after(&exit.term, &exit.theorem, then)?);
            }
            nexts.push(next);
        }
        let merged = self.merge(&raw)?;
        if merged.exits.len() == 1 && merged.total == *e {
            return Ok(Run { exits: merged.exits, cover: None });
        }
        let mut into = merged.into.iter();
        let mut each = Vec::new();
        for (exit, next) in first.exits.iter().zip(&nexts) {
            let part: Vec<Theorem> = into.by_ref().take(next.exits.len()).cloned().collect();
            let all = seq_sum_below(&exit.term, &next.terms(), &part, &merged.total)?;
            each.push(trans(&seq_left(&exit.term, &next.covered(b)?)?, &all)?);
        }
        let parts = sum_seq_below(&first.terms(), b, &each, &merged.total)?;
        let cover = trans(&seq_right(&first.covered(a)?, b)?, &parts)?;
        Ok(Run { exits: merged.exits, cover: Some(cover) })
    }

    fn star(&mut self, e: &Term, a: &Term, s: State) -> Made<Run> {
        let closure = self.reach.closure(e, s)?;
        let start = closure.states[0];
        let from = self.reach.states.below_proof(start, s)?;
        // The parts of the body between the states of the closure.
        let n = closure.states.len();
        let mut parts: Vec<Vec<Option<Part>>> = vec![vec![None; n]; n];
        let mut covers = Vec::new();
        for (i, &r) in closure.states.iter().enumerate() {
            let body = self.run(a, r)?;
            let kept = self.redirect(&body, &closure.states)?;
            let merged = self.merge(&kept)?;
            let into = sum_below(&merged.into, &merged.total)?;
            let theorem = trans(&body.covered(a)?, &into)?;
            let mut order = Vec::new();
            for exit in merged.exits {
                let j = closure.states.iter().position(|t| *t == exit.state);
                let j = j.ok_or_else(|| missing(a))?;
                order.push(j);
                parts[i][j] = Some(Part { term: exit.term, theorem: exit.theorem });
            }
            covers.push(Cover { theorem, order });
        }
        if n == 1 {
            // a w <= (parts of a) w <= w, so a* w = w.
            let w = self.reach.states.term(start)?;
            let round = match &parts[0][0] {
                Some(part) => part.theorem.clone(),
                None => sum_seq_below(&[], &w, &[], &w)?,
            };
            let round = trans(&seq_right(&covers[0].theorem, &w)?, &round)?;
            let theorem = trans(&star_ind_l(&round)?, &from)?;
            return Ok(single(start, e, theorem));
        }
        let mut ends = Vec::new();
        for t in &closure.states {
            ends.push(self.reach.states.term(*t)?);
        }
        let solved = solve(a, &parts, &covers, &ends)?;
        let mut exits = Vec::new();
        for (part, &state) in solved.parts.into_iter().zip(&closure.states) {
            let theorem = trans(&part.theorem, &from)?;
            exits.push(Exit { state, term: part.term, theorem });
        }
        Ok(Run { exits, cover: Some(solved.cover) })
    }

    /// The parts of a run, led to states among `states` that lie below their own.
    fn redirect(&mut self, run: &Run, states: &[State]) -> Made<Vec<Exit>> {
        let mut kept = Vec::new();
        for exit in &run.exits {
            let least = states.iter().copied().find(|t| self.reach.states.is_below(*t, exit.state));
            let least = least.ok_or_else(|| missing(&exit.term))?;
            kept.push(self.lowered(exit, least)?);
        }
        Ok(kept)
    }

    /// The part of an exit, led to a state below its own.
    fn lowered(&mut self, exit: &Exit, state: State) -> Made<Exit> {
        if state == exit.state {
            return Ok(exit.clone());
        }
        let below = self.reach.states.below_proof(state, exit.state)?;
        let theorem = trans(&seq_left(&exit.term, &below)?, &exit.theorem)?;
        Ok(Exit { state, term: exit.term.clone(), theorem })
    }

    /// Whether parts that lead to `s` may as well lead to `t`. The state that accepts everything stays apart: a loop
    /// that led there would have to be right for ever.
    fn takes(&self, t: State, s: State) -> bool {
        t == s || s != ALL && self.reach.states.is_below(t, s)
    }

    fn merge(&mut self, raw: &[Exit]) -> Made<Merged> {
        let mut least: Vec<State> = Vec::new();
        for exit in raw {
            if !least.iter().any(|t| self.takes(*t, exit.state)) {
                least.retain(|t| !self.takes(exit.state, *t));
                least.push(exit.state);
            }
        }
        let mut groups: Vec<Vec<Exit>> = vec![Vec::new(); least.len()];
        let mut places = Vec::new();
        for exit in raw {
            let k = least.iter().position(|t| self.takes(*t, exit.state));
            let k = k.ok_or_else(|| missing(&exit.term))?;
            let at = groups[k].iter().position(|other| other.term == exit.term);
            places.push((k, at.unwrap_or(groups[k].len())));
            if at.is_none() {
                let lowered = self.lowered(exit, least[k])?;
                groups[k].push(lowered);
            }
        }
        let mut exits = Vec::new();
        let mut inside = Vec::new();
        for (group, &state) in groups.iter().zip(&least) {
            let terms: Vec<Term> = group.iter().map(|e| e.term.clone()).collect();
            let each: Vec<Theorem> = group.iter().map(|e| e.theorem.clone()).collect();
            let w = self.reach.states.term(state)?;
            let theorem = sum_seq_below(&terms, &w, &each, &rhs(&each[0]))?;
            inside.push(into_sum(&terms)?);
            exits.push(Exit { state, term: sum(&terms), theorem });
        }
        let terms: Vec<Term> = exits.iter().map(|e| e.term.clone()).collect();
        let outside = into_sum(&terms)?;
        let mut into = Vec::new();
        for (k, at) in places {
            into.push(trans(&inside[k][at], &outside[k])?);
        }
        debug_assert!(into.iter().zip(raw).all(|(t, e)| lhs(t) == e.term));
        Ok(Merged { exits, into, total: sum(&terms) })
    }
}

fn single(state: State, e: &Term, theorem: Theorem) -> Run {
    Run { exits: vec![Exit { state, term: e.clone(), theorem }], cover: None }
}

/// The theorem `(f g) w_t <= w_s`, from `f w_r <= w_s` and `g w_t <= w_r`.
pub(super) fn compose(f: &Term, first: &Theorem, g: &Term, second: &Theorem, w: &Term) -> Derived {
    let apart = sym(&axiom(Axiom::SeqAssoc, f, g, w)?)?;
    trans(&trans(&apart, &seq_left(f, second)?)?, first)
}
