//! The decision: whether an infinite word of `b^w` is not right in a state, and which.
//!
//! The tails that a state may lead to are the places of a Buchi automaton: an infinite word is right when some way
//! through the tails comes to `T`, or starts a round of the omega at its end again and again. By Ramsey's theorem
//! every infinite word of `b^w` is cut into finite ones `u v1 v2 ...` of which all `v` have the same profile (Buchi
//! 1962), so it suffices to look at the words `u v v v ...`, one for each pair of profiles; profiles above others are
//! left out (Fogarty and Vardi 2010; Abdulla and others 2010).

use reductio_algebra::Term;
use rustc_hash::FxHashMap;

use super::super::alphabet::{Factor, Guard, Letter, Lit};
use super::super::monomial::{Monomial, Rest, Tail, missing};
use super::super::reach::Path;
use super::super::state::{State, States, Stop};
use super::profile::{Atom, Bits, Matrix, Profile, Profiles, is_subset};

/// An infinite word: a stem, and a cycle that repeats for ever.
#[derive(Debug)]
pub(in crate::decide) struct Lasso {
    pub(in crate::decide) stem: Path,
    pub(in crate::decide) cycle: Path,
}

/// The place of a state, from which its tails are read.
const START: usize = 0;
/// The place where everything is right.
const DONE: usize = 1;

struct Edge {
    from: usize,
    guard: Guard,
    /// The letter, `None` for every action.
    letter: Option<Letter>,
    to: usize,
    marked: bool,
}

/// The automaton, and the tests that matter to it or to the body.
struct Graph<'a, 'b> {
    states: &'a mut States<'b>,
    letters: Vec<Letter>,
    tests: Vec<Lit>,
    edges: Vec<Edge>,
    places: FxHashMap<Tail, usize>,
    known: FxHashMap<Term, Profiles>,
    /// The number of words that may still be put together.
    work: usize,
}

/// An infinite word of `b^w` that is not right in `s`, where every word of `b` has an action.
pub(in crate::decide) fn escape(
    states: &mut States<'_>,
    b: &Term,
    s: State,
) -> Result<Option<Lasso>, Stop> {
    let work = states.bound.states.saturating_mul(32);
    let mut graph = Graph {
        states,
        letters: Vec::new(),
        tests: Vec::new(),
        edges: Vec::new(),
        places: FxHashMap::default(),
        known: FxHashMap::default(),
        work,
    };
    graph.read(b);
    graph.build(s);
    let body = graph.profiles(b)?;
    let stems = graph.stems(&body)?;
    let rounds = graph.rounds(&body)?;
    Ok(shortest(&stems, &rounds))
}

/// The shortest word that is not right, made of a stem and a cycle.
fn shortest(stems: &[Stem], rounds: &Profiles) -> Option<Lasso> {
    let mut best: Option<(&Stem, &Profile)> = None;
    let length = |(stem, round): (&Stem, &Profile)| stem.length + round.length;
    for round in rounds.all.iter().filter(|p| p.from == p.to) {
        let right = round.matrix.accepting();
        for stem in stems.iter().filter(|b| b.to == round.from) {
            let is_wrong = stem.places.iter().zip(&right).all(|(x, y)| x & y == 0);
            if is_wrong && best.is_none_or(|known| length((stem, round)) < length(known)) {
                best = Some((stem, round));
            }
        }
    }
    best.map(|(stem, round)| Lasso { stem: stem.path.clone(), cycle: round.path.clone() })
}

/// A stem: where some words of the body lead from the start.
#[derive(Clone)]
struct Stem {
    places: Bits,
    to: Atom,
    path: Path,
    length: usize,
}

impl Graph<'_, '_> {
    /// Enters the letters and tests of the body.
    fn read(&mut self, b: &Term) {
        match self.states.heads.alphabet.factor(b) {
            Factor::Plus(x, y) | Factor::Seq(x, y) => {
                self.read(&x);
                self.read(&y);
            }
            Factor::Star(x) | Factor::Rewritten(x) => self.read(&x),
            Factor::Test(l) => self.test(l),
            Factor::Letter(a) => self.letters.push(a),
            Factor::Zero | Factor::One | Factor::Top | Factor::Omega(_) => {}
        }
    }

    fn test(&mut self, l: Lit) {
        if !self.tests.contains(&l.positive()) {
            self.tests.push(l.positive());
        }
    }

    /// Enters the tails that `s` leads to.
    fn build(&mut self, s: State) {
        self.edges.push(Edge {
            from: DONE,
            guard: Guard::new(),
            letter: None,
            to: DONE,
            marked: true,
        });
        let (mut next, start) = (Vec::new(), self.states.monomials(s));
        self.enter(START, &start, &[], &mut next);
        while let Some(tail) = next.pop() {
            let (head, renewals) = (self.states.heads.head(tail), self.states.heads.renewals(tail));
            self.enter(self.places[&tail], &head, &renewals, &mut next);
        }
    }

    fn enter(
        &mut self,
        from: usize,
        head: &[Monomial],
        renewals: &[Monomial],
        next: &mut Vec<Tail>,
    ) {
        for m in head {
            let (letter, to) = match m.rest {
                Rest::Top => (None, DONE),
                Rest::Act(a, tail) if self.letters.contains(&a) => {
                    let fresh = self.places.len() + 2;
                    let place = *self.places.entry(tail).or_insert(fresh);
                    if place == fresh {
                        next.push(tail);
                    }
                    (Some(a), place)
                }
                _ => continue,
            };
            m.guard.iter().for_each(|l| self.test(*l));
            let marked = renewals.contains(m);
            self.edges.push(Edge { from, guard: m.guard.clone(), letter, to, marked });
        }
    }

