//! Random terms, and pairs of them of which a good part is equal, one below the other, or near it.

use reductio_algebra::{Relation, Symbol, Term, TermKind};
use reductio_relations::Random;

/// The way in which a pair is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Two terms that have nothing to do with each other.
    Unrelated,
    /// A term and what laws make of it.
    Rewritten,
    /// A term and the same with something added, which is no smaller.
    Enlarged,
    /// A sum of two terms, enlarged and rewritten, below what it was made from.
    Sum,
    /// A term and what laws make of it, with one small change.
    NearMiss,
}

/// A question.
pub(crate) struct Pair {
    pub(crate) lhs: Term,
    pub(crate) relation: Relation,
    pub(crate) rhs: Term,
}

/// A stream of random terms over the first of `x, y, z` and the first of `p, q, r`.
pub(crate) struct Generator {
    random: Random,
    letters: usize,
    tests: usize,
    /// Whether `T` occurs.
    pub(crate) tops: bool,
    /// Whether `x ? y` occurs.
    pub(crate) loops: bool,
}

const LETTERS: [&str; 3] = ["x", "y", "z"];
const TESTS: [&str; 3] = ["p", "q", "r"];

/// The symbols of all random terms.
pub(crate) fn symbols() -> Vec<Symbol> {
    let letters = LETTERS.map(|x| Symbol::action(x.parse().unwrap(), 0));
    letters.into_iter().chain(TESTS.map(|p| Symbol::predicate(p.parse().unwrap(), 0))).collect()
}

/// The complement of a predicate.
fn not(p: &Term) -> Term {
    p.complement().expect("a predicate")
}

/// The operands of a node that is not a leaf.
fn operands(t: &Term) -> Vec<Term> {
    match t.kind() {
        TermKind::Plus(a, b) | TermKind::Seq(a, b) | TermKind::Loop(a, b) => {
            vec![a.clone(), b.clone()]
        }
        TermKind::Star(a) | TermKind::Not(a) => vec![a.clone()],
        _ => Vec::new(),
    }
}

/// The number of symbols and operators; `T` is one.
pub(crate) fn size(t: &Term) -> usize {
    1 + operands(t).iter().map(size).sum::<usize>()
}

/// The node over other operands.
fn rebuilt(t: &Term, operands: &[Term]) -> Term {
    match (t.kind(), operands) {
        (TermKind::Plus(..), [a, b]) => a.plus(b),
        (TermKind::Seq(..), [a, b]) => a.seq(b),
        (TermKind::Loop(..), [a, b]) => a.looping(b),
        (TermKind::Star(_), [a]) => a.star(),
        (TermKind::Not(_), [a]) => not(a),
        _ => t.clone(),
    }
}

impl Generator {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64, letters: usize, tests: usize) -> Self {
        Generator { random: Random::new(seed), letters, tests, tops: false, loops: false }
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn test(&mut self) -> Term {
        let p = Term::predicate(TESTS[self.below(self.tests)].parse().unwrap());
        if self.below(3) == 0 { not(&p) } else { p }
    }

    fn letter(&mut self) -> Term {
        Term::action(LETTERS[self.below(self.letters)].parse().unwrap())
    }

    fn leaf(&mut self) -> Term {
        match self.below(20) {
            0 => Term::zero(),
            1 | 2 => Term::one(),
            3 if self.tops => Term::top(),
            3..=8 if self.tests > 0 => self.test(),
            _ => self.letter(),
        }
    }

    fn predicate(&mut self, size: usize) -> Term {
        if size <= 1 {
            return self.test();
        }
        match self.below(3) {
            0 => not(&self.predicate(size - 1)),
            1 => self.halves(size, Self::predicate, Term::plus),
            _ => self.halves(size, Self::predicate, Term::seq),
        }
    }

    /// Two terms that make up `size` with the operator between them.
    fn halves(
        &mut self,
        size: usize,
        make: fn(&mut Self, usize) -> Term,
        join: fn(&Term, &Term) -> Term,
    ) -> Term {
        let left = 1 + self.below((size - 1).max(2) - 1);
        let a = make(self, left);
        let b = make(self, (size - 1).max(2) - left);
        join(&a, &b)
    }

    /// A term of about `size` symbols and operators.
    pub(crate) fn term(&mut self, size: usize) -> Term {
        if size <= 1 {
            return self.leaf();
        }
        match self.below(12) {
            0..=4 if size > 2 => self.halves(size, Self::term, Term::seq),
            5..=7 if size > 2 => self.halves(size, Self::term, Term::plus),
            8 if self.tests > 0 => self.predicate(size.min(5)),
            9 if self.loops && size > 2 => self.halves(size, Self::term, Term::looping),
            _ => self.term(size - 1).star(),
        }
    }

    /// A term with at least `least` and at most `most` symbols and operators.
    pub(crate) fn sized(&mut self, least: usize, most: usize) -> Term {
        loop {
            let wanted = least + self.below(most - least + 1);
            let t = self.term(wanted);
            if (least..=most).contains(&size(&t)) {
                return t;
            }
        }
    }

    /// `t` with one of its nodes changed; `is_positive` leaves complements alone.
    fn changed(
        &mut self,
        t: &Term,
        is_positive: bool,
        change: fn(&mut Self, &Term) -> Term,
    ) -> Term {
        let mut parts = operands(t);
        let is_closed = is_positive && matches!(t.kind(), TermKind::Not(_));
        if parts.is_empty() || is_closed || self.below(size(t)) == 0 {
            return change(self, t);
        }
        let k = self.below(parts.len());
        parts[k] = self.changed(&parts[k], is_positive, change);
        rebuilt(t, &parts)
    }

