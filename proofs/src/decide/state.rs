//! States: the rest of the right side that is still to be read, as a set of monomials, under known tests.
//!
//! The term of a state is the sum of its monomials and of `!l T` for each test `l` that is known: nothing needs to be
//! right where a known test is false. So reading a test is a transition like reading an action, and each transition
//! `s -e-> t` is a theorem `e w_t <= w_s`.

use std::rc::Rc;

use reductio_algebra::Term;
use reductio_theorems::kernel::{axiom, seq, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};
use rustc_hash::FxHashMap;

use super::alphabet::{Guard, Letter, Lit};
use super::head::{END, Heads};
use super::monomial::{Monomial, Rest, Tail, missing};
use super::sums::{into_sum, seq_sum_below, sum, sum_below};
use crate::derived::{Derived, LAWS, le_refl, seq_left, seq_right};
use crate::limits::DecisionLimits;
use crate::step_error::{Attempt, StepError};
use crate::tactic::product::then;

/// The number of a state.
pub(super) type State = u32;

/// The reason why a decision stopped.
#[derive(Debug)]
pub(super) enum Stop {
    /// The limit on states was passed.
    Limit,
    /// The decision was ended early.
    Cancelled,
    /// A relation that was decided to be true could not be proved.
    NoProof,
    /// A step of the proof failed: a fault of this crate.
    Step(StepError),
}

impl From<StepError> for Stop {
    fn from(error: StepError) -> Self {
        Stop::Step(error)
    }
}

impl From<RuleError> for Stop {
    fn from(error: RuleError) -> Self {
        Stop::Step(error.into())
    }
}

/// The next thing to be read: an action, or nothing more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Next {
    Act(Letter),
    End,
}

struct Content {
    known: Guard,
    /// The monomials, and `!l T` for each known test.
    summands: Vec<Monomial>,
}

/// The states of one right side, made as they are met.
pub(super) struct States<'b> {
    pub(super) heads: Heads,
    contents: Vec<Rc<Content>>,
    numbers: FxHashMap<(Guard, Vec<Monomial>), State>,
    terms: FxHashMap<State, (Term, Rc<Vec<Theorem>>)>,
    steps: FxHashMap<(State, Letter), State>,
    pub(super) bound: DecisionLimits<'b>,
}

/// The state that accepts everything.
pub(super) const ALL: State = 0;

impl<'b> States<'b> {
    /// The states for left sides over the letters of `left`, at most as many as `bound` says; `x^w` is a letter when
    /// `opaque`.
    pub(super) fn new(left: &Term, bound: DecisionLimits<'b>, opaque: bool) -> Self {
        let mut states = States {
            heads: Heads::new(left, opaque),
            contents: Vec::new(),
            numbers: FxHashMap::default(),
            terms: FxHashMap::default(),
            steps: FxHashMap::default(),
            bound,
        };
        let top = Monomial { guard: Guard::new(), rest: Rest::Top };
        states.numbers.insert((Guard::new(), vec![top.clone()]), ALL);
        let all = Content { known: Guard::new(), summands: vec![top] };
        states.contents.push(Rc::new(all));
        states
    }

