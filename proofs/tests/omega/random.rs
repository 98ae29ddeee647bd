//! Thousands of small random pairs: what is true is true in small models, what is false has a run that refutes it.

use std::fmt;

use reductio_algebra::{Evaluator, Formula, Relation, Term, name};
use reductio_proofs::decide::{Decision, decide};
use reductio_relations::{Naive, Random};

use crate::omega::lasso::{refutes, symbols};

/// Terms over `x`, `y` and, with `tests`, `p`; outside of the fragment with `anything`.
struct Generator {
    random: Random,
    tests: bool,
    anything: bool,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        self.random.bits() % n
    }

    fn test(&mut self) -> Term {
        let p = Term::predicate(name!("p"));
        if self.below(2) == 0 { p } else { p.complement().expect("a predicate") }
    }

    /// A regular term of at most so many symbols.
    fn regular(&mut self, size: u64) -> Term {
        if size < 2 {
            return match self.below(9) {
                0 | 1 if self.tests => self.test(),
                2 => Term::one(),
                n if n % 2 == 0 => Term::action(name!("x")),
                _ => Term::action(name!("y")),
            };
        }
        match self.below(7) {
            0..=2 => self.regular(size / 2).plus(&self.regular(size - size / 2)),
            3..=5 => self.regular(size / 2).seq(&self.regular(size - size / 2)),
            _ => self.regular(size - 1).star(),
        }
    }

    /// A term of the fragment.
    fn term(&mut self, size: u64) -> Term {
        match self.below(if size < 3 { 3 } else { 7 }) {
            0..=2 => self.regular(size).omega(),
            3 => self.regular(size / 2).seq(&self.term(size - size / 2)),
            4 => self.regular(size / 2).looping(&self.term(size - size / 2)),
            5 => self.term(size / 2).plus(&self.term(size - size / 2)),
            _ => self.regular(size),
        }
    }

    /// A term with any operator anywhere.
    fn any(&mut self, size: u64) -> Term {
        if size < 2 {
            return if self.below(6) == 0 { Term::top() } else { self.regular(1) };
        }
        match self.below(8) {
            0 | 1 => self.any(size / 2).plus(&self.any(size - size / 2)),
            2..=4 => self.any(size / 2).seq(&self.any(size - size / 2)),
            5 => self.any(size - 1).star(),
            6 => self.any(size - 1).omega(),
            _ => self.any(size / 2).looping(&self.any(size - size / 2)),
        }
    }

    /// Both sides of a law, at random regular terms.
    fn law(&mut self) -> (Term, Term) {
        let (a, b) = (self.regular(3), self.regular(2));
        let sum = a.plus(&b);
        match self.below(8) {
            0 => (a.omega(), a.seq(&a.omega())),
            1 => (a.seq(&b).omega(), a.seq(&b.seq(&a).omega())),
            2 => {
                let round = a.star().seq(&b);
                (sum.omega(), round.omega().plus(&round.star().seq(&a.omega())))
            }
            3 => (sum.omega(), b.omega().plus(&b.star().seq(&a.seq(&sum.omega())))),
            4 => (a.seq(&a).omega(), a.omega()),
            5 => (a.seq(&a.star()).omega(), a.omega()),
            6 => {
                let often = sum.star().seq(&a).omega();
                (sum.omega(), often.plus(&sum.star().seq(&b.omega())))
            }
            _ => (a.looping(&b.omega()), a.omega().plus(&a.star().seq(&b.omega()))),
        }
    }

    fn pair(&mut self) -> (Term, Relation, Term) {
        if self.anything {
            let (t, other) = (self.any(5), self.any(5));
            let left = if self.below(2) == 0 { t.clone() } else { self.any(4) };
            return (left, Relation::Below, t.plus(&other));
        }
        let (mut left, mut right) = match self.below(4) {
            0 => (self.term(5), self.term(5)),
            1 => {
                let t = self.term(5);
                (t.clone(), t.plus(&self.term(3)))
            }
            _ => self.law(),
        };
        if self.below(2) == 0 {
            (left, right) = (right, left);
        }
        if self.below(3) == 0 {
            let before = self.regular(2);
            (left, right) = (before.seq(&left), before.seq(&right));
        }
        let relation = if self.below(2) == 0 { Relation::Below } else { Relation::Equal };
        (left, relation, right)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    held: usize,
    failed: usize,
    unproved: usize,
    declined: usize,
    outside: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { held, failed, unproved, declined, outside } = self;
        write!(f, "{held} held, {failed} failed, {unproved} true without proof, ")?;
        write!(f, "{declined} declined, {outside} outside")
    }
}

fn is_true_in_small_models(formula: &Formula, models: &mut Random) {
    for states in [1, 2, 3, 3, 4] {
        let model = Naive { states };
        let meaning = models.assignment(model, 1, &symbols());
        let is_true = Evaluator::new(&model, &meaning).formula(formula);
        assert_eq!(is_true, Ok(true), "{formula} is false: {states} states; {meaning}");
    }
}

fn audited(seed: u64, tests: bool, anything: bool, pairs: usize) -> Counts {
    let mut generator = Generator { random: Random::new(seed), tests, anything };
    let mut models = Random::new(!seed);
    let mut counts = Counts::default();
    for _ in 0..pairs {
        let (left, relation, right) = generator.pair();
        let formula = Formula::Relation(left.clone(), relation, right.clone());
        match decide(&left, relation, &right, 2_000).unwrap_or_else(|e| panic!("{formula}: {e}")) {
            Decision::Holds(theorem) => {
                counts.held += 1;
                assert_eq!(*theorem.conclusion(), formula);
                assert!(theorem.hypotheses().is_empty(), "{theorem}");
                is_true_in_small_models(&formula, &mut models);
            }
            Decision::NoProof => {
                counts.unproved += 1;
                println!("true, no proof found: {formula}");
                is_true_in_small_models(&formula, &mut models);
            }
            Decision::Fails(word) => {
                counts.failed += 1;
                assert!(refutes(&word, &formula), "{formula}: `{word}` is no countermodel");
            }
            Decision::Declined { .. } => counts.declined += 1,
            Decision::Outside { .. } if anything => counts.outside += 1,
            other => panic!("{formula}: {other:?}"),
        }
    }
    println!("seed {seed}: {counts}");
    counts
}

#[test]
fn pairs_without_tests() {
    let counts = audited(1, false, false, 1500);
    assert!(counts.held > 900 && counts.failed > 400, "{counts}");
    assert!(counts.unproved <= 3 && counts.declined == 0, "{counts}");
}

#[test]
fn pairs_with_a_test() {
    let counts = audited(2, true, false, 1500);
    assert!(counts.held > 900 && counts.failed > 400, "{counts}");
    assert!(counts.unproved <= 3 && counts.declined == 0, "{counts}");
}

#[test]
fn pairs_outside_of_the_fragment() {
    let counts = audited(3, true, true, 1500);
    assert!(counts.held > 800 && counts.failed > 50 && counts.outside > 50, "{counts}");
}
