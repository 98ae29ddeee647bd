//! Threads that have ended, threads that cannot go on, and families without threads.

use reductio::discipline::Discipline;
use reductio::discipline::Packed;
use reductio::execution::{Ending, Execution, Pace, Waiting, Walk, simulate};
use reductio::language::parse_system;
use reductio::search::{FindingKind, Order, Query, Unreduced, search};
use reductio::system::System;
use reductio::validate::{MAX_STATES, Space, validate};

use crate::language::{codes, good, parse, shown};

/// Whether the complete unreduced and reduced searches find a deadlock.
fn deadlocks(system: &System) -> [bool; 2] {
    let discipline = Discipline::new(system);
    [Order::Unreduced, Order::Reduced].map(|order| {
        let query = Query { keep_going: true, ..Query::default() };
        let found = search(&Packed::new(&discipline), &order, &query);
        assert!(found.is_complete());
        found.findings.iter().any(|finding| finding.kind == FindingKind::Deadlock)
    })
}

/// The states and steps of an unreduced search.
fn counts(system: &System) -> (usize, u64) {
    let query = Query { keep_going: true, ..Query::default() };
    let found = search(&Packed::new(&Discipline::new(system)), &Unreduced, &query);
    (found.states, found.transitions)
}

#[test]
fn a_thread_for_which_nothing_ever_starts_has_not_ended() {
    for text in [
        "thread t[i : 0 .. 1] { W: await i == 0; skip }",
        "thread t { await false }",
        "const N = 1\nvar x : bool\nthread t { await N > 1 then { x := true } }",
        "thread t { choose { await false } or when 1 == 2 { skip } }",
        "thread t { skip; when_ever: await not true }",
        "thread t { while true { await false } }",
        "thread t { if true { await false } }",
        "thread t { loop { choose when false { skip } or { await false; skip } } }",
    ] {
        assert_eq!(deadlocks(&good(text)), [true, true], "{text}");
    }
}

#[test]
fn a_thread_has_ended_after_its_last_statement() {
    for text in [
        "thread t { }",
        "thread t { stop }",
        "thread t { skip; stop; skip }",
        "thread t { L: stop }",
        "thread t { if false { await false } }",
        "thread t { choose { skip } or { await false } }",
        "thread t { while false { await false } }",
        "thread t { loop { skip; break } }",
        "thread t { idle await false }",
    ] {
        assert_eq!(deadlocks(&good(text)), [false, false], "{text}");
    }
}

/// Random walks, claimed endings and validations tell a thread that cannot go on from one that has ended.
#[test]
fn runs_that_get_stuck_end_in_a_deadlock() {
    let text = "var turn : 0 .. 1
                thread user[i : 0 .. 1] { W: await i == 0; turn := i }
                invariant not user[1] at end";
    let system = good(text);
    let discipline = Discipline::new(&system);
    for pace in [Pace::Single, Pace::Reduced] {
        let run = simulate(&discipline, Walk { seed: 1, steps: 9, pace }, None);
        assert_eq!((run.ending(), run.steps().len()), (Ending::Deadlock, 2));
    }
    let first = system.thread_ids().next().unwrap();
    let run = Execution::replay(&discipline, &[(first, 0), (first, 1)]).unwrap();
    let error = run.ending_in(Ending::AtRest).unwrap_err().to_string();
    assert!(error.ends_with("some thread neither has ended nor is idle"), "{error}");
    assert!(validate(&discipline, Space::Reachable, MAX_STATES, None).unwrap().holds());
    // It is known what the thread waits for.
    let run = Execution::replay(&discipline, &[(first, 0), (first, 1)]).unwrap();
    let second = system.thread_ids().nth(1).unwrap();
    let waits = Waiting::of(&system, run.last(), second, 0).to_string();
    assert!(waits.starts_with("`await i == 0`"), "{waits}");
}

