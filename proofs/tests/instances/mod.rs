//! Facts about all actions or predicates at the terms of a goal: what is found is true in every small model, tricks are
//! refused, and scripts need no values. The models are evaluated here, by code that shares nothing with the library.

mod oracle;
mod scripts;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use oracle::{Random, is_refuted_somewhere};
use reductio_algebra::{Formula, Symbol, Vocabulary};
use reductio_proofs::search::{InductionLimits, InductionOutcome, prove};

const LIMITS: InductionLimits<'_> = InductionLimits { questions: 400, cancel: None };
const GOALS: usize = 150;

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for x in ["w", "x", "y", "z"] {
        names.declare(Symbol::action(x.parse().unwrap(), 0));
    }
    for p in ["p", "q"] {
        names.declare(Symbol::predicate(p.parse().unwrap(), 0));
    }
    names
}

fn parse(text: &str) -> Formula {
    names().parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// Whether the formula was proved, by a theorem that says just this and rests on nothing.
fn is_proved(goal: &Formula) -> bool {
    match prove(goal, &[], &LIMITS).unwrap_or_else(|e| panic!("{goal}: {e}")) {
        InductionOutcome::Proved(proof) => {
            assert_eq!(*proof.theorem.conclusion(), *goal, "another statement was proved");
            assert!(proof.theorem.hypotheses().is_empty(), "{:?}", proof.theorem);
            true
        }
        InductionOutcome::NotFound | InductionOutcome::Limit { .. } => false,
        other => panic!("{goal}: {other:?}"),
    }
}

/// Names that are bound and free, predicates for actions, premises within premises, premises that say nothing.
const TRICKS: &[&str] = &[
    "(for all actions z: z <= x) => z = y",
    "(for all actions z: x z = 0) => x = y",
    "(for all actions z: x z <= z) => z x = z",
    "(for all actions x: x y <= y) => x = y",
    "(for all actions y: y <= x y) => x = y",
    "(for all predicates p: p x <= x p) => y x <= x y",
    "(for all predicates p: p x = x) => y x = y",
    "(for all predicates p: p <= q) => x <= q",
    "(for all predicates p: p y = y p) => x y = y x",
    "(for all predicates p: (x p = 0 => p = 0)) => x = 1",
    "(for all predicates p: p x p = p x) => x y = y x",
    "((for all actions z: z <= x) => y <= x) => z <= x",
    "((for all actions z: z <= y) => x = y) => x = y",
    "((for all predicates p: p x = x) => y = 0) => y = 0",
    "(for all actions z: (z <= x => z = 0)) => y = 0",
    "(for all actions z: (z <= x => z <= y)) => y <= x",
    "(for all actions z: (z <= x z => z = 0)) => x = 0",
    "(for all actions z: (z x = 0 => z = 0)) => x = 1",
    "(for all actions z: (z = x => z = y)) => w = y",
    "(for all actions z: ((for all actions x: x <= z) => z = y)) => x = y",
    "(for all actions x: for all actions y: x y = y x) => x = y",
    "(for all actions z: z z = z) => x = 1",
    "(for all actions z: z* = 1) => x <= 0",
    "(for all actions z: z <= 1) => x y = 1",
    "(for all actions z: z <= z x) => x <= 1",
    "(for all actions z: z x <= z y) => y <= x",
    "x <= y => (for all actions z: x z <= z y)",
    "for all actions x: x <= y",
    "(for all actions z: z x <= z y) => (for all actions x: x <= y)",
    "(for all actions x: (x <= y => x <= z)) => x <= z",
    "x^w = 0 => (for all actions y: (y <= x y + y => y = 0))",
];

#[test]
fn tricks_with_quantifiers_prove_nothing_false() {
    let mut random = Random(0x9e37_79b9);
    for text in TRICKS {
        let goal = parse(text);
        assert!(is_refuted_somewhere(&mut random, &goal, 4_000), "no model refutes {text}");
        let start = Instant::now();
        assert!(!is_proved(&goal), "proved, and false: {text}");
        assert!(start.elapsed() < Duration::from_secs(60), "{:?} {text}", start.elapsed());
    }
}

/// True, and near misses of the tricks.
const TRUE: &[&str] = &[
    "(for all actions z: z <= x) => y <= x",
    "(for all actions z: x z = 0) => x = 0",
    "(for all actions z: x z <= z) => x <= 1",
    "(for all predicates p: p = 1) => x = y",
    "(for all predicates p: p x = x) => x = 0",
    "(for all predicates p: p <= q) => !q = 0",
    "((for all actions z: z <= x + z) => y <= x) => y <= x",
    "(for all actions z: (z <= x => z = 0)) => x = 0",
    "(for all actions z: (z <= x => z <= y)) => x <= y",
    "(for all actions z: (z <= x z => z = 0)) => x^w = 0",
    "(for all actions z: (z = x => z = y)) => x = y",
    "(for all actions z: z* = 1) => x <= 1",
    "(for all actions z: x z <= z y) => x <= y",
    "for all actions x: x y <= x (y + z)",
    "(for all actions z: z x <= z y) => (for all actions z: z x <= z y)",
    "(for all actions z: for all actions w: z w = w z) => x y x = x x y",
    "x <= 0 => y x = 0",
    "(for all actions y: (x y <= y => z y <= y)) => z <= x*",
];

#[test]
fn true_ones_are_found() {
    let mut random = Random(0x51ed);
    let mut missing = Vec::new();
    for text in TRUE {
        let goal = parse(text);
        assert!(!is_refuted_somewhere(&mut random, &goal, 200), "{text}");
        if !is_proved(&goal) {
            missing.push(*text);
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// The seed is another one each time, and printed; `REDUCTIO_SEED=N` takes one again, `REDUCTIO_GOALS=N` asks for more.
#[test]
fn what_is_proved_of_random_premises_is_true() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    let seed = number("REDUCTIO_SEED").unwrap_or_else(|| u64::from(clock));
    println!("REDUCTIO_SEED={seed} makes the same goals again");
    let goals = number("REDUCTIO_GOALS").map_or(GOALS, |n| usize::try_from(n).unwrap());
    let mut random = Random(seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15));
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..goals {
        let goal = parse(&oracle::formula(&mut random));
        let is_false = is_refuted_somewhere(&mut random, &goal, 150);
        refuted += usize::from(is_false);
        if is_proved(&goal) {
            proved += 1;
            assert!(!is_false, "proved, and false in a model: {goal}");
        }
    }
    println!("{proved} proved, {refuted} refuted of {goals}");
    // A test of which nothing comes would not notice a search that finds nothing, or an oracle that refutes nothing.
    assert!(proved * 20 >= goals && refuted * 20 >= goals, "{proved} proved, {refuted} refuted");
}
