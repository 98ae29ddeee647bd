//! More than 10,000 random terms: the verdict, the theorem and the word are checked for each pair.

use std::fmt;

use reductio_algebra::{Evaluator, Formula, Relation, Term, TermKind};
use reductio_proofs::decide::{Decision, GuardedWord, counterexample, decide};
use reductio_relations::{Naive, Random};

use crate::decide::generate::{Generator, Kind, Pair, symbols};
use crate::decide::oracle::{Automaton, Oracle};
use reductio_relations::word_model;

/// The least and the largest size of a term.
const SIZES: (usize, usize) = (3, 25);
/// Pairs of each kind.
const PAIRS: usize = 300;
/// States for the decision.
const STATES: usize = 1000;
/// Pairs of states for the oracle.
const ORACLE_LIMIT: usize = 20_000;

/// The number of pairs of each verdict.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    held: usize,
    failed: usize,
    declined: usize,
    /// Past the fragment, or true without a proof.
    open: usize,
    /// Words that tell the sides apart by the oracle too.
    told: usize,
    /// Pairs of too many states for the oracle.
    unknown: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { held, failed, declined, open, told, unknown } = self;
        write!(f, "{held} held, {failed} failed ({told} by the oracle too), {open} open, ")?;
        write!(f, "{declined} declined, {unknown} without an oracle")
    }
}

/// Checks pairs and counts.
struct Audit {
    generator: Generator,
    models: Random,
    /// The largest number of states of a random model.
    states: usize,
    counts: Counts,
}

impl Audit {
    fn new(seed: u64, letters: usize, tests: usize) -> Self {
        let generator = Generator::new(seed, letters, tests);
        Audit { generator, models: Random::new(!seed), states: 3, counts: Counts::default() }
    }

    /// Checks pairs of a kind.
    fn run(&mut self, kind: Kind, pairs: usize) -> Counts {
        self.counts = Counts::default();
        for _ in 0..pairs {
            let pair = self.generator.pair(kind, SIZES.0, SIZES.1);
            self.check(&pair);
        }
        println!("{kind:?}: {}", self.counts);
        self.counts
    }

    fn check(&mut self, pair: &Pair) {
        let Pair { lhs, relation, rhs } = pair;
        let formula = Formula::Relation(lhs.clone(), *relation, rhs.clone());
        let decision =
            decide(lhs, *relation, rhs, STATES).unwrap_or_else(|e| panic!("{formula}: {e}"));
        let word = counterexample(lhs, *relation, rhs, STATES);
        let oracle = Oracle::new([lhs, rhs]);
        let forth = oracle.is_below(lhs, rhs, ORACLE_LIMIT);
        let back = match relation {
            Relation::Below => Some(true),
            Relation::Equal => oracle.is_below(rhs, lhs, ORACLE_LIMIT),
        };
        let expected = forth.zip(back).map(|(forth, back)| forth && back);
        self.counts.unknown += usize::from(expected.is_none());
        match decision {
            Decision::Holds(theorem) => {
                self.counts.held += 1;
                // The oracle takes `x^w` for a letter, so it may refute what omega algebra proves.
                assert!(expected != Some(false) || !is_regular(&formula), "refuted: {formula}");
                assert_eq!(*theorem.conclusion(), formula);
                assert!(theorem.hypotheses().is_empty(), "{theorem}");
                assert_eq!(word, Ok(None), "{formula}");
                self.holds_in_models(&formula);
            }
            Decision::Fails(found) => {
                self.counts.failed += 1;
                assert_ne!(expected, Some(true), "the oracle affirms {formula}, not {found}");
                assert_eq!(word, Ok(Some(found.clone())), "{formula}");
                assert!(is_false_on_the_path(&found, &formula), "{formula} and `{found}`");
                // Past a `T` or into a cycle, the word is not followed by the oracle.
                if found.cycle.is_none() && !found.actions.iter().any(Term::is_top) {
                    tells_apart(&oracle, &found, pair);
                    self.counts.told += 1;
                }
            }
            Decision::Outside { term, word: found } => {
                self.counts.open += 1;
                assert!(!is_regular(&formula), "{formula} has no {term}");
                assert_ne!(expected, Some(true), "the oracle affirms {formula}, not {found}");
            }
            Decision::NoProof => {
                self.counts.open += 1;
                assert!(!is_regular(&formula), "{formula}");
                self.holds_in_models(&formula);
            }
            Decision::Declined { states } => {
                self.counts.declined += 1;
                assert_eq!(states, STATES);
                assert!(word.is_err(), "{formula}");
            }
            other => panic!("{formula}: {other:?}"),
        }
    }

    fn holds_in_models(&mut self, formula: &Formula) {
        for states in 1..=self.states {
            let model = Naive { states };
            let meaning = self.models.assignment(model, 1, &symbols());
            let is_true = Evaluator::new(&model, &meaning).formula(formula);
            assert_eq!(is_true, Ok(true), "{formula} is false: {states} states; {meaning}");
        }
    }
}

