//! Executions that are given up in the middle of a search: destructors run only where they may run in a real execution,
//! and an assertion in one of them does not end the process.

use std::process::Command;
use std::sync::Mutex as Plain;
use std::sync::PoisonError;

use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::{Explorer, Finding, FindingKind, Strategy, thread};

/// Asserts in its destructor that both of two threads have done their work, which they always have by then.
struct Whole(Arc<Mutex<usize>>);

impl Drop for Whole {
    fn drop(&mut self) {
        assert_eq!(*self.0.lock().unwrap_or_else(PoisonError::into_inner), 4, "not whole");
    }
}

/// Two threads add up under a lock, and wait for each other by joins; what they did is asserted by a destructor, as in
/// the body of a test that keeps a guard.
fn adds_up() {
    let sum = Arc::new(Mutex::new(0));
    let _whole = Whole(Arc::clone(&sum));
    let turns = Arc::new(AtomicUsize::new(0));
    let threads = [1, 2].map(|_| {
        let (sum, turns) = (Arc::clone(&sum), Arc::clone(&turns));
        thread::spawn(move || {
            for _ in 0..2 {
                *sum.lock().unwrap() += 1;
                turns.fetch_add(1, SeqCst);
            }
        })
    });
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Executions are given up by sleep sets and by a bound, and at findings with which the search does not end.
fn gives_up() {
    let mut blocked = 0;
    for strategy in [Strategy::InvisibleFirst, Strategy::Source, Strategy::Optimal] {
        let full = Explorer::new().strategy(strategy).run(adds_up);
        assert!(full.holds(), "{full}");
        let bounded = Explorer::new().strategy(strategy).preemptions(1).run(adds_up);
        assert!(bounded.findings.is_empty(), "{bounded}");
        blocked += full.blocked + bounded.blocked;
        let os = Explorer::new().strategy(strategy).os_threads().preemptions(1).run(adds_up);
        assert_eq!((os.executions, os.blocked), (bounded.executions, bounded.blocked));
        let left = [full.staying, bounded.staying, os.left_behind, full.left_behind];
        assert_eq!(left, [0; 4]);
    }
    assert!(blocked > 20, "{blocked}");
    // One of three panics where another one comes first: the others go on, and the sum is not 4 in any real execution.
    let found = Explorer::new().all_findings().run(|| {
        let last = Arc::new(AtomicUsize::new(0));
        let other = Arc::clone(&last);
        let late = thread::spawn(move || assert_eq!(other.load(SeqCst), 0, "late"));
        let sum = Arc::new(Mutex::new(0));
        let _whole = Whole(Arc::clone(&sum));
        let adds = thread::spawn(move || *sum.lock().unwrap() += 4);
        last.store(1, SeqCst);
        adds.join().unwrap();
        _ = late.join();
    });
    let [finding] = &found.findings[..] else { panic!("{found}") };
    assert_eq!(finding.kind(), FindingKind::Panic, "{found}");
    assert!(found.is_complete() && found.staying == 0, "{found}");
    // Where no thread can go on, they stay where they are.
    let stuck = Explorer::new().all_findings().run(|| {
        let (one, two) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
        let (three, four) = (Arc::clone(&one), Arc::clone(&two));
        let sum = Arc::new(Mutex::new(0));
        let _whole = Whole(Arc::clone(&sum));
        let thread = thread::spawn(move || {
            let _two = four.lock().unwrap();
            drop(three.lock().unwrap());
        });
        let guard = one.lock().unwrap();
        drop(two.lock().unwrap());
        drop(guard);
        thread.join().unwrap();
        *sum.lock().unwrap() = 4;
    });
    let [finding] = &stuck.findings[..] else { panic!("{stuck}") };
    assert_eq!(finding.kind(), FindingKind::Deadlock, "{stuck}");
    assert_eq!((stuck.executions, stuck.staying, stuck.is_complete()), (3, 2, true), "{stuck}");
    assert!(stuck.to_string().contains("2 threads stayed where they were"), "{stuck}");
}

/// Runs a test of this file in a process of its own, which may come to its end only by coming to the end of `body`.
fn in_a_process(test: &str, body: impl Fn()) {
    if std::env::var_os("REDUCTIO_GIVES_UP").is_some() {
        body();
        println!("came to its end");
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env("REDUCTIO_GIVES_UP", "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.contains("came to its end"),
        "{}: {text}",
        output.status
    );
}

#[test]
fn assertions_in_destructors_of_executions_that_are_given_up() {
    in_a_process("assertions_in_destructors_of_executions_that_are_given_up", gives_up);
}

/// Each thread has one of two locks, and waits for the other, in one of three executions.
fn cross_over() {
    let (one, two) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
    let (three, four) = (Arc::clone(&one), Arc::clone(&two));
    let thread = thread::spawn(move || {
        let _two = four.lock().unwrap();
        drop(three.lock().unwrap());
    });
    let guard = one.lock().unwrap();
    drop(two.lock().unwrap());
    drop(guard);
    thread.join().unwrap();
}

#[test]
fn threads_that_stay_have_a_limit_in_a_process() {
    in_a_process("threads_that_stay_have_a_limit_in_a_process", || {
        let mut stayed = 0;
        for _ in 0..2100 {
            let report = Explorer::new().all_findings().run(cross_over);
            assert_eq!((report.executions, report.findings.len()), (3, 1), "{report}");
            stayed += report.staying;
        }
        assert_eq!(stayed, 4000);
    });
}

/// Takes a lock when it is dropped.
struct Takes(std::sync::Arc<Mutex<usize>>);

impl Drop for Takes {
    fn drop(&mut self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    }
}

#[test]
fn a_destructor_that_never_comes_to_its_end_is_seen() {
    let ends = Arc::new(Plain::new(0));
    let to = Arc::clone(&ends);
    let report = Explorer::new().all_findings().run(move || {
        let lock = std::sync::Arc::new(Mutex::new(0));
        let value = Arc::new(Takes(std::sync::Arc::clone(&lock)));
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || {
            let _guard = lock.lock().unwrap();
            drop(other);
        });
        drop(value);
        thread.join().unwrap();
        *to.lock().unwrap() += 1;
    });
    // Who of the two drops the value is tried both ways, though the first way ends in the middle of the destructor.
    let [finding] = &report.findings[..] else { panic!("{report}") };
    assert_eq!(finding.kind(), FindingKind::LockedTwice, "{report}");
    assert!(*ends.lock().unwrap() > 0 && report.is_complete(), "{report}");
}

#[test]
fn a_thread_that_cannot_start_ends_the_execution_before_its_values_are_dropped() {
    for explorer in [Explorer::new(), Explorer::new().os_threads()] {
        let begun = Plain::new(0);
        let report = explorer.all_findings().executions(20).run(move || {
            let takes = Takes(std::sync::Arc::new(Mutex::new(0)));
            let turns = Arc::new(AtomicUsize::new(0));
            let others = Arc::clone(&turns);
            *begun.lock().unwrap() += 1;
            // After the first execution, more than the memory that a process can have.
            let size = if *begun.lock().unwrap() == 1 { 1 << 16 } else { 1 << 60 };
            let first = thread::Builder::new().stack_size(size).spawn(move || drop(takes));
            let second = thread::spawn(move || others.store(1, SeqCst));
            turns.store(2, SeqCst);
            second.join().unwrap();
            first.unwrap().join().unwrap();
        });
        let kinds: Vec<_> = report.findings.iter().map(Finding::kind).collect();
        assert!(kinds.contains(&FindingKind::NoThread), "{report}");
        assert!(!kinds.contains(&FindingKind::NotRepeatable), "{report}");
    }
}

#[test]
fn what_is_given_up_adds_nothing_to_the_search() {
    let ends = Arc::new(Plain::new(0));
    let to = Arc::clone(&ends);
    let report = Explorer::new().strategy(Strategy::InvisibleFirst).run(move || {
        adds_up();
        *to.lock().unwrap() += 1;
    });
    assert!(report.holds() && report.blocked > 0, "{report}");
    // Each execution has come to its end, those that were given up as well, and nobody has the closure.
    let all = report.executions + report.blocked + report.restarted;
    assert_eq!(Arc::try_unwrap(ends).unwrap().into_inner().unwrap(), all);
}
