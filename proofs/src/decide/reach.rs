//! The decision: the states of the right side that the words of the left side lead to.
//!
//! A state that lies above another one reached by words of the same term is left out: the smaller one is harder to
//! satisfy (antichains: De Wulf, Doyen, Henzinger and Raskin 2006). Each state comes with a word that leads to it.

use std::rc::Rc;

use reductio_algebra::Term;
use rustc_hash::FxHashMap;

use super::alphabet::{Factor, Letter, Lit};
use super::omega::{Lasso, escape, parted};
use super::state::{ALL, Next, State, States, Stop};

/// A word over tests and letters, shared with the words it was made from.
#[derive(Clone, Debug)]
pub(super) enum Path {
    Empty,
    Test(Lit),
    Act(Letter),
    /// The letter of an `x^w`, and a word of it that goes on for ever.
    Lasso(Letter, Rc<Lasso>),
    Then(Rc<(Path, Path)>),
}

impl Path {
    pub(super) fn then(&self, next: &Path) -> Path {
        match (self, next) {
            (Path::Empty, p) | (p, Path::Empty) => p.clone(),
            _ => Path::Then(Rc::new((self.clone(), next.clone()))),
        }
    }

    /// The tests and letters in order.
    pub(super) fn visit(&self, out: &mut Vec<Path>) {
        let mut stack = vec![self.clone()];
        while let Some(path) = stack.pop() {
            match path {
                Path::Empty => {}
                Path::Then(both) => {
                    stack.push(both.1.clone());
                    stack.push(both.0.clone());
                }
                one => out.push(one),
            }
        }
    }
}

/// States with the words that reach them; none is above another.
pub(super) type Exits = Rc<Vec<(State, Path)>>;

/// The states between two rounds of a loop.
pub(super) struct Closure {
    /// The states; the one in which the loop starts lies above the first.
    pub(super) states: Vec<State>,
}

/// Decisions about one right side.
pub(super) struct Reach<'b> {
    pub(super) states: States<'b>,
    exits: FxHashMap<(Term, State), Exits>,
    closures: FxHashMap<(Term, State), Rc<Closure>>,
    escapes: FxHashMap<(Letter, State), Option<Rc<Lasso>>>,
}

impl<'b> Reach<'b> {
    pub(super) fn new(states: States<'b>) -> Self {
        Reach {
            states,
            exits: FxHashMap::default(),
            closures: FxHashMap::default(),
            escapes: FxHashMap::default(),
        }
    }

    /// The states that the words of `e` lead to from `s`.
    pub(super) fn exits(&mut self, e: &Term, s: State) -> Result<Exits, Stop> {
        let key = (e.clone(), s);
        if let Some(known) = self.exits.get(&key) {
            return Ok(known.clone());
        }
        self.states.look_up()?;
        let found = match self.states.heads.alphabet.factor(e) {
            Factor::Zero => Vec::new(),
            Factor::One => vec![(s, Path::Empty)],
            Factor::Test(l) => vec![(self.states.test(s, l)?, Path::Test(l))],
            Factor::Letter(a) => self.act(a, s)?,
            Factor::Top => {
                let a = self.states.heads.alphabet.letter(e);
                self.act(a, s)?
            }
            Factor::Rewritten(to) => self.exits(&to, s)?.to_vec(),
            Factor::Plus(a, b) => {
                let mut all = self.exits(&a, s)?.to_vec();
                all.extend(self.exits(&b, s)?.iter().cloned());
                self.minimal(all)?
            }
            Factor::Seq(a, b) => {
                let mut all = Vec::new();
                for (r, before) in self.exits(&a, s)?.iter() {
                    self.states.look_up()?;
                    let after = self.exits(&b, *r)?;
                    all.extend(after.iter().map(|(t, path)| (*t, before.then(path))));
                }
                self.minimal(all)?
            }
            Factor::Star(a) => self.star(e, &a, s)?,
            Factor::Omega(b) => {
                if let Some(parts) = parted(&mut self.states.heads, &b) {
                    self.exits(&parts.term(), s)?.to_vec()
                } else {
                    let a = self.states.heads.alphabet.letter(e);
                    self.act(a, s)?
                }
            }
        };
        let found = Rc::new(found);
        self.exits.insert(key, found.clone());
        Ok(found)
    }

    /// The exits of an action: first the tests that matter are decided both ways.
    pub(super) fn act(&mut self, a: Letter, s: State) -> Result<Vec<(State, Path)>, Stop> {
        self.states.look_up()?;
        let Some(l) = self.states.undecided(s, Next::Act(a)) else {
            return self.step(a, s);
        };
        let mut all = Vec::new();
        for lit in [l.positive(), l.positive().not()] {
            let t = self.states.test(s, lit)?;
            let after = self.act(a, t)?;
            all.extend(after.iter().map(|(t, path)| (*t, Path::Test(lit).then(path))));
        }
        self.minimal(all)
    }

