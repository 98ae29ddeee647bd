//! What the monitor of a lock discipline costs on a reduced search, beside the same search with predicates that name
//! the lock of each variable.
//!
//! `cargo bench -p reductio-locking`. The numbers of each line are of one run, best of seven, the two searches in turn.
//! The states differ, since what the monitor remembers is part of them; the last column is for each state.

use std::time::Instant;

use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_locking::{Classes, LockDiscipline, Rule};
use reductio_search::{Order, Query, search};
use reductio_system::System;

/// A system: its name, its text, and the values of constants.
type Sized = (&'static str, &'static str, &'static [(&'static str, i64)]);

/// Systems whose variables are protected by locks that their text names, with values of constants that make them large.
const SYSTEMS: [Sized; 4] = [
    ("philosophers", include_str!("../../examples/philosophers.sys"), &[("SEATS", 6)]),
    ("clean", include_str!("../../examples/clean.sys"), &[("MODULUS", 40)]),
    ("bounded_buffer", include_str!("../../examples/bounded_buffer.sys"), &[("ITEMS", 40)]),
    (
        "bounded_buffer_bytecode",
        include_str!("../../examples/bounded_buffer_bytecode.sys"),
        &[("ITEMS", 40)],
    ),
];

/// The text with `disciplined` variables for those that are protected by a lock.
fn disciplined(text: &str) -> String {
    let line = |line: &str| match (line.starts_with("protected "), line.rsplit_once(" by ")) {
        (true, Some((declared, _))) => declared.replacen("protected", "disciplined", 1),
        _ => line.to_owned(),
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

fn parsed(name: &str, text: &str, constants: &[(&str, i64)]) -> System {
    let constants: Vec<_> = constants.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
    parse_system(text, name, &constants).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The least time of a reduced search, in seconds, and its states.
fn timed(run: impl Fn() -> usize) -> (f64, usize) {
    let start = Instant::now();
    let states = run();
    (start.elapsed().as_secs_f64(), states)
}

fn main() {
    println!(
        "{:24} {:>9} {:>9} {:>9} {:>9} {:>7} {:>9}",
        "system", "named", "states", "monitor", "states", "factor", "a state"
    );
    for (name, text, constants) in SYSTEMS {
        let named = parsed(name, text, constants);
        let monitored = parsed(name, &disciplined(text), constants);
        assert!(named.objects().len() > monitored.objects().len(), "{name}: nothing changed");
        let named = Discipline::new(&named);
        let monitored =
            LockDiscipline::new(&Classes::of(&monitored), Rule::Repaired).expect("its own classes");
        let query = Query::default();
        let (mut off, mut on) = ((f64::INFINITY, 0), (f64::INFINITY, 0));
        for _ in 0..7 {
            let without = timed(|| search(&Packed::new(&named), &Order::Reduced, &query).states);
            let with = timed(|| search(&Packed::new(&monitored), &Order::Reduced, &query).states);
            off = (off.0.min(without.0), without.1);
            on = (on.0.min(with.0), with.1);
        }
        let factor = on.0 / off.0;
        #[expect(clippy::cast_precision_loss, reason = "a few thousand states")]
        let each = factor * off.1 as f64 / on.1 as f64;
        println!(
            "{name:24} {:>6.2} ms {:>9} {:>6.2} ms {:>9} {factor:>7.2} {each:>9.2}",
            off.0 * 1e3,
            off.1,
            on.0 * 1e3,
            on.1
        );
    }
}
