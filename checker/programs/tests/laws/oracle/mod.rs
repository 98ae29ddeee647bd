//! A second interpreter of the trees of texts, which shares no code with the library but the trees: terms are
//! rewritten, maps are plain, and states are made canonical by trying all orders of threads. The library must find as
//! many states, steps and deadlocks, and the same lines that go wrong.

mod act;
mod canonical;
mod control;
mod interpret;
mod term;

use std::collections::BTreeSet;

use interpret::{Answers, Oracle};
use reductio_programs::{
    Bounds, CanonicalModel, ENTRY, Granularity, Program, generate, parse_program, syntax,
};
use reductio_search::{FindingKind, Query, Unreduced, search};

/// The largest number of states of a program that is compared.
const MOST_STATES: usize = 2_000;

const BOUNDS: Bounds =
    Bounds { threads: 5, objects: 9, frames: 4, elements: 4, choices: 8, text: 64 };

/// What the library says of a program.
fn answers(program: &Program) -> Option<Answers> {
    let model = CanonicalModel::new(program, BOUNDS, Granularity::Instruction);
    let query = Query { keep_going: true, max_states: MOST_STATES, ..Query::default() };
    let found = search(&model, &Unreduced, &query);
    if found.stopped.is_some() || !model.limits().is_empty() {
        return None;
    }
    let wrong: BTreeSet<(u32, String)> = found
        .findings
        .iter()
        .filter_map(|finding| match &finding.kind {
            FindingKind::Discipline(failure) => {
                Some((failure.line(program), format!("{:?}", failure.wrong)))
            }
            _ => None,
        })
        .collect();
    let (states, deadlocks) = (found.states, found.deadlocks);
    Some(Answers { states, transitions: found.transitions, deadlocks, wrong })
}

/// The number of programs; the full size is 10,000.
fn programs(everyday: u64) -> u64 {
    std::env::var("ORACLE_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(everyday)
}

/// Compares a random program. `None` if it is too large, or has what the interpreter cannot tell.
pub(crate) fn check(seed: u64) -> Option<Answers> {
    let text = generate::random(seed).to_string();
    let program = parse_program(&text, "random", ENTRY).unwrap();
    let source = syntax::Source::parse(&text).unwrap();
    let library = answers(&program)?;
    let oracle = Oracle::new(&source, &text);
    if oracle.is_beyond() {
        return None;
    }
    let Some(second) = oracle.answers(2 * MOST_STATES) else {
        panic!("seed {seed}: the oracle meets a limit\n{text}");
    };
    assert_eq!(library, second, "seed {seed}\n{text}");
    Some(library)
}

fn compare(count: u64, first: u64) {
    println!("seeds {first} to {}", first + count - 1);
    let (mut compared, mut states, mut deadlocks, mut wrong, mut fine) = (0, 0, 0, 0, 0);
    for library in (first..first + count).filter_map(check) {
        compared += 1;
        states += library.states;
        deadlocks += usize::from(library.deadlocks > 0);
        wrong += usize::from(!library.wrong.is_empty());
        fine += usize::from(library.deadlocks == 0 && library.wrong.is_empty());
    }
    println!(
        "{compared} of {count} programs compared: {states} states; {deadlocks} deadlock, {wrong} go wrong, {fine} are fine"
    );
    assert!(compared * 10 > count * 8, "{compared} of {count}");
}

#[test]
fn the_library_agrees_with_a_second_interpreter() {
    compare(programs(400), 0);
}

#[test]
#[ignore = "the full size: some minutes"]
fn the_library_agrees_with_a_second_interpreter_on_ten_thousand_programs() {
    compare(programs(10_000), 1_000_000);
}

/// What only texts written by hand have.
#[test]
fn odd_programs_are_run_alike() {
    check_odd();
}

/// Compares programs written by hand.
pub(crate) fn check_odd() {
    for text in [
        // The lock that is given back is the one that was taken.
        "thread main { l := new Lock; m := l; fork w; synchronized l { l := new Lock }; synchronized m { skip } }
         thread w { synchronized m { m := null }; synchronized l.next { skip } }",
        // Short circuits, in values and in conditions.
        "thread main { o := new A; fork w; o.f := 1; p := null; x := o.f and p.f; if not (o.f and p.f == 1 or x) { o.g := x } }
         thread w { x := not (o.f or o.g and o.f) + 1; assert (o.g or o.f == 1) == (x != 0) }",
        "thread main { x := 0; y := x != 0 and 1 div x; z := x == 0 or 1 div x; if 1 div x { skip } }",
        // Loops without a step.
        "thread main { fork w; loop { } }
         thread w { x := 1; while x { if x goto L; skip; L: x := x }; M: goto M }",
        "thread main { i := 0; A: if i goto B; C: goto A; B: goto C }",
        // Arithmetic at its ends.
        "thread main { x := -9223372036854775808; y := any -1 .. 1; z := x div y; z := x * y; z := x - y }",
        "thread main { x := any -3 .. 3; y := any -2 .. 2; assert y == 0 or x == (x div y) * y + x mod y }",
        "thread main { x := any 2 .. 1 }",
        "thread main { x := new A; y := x + 1 }",
        // Threads that wait for themselves and others, and know of themselves.
        "thread main { o := new A; o.t := fork w; t := o.t; join t; join o.t }
         thread w { t := o.t; join t }",
        "thread main { o := new A; t := fork w; u := fork w; o.t := t; join u }
         thread w { if o.t { o.n := o.n + 1 } }",
        // Three wait; one is notified.
        "thread main { l := new L; fork w; fork w; fork w; synchronized l { if l.n == 3 { notify l } } }
         thread w { synchronized l { l.n := l.n + 1; wait l; l.n := l.n - 1 } }",
        "thread main { l := new L; acquire l; acquire l; t := fork w; wait l; release l; release l; release l }
         thread w { acquire l; notifyAll l; release l; notify l }",
        // Forks go on for ever, but the threads end.
        "thread main { loop { t := fork w; join t } }
         thread w { skip }",
        // Garbage.
        "thread main { loop { o := new A; o.next := new A; o.next.next := o } }",
        "thread main { stop; x := 1 }",
        "thread main { }",
    ] {
        let text = text.replace("\n         thread", "\nthread").replace("; ", "\n");
        let program = parse_program(&text, "odd", ENTRY).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
        let source = syntax::Source::parse(&text).unwrap();
        let oracle = Oracle::new(&source, &text);
        assert_eq!(answers(&program), oracle.answers(MOST_STATES), "{text}");
    }
}
