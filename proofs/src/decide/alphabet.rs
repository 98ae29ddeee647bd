//! Tests and letters: the terms that the decision procedure takes as they are.

use reductio_algebra::{Term, TermKind};
use rustc_hash::FxHashMap;

use super::omega::is_body;
use crate::tactic::product::{product, rewritten};

/// A test or its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(u32);

impl Lit {
    fn of(test: usize) -> Self {
        Lit(u32::try_from(test).unwrap_or(u32::MAX / 2) * 2)
    }

    /// The complement.
    pub(super) fn not(self) -> Self {
        Lit(self.0 ^ 1)
    }

    /// The test without complement.
    pub(super) fn positive(self) -> Self {
        Lit(self.0 & !1)
    }

    fn place(self) -> (usize, usize) {
        (self.0 as usize / 2, self.0 as usize % 2)
    }
}

/// An action without structure: a symbol, or a term outside the fragment such as a sum over indices.
pub(super) type Letter = u32;

/// A conjunction of tests, sorted; contradictory ones do not occur.
pub(super) type Guard = Vec<Lit>;

/// The guard of both tests, `None` where they exclude each other.
pub(super) fn meet(a: &[Lit], b: &[Lit]) -> Option<Guard> {
    let mut all: Guard = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    let clash = all.windows(2).any(|w| w[0] == w[1].not());
    (!clash).then_some(all)
}

/// A term as regular algebra with tests reads it.
#[derive(Clone, Debug)]
pub(super) enum Factor {
    Zero,
    One,
    Plus(Term, Term),
    Seq(Term, Term),
    Star(Term),
    /// `x^w`, of a regular `x`.
    Omega(Term),
    Test(Lit),
    /// `T`, below which everything lies.
    Top,
    Letter(Letter),
    /// A term that is equal to `x ? y`, or to the complement of a compound predicate.
    Rewritten(Term),
}

/// The tests and letters of a problem.
#[derive(Default)]
pub(super) struct Alphabet {
    tests: Vec<[Term; 2]>,
    letters: Vec<Term>,
    known: FxHashMap<Term, u32>,
    /// Whether `x^w` is a letter.
    opaque: bool,
}

impl Alphabet {
    /// An alphabet in which `x^w` is a letter, or is not.
    pub(super) fn new(opaque: bool) -> Self {
        Alphabet { opaque, ..Alphabet::default() }
    }

    /// The outermost structure of a term.
    pub(super) fn factor(&mut self, t: &Term) -> Factor {
        match t.kind() {
            TermKind::Zero => Factor::Zero,
            TermKind::One => Factor::One,
            TermKind::Plus(a, b) => Factor::Plus(a.clone(), b.clone()),
            TermKind::Seq(a, b) => Factor::Seq(a.clone(), b.clone()),
            TermKind::Star(a) => Factor::Star(a.clone()),
            _ if t.is_top() => Factor::Top,
            TermKind::Not(p) => match rewritten(t) {
                Some(to) => Factor::Rewritten(to),
                None => Factor::Test(self.test(p).not()),
            },
            TermKind::Loop(..) => rewritten(t).map_or(Factor::Zero, Factor::Rewritten),
            TermKind::Omega(x) if !self.opaque && is_body(x) => Factor::Omega(x.clone()),
            _ if t.is_predicate() => Factor::Test(self.test(t)),
            _ => Factor::Letter(self.letter(t)),
        }
    }

    fn test(&mut self, p: &Term) -> Lit {
        if let Some(&known) = self.known.get(p) {
            return Lit(known);
        }
        let lit = Lit::of(self.tests.len());
        // Only predicates come here, and they have complements.
        let not = p.complement().unwrap_or_else(|_| p.clone());
        self.tests.push([p.clone(), not]);
        self.known.insert(p.clone(), lit.0);
        lit
    }

    /// The letter of an action.
    pub(super) fn letter(&mut self, t: &Term) -> Letter {
        if let Some(&known) = self.known.get(t) {
            return known;
        }
        let letter = u32::try_from(self.letters.len()).unwrap_or(u32::MAX);
        self.letters.push(t.clone());
        self.known.insert(t.clone(), letter);
        letter
    }

    /// Enters the letters of a term.
    pub(super) fn collect(&mut self, t: &Term) {
        match self.factor(t) {
            Factor::Plus(a, b) | Factor::Seq(a, b) => {
                self.collect(&a);
                self.collect(&b);
            }
            Factor::Star(a) | Factor::Rewritten(a) => self.collect(&a),
            Factor::Top => {
                self.letter(t);
            }
            Factor::Omega(x) => {
                self.letter(t);
                // A body that is not always left by an action may be rewritten to this.
                self.letter(&Term::top());
                self.collect(&x);
            }
            _ => {}
        }
    }

    /// The number of letters entered so far.
    pub(super) fn letters(&self) -> u32 {
        u32::try_from(self.letters.len()).unwrap_or(u32::MAX)
    }

    /// The term of a letter.
    pub(super) fn letter_term(&self, letter: Letter) -> &Term {
        &self.letters[letter as usize]
    }

    /// The term of a literal.
    pub(super) fn literal(&self, lit: Lit) -> &Term {
        let (test, side) = lit.place();
        &self.tests[test][side]
    }

    /// A guard as a predicate, `1` when it is empty.
    pub(super) fn guard(&self, guard: &[Lit]) -> Term {
        product(&self.terms(guard))
    }

    /// The literals of a guard.
    pub(super) fn terms(&self, guard: &[Lit]) -> Vec<Term> {
        guard.iter().map(|l| self.literal(*l).clone()).collect()
    }
}
