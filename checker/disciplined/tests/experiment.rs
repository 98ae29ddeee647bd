//! S1's experiment, and suggested classifications.

use crate::programs;
use crate::random;
use reductio_disciplined::{Atomicity, Classification, Options, check, experiment, suggest};
use reductio_programs::{Bounds, ENTRY, Program, generate, parse_program};

fn table(name: &str) -> reductio_disciplined::Table {
    let (_, text) = programs::all().into_iter().find(|(found, _)| *found == name).unwrap();
    let program = parse_program(&text, name, ENTRY).unwrap();
    experiment(&program, &programs::classes(name).of(&program).unwrap(), &Options::default())
}

/// The states of a table: by instructions, lines and reduced, each without the monitor and with it.
fn states(name: &str) -> Vec<usize> {
    let table = table(name);
    for row in &table.rows {
        assert!(row.is_complete && row.breaches == 0 && row.failures == 0, "{name}: {row:?}");
    }
    table.rows.iter().map(|row| row.states).collect()
}

#[test]
fn the_reduction_has_the_shape_of_figure_4() {
    assert_eq!(states("halt_exception 10/6"), [18_654, 43_277, 16_611, 38_979, 454, 788]);
    assert_eq!(states("indexer"), [2_380, 2_380, 1_459, 1_459, 7, 7]);
    assert_eq!(states("independent_work_1"), [1_157, 1_157, 785, 785, 5, 5]);
    for (name, _) in programs::all() {
        let found = states(name);
        assert!(found[0] >= found[2] && found[2] > found[4], "{name}: {found:?}");
    }
}

#[test]
fn what_is_suggested_holds_on_the_programs() {
    for (name, text) in programs::all() {
        let program = parse_program(&text, name, ENTRY).unwrap();
        let found = suggest(&program, &Options::default());
        assert!(found.answer.unknown().is_none() && found.rounds <= 6, "{name}: {}", found.rounds);
        // As it is written and read again.
        let text = found.classification.to_string();
        let classes = Classification::parse(&text).unwrap().of(&program).unwrap();
        let answer = check(&program, &classes, &Options::default());
        assert!(answer.unknown().is_none(), "{name}: {text}");
        assert_eq!(answer.states, found.answer.states, "{name}: {text}");
    }
}

fn program(seed: u64) -> Program {
    if seed.is_multiple_of(2) {
        let text = generate::random(seed).to_string();
        return parse_program(&text, "random", ENTRY).unwrap();
    }
    random::program(seed, seed % 4 == 1)
}

#[test]
fn what_is_suggested_holds_on_random_programs() {
    let bounds = Bounds { threads: 6, objects: 12, ..Bounds::default() };
    let (mut complete, mut fewer) = (0, 0);
    for seed in 10_000..10_400 {
        let program = program(seed);
        let options = Options { bounds, max_states: 20_000, ..Options::default() };
        let found = suggest(&program, &options);
        assert!(found.answer.breaches.is_empty(), "seed {seed}");
        if found.answer.stopped.is_some() {
            continue;
        }
        complete += 1;
        let classes = found.classification.of(&program).unwrap();
        let answer = check(&program, &classes, &options);
        assert!(answer.unknown().is_none(), "seed {seed}");
        let all = check(&program, &classes, &Options { atomicity: Atomicity::Bytecode, ..options });
        let failures = |answer: &reductio_disciplined::Answer| {
            answer.wrong.iter().map(|wrong| wrong.failure).collect::<Vec<_>>()
        };
        assert!(all.breaches.is_empty(), "seed {seed}");
        assert_eq!(failures(&answer), failures(&all), "seed {seed}");
        assert_eq!(answer.deadlock.is_some(), all.deadlock.is_some(), "seed {seed}");
        fewer += u32::from(answer.states < all.states);
    }
    assert!(complete > 350 && fewer > 300, "{complete} {fewer}");
}