    /// The exit of an action where the tests that matter are decided. An `x^w` leads to the state that accepts
    /// everything if its infinite words lie below `s`, and is a letter if not.
    fn step(&mut self, a: Letter, s: State) -> Result<Vec<(State, Path)>, Stop> {
        let term = self.states.heads.alphabet.letter_term(a).clone();
        if let Factor::Omega(b) = self.states.heads.alphabet.factor(&term) {
            return Ok(vec![match self.escape(&b, a, s)? {
                None => (ALL, Path::Act(a)),
                Some(lasso) => (self.states.act(s, a)?, Path::Lasso(a, lasso)),
            }]);
        }
        Ok(vec![(self.states.act(s, a)?, Path::Act(a))])
    }

    /// An infinite word of `b^w`, which is the letter `a`, that is not right in `s`, if there is one.
    pub(super) fn escape(
        &mut self,
        b: &Term,
        a: Letter,
        s: State,
    ) -> Result<Option<Rc<Lasso>>, Stop> {
        if s == ALL {
            return Ok(None);
        }
        if let Some(known) = self.escapes.get(&(a, s)) {
            return Ok(known.clone());
        }
        let found = escape(&mut self.states, b, s)?.map(Rc::new);
        self.escapes.insert((a, s), found.clone());
        Ok(found)
    }

    /// The loop's exits, and the states between its rounds.
    fn star(&mut self, e: &Term, a: &Term, s: State) -> Result<Vec<(State, Path)>, Stop> {
        let mut met = vec![(s, Path::Empty)];
        let mut next = 0;
        while next < met.len() {
            let (r, before) = met[next].clone();
            next += 1;
            self.states.look_up()?;
            for (t, path) in self.exits(a, r)?.iter() {
                self.states.look_up()?;
                if !met.iter().any(|(known, _)| self.states.is_below(*known, *t)) {
                    met.push((*t, before.then(path)));
                }
            }
        }
        let least = self.minimal(met)?;
        let below = |t: State| {
            let found = least.iter().map(|(r, _)| *r).find(|r| self.states.is_below(*r, t));
            found.unwrap_or(t)
        };
        let mut states = vec![below(s)];
        let mut next = 0;
        while next < states.len() {
            self.states.look_up()?;
            // Every state here was met, so its exits are known.
            let exits = self.exits.get(&(a.clone(), states[next])).cloned();
            for (t, _) in exits.iter().flat_map(|e| e.iter()) {
                let t = below(*t);
                if !states.contains(&t) {
                    states.push(t);
                }
            }
            next += 1;
        }
        self.closures.insert((e.clone(), s), Rc::new(Closure { states }));
        Ok(least)
    }

    /// The states between the rounds of the loop `e` that starts in `s`, after [`exits`](Self::exits).
    pub(super) fn closure(&mut self, e: &Term, s: State) -> Result<Rc<Closure>, Stop> {
        self.exits(e, s)?;
        let known = self.closures.get(&(e.clone(), s));
        known.cloned().ok_or_else(|| Stop::Step(super::monomial::missing(e)))
    }

    /// Leaves out the states above others.
    fn minimal(&self, all: Vec<(State, Path)>) -> Result<Vec<(State, Path)>, Stop> {
        let mut kept: Vec<(State, Path)> = Vec::new();
        for (s, path) in all {
            self.states.look_up()?;
            if kept.iter().any(|(t, _)| self.states.is_below(*t, s)) {
                continue;
            }
            kept.retain(|(t, _)| !self.states.is_below(s, *t));
            kept.push((s, path));
        }
        Ok(kept)
    }

    /// A choice of tests under which a word may not end in `s`, if there is one.
    pub(super) fn refusal(&mut self, s: State) -> Result<Option<Vec<Lit>>, Stop> {
        if s == ALL {
            return Ok(None);
        }
        let Some(l) = self.states.undecided(s, Next::End) else {
            let known = self.states.known(s);
            return Ok((!self.states.is_final(s)).then_some(known));
        };
        for lit in [l.positive(), l.positive().not()] {
            let t = self.states.test(s, lit)?;
            if let Some(tests) = self.refusal(t)? {
                return Ok(Some(tests));
            }
        }
        Ok(None)
    }

    /// A word of `e` that leads from `s` to a state in which it may not end.
    pub(super) fn counterexample(&mut self, e: &Term, s: State) -> Result<Option<Path>, Stop> {
        let exits = self.exits(e, s)?;
        for (t, path) in exits.iter() {
            if let Some(tests) = self.refusal(*t)? {
                let word = tests.iter().fold(path.clone(), |w, l| w.then(&Path::Test(*l)));
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}
