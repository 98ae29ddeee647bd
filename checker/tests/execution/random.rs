//! Random walks, and every form of every execution of random systems.

use std::collections::BTreeMap;

use reductio::discipline::Discipline;
use reductio::execution::{Ending, Execution, Pace, Walk, simulate};
use reductio::page::{Page, columns};
use reductio::testing::generate::Sketch;
use reductio_algebra::Style;

use crate::forms::assert_well_formed;
use crate::run_files::assert_valid;
use crate::systems::{DEADLOCK, HAND_OVER, MANY, origin, system};

const SEED: u64 = 20_011;

fn kind(ending: Ending) -> &'static str {
    match ending {
        Ending::DisciplineViolated(_) => "discipline",
        Ending::Failed { .. } => "failed",
        Ending::InvariantViolated(_) => "invariant",
        Ending::EndlessLoop { .. } => "endless loop",
        Ending::Deadlock => "deadlock",
        Ending::AtRest => "at rest",
        Ending::Stopped => "stopped",
        other => panic!("{other:?}"),
    }
}

/// The walk is an execution that ends so, its steps are of its pace, and all its forms are as they should be.
fn assert_sound(walk: &Execution<'_>, pace: Pace, page: &Page) {
    let steps: Vec<_> = walk.steps().iter().map(|step| (step.thread, step.transition)).collect();
    let again = Execution::replay(walk.discipline(), &steps).unwrap();
    assert_eq!((again.states(), again.ending()), (walk.states(), walk.ending()));
    // Nothing that could have been said was passed over.
    for length in 0..steps.len() {
        let before = Execution::replay(walk.discipline(), &steps[..length]).unwrap().ending();
        assert!(
            pace == Pace::Reduced || before == Ending::Stopped,
            "{before:?} after {length} steps"
        );
    }
    assert!(pace == Pace::Single || walk.is_reduced());
    let text = walk.to_text(page);
    for line in text.lines() {
        assert!(columns(line) <= page.width && line.trim_end() == line, "{line:?} in\n{text}");
    }
    assert_well_formed(&walk.to_svg().unwrap());
    let json = walk.to_json();
    let read = Execution::from_json(&json, walk.discipline(), walk.origin().clone()).unwrap();
    assert_eq!(read.to_json(), json);
}

#[test]
fn walks_of_random_systems() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in SEED..SEED + 400 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        let pace = if seed % 2 == 0 { Pace::Single } else { Pace::Reduced };
        let walk = simulate(&discipline, Walk { seed, steps: 12, pace });
        let width = [40, 60, 80, 120][usize::try_from(seed / 2 % 4).unwrap()];
        assert_sound(&walk, pace, &Page::new(width, Style::Ascii));
        if seed % 20 == 0 {
            assert_valid(&walk.to_json());
        }
        *counts.entry(kind(walk.ending())).or_default() += 1;
    }
    println!("seed {SEED}: {counts:?}");
    for kind in ["discipline", "failed", "deadlock", "stopped"] {
        assert!(counts.get(kind).is_some_and(|count| *count >= 10), "{kind}: {counts:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_walk() {
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let text = |seed, pace| {
        let walk = simulate(&discipline, Walk { seed, steps: 10, pace }).with_origin(origin(MANY));
        assert_eq!(walk.seed(), Some(seed));
        walk.to_text(&Page::new(80, Style::Ascii))
    };
    let mut different = 0;
    for seed in 0..20 {
        for pace in [Pace::Single, Pace::Reduced] {
            assert_eq!(text(seed, pace), text(seed, pace));
            different += usize::from(
                text(seed, pace)
                    != text(seed + 1, pace)
                        .replace(&format!("seed {}", seed + 1), &format!("seed {seed}")),
            );
        }
    }
    assert!(different > 10, "{different}");
    assert!(text(3, Pace::Single).starts_with("many (SIZE = 2): "));
    assert!(text(3, Pace::Single).lines().next().unwrap().ends_with(", seed 3"));
}

#[test]
fn a_walk_ends_where_there_is_something_to_say() {
    for (text, wanted) in [
        (HAND_OVER, &["discipline"][..]),
        (DEADLOCK, &["at rest", "deadlock"]),
        (MANY, &["endless loop", "invariant"]),
    ] {
        let system = system(text);
        let discipline = Discipline::new(&system);
        let walk = |seed| simulate(&discipline, Walk { seed, steps: 100, pace: Pace::Reduced });
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
    let walk = simulate(&discipline, Walk { seed: 1, steps: 5, pace: Pace::Reduced });
    assert_eq!((walk.reduced_steps(), walk.steps().len()), (5, 21));
    let walk = simulate(&discipline, Walk { seed: 1, steps: 5, pace: Pace::Single });
    assert_eq!(walk.steps().len(), 5);
}
