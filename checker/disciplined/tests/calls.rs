//! Calls as operations: the reduced search with its monitor finds what a search of everything finds, on random programs
//! with methods.

use crate::calling;
use crate::oracle::compared::{broken, difference, text, wrong};
use crate::oracle::{Truth, truth};
use crate::random::Random;
use reductio_disciplined::{Atomicity, Class, Classes, Kind, Options, Slip, check};
use reductio_programs::{Bounds, Place, Program};

/// The number of programs: `ORACLE_PROGRAMS`, or a few.
fn count(everyday: u64) -> u64 {
    std::env::var("ORACLE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(everyday)
}

fn bounds() -> Bounds {
    Bounds { threads: 4, objects: 12, ..Bounds::default() }
}

const ROUNDS: u64 = 3;

/// Objects of the class `A` have calls for operations; those of `N`, to which they refer, are of any class, disciplined
/// mostly.
fn classes(program: &Program, seed: u64, round: u64) -> Classes {
    let mut random = Random(seed << 2 | round);
    let outer = if round == 0 { Class::Method } else { Class::Atomic };
    let inner = match random.below(8) {
        0 => Class::Method,
        1 => Class::Unshared,
        2 => Class::Communication,
        3 => Class::Atomic,
        _ => Class::Disciplined,
    };
    let mut classes = Classes::all(program, Class::Disciplined);
    let all = (0..program.instructions()).filter_map(|number| program.place(number));
    for site in all {
        let Some(class) = program.class_at(site) else { continue };
        let name = &*program.classes()[class.index()].name;
        let class = match name {
            "A" => outer,
            "N" => inner,
            _ => Class::Disciplined,
        };
        classes.set_site(program, site, class);
    }
    classes
}

fn truth_of(program: &Program, classes: &Classes, most: usize) -> Option<Truth> {
    let class_of = |site: Option<Place>| match site {
        Some(site) => classes.of_site(program, site),
        None => Class::Disciplined,
    };
    truth(program, &class_of, bounds(), most)
}

#[derive(Default, Debug)]
struct Tally {
    pairs: u64,
    too_large: u64,
    held: u64,
    held_with_failures: u64,
    held_with_deadlocks: u64,
    split: u64,
    outside: u64,
    other: u64,
    inside: u64,
    locks: u64,
    whole: u64,
    states_of_everything: usize,
    states_reduced: usize,
    states_reduced_as_disciplined: usize,
}

fn compare(seeds: std::ops::Range<u64>, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let program = calling::program(seed);
        for round in 0..ROUNDS {
            let classes = classes(&program, seed, round);
            let Some(truth) = truth_of(&program, &classes, most) else {
                tally.too_large += 1;
                break;
            };
            let options = Options { bounds: bounds(), max_states: 200_000, ..Options::default() };
            let found = check(&program, &classes, &options);
            let full =
                check(&program, &classes, &Options { atomicity: Atomicity::Bytecode, ..options });
            for (name, answer) in [("reduced", &found), ("full", &full)] {
                if let Some(difference) = difference(answer, &truth) {
                    panic!(
                        "seed {seed}, round {round}, {name}: {difference}\n{classes:?}\n{}",
                        text(&program)
                    );
                }
            }
            assert_eq!(
                (wrong(&full), full.deadlock.is_some()),
                (truth.wrong.clone(), truth.deadlock)
            );
            for breach in &found.breaches {
                let told = breach.told(&program).to_string();
                assert!(told.contains("line"), "{told}");
            }
            let has = |is: fn(Kind) -> bool| {
                u64::from(full.breaches.iter().any(|breach| is(breach.kind)))
            };
            tally.pairs += 1;
            tally.split += has(|kind| matches!(kind, Kind::Operation(_)));
            tally.outside += has(|kind| matches!(kind, Kind::Outside(_, _, false)));
            tally.other += has(|kind| matches!(kind, Kind::Outside(_, _, true)));
            tally.inside += has(|kind| matches!(kind, Kind::Inside(_)));
            tally.locks += has(|kind| matches!(kind, Kind::Locks(_)));
            tally.whole += has(|kind| matches!(kind, Kind::Whole(_)));
            if truth.broken.is_empty() {
                let all = Classes::all(&program, Class::Disciplined);
                let as_disciplined = check(&program, &all, &options);
                tally.held += 1;
                tally.held_with_failures += u64::from(!truth.wrong.is_empty());
                tally.held_with_deadlocks += u64::from(truth.deadlock);
                tally.states_of_everything += truth.states;
                tally.states_reduced += found.states;
                tally.states_reduced_as_disciplined += as_disciplined.states;
            }
            assert_eq!(broken(&found).is_empty(), truth.broken.is_empty());
        }
    }
    tally
}

#[test]
fn the_reduced_search_agrees_with_a_search_of_everything() {
    let tally = compare(0..count(100), 10_000);
    println!("{tally:#?}");
    assert!(tally.held > 80 && tally.held_with_failures > 10, "{tally:#?}");
    let found = [tally.split, tally.outside, tally.other, tally.inside, tally.locks, tally.whole];
    assert!(found.iter().all(|found| *found > 2), "{tally:#?}");
}

/// Whether a wrong reading of the search is noticed on some program.
fn is_noticed(slip: Slip) -> Option<u64> {
    (0..1_000).find(|&seed| {
        let program = calling::program(seed);
        (0..ROUNDS).any(|round| {
            let classes = classes(&program, seed, round);
            let slip = Some(slip);
            let options =
                Options { bounds: bounds(), max_states: 20_000, slip, ..Options::default() };
            let answer = check(&program, &classes, &options);
            answer.stopped != Some(reductio_watched::Stopped::States)
                && truth_of(&program, &classes, 3_000)
                    .is_some_and(|truth| difference(&answer, &truth).is_some())
        })
    })
}

#[test]
fn every_slip_is_noticed() {
    let all = [
        Slip::OperationsUnchecked,
        Slip::LocksTakenLate,
        Slip::CodeUnchecked,
        Slip::OtherObjectsUnchecked,
        Slip::InsidesUnchecked,
        Slip::InnerLocksUncounted,
        Slip::LocksUnmatched,
    ];
    let silent: Vec<Slip> = all
        .into_iter()
        .filter(|slip| {
            let found = is_noticed(*slip);
            println!("{slip:?}: {found:?}");
            found.is_none()
        })
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
