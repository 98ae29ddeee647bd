//! The evaluations agree: the search's compact one, the naive one, and that of the witnesses; and the
//! search finds a countermodel exactly where running through all models does.

#![allow(clippy::needless_pass_by_value)] // properties own their arguments

use crate::generate::{AnyFormula, vocabulary};
use quickcheck::{Gen, QuickCheck, TestResult, Testable};
use reductio_algebra::{EvalError, Evaluator, Formula};
use reductio_relations::{
    FiniteModel, Naive, Random, Satisfaction, SearchLimits, SearchOutcome, find_countermodel,
    holds_in,
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
        // What is said of all actions is tried for all relations, which are few over two states only.
        let is_quantified = formula.has_symbol_quantifier();
        for states in 1..=if is_quantified { 2 } else { 4 } {
            let processes = 1 + usize::try_from(random.bits() % 3).unwrap();
            let naive = Naive { states };
            let meaning = random.assignment(naive, processes, vocabulary().symbols());
            let expected = match Evaluator::new(&naive, &meaning).formula(&formula.closed()) {
                Err(EvalError::TooManyValues(_)) if is_quantified => continue,
                value => value.unwrap(),
            };
            let model = FiniteModel::new(states, meaning).unwrap();
            let compact = holds_in(&formula, &model);
            if compact.is_none() && is_quantified {
                continue;
            }
            if compact != Some(expected) {
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

/// Formulas about all actions are tried for each: a compiled condition, all models, and a count of models by hand
/// agree.
#[test]
fn quantified_premises_are_tried_for_every_value() {
    let names = vocabulary();
    let outcome = |text: &str, states: usize| {
        let formula =
            names.parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).closed();
        let limits = SearchLimits { states, ..SearchLimits::default() };
        find_countermodel(&formula, &limits)
    };
    // The smallest models, by hand: states and pairs.
    for (text, states, pairs) in [
        ("(for all actions z: x z <= x) => y x <= x", 2, 3),
        ("(for all predicates z: z x <= x z) => x = 0", 1, 1),
        ("(for all predicates z: x z <= z x) => x T = x", 2, 1),
        ("(for all actions z, y: z y = y z) => x = 0", 1, 1),
        ("x <= y => for all actions z: x z <= z y", 2, 2),
        ("for all actions z: z <= x", 1, 0),
        ("((for all actions z: z x <= x) => x = 0) => y = 0", 1, 1),
        ("(for all actions z: for all i: u_i z <= z) => u_i <= x", 1, 1),
    ] {
        let SearchOutcome::Refuted(found) = outcome(text, 3) else { panic!("{text} is false") };
        assert_eq!((found.model.states(), found.model.pairs()), (states, pairs), "{text}");
        let formula = names.parse_formula(text).unwrap();
        assert!(found.witness.replays(&formula, &found.model), "{text}: {}", found.witness);
    }
    for text in [
        "(for all actions z: x z <= x) => x T <= x",
        "(for all actions z: z z = z) => x y = y x",
        "(for all actions z: z <= x) => x = T",
        "(for all predicates z: z x = x z) => x <= 1",
    ] {
        let SearchOutcome::NotRefuted(coverage) = outcome(text, 3) else { panic!("{text} holds") };
        assert!(coverage.is_exhaustive() && coverage.quantified_above.is_none(), "{text}");
        let four = outcome(text, 4);
        let SearchOutcome::NotRefuted(coverage) = &four else { panic!("{text} holds") };
        let is_action = text.contains("actions");
        assert_eq!(coverage.quantified_above, is_action.then_some(3), "{text}");
        assert_eq!(four.to_string().contains("with more than 3 states"), is_action, "{four}");
    }
    // Seventeen quantifiers have too many values even over one state.
    let many: Vec<String> = (0..17).map(|k| format!("z{k}")).collect();
    let text = format!("(for all actions {}: z0 <= x) => y = 0", many.join(", "));
    assert!(matches!(outcome(&text, 3), SearchOutcome::Declined(_)));
}

/// The fewest pairs of a countermodel of a size, by running through all models.
fn fewest(formula: &Formula, states: usize, processes: usize) -> Option<usize> {
    let naive = Naive { states };
    let symbols = formula.symbols();
    let all = naive.assignments(processes, &symbols);
    let wrong = all.filter(|a| !Evaluator::new(&naive, a).formula(formula).unwrap());
    wrong.map(|a| FiniteModel::new(states, a).unwrap().pairs()).min()
}

#[test]
fn the_search_finds_the_smallest_countermodel() {
    const SIZES: [(usize, usize); 4] = [(1, 1), (1, 2), (2, 1), (2, 2)];
    fn smallest(formula: AnyFormula) -> TestResult {
        let formula = formula.0.closed();
        let is_small = |(states, processes): &(usize, usize)| {
            let naive = Naive { states: *states };
            let few = naive.count_assignments(*processes, &formula.symbols());
            // Of what has many quantifiers no evaluation may be made that does not come to its end.
            let meaning = Random::new(1).assignment(naive, *processes, &formula.symbols());
            let model = FiniteModel::new(*states, meaning).unwrap();
            few.is_some_and(|n| n <= 1 << 12) && holds_in(&formula, &model).is_some()
        };
        let sizes: Vec<_> = SIZES.into_iter().take_while(|size| is_small(size)).collect();
        let expected = sizes.iter().find_map(|&(states, processes)| {
            fewest(&formula, states, processes).map(|pairs| (states, processes, pairs))
        });
        let limits = SearchLimits { states: 2, processes: 2, ..SearchLimits::default() };
        let outcome = find_countermodel(&formula, &limits);
        let found = match &outcome {
            SearchOutcome::Refuted(found) => {
                let size = (found.model.states(), found.model.processes());
                assert!(found.witness.replays(&formula, &found.model));
                assert!(found.is_smallest || !sizes.contains(&size));
                Some((size.0, size.1, found.model.pairs())).filter(|_| sizes.contains(&size))
            }
            SearchOutcome::NotRefuted(coverage) => {
                let few =
                    coverage.sizes.iter().filter(|s| sizes.contains(&(s.states, s.processes)));
                assert!(few.into_iter().all(|s| s.sampled.is_none()));
                // Sizes at which the quantifiers have too many values are left out, and that is said.
                let above = coverage.quantified_above.unwrap_or(2);
                assert!(above == 2 || formula.has_symbol_quantifier());
                let searched = expected.filter(|(states, ..)| *states <= above);
                return if searched.is_none() {
                    TestResult::passed()
                } else {
                    TestResult::error(format!("{formula}: {expected:?} expected\n{outcome}"))
                };
            }
            SearchOutcome::Declined(_) if formula.has_symbol_quantifier() => {
                return TestResult::passed();
            }
            SearchOutcome::Declined(why) => return TestResult::error(why.to_string()),
        };
        if found == expected {
            TestResult::passed()
        } else {
            TestResult::error(format!("{formula}: {expected:?} expected\n{outcome}"))
        }
    }
    check(600, smallest as fn(AnyFormula) -> TestResult);
}
