//! The words for the ends of executions.

use reductio::discipline::Discipline;
use reductio::execution::Ending;
use reductio_report::execution::ending_in_words;

use crate::execution::systems::{DEADLOCK, HAND_OVER, MANY, REST, execution, system};

/// A system as text, the threads of the steps, and the words for the end of the execution.
type Case = (&'static str, &'static [&'static str], &'static str);

fn cases() -> Vec<Case> {
    vec![
        (
            HAND_OVER,
            &["writer", "writer", "reader"],
            "after step 3: writer at C is about to write data without exclusive access: reader has it",
        ),
        (
            MANY,
            &["one", "two", "one", "one"],
            "step 4: one fails at C in `assert x == 3`: the assertion is false, where x = 2",
        ),
        (
            MANY,
            &["one", "two"],
            "after step 2: the invariant \"x is small\" is violated, where x = 2",
        ),
        (
            MANY,
            &["two", "two", "two"],
            "after step 3: two can repeat steps 2 to 3, all invisible, for ever",
        ),
        (
            DEADLOCK,
            &["philosopher[0]", "philosopher[1]"],
            "after step 2: no thread can go on: philosopher[0] waits at H for fork[1], owned by \
             philosopher[1]; philosopher[1] waits at H for fork[0], owned by philosopher[0]",
        ),
        (
            REST,
            &["client", "server"],
            "after step 2: no thread can go on, and none has to: server may wait at S for \
             `receive jobs into job`, where jobs.length = 0; client has ended",
        ),
        (MANY, &["one"], "the run stops after step 1"),
    ]
}

#[test]
fn every_ending_is_said() {
    for (text, names, words) in cases() {
        let system = system(text);
        let discipline = Discipline::new(&system);
        let execution = execution(&discipline, names).unwrap();
        assert_eq!(ending_in_words(&execution), words);
    }
}

#[test]
fn what_is_reached_is_said_when_it_is_claimed() {
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["two", "two"]).unwrap();
    let execution = execution.ending_in(Ending::Reached(0)).unwrap();
    assert_eq!(ending_in_words(&execution), "after step 2: \"two is in its loop\" is reached");
}

#[test]
fn two_threads_with_access_are_named() {
    let text = "protected x : bool for one when one at A, B for two when two at B
        thread one { A: skip; B: skip }
        thread two { A: skip; B: skip }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["two"]).unwrap();
    let words = "after step 1: one and two both have exclusive access to x";
    assert_eq!(ending_in_words(&execution), words);
}

#[test]
fn threads_that_wait_are_explained() {
    let text = "monitor o
        lock m
        semaphore s = 0 max 1
        var go[i : 0 .. 1] : bool
        thread sleeper { acquire o; W: wait o }
        thread locker { L: acquire m }
        thread chooser {
          local k : 0 .. 1
          C: choose { down s } or { await go[k] or go[1] }
        }
        thread holder { acquire m; H: down s }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let names = ["sleeper", "sleeper", "holder"];
    let execution = execution(&discipline, &names).unwrap();
    assert_eq!(
        ending_in_words(&execution),
        "after step 3: no thread can go on: sleeper waits at W (waiting) for a notification of o; \
         locker waits at L for m, owned by holder; \
         chooser waits at C for `down s`, where s = 0, or `await go[k] or go[1]`, where go[0] = false, \
         k = 0 and go[1] = false; holder waits at H for `down s`, where s = 0"
    );
}

#[test]
fn a_violation_before_the_end_is_said_first() {
    let text = "lock m
        protected p : bool by m
        thread one { L: loop { skip; p := not p } }
        thread two { acquire m }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["one"; 4]).unwrap();
    assert_eq!(
        ending_in_words(&execution),
        "after step 1: the discipline is violated; the run stops after step 4"
    );
}