    /// Tells whether the decision may go on; every loop of it asks.
    pub(super) fn look_up(&self) -> Result<(), Stop> {
        if self.bound.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// The state in which `right` is to be read.
    pub(super) fn start(&mut self, right: &Term) -> Result<State, Stop> {
        let tail = self.heads.cons(right, END);
        let monomials = self.heads.head(tail).to_vec();
        self.enter(Guard::new(), monomials)
    }

    fn enter(&mut self, known: Guard, monomials: Vec<Monomial>) -> Result<State, Stop> {
        let mut all = monomials;
        all.extend(known.iter().map(|l| Monomial { guard: vec![l.not()], rest: Rest::Top }));
        all.sort_unstable();
        all.dedup();
        let is_kept = |m: &Monomial| !all.iter().any(|other| other != m && m.is_below(other));
        let summands: Vec<Monomial> = all.iter().filter(|m| is_kept(m)).cloned().collect();
        if summands.iter().any(|m| m.rest == Rest::Top && m.guard.is_empty()) {
            return Ok(ALL);
        }
        let key = (known, summands);
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        self.look_up()?;
        if self.contents.len() >= self.bound.states {
            return Err(Stop::Limit);
        }
        let number = State::try_from(self.contents.len()).map_err(|_| Stop::Limit)?;
        self.contents.push(Rc::new(Content { known: key.0.clone(), summands: key.1.clone() }));
        self.numbers.insert(key, number);
        Ok(number)
    }

    fn content(&self, s: State) -> Rc<Content> {
        self.contents[s as usize].clone()
    }

    /// The monomials of a state.
    pub(super) fn monomials(&self, s: State) -> Vec<Monomial> {
        self.content(s).summands.clone()
    }

    /// The tests that are known in a state.
    pub(super) fn known(&self, s: State) -> Guard {
        self.content(s).known.clone()
    }

    /// A test that must be known before `next` can be read.
    pub(super) fn undecided(&self, s: State, next: Next) -> Option<Lit> {
        let content = &self.contents[s as usize];
        let matters = |m: &&Monomial| match (m.rest, next) {
            (Rest::Top, _) | (Rest::End, Next::End) => true,
            (Rest::Act(a, _), Next::Act(b)) => a == b,
            _ => false,
        };
        let mut tests = content.summands.iter().filter(matters).flat_map(|m| &m.guard);
        tests.find(|l| !content.known.contains(l) && !content.known.contains(&l.not())).copied()
    }

    /// Decides whether `1` lies below the state, all its tests being decided.
    pub(super) fn is_final(&self, s: State) -> bool {
        self.contents[s as usize].summands.iter().any(Monomial::may_end)
    }

    /// The state that reading a test leads to.
    pub(super) fn test(&mut self, s: State, l: Lit) -> Result<State, Stop> {
        let content = self.content(s);
        if s == ALL || content.known.contains(&l) {
            return Ok(s);
        }
        if content.known.contains(&l.not()) {
            return Ok(ALL);
        }
        let mut known = content.known.clone();
        known.push(l);
        known.sort_unstable();
        let without = |m: &Monomial| {
            let guard = m.guard.iter().copied().filter(|x| *x != l).collect();
            (!m.guard.contains(&l.not())).then_some(Monomial { guard, rest: m.rest })
        };
        self.enter(known, content.summands.iter().filter_map(without).collect())
    }

    /// The state that reading an action leads to; the tests that matter are decided.
    pub(super) fn act(&mut self, s: State, a: Letter) -> Result<State, Stop> {
        if s == ALL {
            return Ok(ALL);
        }
        if let Some(&known) = self.steps.get(&(s, a)) {
            return Ok(known);
        }
        let mut found = Vec::new();
        for tail in self.tails(s, a) {
            found.extend(self.heads.head(tail).iter().cloned());
        }
        let next = self.enter(Guard::new(), found)?;
        self.steps.insert((s, a), next);
        Ok(next)
    }

    /// The tails behind an action in the monomials of a state without a test.
    fn tails(&self, s: State, a: Letter) -> Vec<Tail> {
        let summands = &self.contents[s as usize].summands;
        let tail = |m: &Monomial| match m.rest {
            Rest::Act(b, tail) if a == b && m.guard.is_empty() => Some(tail),
            _ => None,
        };
        summands.iter().filter_map(tail).collect()
    }

    /// Decides whether each summand of `s` lies below one of `t`.
    pub(super) fn is_below(&self, s: State, t: State) -> bool {
        if s == t || t == ALL {
            return true;
        }
        let (s, t) = (&self.contents[s as usize], &self.contents[t as usize]);
        s.summands.iter().all(|m| t.summands.iter().any(|other| m.is_below(other)))
    }

    // ---- proofs ---------------------------------------------------------------------------------

    /// The term of a state.
    pub(super) fn term(&mut self, s: State) -> Result<Term, StepError> {
        Ok(self.summands(s)?.0)
    }

    /// The term of a state, and for each summand that it lies below the term.
    fn summands(&mut self, s: State) -> Result<(Term, Rc<Vec<Theorem>>), StepError> {
        if let Some(known) = self.terms.get(&s) {
            return Ok(known.clone());
        }
        let content = self.content(s);
        let names = self.heads.terms();
        let terms: Vec<Term> = content.summands.iter().map(|m| names.monomial(m)).collect();
        let found = (sum(&terms), Rc::new(into_sum(&terms)?));
        self.terms.insert(s, found.clone());
        Ok(found)
    }

    /// The theorem `|- lits rest <= w_s`, when the left side lies below a summand.
    pub(super) fn below_summand(&mut self, s: State, lits: &[Lit], rest: Rest) -> Attempt {
        let (w, each) = self.summands(s)?;
        let m = Monomial { guard: lits.to_vec(), rest };
        let content = self.content(s);
        let at = content.summands.iter().position(|other| m.is_below(other));
        let at = at.ok_or_else(|| missing(&w))?;
        Ok(trans(&self.heads.terms().below(lits, rest, &content.summands[at])?, &each[at])?)
    }

    /// `|- w_s <= w_t`, where [`is_below`](Self::is_below).
    pub(super) fn below_proof(&mut self, s: State, t: State) -> Attempt {
        let w = self.term(t)?;
        if s == t {
            return Ok(le_refl(&w)?);
        }
        let content = self.content(s);
        let each: Result<Vec<Theorem>, StepError> =
            content.summands.iter().map(|m| self.below_summand(t, &m.guard, m.rest)).collect();
        Ok(sum_below(&each?, &w)?)
    }

    /// `|- l w_t <= w_s`, where `t` is `test(s, l)`.
    pub(super) fn test_proof(&mut self, s: State, l: Lit, t: State) -> Attempt {
        let (w, w_t) = (self.term(s)?, self.term(t)?);
        let lit = self.heads.alphabet.literal(l).clone();
        if s == t {
            let less = seq_right(&LAWS.pred_le_one.at(&lit, &lit), &w)?;
            return Ok(trans(&less, &axiom(Axiom::OneSeq, &w, &w, &w)?)?);
        }
        let content = self.content(t);
        let mut each = Vec::new();
        let mut terms = Vec::new();
        for m in &content.summands {
            let term = self.heads.terms().monomial(m);
            each.push(self.test_summand(s, l, &lit, m, &w)?);
            terms.push(term);
        }
        debug_assert_eq!(sum(&terms), w_t);
        seq_sum_below(&lit, &terms, &each, &w)
    }

    /// `|- l m <= w_s`.
    fn test_summand(&mut self, s: State, l: Lit, lit: &Term, m: &Monomial, w: &Term) -> Attempt {
        if m.rest == Rest::Top && m.guard == [l.not()] {
            // l (!l T) = (l !l) T = 0
            let (not, top) = (self.heads.alphabet.literal(l.not()).clone(), Term::top());
            let assoc = axiom(Axiom::SeqAssoc, lit, &not, &top)?;
            let p = self.heads.alphabet.literal(l.positive()).clone();
            let clash = if l == l.positive() { Axiom::NotSeqR } else { Axiom::NotSeqL };
            let none = seq_right(&axiom(clash, &p, &p, &p)?, &top)?;
            let zero = axiom(Axiom::ZeroSeq, &top, &top, &top)?;
            return Ok(trans(&trans(&trans(&assoc, &none)?, &zero)?, &LAWS.zero_le.at(w, w))?);
        }
        let mut lits = vec![l];
        lits.extend(&m.guard);
        let below = self.below_summand(s, &lits, m.rest)?;
        if m.guard.is_empty() {
            return Ok(below);
        }
        // l (g r) = (l g) r
        let names = self.heads.terms();
        let (guard, rest) = (names.alphabet.guard(&m.guard), names.rest(m.rest));
        Ok(trans(&axiom(Axiom::SeqAssoc, lit, &guard, &rest)?, &below)?)
    }

    /// `|- a w_t <= w_s`, where `t` is `act(s, a)`.
    pub(super) fn act_proof(&mut self, s: State, a: Letter, t: State) -> Attempt {
        let w = self.term(s)?;
        let letter = self.heads.alphabet.letter_term(a).clone();
        if s == ALL {
            let at = letter.seq(&w);
            return Ok(LAWS.top.at(&at, &at));
        }
        let content = self.content(t);
        let tails = self.tails(s, a);
        let (mut each, mut terms) = (Vec::new(), Vec::new());
        for m in &content.summands {
            let mut from = None;
            for &tail in &tails {
                if self.heads.head(tail).contains(m) {
                    from = Some(tail);
                    break;
                }
            }
            let tail = from.ok_or_else(|| missing(&w))?;
            let inner = seq_left(&letter, &self.heads.head_proof(tail, m)?)?;
            each.push(trans(&inner, &self.below_summand(s, &[], Rest::Act(a, tail))?)?);
            terms.push(self.heads.terms().monomial(m));
        }
        seq_sum_below(&letter, &terms, &each, &w)
    }

    /// `|- 1 <= w_s`, when some choice of all tests is never refused.
    pub(super) fn final_proof(&mut self, s: State) -> Result<Theorem, Stop> {
        let (w, one) = (self.term(s)?, Term::one());
        if s == ALL {
            return Ok(LAWS.top.at(&one, &one));
        }
        let Some(l) = self.undecided(s, Next::End) else {
            return Ok(self.below_summand(s, &[], Rest::End)?);
        };
        let p = l.positive();
        let mut sides = Vec::new();
        for lit in [p, p.not()] {
            let t = self.test(s, lit)?;
            let term = self.heads.alphabet.literal(lit).clone();
            // l = l 1 <= l w_t <= w_s
            let one = sym(&axiom(Axiom::SeqOne, &term, &term, &term)?)?;
            let grown = trans(&one, &seq_left(&term, &self.final_proof(t)?)?)?;
            sides.push(trans(&grown, &self.test_proof(s, lit, t)?)?);
        }
        let p = self.heads.alphabet.literal(p).clone();
        let split = sym(&axiom(Axiom::NotPlus, &p, &p, &p)?)?;
        Ok(trans(&split, &sum_below(&sides, &w)?)?)
    }

    /// `|- w_s <= right`, where `s` is `start(right)`.
    pub(super) fn start_proof(&mut self, right: &Term, s: State) -> Attempt {
        let tail = self.heads.cons(right, END);
        let whole = self.heads.tails[tail as usize].clone();
        let content = self.content(s);
        let mut each = Vec::new();
        for m in &content.summands {
            each.push(self.heads.head_proof(tail, m)?);
        }
        let below = sum_below(&each, &whole)?;
        let whole = then(
            self.heads.cons_proof(right, END)?,
            Some(axiom(Axiom::SeqOne, right, right, right)?),
        )?;
        whole.map_or(Ok(below.clone()), |same| Ok(trans(&below, &same)?))
    }

    /// `|- l e + !l e = e`, turned round: `e <= l e + !l e`.
    pub(super) fn cases_proof(&self, e: &Term, l: Lit) -> Derived {
        let p = self.heads.alphabet.literal(l.positive()).clone();
        let not = self.heads.alphabet.literal(l.positive().not()).clone();
        let once = sym(&axiom(Axiom::OneSeq, e, e, e)?)?;
        let split = seq(&sym(&axiom(Axiom::NotPlus, &p, &p, &p)?)?, &le_refl(e)?)?;
        trans(&trans(&once, &split)?, &axiom(Axiom::DistribR, &p, &not, e)?)
    }
}
