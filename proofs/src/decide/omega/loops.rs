//! Loops that may go on for ever, and why.
//!
//! A loop E at a node may go on for ever when `E^w <= w`: when E, or some rounds of it, make rounds of an omega `d^w`
//! of the state (`E <= d d*`); or when `E = u + v`, and u and `u* v` may go on for ever
//! (`(u + v)^w = (u* v)^w + (u* v)* u^w`); or when the same is true of E under the tests that are known.

use reductio_algebra::{Term, TermKind};
use reductio_theorems::kernel::{axiom, star_ind_l, sym, trans};
use reductio_theorems::{Axiom, Theorem};
use rustc_hash::FxHashMap;

use super::super::elimination::{Part, after, star};
use super::super::monomial::Rest;
use super::super::run::Runs;
use super::super::state::{State, Stop};
use super::super::sums::{sum, sum_seq_below};
use super::body::regular;
use super::goal::Goal;
use super::laws::{denested, into_omega, power, rounds};
use crate::derived::{LAWS, lub, omega_mono, seq_left, seq_right, weaken};
use crate::limits::DecisionLimits;

/// The most summands into which a loop is split.
const SUMMANDS: usize = 12;
/// The most rounds of a loop that are taken together.
const POWERS: usize = 3;
/// The most questions about loops.
const QUESTIONS: usize = 200;
/// The most states for each of these questions.
const STATES: usize = 200;

/// The bound for one question.
pub(super) fn small<'b>(runs: &Runs<'_, 'b>) -> DecisionLimits<'b> {
    DecisionLimits { states: STATES, ..runs.reach.states.bound }
}

/// The knowledge of the loops of one system.
pub(super) struct Loops<'r, 'a, 'b> {
    runs: &'r mut Runs<'a, 'b>,
    goals: &'r [Goal],
    closed: FxHashMap<(Term, State, usize), Option<Theorem>>,
    /// The number of times that the loop at hand may still be looked into.
    depth: usize,
    /// Whether each summand is tried as the one that occurs for ever.
    singly: bool,
    /// The number of questions that may still be asked.
    questions: usize,
}

impl<'r, 'a, 'b> Loops<'r, 'a, 'b> {
    /// The state before any question; loops are split at most `depth - 1` times.
    pub(super) fn new(
        runs: &'r mut Runs<'a, 'b>,
        goals: &'r [Goal],
        depth: usize,
        singly: bool,
    ) -> Self {
        let closed = FxHashMap::default();
        Loops { runs, goals, closed, depth, singly, questions: QUESTIONS }
    }

