//! The evaluations agree: the search's compact one, the naive one, and that of the witnesses; and the
//! search finds a countermodel exactly where running through all models does.

#![allow(clippy::needless_pass_by_value)] // properties own their arguments

#[path = "../../algebra/tests/generate/mod.rs"]
#[allow(dead_code)] // terms are not generated on their own here
mod generate;

use generate::{AnyFormula, vocabulary};
use quickcheck::{Gen, QuickCheck, TestResult, Testable};
use reductio_algebra::{Evaluator, Formula};
use reductio_relations::{
    Model, Naive, Outcome, Random, Satisfaction, SearchLimits, find_countermodel, holds_in,
};

const SEED: u64 = 20_061_121;

fn check(cases: u64, property: impl Testable) {
    println!("seed {SEED}, {cases} cases");
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(24, SEED))
        .tests(cases)
        .max_tests(cases)
        .min_tests_passed(cases)
        .quickcheck(property);
}

#[test]
fn compact_and_naive_evaluation_agree_and_witnesses_replay() {
    fn agree(formula: AnyFormula, seed: u64) -> TestResult {
        let mut random = Random::new(seed);
        let formula = formula.0;
        for states in 1..=4 {
            let processes = 1 + usize::try_from(random.bits() % 3).unwrap();
            let naive = Naive { states };
            let meaning = random.assignment(naive, processes, vocabulary().symbols());
            let expected = Evaluator::new(&naive, &meaning).formula(&formula.closed()).unwrap();
            let model = Model::new(states, meaning).unwrap();
            if holds_in(&formula, &model) != Some(expected) {
                return TestResult::error(format!("{formula} is {expected} in\n{model}"));
            }
            let witness = match model.satisfies(&formula).unwrap() {
                Satisfaction::Holds if expected => continue,
                Satisfaction::Fails(witness) if !expected => witness,
                other => return TestResult::error(format!("{formula}: {other:?} in\n{model}")),
            };
            if !witness.replays(&formula, &model) {
                return TestResult::error(format!(
                    "{formula}: {witness}\ndoes not replay in\n{model}"
                ));
            }
        }
        TestResult::passed()
    }
    check(3_000, agree as fn(AnyFormula, u64) -> TestResult);
}

/// The fewest pairs of a countermodel of a size, by running through all models.
fn fewest(formula: &Formula, states: usize, processes: usize) -> Option<usize> {
    let naive = Naive { states };
    let symbols = formula.symbols();
    let all = naive.assignments(processes, &symbols);
    let wrong = all.filter(|a| !Evaluator::new(&naive, a).formula(formula).unwrap());
    wrong.map(|a| Model::new(states, a).unwrap().pairs()).min()
}

#[test]
fn the_search_finds_the_smallest_countermodel() {
    const SIZES: [(usize, usize); 4] = [(1, 1), (1, 2), (2, 1), (2, 2)];
    fn smallest(formula: AnyFormula) -> TestResult {
        let formula = formula.0.closed();
        let is_small = |(states, processes): &(usize, usize)| {
            let naive = Naive { states: *states };
            naive.count_assignments(*processes, &formula.symbols()).is_some_and(|n| n <= 1 << 12)
        };
        let sizes: Vec<_> = SIZES.into_iter().take_while(|size| is_small(size)).collect();
        let expected = sizes.iter().find_map(|&(states, processes)| {
            fewest(&formula, states, processes).map(|pairs| (states, processes, pairs))
        });
        let limits = SearchLimits { states: 2, processes: 2, ..SearchLimits::default() };
        let outcome = find_countermodel(&formula, &limits);
        let found = match &outcome {
            Outcome::Refuted(found) => {
                let size = (found.model.states(), found.model.processes());
                assert!(found.witness.replays(&formula, &found.model));
                assert!(found.is_smallest || !sizes.contains(&size));
                Some((size.0, size.1, found.model.pairs())).filter(|_| sizes.contains(&size))
            }
            Outcome::NotRefuted(coverage) => {
                let few =
                    coverage.sizes.iter().filter(|s| sizes.contains(&(s.states, s.processes)));
                assert!(few.into_iter().all(|s| s.sampled.is_none()));
                None
            }
            Outcome::Declined(why) => return TestResult::error(why.to_string()),
        };
        if found == expected {
            TestResult::passed()
        } else {
            TestResult::error(format!("{formula}: {expected:?} expected\n{outcome}"))
        }
    }
    check(600, smallest as fn(AnyFormula) -> TestResult);
}
