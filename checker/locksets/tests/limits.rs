//! Programs that never end, and limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reductio_locksets::{Options, Report, Stopped, check};
use reductio_programs::{ENTRY, Limit, parse_program};

fn report(text: &str, options: &Options<'_>) -> Report {
    check(&parse_program(text, "limits", ENTRY).unwrap(), options)
}

const COUNTS: &str = "thread main { n := 0; loop { n := n + 1 } }";

#[test]
fn a_program_that_counts_for_ever_ends_as_undecided() {
    let few = report(COUNTS, &Options { max_states: 1_000, ..Options::default() });
    assert_eq!((few.stopped, few.states, few.deadlock), (Some(Stopped::States), 1_001, None));
    let small =
        report(COUNTS, &Options { memory: 2_000_000, deadlocks: false, ..Options::default() });
    assert_eq!(small.stopped, Some(Stopped::Memory));
    let timeout = Some(Duration::from_millis(50));
    let short = report(COUNTS, &Options { timeout, ..Options::default() });
    assert_eq!((short.stopped, short.deadlock), (Some(Stopped::Time), None));
    let cancel = AtomicBool::new(true);
    let none =
        report(COUNTS, &Options { cancel: Some(&cancel), stuck: true, ..Options::default() });
    assert_eq!((none.stopped, none.deadlock, none.stuck), (Some(Stopped::Cancelled), None, None));
}

#[test]
fn forks_without_bound_are_halted() {
    let text = "thread main { loop { fork idle } }
        thread idle { l := new L; acquire l; wait l }";
    let found =
        report(text, &Options { max_states: 100_000, deadlocks: false, ..Options::default() });
    assert_eq!(found.stopped, Some(Stopped::Bound(Limit::Threads)));
}

#[test]
fn what_is_stuck_is_told() {
    let text = "thread main { a := new L; b := new L; n := new N; fork one; acquire b; acquire a; n.x := 1 }
        thread one { acquire a; acquire b; n.x := 2 }";
    let found = report(text, &Options::default());
    assert_eq!((found.deadlock, found.stopped), (Some(true), None));
    let run = found.deadlock_run.unwrap();
    assert_eq!(run.steps.len(), 6);
    // A third thread goes on for ever: no total deadlock, but two threads are stuck.
    let text =
        text.replacen("fork one;", "fork one; fork on;", 1) + "\nthread on { loop { skip } }";
    let found = report(&text, &Options { stuck: true, ..Options::default() });
    assert_eq!(found.deadlock, Some(false));
    // Each of the two at each of its locks: nobody gives a lock back, at its end neither.
    let program = parse_program(&text, "limits", ENTRY).unwrap();
    let stuck = found.stuck.unwrap();
    let mut names: Vec<String> =
        stuck.iter().map(|one| one.run.thread_name(&program, one.thread)).collect();
    names.sort();
    assert_eq!(names, ["main", "main", "one", "one"]);
}