    /// The goals that begin in a state.
    pub(super) fn goals_in(&self, s: State) -> impl Iterator<Item = &'r Goal> {
        let states = &self.runs.reach.states;
        self.goals.iter().filter(move |goal| states.is_below(goal.state, s))
    }

    /// The theorem `E^w <= w_s` for a loop E, if it is found.
    pub(super) fn close(&mut self, around: &Part, s: State) -> Result<Option<Theorem>, Stop> {
        let key = (around.term.clone(), s, self.depth);
        if let Some(known) = self.closed.get(&key) {
            return Ok(known.clone());
        }
        if self.depth == 0 {
            return Ok(None);
        }
        self.depth -= 1;
        let found = match self.close_in_rounds(around, s)? {
            None => self.close_under_tests(around, s)?,
            found => found,
        };
        self.depth += 1;
        self.closed.insert(key, found.clone());
        Ok(found)
    }

    /// The theorem `E^w <= w_s`, where all of the loop, or some summands, make rounds of an omega.
    fn close_in_rounds(&mut self, around: &Part, s: State) -> Result<Option<Theorem>, Stop> {
        let goals: Vec<&Goal> = self.goals_in(s).collect();
        for times in 1..=POWERS {
            let (power, below) = power(&around.term, times)?;
            for goal in &goals {
                if let Some(rounds) = self.in_rounds(&power, goal)? {
                    return Ok(Some(trans(&below, &self.ends(&rounds, goal, s)?)?));
                }
            }
        }
        let summands = summands(&around.term);
        if self.depth == 0 || !(2..=SUMMANDS).contains(&summands.len()) {
            return Ok(None);
        }
        for chosen in self.choices(&summands, &goals)? {
            if let Some(found) = self.split(around, &summands, &chosen, s)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The theorem `E^w <= w_s` in a state where tests g are known, which hold again after each round:
    /// `E^w <= g E^w + !g T`, and `g E^w <= (g E)^w`.
    fn close_under_tests(&mut self, around: &Part, s: State) -> Result<Option<Theorem>, Stop> {
        let known = self.runs.reach.states.known(s);
        if known.is_empty() {
            return Ok(None);
        }
        let guard = self.runs.reach.states.heads.alphabet.guard(&known);
        let round = guard.seq(&around.term);
        let Some(part) = self.piece(&round, around, s)? else { return Ok(None) };
        let Some(held) = regular(&around.term, &around.term.seq(&guard), small(self.runs))? else {
            return Ok(None);
        };
        let Some(closed) = self.close_in_rounds(&part, s)? else { return Ok(None) };
        let all = around.term.omega();
        // g x = g (E x) <= g ((E g) x) = (g E) (g x), for x = E^w
        let unfold = LAWS.omega_unfold.at(&around.term, &around.term);
        let again = trans(&unfold, &seq_right(&held, &all)?)?;
        let apart = sym(&axiom(Axiom::SeqAssoc, &around.term, &guard, &all)?)?;
        let inner = seq_left(&guard, &trans(&again, &apart)?)?;
        let assoc = axiom(Axiom::SeqAssoc, &guard, &around.term, &guard.seq(&all))?;
        let inside = trans(&into_omega(&trans(&inner, &assoc)?, &round)?, &closed)?;
        // x = 1 x <= (g + !l + ...) x, and !l x <= !l T
        let (mut terms, mut each) = (vec![guard], vec![inside]);
        for l in &known {
            let not = self.runs.reach.states.heads.alphabet.literal(l.not()).clone();
            let gone = seq_left(&not, &LAWS.top.at(&all, &all))?;
            let below = self.runs.reach.states.below_summand(s, &[l.not()], Rest::Top)?;
            each.push(trans(&gone, &below)?);
            terms.push(not);
        }
        let Some(cases) = regular(&Term::one(), &sum(&terms), small(self.runs))? else {
            return Ok(None);
        };
        let once = sym(&axiom(Axiom::OneSeq, &all, &all, &all)?)?;
        let split = trans(&once, &seq_right(&cases, &all)?)?;
        let w = self.runs.reach.states.term(s)?;
        Ok(Some(trans(&split, &sum_seq_below(&terms, &all, &each, &w)?)?))
    }

    /// The theorem `E^w <= w_s`, from `E <= d d*`.
    fn ends(&mut self, below: &Theorem, goal: &Goal, s: State) -> Result<Theorem, Stop> {
        let inner = trans(&omega_mono(below)?, &rounds(&goal.body)?)?;
        let up = self.runs.reach.states.below_proof(goal.state, s)?;
        Ok(trans(&trans(&inner, &goal.theorem)?, &up)?)
    }

    /// The theorem `E^w <= w_s`, for a loop `u + v` where u and `u* v` may go on for ever; v are the summands that are
    /// chosen.
    fn split(
        &mut self,
        around: &Part,
        summands: &[Term],
        chosen: &[bool],
        s: State,
    ) -> Result<Option<Theorem>, Stop> {
        let side = |is_chosen: bool| -> Term {
            let all = summands.iter().zip(chosen).filter(|(_, c)| **c == is_chosen);
            sum(&all.map(|(t, _)| t.clone()).collect::<Vec<_>>())
        };
        let (u, v) = (side(false), side(true));
        let Some(first) = self.piece(&u, around, s)? else { return Ok(None) };
        let Some(second) = self.piece(&v, around, s)? else { return Ok(None) };
        let Some(last) = self.close(&first, s)? else { return Ok(None) };
        let w = self.runs.reach.states.term(s)?;
        let round = after(&star(&first)?, &second, &w)?;
        let Some(often) = self.close(&round, s)? else { return Ok(None) };
        let Some(both) = regular(&around.term, &u.plus(&v), small(self.runs))? else {
            return Ok(None);
        };
        // (u* v)* u^w <= (u* v)* w <= w
        let ends = seq_left(&round.term.star(), &last)?;
        let ends = trans(&ends, &weaken(&star_ind_l(&round.theorem)?)?)?;
        let whole = trans(&omega_mono(&both)?, &denested(&u, &v)?)?;
        Ok(Some(trans(&whole, &lub(&often, &ends)?)?))
    }

    /// The choices of the summands of a loop that occur for ever: first those that make rounds of a goal.
    fn choices(&mut self, summands: &[Term], goals: &[&Goal]) -> Result<Vec<Vec<bool>>, Stop> {
        let mut found: Vec<Vec<bool>> = Vec::new();
        for goal in goals {
            let mut chosen = Vec::new();
            for summand in summands {
                chosen.push(self.in_rounds(summand, goal)?.is_some());
            }
            found.push(chosen);
        }
        let n = if self.singly { summands.len() } else { 0 };
        found.extend((0..n).map(|k| (0..n).map(|l| k == l).collect()));
        found.retain(|chosen| chosen.contains(&true) && chosen.contains(&false));
        Ok(found)
    }

    /// The theorem `left <= right` of regular algebra, if it holds.
    fn ask(&mut self, left: &Term, right: &Term) -> Result<Option<Theorem>, Stop> {
        let Some(less) = self.questions.checked_sub(1) else { return Ok(None) };
        self.questions = less;
        regular(left, right, small(self.runs))
    }

    /// The theorem `E <= d d*`, if it holds.
    fn in_rounds(&mut self, e: &Term, goal: &Goal) -> Result<Option<Theorem>, Stop> {
        self.ask(e, &goal.body.seq(&goal.body.star()))
    }

    /// A part of a loop.
    fn piece(&mut self, t: &Term, around: &Part, s: State) -> Result<Option<Part>, Stop> {
        let Some(below) = self.ask(t, &around.term)? else { return Ok(None) };
        let w = self.runs.reach.states.term(s)?;
        let theorem = trans(&seq_right(&below, &w)?, &around.theorem)?;
        Ok(Some(Part { term: t.clone(), theorem }))
    }
}

/// The summands of a term, sums multiplied out and `x*` unfolded to `1 + x x*`.
pub(super) fn summands(t: &Term) -> Vec<Term> {
    match t.kind() {
        TermKind::Plus(a, b) => summands(a).into_iter().chain(summands(b)).collect(),
        TermKind::Star(a) => vec![Term::one(), a.seq(t)],
        TermKind::Seq(a, b) => {
            let (first, second) = (summands(a), summands(b));
            if first.len() * second.len() > SUMMANDS {
                return vec![t.clone()];
            }
            let product = |x: &Term, y: &Term| {
                let one = Term::one();
                if *x == one {
                    y.clone()
                } else if *y == one {
                    x.clone()
                } else {
                    x.seq(y)
                }
            };
            first.iter().flat_map(|x| second.iter().map(move |y| product(x, y))).collect()
        }
        _ => vec![t.clone()],
    }
}
