//! Generated systems satisfy the hypotheses, and Theorem 1 holds in them; they shrink.

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};
use reductio_relations::systems::generate::{
    ProgramSystem, RepairedSystem, random_program, random_repaired, smaller,
};
use reductio_relations::systems::{Hypotheses, LargeSystem};

/// Printed by quickcheck with a failing case; the same cases every time.
const SEED: u64 = 0x5EED_0022;
const CASES: u64 = 400;

fn check<T: Arbitrary + std::fmt::Debug>(property: fn(T) -> TestResult) {
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(64, SEED))
        .tests(CASES)
        .min_tests_passed(CASES)
        .quickcheck(property);
}

/// (13)-(21) and (22).
fn theorem_1(system: &LargeSystem) -> TestResult {
    if system.satisfied() != Hypotheses::ALL {
        return TestResult::error(format!("only {} hold in\n{system}", system.satisfied()));
    }
    if !system.conclusion() {
        return TestResult::error(format!("{system}{}", system.explanation()));
    }
    TestResult::passed()
}

#[test]
fn s5_22_holds_for_programs() {
    check(|system: ProgramSystem| theorem_1(&system.0));
}

#[test]
fn s5_22_holds_for_repaired_relations() {
    check(|system: RepairedSystem| theorem_1(&system.0));
}

/// The census of the systems of a generator.
#[derive(Debug, Default, PartialEq, Eq)]
struct Census {
    /// All states together.
    states: usize,
    /// Systems that reach a violation from a state outside `q` in which `p` holds.
    doomed: usize,
    /// The doomed systems in which `R` without `N*` misses a violation.
    needs_n: usize,
}

fn census(make: fn(u64, usize, usize) -> LargeSystem) -> Census {
    let mut census = Census::default();
    for seed in 0..1000 {
        let processes = 1 + usize::try_from(seed % 4).unwrap();
        let system = make(seed, 64, processes);
        assert!(system.satisfies(Hypotheses::ALL) && system.processes() == processes);
        let start = system.p_all() & system.doomed() & !system.q();
        census.states += system.states();
        census.doomed += usize::from(start != 0);
        census.needs_n += usize::from(start & !system.detected_at_once() != 0);
    }
    census
}

/// The properties above are not vacuous.
#[test]
fn generated_systems_are_large_and_need_n() {
    let pinned = Census { states: PROGRAM.0, doomed: PROGRAM.1, needs_n: PROGRAM.2 };
    assert_eq!(census(random_program), pinned);
    let pinned = Census { states: REPAIRED.0, doomed: REPAIRED.1, needs_n: REPAIRED.2 };
    assert_eq!(census(random_repaired), pinned);
}

const PROGRAM: (usize, usize, usize) = (14355, 235, 18);
const REPAIRED: (usize, usize, usize) = (23691, 485, 200);

#[test]
fn sizes_are_kept_within_limits() {
    for seed in 0..200 {
        for (states, processes) in [(0, 0), (1, 1), (5, 2), (1000, 1000)] {
            for make in [random_program, random_repaired] {
                let system = make(seed, states, processes);
                assert!(system.states() <= states.clamp(1, 64));
                assert!(system.processes() <= processes.clamp(1, 4));
            }
        }
    }
}

/// `R` alone detects everything: the theorem with `N*` left out, which is false.
fn without_n(system: &LargeSystem) -> bool {
    system.p_all() & system.doomed() & !system.detected_at_once() == 0
}

/// The broken sibling: (22) without `N*` fails, and every failing case shrinks to a system that cannot be cut
/// any further; the smallest that there is has three states, one process and two visible steps.
#[test]
fn s5_22_without_n_fails_and_shrinks() {
    let mut shortest = None;
    for seed in 0..40 {
        for make in [random_program, random_repaired] {
            let mut system = make(seed, 64, 3);
            if without_n(&system) {
                continue;
            }
            while let Some(less) = smaller(&system).find(|less| !without_n(less)) {
                assert!(less.satisfies(Hypotheses::ALL) && less.conclusion());
                system = less;
            }
            assert!(system.states() <= 8, "{system}");
            let better =
                shortest.as_ref().is_none_or(|old: &LargeSystem| system.size() < old.size());
            if better {
                shortest = Some(system);
            }
        }
    }
    let text = shortest.expect("some case fails").to_string();
    assert_eq!(text, SHORTEST);
}

const SHORTEST: &str = "states 3\nprocesses 1\nq = {1}\nu_0 = {}\nv_0 = {(0,2), (2,1)}\n";

#[test]
fn every_shrunk_system_is_smaller_and_satisfies_the_hypotheses() {
    for seed in 0..30 {
        let system = random_repaired(seed, 20, 3);
        for less in smaller(&system) {
            assert!(less.satisfies(Hypotheses::ALL));
            let weight = |s: &LargeSystem| (s.states(), s.processes(), s.size());
            assert!(weight(&less) <= weight(&system) && less != system);
        }
    }
}