#[test]
fn a_test_or_operation_without_a_value_fails_once() {
    for (text, states, steps) in [
        ("var n : 0 .. 1\nthread t { assert 1 div n == 1 }", 2, 1),
        ("var n : 0 .. 1\nthread t { if 1 div n == 1 { skip } }", 2, 1),
        ("var n : 0 .. 1\nthread t { while 1 div n == 1 { skip } }", 2, 1),
        ("var n : 0 .. 2 = 2\nlock m[i : 0 .. 1]\nthread t { acquire m[n] }", 2, 1),
        ("var n : 0 .. 2 = 2\nlock m[i : 0 .. 1] depth 2\nthread t { acquire m[n] }", 2, 1),
        ("var n : 0 .. 2 = 2\nlock m[i : 0 .. 1]\nthread t { release m[n] }", 2, 1),
        (
            "var n : 0 .. 2 = 2\nmonitor m[i : 0 .. 1]\nthread t { notify m[n] }\nthread u { stop }",
            2,
            1,
        ),
        ("var n : 0 .. 2 = 2\nmonitor m[i : 0 .. 1]\nthread t { notifyAll m[n] }", 2, 1),
        ("var n : 0 .. 2 = 2\nmonitor m[i : 0 .. 1]\nthread t { wait m[n] }", 2, 1),
        ("var n : 0 .. 2 = 2\nsemaphore s[i : 0 .. 1]\nthread t { up s[n] }", 2, 1),
        // Two branches of a choice are two steps.
        (
            "var n : 0 .. 1\nthread t { choose when 1 div n == 1 { skip } or { await 1 div n == 0 } }",
            2,
            2,
        ),
    ] {
        assert_eq!(counts(&good(text)), (states, steps), "{text}");
    }
}

/// A family of threads that has no thread with `N = 0`.
const FAMILY: &str = "
    const N = 1
    type Worker = 0 .. N - 1
    var n : 0 .. 3
    var next[w : Worker] : Worker or none
    lock m[w : 1 .. N]
    monitor o
    thread t[i : 1 .. N] { A: acquire m[i]; n := n + 1; next[i - 1] := i - 1; release m[i] }
    thread u { B: n := 1 }
    invariant \"all\": forall i : 1 .. N . t[i] at A
    invariant \"nobody waits\": not exists i : 1 .. N . o.waiters[t[i]]
    reach \"some\": exists i : 1 .. N . t[i] at end";

#[test]
fn of_an_empty_family_everything_holds_and_nothing_exists() {
    let with = |n| parse_system(FAMILY, "family", &[("N".to_owned(), n)]).unwrap();
    let claims = |system: &System| {
        let query = Query { keep_going: true, ..Query::default() };
        let found = search(&Packed::new(&Discipline::new(system)), &Unreduced, &query);
        let all = found.findings.iter().any(|f| f.kind == FindingKind::Invariant(0));
        (!all, found.goals[0])
    };
    assert_eq!(with(2).threads().len(), 3);
    assert_eq!(claims(&with(2)), (false, true));
    for n in [0, -1] {
        let empty = with(n);
        assert_eq!(empty.threads().len(), 1);
        assert_eq!(claims(&empty), (true, false));
        assert_eq!(counts(&empty), (2, 1));
        assert_eq!(deadlocks(&empty), [false, false]);
    }
}

#[test]
fn what_needs_a_value_has_no_empty_range() {
    let head = "const N = 0\ntype None = 1 .. N\n";
    for (text, codes_wanted) in [
        ("var x : None\nthread t { skip }", ["E0618"]),
        ("type R = record { f : None }\nvar x : R\nthread t { skip }", ["E0618"]),
        ("queue q of None capacity 1\nthread t { skip }", ["E0618"]),
        ("thread t { local x : None\n skip }", ["E0618"]),
        ("var x : 0 .. 1\nthread t { x := any 1 .. N }", ["E0618"]),
        ("var x : bool\nvar a[i : None] : bool\nthread t { a[1] := x }", ["E0620"]),
        ("var k : 0 .. 3\nvar a[i : None] : bool\nthread t { a[k] := true }", ["E0620"]),
        ("thread t[i : None] { skip }\nthread u { A: skip }\ninvariant t[1] at end", ["E0620"]),
        ("var who : thread\nthread t[i : None] { skip }", ["E0619"]),
        // Between two numbers it is a mistake.
        ("thread t[i : 1 .. 0] { skip }\nthread u { skip }", ["E0618"]),
    ] {
        assert_eq!(codes(&format!("{head}{text}")), codes_wanted, "{text}");
    }
    for text in [
        "var x : None or none\nthread t { x := none; x := any }",
        "type R = record { f : None }\nthread t { skip }",
        "var who : thread or none\nthread t[i : None] { who := me }",
    ] {
        good(&format!("{head}{text}"));
    }
}