    fn size(&self) -> usize {
        self.places.len() + 2
    }

    fn holds(&self, atom: Atom, l: Lit) -> bool {
        let at = self.tests.iter().position(|t| *t == l.positive());
        at.is_some_and(|k| (atom >> k & 1 == 1) == (l == l.positive()))
    }

    /// All combinations of the tests.
    fn atoms(&self) -> Result<std::ops::Range<Atom>, Stop> {
        let count = 1u32.checked_shl(u32::try_from(self.tests.len()).unwrap_or(u32::MAX));
        let count = count.filter(|n| *n as usize <= self.states.bound.states);
        Ok(0..count.ok_or(Stop::Limit)?)
    }

    /// The tests of an atom, as a path.
    fn shown(&self, atom: Atom) -> Path {
        self.tests.iter().enumerate().fold(Path::Empty, |path, (k, t)| {
            path.then(&Path::Test(if atom >> k & 1 == 1 { *t } else { t.not() }))
        })
    }

    /// The matrix of an action that is taken under an atom.
    fn action(&self, atom: Atom, a: Letter) -> Matrix {
        let mut matrix = Matrix::empty(self.size());
        for edge in &self.edges {
            let fits = edge.letter.is_none_or(|b| a == b);
            if fits && edge.guard.iter().all(|l| self.holds(atom, *l)) {
                matrix.enter(edge.from, edge.to, edge.marked);
            }
        }
        matrix
    }

    fn spend(&mut self) -> Result<(), Stop> {
        self.states.look_up()?;
        self.work = self.work.checked_sub(1).ok_or(Stop::Limit)?;
        Ok(())
    }

    /// The profiles of the words of a regular term.
    fn profiles(&mut self, e: &Term) -> Result<Profiles, Stop> {
        if let Some(known) = self.known.get(e) {
            return Ok(known.clone());
        }
        let found = match self.states.heads.alphabet.factor(e) {
            Factor::Zero => Profiles::default(),
            Factor::One => self.tested(None)?,
            Factor::Test(l) => self.tested(Some(l))?,
            Factor::Letter(a) => self.letter(a)?,
            Factor::Rewritten(to) => self.profiles(&to)?,
            Factor::Plus(x, y) => {
                let mut all = self.profiles(&x)?;
                self.profiles(&y)?.all.into_iter().for_each(|p| all.enter(p));
                all
            }
            Factor::Seq(x, y) => {
                let (first, second) = (self.profiles(&x)?, self.profiles(&y)?);
                let mut all = Profiles::default();
                for p in &first.all {
                    for q in second.all.iter().filter(|q| q.from == p.to) {
                        self.spend()?;
                        all.enter(p.then(q));
                    }
                }
                all
            }
            Factor::Star(x) => {
                let body = self.profiles(&x)?;
                let mut all = self.tested(None)?;
                self.rounds(&body)?.all.into_iter().for_each(|p| all.enter(p));
                all
            }
            Factor::Top | Factor::Omega(_) => return Err(Stop::Step(missing(e))),
        };
        self.known.insert(e.clone(), found.clone());
        Ok(found)
    }

    fn tested(&self, l: Option<Lit>) -> Result<Profiles, Stop> {
        let mut all = Profiles::default();
        let matrix = std::rc::Rc::new(Matrix::identity(self.size()));
        for atom in self.atoms()?.filter(|a| l.is_none_or(|l| self.holds(*a, l))) {
            let matrix = matrix.clone();
            all.enter(Profile { from: atom, to: atom, matrix, path: Path::Empty, length: 0 });
        }
        Ok(all)
    }

    fn letter(&mut self, a: Letter) -> Result<Profiles, Stop> {
        let mut all = Profiles::default();
        for from in self.atoms()? {
            let matrix = std::rc::Rc::new(self.action(from, a));
            for to in self.atoms()? {
                self.spend()?;
                let path = self.shown(from).then(&Path::Act(a));
                all.enter(Profile { from, to, matrix: matrix.clone(), path, length: 1 });
            }
        }
        Ok(all)
    }

    /// The profiles of one word of the body, or more.
    fn rounds(&mut self, body: &Profiles) -> Result<Profiles, Stop> {
        let mut all = body.clone();
        let mut next = 0;
        while next < all.all.len() {
            if all.all.len() > self.states.bound.states {
                return Err(Stop::Limit);
            }
            let p = all.all[next].clone();
            next += 1;
            for q in body.all.iter().filter(|q| q.from == p.to) {
                self.spend()?;
                all.enter(p.then(q));
            }
        }
        Ok(all)
    }

    /// The stems: where words of the body, or none, lead from the start; least ones only.
    fn stems(&mut self, body: &Profiles) -> Result<Vec<Stem>, Stop> {
        let mut start = vec![0; self.size().div_ceil(64)];
        start[START] |= 1;
        let begin = |to| Stem { places: start.clone(), to, path: Path::Empty, length: 0 };
        let mut all: Vec<Stem> = self.atoms()?.map(begin).collect();
        let mut next = 0;
        while next < all.len() {
            let Stem { places: before, to, path, length } = all[next].clone();
            next += 1;
            for q in body.all.iter().filter(|q| q.from == to) {
                self.spend()?;
                let places = q.matrix.image(&before);
                let is_known = |b: &Stem| b.to == q.to && is_subset(&b.places, &places);
                if !all.iter().any(is_known) {
                    let path = path.then(&q.path);
                    all.push(Stem { places, to: q.to, path, length: length + q.length });
                }
            }
        }
        Ok(all)
    }
}