    /// An equal term, by a law that applies at the root.
    fn law(&mut self, t: &Term) -> Term {
        let one = Term::one();
        match (t.kind(), self.below(4)) {
            (TermKind::Plus(a, b), 0) => b.plus(a),
            (TermKind::Plus(a, b), 1) => match b.kind() {
                TermKind::Plus(b, c) => a.plus(b).plus(c),
                _ => a.plus(&b.plus(a)),
            },
            (TermKind::Seq(a, b), 0) => match b.kind() {
                TermKind::Seq(b, c) => a.seq(b).seq(c),
                TermKind::Star(d) => match d.kind() {
                    TermKind::Seq(c, again) if again == a => a.seq(c).star().seq(a),
                    _ => a.plus(&a.seq(d)).seq(b).plus(a),
                },
                _ if t.is_predicate() => b.seq(a),
                _ => a.seq(&one).seq(b),
            },
            (TermKind::Seq(a, b), 1 | 2) => match (a.kind(), b.kind()) {
                (_, TermKind::Plus(b, c)) => a.seq(b).plus(&a.seq(c)),
                (TermKind::Plus(c, d), _) => c.seq(b).plus(&d.seq(b)),
                (TermKind::Seq(c, d), _) => c.seq(&d.seq(b)),
                _ => t.plus(&Term::zero()),
            },
            (TermKind::Star(a), 0) => match a.kind() {
                TermKind::Plus(c, d) => c.star().seq(&d.seq(&c.star()).star()),
                TermKind::Seq(c, d) => one.plus(&c.seq(&d.seq(c).star()).seq(d)),
                TermKind::Star(_) => a.clone(),
                _ => a.seq(a).star().seq(&one.plus(a)),
            },
            (TermKind::Star(a), 1) => one.plus(&a.seq(t)),
            (TermKind::Star(a), 2) => one.plus(&t.seq(a)),
            (TermKind::Star(a), _) => {
                [a.plus(&one).star(), t.seq(t), t.star()][self.below(3)].clone()
            }
            (TermKind::Loop(a, b), _) => a.omega().plus(&a.star().seq(b)),
            (TermKind::Not(p), 0 | 1) => match p.kind() {
                TermKind::Plus(p, q) => not(p).seq(&not(q)),
                TermKind::Seq(p, q) => not(p).plus(&not(q)),
                TermKind::Not(p) => p.clone(),
                _ => t.seq(t),
            },
            (_, 0) => one.seq(t),
            (_, 1) if self.tests > 0 => {
                let p = self.test();
                p.seq(t).plus(&not(&p).seq(t))
            }
            _ => t.plus(t),
        }
    }

    fn rewritten(&mut self, t: &Term, times: usize) -> Term {
        (0..times).fold(t.clone(), |t, _| self.changed(&t, false, Self::law))
    }

    /// A term above, where the root is not under a complement.
    fn above(&mut self, t: &Term) -> Term {
        match self.below(4) {
            0 if self.tops => Term::top(),
            0 | 1 => t.star(),
            2 if t.is_predicate() => Term::one(),
            _ => t.plus(&self.term(3)),
        }
    }

    /// Another term, most often neither above nor below.
    fn other(&mut self, t: &Term) -> Term {
        match t.kind() {
            TermKind::Plus(a, b) => [a.clone(), b.clone()][self.below(2)].clone(),
            TermKind::Star(a) => a.clone(),
            _ if t.is_predicate() && self.tests > 0 => self.test(),
            TermKind::Seq(a, b) => b.seq(a),
            _ => self.leaf(),
        }
    }

    /// `t` with one of its nodes replaced; predicates by predicates.
    fn mutated(&mut self, t: &Term) -> Term {
        self.changed(t, true, Self::other)
    }

    /// A question about terms with `least` to `most` symbols and operators on each side.
    pub(crate) fn pair(&mut self, kind: Kind, least: usize, most: usize) -> Pair {
        // Three parts make up a sum.
        let sizes = if kind == Kind::Sum { ((least / 2).max(1), most / 3) } else { (least, most) };
        loop {
            let e = self.sized(sizes.0, sizes.1);
            let times = 1 + self.below(4);
            let (lhs, rhs) = match kind {
                Kind::Unrelated => (e, self.sized(least, most)),
                Kind::Rewritten => (self.rewritten(&e, 1), self.rewritten(&e, times)),
                Kind::Enlarged => {
                    let larger = self.changed(&e, true, Self::above);
                    (self.rewritten(&e, 1), self.rewritten(&larger, times))
                }
                Kind::Sum => {
                    let f = self.sized(sizes.0, sizes.1);
                    let (a, b) = (self.rewritten(&e, 1), self.changed(&f, true, Self::above));
                    let whole = f.plus(&e.plus(&b));
                    (a.plus(&f), self.rewritten(&whole, times))
                }
                Kind::NearMiss => {
                    let changed = self.rewritten(&e, times);
                    (e, self.mutated(&changed))
                }
            };
            let fits = |t: &Term| (least..=most).contains(&size(t));
            if fits(&lhs) && fits(&rhs) {
                let is_below = matches!(kind, Kind::Enlarged | Kind::Sum) || self.below(3) == 0;
                let relation = if is_below { Relation::Below } else { Relation::Equal };
                return Pair { lhs, relation, rhs };
            }
        }
    }
}
