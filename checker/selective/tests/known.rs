//! Numbers of executions that are known from the literature: the two programs of Flanagan and Godefroid (POPL 2005).

use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_selective::{Choice, Limits, Selection, Sleep, explore};

/// The numbers of executions, of those that were given up asleep, and of transitions, by source sets and sleep sets.
fn executions(text: &str, threads: i64) -> (u64, u64, u64) {
    let constants = [("THREADS".to_owned(), threads)];
    let system = parse_system(text, "known", &constants).unwrap_or_else(|e| panic!("{e:?}"));
    let discipline = Discipline::new(&system);
    let (choice, sleep) = (Choice::Source, Sleep::Unconditional);
    let selection = Selection { choice, sleep, ..Selection::default() };
    let limits = Limits { executions: 10_000, ..Limits::default() };
    let found = explore(&Packed::new(&discipline), &selection, &limits);
    assert!(found.is_complete() && found.deadlocks.is_empty());
    (found.executions, found.asleep, found.transitions)
}

/// Threads insert four words each into a hash table by compare-and-swap with linear probing.
const INDEXER: &str = include_str!("../../examples/indexer.sys");

/// Threads look for a block for a file; files and blocks have locks.
const FILE_SYSTEM: &str = include_str!("../../examples/flanagan_godefroid.sys");

#[test]
fn the_indexer_has_as_many_executions_as_are_known() {
    for (threads, known) in [(1, 1), (11, 1), (12, 8), (13, 64)] {
        let (walked, asleep, transitions) = executions(INDEXER, threads);
        println!("{threads} threads: {walked} executions, {transitions} transitions");
        assert_eq!((walked, asleep), (known, 0), "{threads} threads");
    }
}

#[test]
fn the_file_system_has_as_many_executions_as_are_known() {
    for (threads, known) in [(13, 1), (14, 2), (15, 4), (16, 8), (17, 16), (18, 32)] {
        let (walked, asleep, transitions) = executions(FILE_SYSTEM, threads);
        println!("{threads} threads: {walked} executions, {transitions} transitions");
        assert_eq!((walked, asleep), (known, 0), "{threads} threads");
    }
}
