//! The time for a search for a countermodel: the median of several runs for each formula.
//!
//! The bar: a false law of three variables is refuted with at most three states in under 50 ms.

use std::time::{Duration, Instant};

use reductio_algebra::{Formula, Label, Symbol, Theory, Vocabulary};
use reductio_relations::{SearchLimits, SearchOutcome, find_countermodel, step_formula};

const S5: &str = include_str!("../../theorems/statements/s5.oa");
const BAR: Duration = Duration::from_millis(50);
const RUNS: usize = 9;

const FALSE_LAWS: [&str; 8] = [
    "x y z = z y x",
    "x (y + z) = x y + z",
    "(x + y)* z = x* z + y* z",
    "(x + y + z)* = x* y* z* x*",
    "(x y)^w z = (x y z)^w",
    "x y <= y x => y z <= z y => x z <= z x",
    "x y <= y z => y z* <= x* y",
    "(x y)* z <= z (x y)* => (x + y)* z <= z (x + y)*",
];

fn median(formula: &Formula, limits: &SearchLimits<'_>) -> (Duration, SearchOutcome) {
    let mut times = Vec::new();
    let mut outcome = find_countermodel(formula, limits);
    for _ in 0..RUNS {
        let start = Instant::now();
        outcome = find_countermodel(formula, limits);
        times.push(start.elapsed());
    }
    times.sort();
    (times[RUNS / 2], outcome)
}

fn words(outcome: &SearchOutcome) -> String {
    match outcome {
        SearchOutcome::Refuted(found) => format!(
            "refuted with {} states, {} pairs, {} evaluations",
            found.model.states(),
            found.model.pairs(),
            found.evaluations
        ),
        SearchOutcome::NotRefuted(coverage) if coverage.is_exhaustive() => {
            format!("no countermodel, {} evaluations", coverage.evaluations)
        }
        SearchOutcome::NotRefuted(coverage) => {
            format!("sampled, {} evaluations", coverage.evaluations)
        }
        SearchOutcome::Declined(why) => why.to_string(),
    }
}

fn main() {
    let mut names = Vocabulary::new();
    for n in ["x", "y", "z"] {
        assert!(names.declare(Symbol::action(n.parse().unwrap(), 0)));
    }
    println!("false laws of three variables, at most 3 states (bar {BAR:?})");
    for text in FALSE_LAWS {
        let formula = names.parse_formula(text).expect("the formula is read");
        let (time, outcome) = median(&formula, &SearchLimits::default());
        let bar = if time < BAR { "" } else { "  OVER THE BAR" };
        println!("{time:>12.1?}  {text}: {}{bar}", words(&outcome));
    }
    println!("true laws, searched to the default limits");
    for text in ["x (y z) = (x y) z", "(x + y)* = x* (y x*)*", "y x <= x y => (x + y)* = x* y*"] {
        let formula = names.parse_formula(text).expect("the formula is read");
        let (time, outcome) = median(&formula, &SearchLimits::default());
        println!("{time:>12.1?}  {text}: {}", words(&outcome));
    }
    let theory = Theory::parse(S5, &[]).expect("the statements are read");
    let theorem =
        theory.statement(&Label::new("Theorem 1").unwrap()).expect("the theorem is stated");
    let labels = theorem.assuming.as_deref().unwrap_or_default();
    let hypotheses: Vec<Formula> = (theory.hypotheses())
        .filter(|h| labels.contains(&h.label))
        .map(|h| h.formula.clone())
        .collect();
    let formula = step_formula(&hypotheses, &[], &theorem.formula);
    println!("S5's Theorem 1 in all models up to a size");
    for (states, processes) in [(2, 1), (2, 2), (3, 1), (3, 2)] {
        let evaluations = 100_000_000;
        let limits = SearchLimits { states, processes, evaluations, ..SearchLimits::default() };
        let start = Instant::now();
        let outcome = find_countermodel(&formula, &limits);
        println!("{:>12.1?}  ({states},{processes}): {}", start.elapsed(), words(&outcome));
    }
}
