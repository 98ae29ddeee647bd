//! Random formulas with premises, families, tests, omega and constants. Some are true by construction.

use super::oracle::{At, Formula, NAMES, Stream, Term};

/// A stream of formulas.
pub(crate) struct Generator {
    stream: Stream,
    /// The symbols of the formula that is being made: few, so that all small models can be tried.
    symbols: Vec<usize>,
    free: bool,
}

/// A maker of laws `left <= right` with premises over any terms and any tests: those of regular algebra, of Hoare
/// logic, of commuting actions, and of omega.
type Law = fn(&mut Generator) -> Formula;

const LAWS: [Law; 14] = [
    |g| {
        let (a, b) = (g.action(2, 0), g.action(2, 0));
        Formula::Equal(
            star(plus(a.clone(), b.clone())),
            seq(star(a.clone()), star(seq(b, star(a)))),
        )
    },
    |g| {
        let (a, b) = (g.action(2, 0), g.action(2, 0));
        Formula::Equal(
            seq(a.clone(), star(seq(b.clone(), a.clone()))),
            seq(star(seq(a.clone(), b)), a),
        )
    },
    |g| {
        let (a, b) = (g.action(3, 0), g.action(2, 0));
        Formula::Below(a.clone(), plus(b, a))
    },
    |g| {
        let (a, b) = (g.action(2, 0), g.action(2, 0));
        let once = |l: &Term, r: &Term| seq(l.clone(), r.clone());
        implies(
            Formula::Below(once(&a, &b), once(&b, &a)),
            Formula::Below(seq(star(a.clone()), b.clone()), seq(b, star(a))),
        )
    },
    |g| {
        let (p, q, r) = (g.test(1, 0), g.test(1, 0), g.test(1, 0));
        let (a, b) = (g.action(1, 0), g.action(1, 0));
        let hoare = |p: &Term, a: Term, q: &Term| {
            Formula::Equal(seq(p.clone(), seq(a, not(q.clone()))), Term::Zero)
        };
        implies(
            hoare(&p, a.clone(), &q),
            implies(hoare(&q, b.clone(), &r), hoare(&p, seq(a, b), &r)),
        )
    },
    |g| {
        let (p, a) = (g.test(1, 0), g.action(2, 0));
        implies(
            Formula::Below(seq(p.clone(), a.clone()), seq(a.clone(), p.clone())),
            Formula::Below(seq(p.clone(), star(a.clone())), seq(star(a), p)),
        )
    },
    |g| {
        let (a, b) = (g.action(2, 0), g.action(2, 0));
        let ab = seq(a.clone(), b.clone());
        Formula::Equal(omega(ab), seq(a.clone(), omega(seq(b, a))))
    },
    |g| {
        let a = g.action(2, 0);
        Formula::Equal(omega(a.clone()), seq(a.clone(), omega(a)))
    },
    |g| {
        let (a, b) = (g.action(2, 0), g.action(1, 0));
        Formula::Equal(
            Term::Loop(a.clone().into(), b.clone().into()),
            plus(omega(a.clone()), seq(star(a), b)),
        )
    },
    |g| {
        let (p, q) = (g.test(2, 0), g.test(2, 0));
        Formula::Equal(not(seq(p.clone(), q.clone())), plus(not(p), not(q)))
    },
    |g| {
        let p = g.test(2, 1);
        Formula::Equal(not(Term::Product(p.clone().into())), Term::Sum(not(p).into()))
    },
    |g| {
        let (a, b) = (g.action(2, 1), g.action(2, 1));
        let sum = |t: Term| Term::Sum(t.into());
        Formula::Equal(sum(plus(a.clone(), b.clone())), plus(sum(a), sum(b)))
    },
    |g| {
        let (p, q) = (g.test(1, 1), g.test(1, 1));
        let all = |t: Term| Term::Product(t.into());
        Formula::Equal(all(seq(p.clone(), q.clone())), seq(all(p), all(q)))
    },
    |g| {
        let (a, b) = (g.action(1, 0), g.action(1, 0));
        let zero = |t: &Term| Formula::Equal(t.clone(), Term::Zero);
        implies(implies(zero(&a), zero(&b)), implies(zero(&a), zero(&b)))
    },
];

fn plus(a: Term, b: Term) -> Term {
    Term::Plus(a.into(), b.into())
}

fn seq(a: Term, b: Term) -> Term {
    Term::Seq(a.into(), b.into())
}

fn star(a: Term) -> Term {
    Term::Star(a.into())
}

fn omega(a: Term) -> Term {
    Term::Omega(a.into())
}

fn not(a: Term) -> Term {
    Term::Not(a.into())
}

