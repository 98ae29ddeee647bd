//! Random walks are executions, and equal seeds give equal walks.

use std::collections::BTreeMap;

use reductio::discipline::Discipline;
use reductio::execution::{Ending, Execution, Pace, Walk, simulate};
use reductio::testing::generate::Sketch;

use crate::execution::systems::{DEADLOCK, HAND_OVER, MANY, system};

const SEED: u64 = 20_011;

fn kind(ending: Ending) -> &'static str {
    match ending {
        Ending::DisciplineViolated(_) => "discipline",
        Ending::Failed { .. } => "failed",
        Ending::InvariantViolated(_) => "invariant",
        Ending::EndlessLoop { .. } => "endless loop",
        Ending::PropertyFalse { .. } => "property false",
        Ending::Deadlock => "deadlock",
        Ending::AtRest => "at rest",
        Ending::Stopped => "stopped",
        Ending::Reached(_) | Ending::Stuck { .. } => panic!("nobody claims {ending:?}"),
    }
}

/// Asserts that a walk is an execution with its ending, that its steps are of its pace, and that its file can be
/// replayed.
fn assert_sound(walk: &Execution<'_>, pace: Pace) {
    let steps: Vec<_> = walk.steps().iter().map(|step| (step.thread, step.transition)).collect();
    let again = Execution::replay(walk.discipline(), &steps).unwrap();
    assert_eq!((again.states(), again.ending()), (walk.states(), walk.ending()));
    // Nothing that could have been said was passed over, but that a thread goes round invisibly: then another one goes
    // on.
    let mut is_left = false;
    for length in 0..steps.len() {
        let before = Execution::replay(walk.discipline(), &steps[..length]).unwrap().ending();
        is_left |= matches!(before, Ending::EndlessLoop { .. });
        assert!(
            pace == Pace::Reduced || matches!(before, Ending::Stopped | Ending::EndlessLoop { .. }),
            "{before:?} after {length} steps"
        );
    }
    assert!(pace == Pace::Single || is_left || walk.is_reduced());
    let file = walk.to_run_file();
    let read = file.replay(walk.discipline(), walk.origin().clone()).unwrap();
    assert_eq!(read.to_run_file(), file);
}

#[test]
fn walks_of_random_systems() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in SEED..SEED + 400 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        let pace = if seed % 2 == 0 { Pace::Single } else { Pace::Reduced };
        let walk = simulate(&discipline, Walk { seed, steps: 12, pace }, None);
        assert_sound(&walk, pace);
        *counts.entry(kind(walk.ending())).or_default() += 1;
    }
    println!("seed {SEED}: {counts:?}");
    for kind in ["discipline", "failed", "deadlock", "stopped"] {
        assert!(counts.get(kind).is_some_and(|count| *count >= 10), "{kind}: {counts:?}");
    }
}

#[test]
fn a_walk_ends_where_there_is_something_to_say() {
    for (text, wanted) in [
        (HAND_OVER, &["discipline"][..]),
        (DEADLOCK, &["at rest", "deadlock"]),
        (MANY, &["invariant"]),
    ] {
        let system = system(text);
        let discipline = Discipline::new(&system);
        let walk =
            |seed| simulate(&discipline, Walk { seed, steps: 100, pace: Pace::Reduced }, None);
        let mut kinds: Vec<&str> = (0..50).map(|seed| kind(walk(seed).ending())).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, wanted);
    }
}

#[test]
fn reduced_steps_are_what_is_counted() {
    let text = "lock m
        thread one { loop { acquire m; skip; skip; release m } }
        thread two { skip }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let walk = simulate(&discipline, Walk { seed: 1, steps: 5, pace: Pace::Reduced }, None);
    assert_eq!((walk.reduced_steps(), walk.steps().len()), (5, 21));
    let walk = simulate(&discipline, Walk { seed: 1, steps: 5, pace: Pace::Single }, None);
    assert_eq!(walk.steps().len(), 5);
}