/// Whether the word is one of the left side and not of the right, or the other way round for `=`, however the tests
/// that it does not name are chosen.
fn tells_apart(oracle: &Oracle, word: &GuardedWord, pair: &Pair) {
    let letters: Vec<usize> = word.actions.iter().map(|a| oracle.letter(a)).collect();
    let allowed: Vec<Vec<usize>> = word.tests.iter().map(|block| choices(oracle, block)).collect();
    assert!(allowed.iter().all(|block| !block.is_empty()), "`{word}` contradicts itself");
    let sides = [&pair.lhs, &pair.rhs].map(|t| oracle.automaton(t));
    let is_in = |of: &Automaton| -> (bool, bool) {
        let all = completions(&allowed);
        let each: Vec<bool> = all.iter().map(|c| Oracle::accepts(of, c, &letters)).collect();
        (each.iter().all(|is_in| *is_in), each.iter().any(|is_in| *is_in))
    };
    let [(all_left, some_left), (all_right, some_right)] = [is_in(&sides[0]), is_in(&sides[1])];
    let left = all_left && !some_right;
    let right = pair.relation == Relation::Equal && all_right && !some_left;
    assert!(left || right, "`{word}` does not tell {} from {}", pair.lhs, pair.rhs);
}

/// The choices of tests that a block admits.
fn choices(oracle: &Oracle, block: &[Term]) -> Vec<usize> {
    let whole = block.iter().fold(Term::one(), |p, q| p.seq(q));
    let holds = oracle.holds(&whole);
    (0..oracle.choices()).filter(|c| holds >> c & 1 == 1).collect()
}

/// The most completions of a word that are gone through; of longer words the first ones and the last.
const COMPLETIONS: usize = 1 << 9;

/// Ways to choose one of each: all of them as far as there are not too many, else each block varied on its own.
fn completions(allowed: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let count = allowed.iter().try_fold(1usize, |n, block| n.checked_mul(block.len()));
    if count.is_some_and(|n| n <= COMPLETIONS) {
        return allowed.iter().fold(vec![Vec::new()], |shorter, block| {
            let longer = |w: Vec<usize>| block.iter().map(move |c| [&w[..], &[*c]].concat());
            shorter.into_iter().flat_map(longer).collect()
        });
    }
    let first: Vec<usize> = allowed.iter().map(|block| block[0]).collect();
    let varied = |(at, block): (usize, &Vec<usize>)| {
        let first = first.clone();
        let with = move |c: &usize| [&first[..at], &[*c], &first[at + 1..]].concat();
        block.iter().map(with).collect::<Vec<_>>()
    };
    allowed.iter().enumerate().flat_map(varied).collect()
}

/// Whether the formula is false in the model of the word.
fn is_false_on_the_path(word: &GuardedWord, formula: &Formula) -> bool {
    word_model(formula, &word.tests, &word.actions, word.cycle).is_some_and(|model| {
        let naive = Naive { states: model.states() };
        Evaluator::new(&naive, model.meaning()).formula(formula) == Ok(false)
    })
}

/// Whether there is neither `T` nor `x^w` nor `x ? y`.
fn is_regular(formula: &Formula) -> bool {
    fn regular(t: &Term) -> bool {
        let is_outside = matches!(t.kind(), TermKind::Omega(_) | TermKind::Loop(..));
        !is_outside && t.operands().into_iter().all(regular)
    }
    let Formula::Relation(lhs, _, rhs) = formula else { panic!("no relation: {formula}") };
    regular(lhs) && regular(rhs)
}

/// A kind of pairs, and at least so many that hold, that fail, and whose word the oracle follows.
type Floor = (Kind, usize, usize, usize);

fn audited(mut audit: Audit, is_regular: bool, floors: [Floor; 5]) {
    for (kind, held, failed, told) in floors {
        let counts = audit.run(kind, PAIRS);
        let Counts { held: h, failed: f, told: t, open, declined, unknown } = counts;
        assert_eq!(h + f + open, PAIRS, "{declined} of {kind:?} are declined");
        assert!(h >= held && f >= failed && t >= told, "{kind:?}: {counts}");
        assert!(unknown == 0 && (open == 0 || !is_regular), "{kind:?}: {counts}");
    }
}

const REGULAR: [Floor; 5] = [
    (Kind::Unrelated, 15, 200, 200),
    (Kind::Rewritten, PAIRS, 0, 0),
    (Kind::Enlarged, PAIRS, 0, 0),
    (Kind::Sum, PAIRS, 0, 0),
    (Kind::NearMiss, 150, 75, 75),
];

#[test]
fn two_letters_without_tests() {
    audited(Audit::new(1, 2, 0), true, REGULAR);
}

#[test]
fn two_letters_and_two_tests() {
    audited(Audit::new(2, 2, 2), true, REGULAR);
}

#[test]
fn three_letters_and_three_tests() {
    audited(Audit::new(3, 3, 3), true, REGULAR);
}

/// With the greatest element. The oracle affirms it as a language; laws between relations only, such as `x <= x T x`,
/// are no theorems of omega algebra.
#[test]
fn pairs_with_the_greatest_element() {
    let mut audit = Audit::new(4, 2, 2);
    audit.generator.tops = true;
    let floors = [
        (Kind::Unrelated, 15, 150, 100),
        (Kind::Rewritten, PAIRS, 0, 0),
        (Kind::Enlarged, PAIRS, 0, 0),
        (Kind::Sum, PAIRS, 0, 0),
        (Kind::NearMiss, 150, 40, 25),
    ];
    audited(audit, false, floors);
}

/// With `x ? y`: what the oracle affirms of `x^w` as a letter is proved.
#[test]
fn pairs_with_loops() {
    let mut audit = Audit::new(5, 2, 2);
    (audit.generator.tops, audit.generator.loops) = (true, true);
    let floors = [
        (Kind::Unrelated, 15, 75, 75),
        (Kind::Rewritten, 225, 0, 0),
        (Kind::Enlarged, 225, 0, 0),
        (Kind::Sum, 225, 0, 0),
        (Kind::NearMiss, 100, 25, 25),
    ];
    audited(audit, false, floors);
}