#[test]
fn a_system_without_threads_has_one_state() {
    let text = "
        const N = 0
        var n : 0 .. 3 = 1
        var who : thread or none
        monitor o
        semaphore s
        lock m[w : thread]
        thread t[i : 0 .. N - 1] { A: n := n + 1 }
        protected p : bool by o
        invariant \"of nobody\": forall i : 0 .. N - 1 . t[i] at A
        invariant \"of every thread\": forall u : thread . u at end
        invariant \"wrong\": n == 0
        reach \"right\": n == 1 and o.free
        reach \"somebody\": exists u : thread . u at end";
    let system = good(text);
    let discipline = Discipline::new(&system);
    for order in [Order::Unreduced, Order::Reduced] {
        for workers in [1, 3] {
            let query = Query { workers, keep_going: true, ..Query::default() };
            let found = search(&Packed::new(&discipline), &order, &query);
            assert_eq!((found.states, found.transitions, found.is_complete()), (1, 0, true));
            let kinds: Vec<_> = found.findings.iter().map(|finding| finding.kind).collect();
            assert_eq!(kinds, [FindingKind::Invariant(2)]);
            assert_eq!(found.goals, [true, false]);
        }
    }
    for space in [Space::Reachable, Space::All] {
        let validation = validate(&discipline, space, MAX_STATES, None).unwrap();
        assert!(validation.holds());
        assert_eq!(validation.check("22").unwrap().vacuous_for, ["there is no thread"]);
    }
    let run = simulate(&discipline, Walk { seed: 3, steps: 5, pace: Pace::Reduced }, None);
    assert_eq!(run.ending(), Ending::InvariantViolated(2));
    // Without a declaration something was forgotten.
    assert_eq!(codes("var x : bool"), ["E0619"]);
}

#[test]
fn an_index_past_the_last_thread_is_told_with_its_place() {
    let text = "thread t[i : 0 .. 1] { A: skip }\ninvariant \"i\": not t[3] at A";
    let told = shown(text, &parse(text).unwrap_err());
    assert_eq!(
        told,
        "--! E0620 2:22 the index is 3, never in 0 .. 1\n--? widen the range, or mend the value"
    );
    for text in [
        "thread t[i : 0 .. 1] { A: skip }\nthread u { skip }\ninvariant t[2] at A",
        "thread t[i : 0 .. 1] { A: skip }\ninvariant t[-1] at A",
        "thread t[i : 0 .. 1] { A: skip }\ninvariant false and t[9] at A",
        "thread t[i : 0 .. 1] { local b : bool\n A: skip }\ninvariant t[9].b",
        "monitor o\nthread t[i : 0 .. 1] { A: skip }\ninvariant o.waiters[t[9]]",
        "var a[w : thread] : bool\nthread t[i : 0 .. 1] { A: skip }\ninvariant a[t[9]]",
        "thread t[i : 0 .. 1, j : 0 .. 1] { A: skip }\ninvariant t[0, 5] at A",
    ] {
        assert_eq!(codes(text), ["E0620"], "{text}");
    }
    // An index that depends on the state must be in range in every state.
    let text = "var k : 0 .. 2\nthread t[i : 0 .. 1] { A: skip }\ninvariant t[k] at A";
    assert_eq!(codes(text), ["E0621"]);
    // What constants decide needs no thread: not this one, not one of another family.
    let text = "
        thread t[i : 0 .. 1] { local b : bool
                               A: skip }
        thread u[i : 0 .. 1] { B: skip }
        invariant forall k : 0 .. 5 . k > 1 or t[k] at A, end
        invariant forall k : 0 .. 5 . k > 1 or not t[k].b
        invariant forall k : 0 .. 5 . k > 1 or not o.waiters[t[k]]
        invariant forall k : 0 .. 5 . k > 1 or u[k] != t[k]
        monitor o";
    let query = Query::default();
    let system = good(text);
    let discipline = Discipline::new(&system);
    assert!(search(&Packed::new(&discipline), &Unreduced, &query).findings.is_empty());
}
