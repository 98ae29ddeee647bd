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
const INDEXER: &str = "
    const THREADS = 11
    const SIZE = 128
    const WORDS = 4
    type Thread = 0 .. THREADS - 1
    var table[h : 0 .. SIZE - 1] : 0 .. 11 * WORDS + THREADS
    thread worker[t : Thread] {
      local m : 0 .. WORDS = 0
      local w : 0 .. 11 * WORDS + THREADS = 0
      local h : 0 .. SIZE - 1 = 0
      while m < WORDS {
        m := m + 1
        w := 11 * m + t
        h := (7 * w) mod SIZE
        loop {
          choose { await table[h] == 0 then { table[h] := w }; break }
          or { await table[h] != 0 then { h := (h + 1) mod SIZE } }
        }
      }
    }";

/// Threads look for a block for a file; files and blocks have locks.
const FILE_SYSTEM: &str = "
    const THREADS = 13
    const INODES = 32
    const BLOCKS = 26
    type Inode = 0 .. INODES - 1
    type Block = 0 .. BLOCKS - 1
    type Thread = 0 .. THREADS - 1
    lock locki[i : Inode]
    lock lockb[b : Block]
    var inode[i : Inode] : 0 .. BLOCKS
    var busy[b : Block] : bool
    thread worker[t : Thread] {
      local i : Inode = t mod INODES
      local b : Block = 0
      acquire locki[i]
      if inode[i] == 0 {
        b := (i * 2) mod BLOCKS
        loop {
          acquire lockb[b]
          if not busy[b] {
            busy[b] := true
            inode[i] := b + 1
            release lockb[b]
            break
          }
          release lockb[b]
          b := (b + 1) mod BLOCKS
        }
      }
      release locki[i]
    }";

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