fn implies(a: Formula, b: Formula) -> Formula {
    Formula::Implies(a.into(), b.into())
}

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Generator { stream: Stream(seed), symbols: Vec::new(), free: false }
    }

    fn below(&mut self, n: usize) -> usize {
        self.stream.below(n)
    }

    /// The next formula.
    pub(crate) fn formula(&mut self) -> Formula {
        let actions = [0, 1, 2];
        let tests = [3, 4, 5];
        self.symbols = match self.below(5) {
            0 => vec![0, 1],
            1 => vec![0, 3],
            2 => vec![2, 5],
            3 => vec![0, 1, 3],
            _ => vec![actions[self.below(3)], tests[self.below(3)]],
        };
        self.free = self.below(2) == 0;
        match self.below(11) {
            10 => {
                let premise = self.about_all();
                implies(premise, self.relation(2))
            }
            0..=2 => LAWS[self.below(LAWS.len())](self),
            // A law, and a premise that it does not need.
            3 => {
                let premise = self.relation(2);
                implies(premise, LAWS[self.below(LAWS.len())](self))
            }
            4..=6 => {
                let premise = self.premise();
                implies(premise, self.relation(3))
            }
            7 => {
                let (first, second) = (self.premise(), self.premise());
                implies(first, implies(second, self.relation(3)))
            }
            _ => self.relation(4),
        }
    }

    /// A premise about all actions, or all tests; the bound name may be free in the conclusion.
    fn about_all(&mut self) -> Formula {
        let k = [0, 1, 3, 4][self.below(4)];
        let symbols = self.symbols.clone();
        self.symbols.extend([k, k]);
        let inner = match self.below(4) {
            0 => implies(self.relation(1), self.relation(1)),
            _ => self.relation(1),
        };
        self.symbols = symbols;
        Formula::Each(k, inner.into())
    }

    fn premise(&mut self) -> Formula {
        match self.below(8) {
            0 => implies(self.relation(1), self.relation(1)),
            1 | 2 => Formula::Equal(self.action(2, 0), Term::Zero),
            _ => self.relation(2),
        }
    }

    fn relation(&mut self, size: usize) -> Formula {
        let (a, b) = (self.action(size, 0), self.action(size, 0));
        if self.below(3) == 0 { Formula::Equal(a, b) } else { Formula::Below(a, b) }
    }

    /// An action or a test below `depth` binders.
    fn action(&mut self, size: usize, depth: usize) -> Term {
        if size == 0 || self.below(6) == 0 {
            return self.leaf(false, depth);
        }
        let less = size - 1;
        match self.below(16) {
            0..=3 => plus(self.action(less, depth), self.action(less, depth)),
            4..=8 => seq(self.action(less, depth), self.action(less, depth)),
            9 | 10 => star(self.action(less, depth)),
            11 => omega(self.action(less, depth)),
            12 => Term::Loop(self.action(less, depth).into(), self.action(less, depth).into()),
            13 if depth < 2 => Term::Sum(self.action(less, depth + 1).into()),
            _ => self.test(less, depth),
        }
    }

    fn test(&mut self, size: usize, depth: usize) -> Term {
        if size == 0 {
            return self.leaf(true, depth);
        }
        let less = size - 1;
        match self.below(8) {
            0 | 1 => not(self.test(less, depth)),
            2 => plus(self.test(less, depth), self.test(less, depth)),
            3 => seq(self.test(less, depth), self.test(less, depth)),
            4 if depth < 2 => Term::Product(self.test(less, depth + 1).into()),
            5 if depth < 2 => Term::Sum(self.test(less, depth + 1).into()),
            _ => self.leaf(true, depth),
        }
    }

    fn leaf(&mut self, is_test: bool, depth: usize) -> Term {
        match self.below(12) {
            0 => return Term::Zero,
            1 => return Term::One,
            2 if !is_test => return Term::Top,
            _ => {}
        }
        let fitting: Vec<usize> =
            self.symbols.iter().copied().filter(|k| !is_test || NAMES[*k].1).collect();
        let Some(k) = fitting.get(self.below(fitting.len().max(1))).copied() else {
            return Term::One;
        };
        let at = match (NAMES[k].2, depth) {
            (false, _) => At::None,
            (true, 0) if self.free => At::Free,
            (true, 0) => {
                let one = Term::Symbol(k, At::Bound(0));
                return Term::Sum(one.into());
            }
            (true, depth) if self.free && self.below(4) == 0 && depth > 0 => At::Free,
            (true, depth) => At::Bound(self.below(depth)),
        };
        Term::Symbol(k, at)
    }
}
