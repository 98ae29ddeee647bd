//! The reduced search with its monitor finds what a search of everything finds, on random programs with random classes.

use crate::oracle::compared::{broken, difference, text, wrong};
use crate::oracle::{Truth, truth};
use crate::random;
use crate::random::Random;
use reductio_disciplined::{Atomicity, Class, Classes, Options, Slip, check};
use reductio_programs::{Bounds, ENTRY, Place, Program, Queues, StaticId, generate, parse_program};

/// The number of programs: `ORACLE_PROGRAMS`, or a few.
fn count(everyday: u64) -> u64 {
    std::env::var("ORACLE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(everyday)
}

fn bounds() -> Bounds {
    Bounds { threads: 6, objects: 12, ..Bounds::default() }
}

/// A random program: of the crate of programs, or of the tests of locksets, half of these with exceptions, tried locks,
/// timed waits and atomic updates.
fn program(seed: u64) -> Program {
    let program = if seed.is_multiple_of(2) {
        let text = generate::random(seed).to_string();
        parse_program(&text, "random", ENTRY).unwrap()
    } else {
        random::program(seed, seed % 4 == 1)
    };
    // In some, who comes first is served first.
    if seed % 5 == 4 { program.with_queues(Queues::FirstCome) } else { program }
}

/// The instructions that make objects.
fn sites(program: &Program) -> Vec<Place> {
    let all = (0..program.instructions()).filter_map(|number| program.place(number));
    all.filter(|place| program.class_at(*place).is_some()).collect()
}

/// Random classes: in the first round all objects are disciplined, in the others each allocation site has a class of
/// its own, and the variables that belong to no object.
fn classes(program: &Program, seed: u64, round: u64) -> Classes {
    let mut classes = Classes::all(program, Class::Disciplined);
    if round > 0 {
        let mut random = Random(seed ^ round << 48);
        let mut draw = || {
            [Class::Unshared, Class::Disciplined, Class::Communication]
                [usize::try_from(random.below(3)).unwrap()]
        };
        for site in sites(program) {
            classes.set_site(program, site, draw());
        }
        let class = draw();
        for (number, variable) in (0..).zip(program.statics()) {
            if !variable.volatile {
                classes.set_static(StaticId(number), class);
            }
        }
    }
    classes
}

fn truth_of(program: &Program, classes: &Classes, most: usize) -> Option<Truth> {
    let class_of = |site: Option<Place>| match site {
        Some(site) => classes.of_site(program, site),
        None => classes.of_static(StaticId(0)),
    };
    truth(program, &class_of, bounds(), most)
}

#[derive(Default, Debug)]
struct Tally {
    pairs: u64,
    too_large: u64,
    held: u64,
    broke: u64,
    held_with_failures: u64,
    held_with_deadlocks: u64,
    failures_despite_breaches: u64,
    states_of_bytecode: usize,
    states_of_bytecode_with_monitor: usize,
    states_of_lines: usize,
    states_reduced: usize,
    states_reduced_with_monitor: usize,
}

const ROUNDS: u64 = 3;

fn compare(seeds: std::ops::Range<u64>, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let program = program(seed);
        for round in 0..ROUNDS {
            let classes = classes(&program, seed, round);
            let Some(truth) = truth_of(&program, &classes, most) else {
                tally.too_large += 1;
                break;
            };
            let options = Options { bounds: bounds(), max_states: 200_000, ..Options::default() };
            let answer = check(&program, &classes, &options);
            if let Some(difference) = difference(&answer, &truth) {
                panic!("seed {seed}, round {round}: {difference}\n{classes:?}\n{}", text(&program));
            }
            let with = |atomicity, monitor| {
                check(&program, &classes, &Options { atomicity, monitor, ..options })
            };
            // Every instruction a step: the monitor alone is compared.
            let full = with(Atomicity::Bytecode, true);
            assert_eq!(
                broken(&full),
                truth.broken,
                "seed {seed}, round {round}\n{}",
                text(&program)
            );
            assert_eq!(
                (wrong(&full), full.deadlock.is_some()),
                (truth.wrong.clone(), truth.deadlock)
            );
            let lines = with(Atomicity::Line, false);
            assert!(wrong(&lines).is_subset(&truth.wrong) && lines.unknown().is_some());
            assert!(lines.deadlock.is_none() || truth.deadlock);
            let off = with(Atomicity::Reduced, false);
            assert!(wrong(&off).is_subset(&truth.wrong) && off.unknown().is_some());
            tally.pairs += 1;
            let held = truth.broken.is_empty();
            *(if held { &mut tally.held } else { &mut tally.broke }) += 1;
            tally.held_with_failures += u64::from(held && !truth.wrong.is_empty());
            tally.held_with_deadlocks += u64::from(held && truth.deadlock);
            tally.failures_despite_breaches += u64::from(!held && !answer.wrong.is_empty());
            tally.states_of_bytecode += with(Atomicity::Bytecode, false).states;
            tally.states_of_bytecode_with_monitor += full.states;
            tally.states_of_lines += lines.states;
            tally.states_reduced += off.states;
            tally.states_reduced_with_monitor += answer.states;
        }
    }
    tally
}

#[test]
fn the_reduced_search_agrees_with_a_search_of_everything() {
    let tally = compare(0..count(250), 20_000);
    println!("{tally:#?}");
    assert!(tally.held > 100 && tally.broke > 100, "{tally:#?}");
    assert!(tally.held_with_failures > 10 && tally.held_with_deadlocks > 5, "{tally:#?}");
    assert!(tally.states_reduced * 4 < tally.states_of_bytecode, "{tally:#?}");
}

/// Whether a wrong reading of the search is noticed on some program.
fn is_noticed(slip: Slip) -> Option<u64> {
    (0..3_000).find(|&seed| {
        let program = program(seed);
        (0..ROUNDS).any(|round| {
            let classes = classes(&program, seed, round);
            let options = Options {
                bounds: bounds(),
                max_states: 20_000,
                slip: Some(slip),
                ..Options::default()
            };
            let answer = check(&program, &classes, &options);
            answer.stopped != Some(reductio_watched::Stopped::States)
                && truth_of(&program, &classes, 5_000)
                    .is_some_and(|truth| difference(&answer, &truth).is_some())
        })
    })
}

#[test]
fn every_slip_is_noticed() {
    // These need more of a program than chance gives: `tests/classes.rs` has one for each, and those of calls are in
    // `tests/calls.rs`.
    let has_own = [
        Slip::ReleaseInvisible,
        Slip::NotifyInvisible,
        Slip::OperationsUnchecked,
        Slip::LocksTakenLate,
        Slip::CodeUnchecked,
        Slip::OtherObjectsUnchecked,
        Slip::InsidesUnchecked,
        Slip::InnerLocksUncounted,
        Slip::LocksUnmatched,
    ];
    let silent: Vec<Slip> = Slip::ALL
        .into_iter()
        .filter(|slip| !has_own.contains(slip))
        .filter(|slip| {
            let found = is_noticed(*slip);
            println!("{slip:?}: {found:?}");
            found.is_none()
        })
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}
