//! The stand-ins for `tokio::sync` and `parking_lot`: all outcomes of small programs. `tests/real` runs the same programs with the real libraries.

use std::collections::BTreeSet;
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::future::{block_on, spawn, yield_now};
use reductio_schedules::parking_lot::RwLockUpgradableReadGuard as Upgradable;
use reductio_schedules::sync::Arc;
use reductio_schedules::thread;
use reductio_schedules::tokio::sync::{Mutex, Notify, RwLock, mpsc};
use reductio_schedules::{Explorer, Finding, FindingKind, Report, Strategy, parking_lot};

type Program = Box<dyn Fn() -> String + Send + Sync>;

mod tasks {
    use reductio_schedules::future::{block_on, spawn, yield_now};
    use reductio_schedules::tokio::sync;

    include!("real/tasks.rs");

    pub(super) fn all() -> [(&'static str, super::Program); 13] {
        tasks!(block_on)
    }
}

mod threads {
    use reductio_schedules::sync::Arc;
    use reductio_schedules::{parking_lot, thread};

    include!("real/threads.rs");

    pub(super) fn all() -> [(&'static str, Run); 9] {
        THREADS
    }
}

fn outcomes(program: Program) -> (Vec<String>, Report) {
    outcomes_by(Strategy::Optimal, program)
}

fn outcomes_by(strategy: Strategy, program: Program) -> (Vec<String>, Report) {
    let all = Plain::new(PlainMutex::new(BTreeSet::new()));
    let kept = Plain::clone(&all);
    let explorer = Explorer::new().strategy(strategy);
    let report = explorer.expect_panics().executions(50_000).run(move || {
        let outcome = program();
        kept.lock().unwrap().insert(outcome);
    });
    let all = std::mem::take(&mut *all.lock().unwrap());
    (all.into_iter().collect(), report)
}

/// The programs, the numbers of executions, and all outcomes.
const KNOWN: [(&str, usize, &[&str]); 22] = [
    (
        "lock_order",
        792,
        &[
            "None [0, 0, 1, 1]",
            "None [1, 1, 0, 0]",
            "Some(0) [0, 0, 1, 1]",
            "Some(0) [1, 1, 0, 0]",
            "Some(2) [0, 0, 1, 1]",
            "Some(2) [1, 1, 0, 0]",
            "Some(4) [0, 0, 1, 1]",
            "Some(4) [1, 1, 0, 0]",
        ],
    ),
    ("first_come", 1, &["(true, true) (true, true) true Some(1) 1"]),
    ("given_up", 21, &["true 0 1 1"]),
    ("closed_semaphore", 204, &["false Some(Closed)", "true Some(Closed)"]),
    ("precedence", 1, &["true true true Some(false) 1 1 (true, 0) 1"]),
    ("notifications", 46, &["false true true true", "true true true false", "true true true true"]),
    ("handed_on", 47, &["(true, true) false true", "(true, true) true false"]),
    (
        "bounded",
        265,
        &[
            "Err(\"no available capacity\") Some(1) None true",
            "Ok(()) Some(2) None false",
            "Ok(()) Some(2) Some(1) true",
        ],
    ),
    (
        "reserved",
        204,
        &[
            "Err(\"no available capacity\") false true Some(2)",
            "Err(\"no available capacity\") true true Some(2)",
        ],
    ),
    ("unbounded", 165, &["false Ok(1) [2]", "false Ok(2) [1]", "true Ok(1) [2]", "true Ok(2) [1]"]),
    (
        "single",
        12,
        &["Err(Empty) Err(Closed) false", "Err(Empty) Ok(7) true", "Ok(7) Err(Closed) true"],
    ),
    ("single_dropped", 423, &["Err(1) Err(RecvError(()))"]),
    (
        "watched",
        4034,
        &[
            "true 1 true Some(3) 2 false",
            "true 2 true Some(3) 2 false",
            "true 3 false Some(3) 2 false",
        ],
    ),
    (
        "attempts",
        6,
        &[
            "None None 1",
            "None Some(1) 1",
            "Some(0) None 1",
            "Some(0) Some(0) 1",
            "Some(0) Some(1) 1",
            "Some(1) Some(1) 1",
        ],
    ),
    ("no_poison", 1, &["true Poisoned Done 10 0"]),
    (
        "upgraded",
        254,
        &[
            "(false, false) 0 [0, 1] 2",
            "(false, false) 0 [1, 0] 2",
            "(false, false) 1 [0, 1] 2",
            "(false, false) 1 [1, 0] 2",
            "(false, false) 2 [0, 1] 2",
            "(false, false) 2 [1, 0] 2",
            "(false, true) 1 [0, 1] 2",
            "(false, true) 1 [1, 0] 2",
            "(false, true) 2 [0, 1] 2",
            "(false, true) 2 [1, 0] 2",
            "(true, false) 0 [0, 1] 2",
            "(true, false) 0 [1, 0] 2",
            "(true, false) 1 [0, 1] 2",
            "(true, false) 1 [1, 0] 2",
            "(true, false) 2 [0, 1] 2",
            "(true, false) 2 [1, 0] 2",
        ],
    ),
    ("again", 16, &["(0, 0) false 1", "(0, 0) true 1", "(1, 1) true 1"]),
    (
        "notified",
        5,
        &["false 0 (0, true)", "false 0 (1, false)", "false 0 (1, true)", "true 0 (1, false)"],
    ),
    (
        "beside",
        15,
        &[
            "true (false, false, false, false) true",
            "true (false, false, true, false) true",
            "true (false, false, true, true) true",
            "true (false, true, false, false) true",
            "true (true, false, false, false) true",
        ],
    ),
    ("released", 16, &["0 false true", "0 true true", "1 true true"]),
    ("looked_at", 3, &["true false", "true true"]),
    (
        "back_and_forth",
        211,
        &[
            "None 1 2 12",
            "None 2 2 12",
            "Some(0) 0 12 12",
            "Some(0) 0 2 12",
            "Some(0) 1 2 12",
            "Some(0) 2 2 12",
            "Some(2) 2 2 12",
        ],
    ),
];

#[test]
fn all_outcomes_of_small_programs() {
    let threads = threads::all().map(|(name, program)| (name, Box::new(program) as Program));
    let programs = tasks::all().into_iter().chain(threads);
    let mut others = Vec::new();
    for ((name, program), (known, executions, expected)) in programs.zip(KNOWN) {
        let (found, report) = outcomes(program);
        assert_eq!(name, known);
        assert!(report.holds(), "{name}: {report}");
        if found != expected || report.executions != executions {
            others.push((name, report.executions, found));
        }
    }
    assert_eq!(others, []);
}

#[test]
fn upgrades_end_as_they_do_without_reduction() {
    let small = ["beside", "released", "looked_at", "back_and_forth"];
    for (name, program) in threads::all().into_iter().filter(|(name, _)| small.contains(name)) {
        let all = outcomes_by(Strategy::All, Box::new(program));
        assert!(all.1.holds(), "{name}: {}", all.1);
        for strategy in [Strategy::Optimal, Strategy::Source, Strategy::Selective] {
            let (found, report) = outcomes_by(strategy, Box::new(program));
            assert!(report.holds() && report.executions < all.1.executions, "{name}: {report}");
            assert_eq!(found, all.0, "{name} by {strategy:?}");
        }
    }
}

/// A reader who wants to write, beside one who reads twice.
fn refused() -> String {
    let lock = Arc::new(parking_lot::RwLock::new(0));
    let other = Arc::clone(&lock);
    let seen = lock.upgradable_read();
    let thread = thread::spawn(move || {
        let value = other.read();
        let before = *value;
        thread::yield_now();
        (before, *value)
    });
    let tried = Upgradable::try_upgrade(seen);
    let is_refused = tried.is_err();
    *tried.unwrap_or_else(Upgradable::upgrade) += 1;
    format!("{is_refused} {:?}", thread.join().unwrap())
}

#[test]
fn who_upgrades_waits_for_other_readers() {
    for strategy in [Strategy::All, Strategy::Optimal] {
        let (found, report) = outcomes_by(strategy, Box::new(refused));
        assert!(report.holds(), "{report}");
        assert_eq!(found, ["false (0, 0)", "false (1, 1)", "true (0, 0)"], "{strategy:?}");
    }
}

/// The kind of the first finding.
fn kind(program: impl Fn() + Send + Sync + 'static) -> Option<FindingKind> {
    Explorer::new().run(program).findings.first().map(Finding::kind)
}

#[test]
fn readers_wait_behind_writers_that_wait() {
    // With `tokio`, always: it is fair.
    let found = kind(|| {
        let lock = Plain::new(RwLock::new(0));
        let other = Plain::clone(&lock);
        let task = spawn(async move { *other.write().await += 1 });
        block_on(async move {
            let first = lock.read().await;
            let second = lock.read().await;
            assert_eq!(*first, *second);
            drop((first, second));
            task.await.unwrap();
        });
    });
    assert_eq!(found, Some(FindingKind::Deadlock));
}

#[test]
fn a_notification_that_nobody_keeps_is_missed() {
    let found = |all: bool| {
        kind(move || {
            let notify = Plain::new(Notify::new());
            let other = Plain::clone(&notify);
            let task = spawn(async move {
                if all {
                    other.notify_waiters();
                } else {
                    other.notify_one();
                }
            });
            block_on(async move {
                yield_now().await;
                notify.notified().await;
                task.await.unwrap();
            });
        })
    };
    assert_eq!(found(false), None);
    assert_eq!(found(true), Some(FindingKind::Deadlock));
}

#[test]
fn who_waits_for_himself_is_found() {
    let found = kind(|| {
        let lock = parking_lot::RwLock::new(0);
        let seen = lock.upgradable_read();
        *lock.write() += *seen;
    });
    assert_eq!(found, Some(FindingKind::LockedTwice));
    let found = kind(|| {
        block_on(async {
            let lock = Mutex::new(0);
            let mut value = lock.lock().await;
            *value += *lock.lock().await;
        });
    });
    assert_eq!(found, Some(FindingKind::Deadlock));
}

#[test]
fn outside_of_a_search_they_do_the_same() {
    let all = block_on(async {
        let (sender, mut receiver) = mpsc::channel(2);
        std::thread::scope(|s| {
            s.spawn(move || (0..9).for_each(|n| sender.blocking_send(n).unwrap()));
            std::iter::from_fn(|| receiver.blocking_recv()).collect::<Vec<_>>()
        })
    });
    assert_eq!(all, (0..9).collect::<Vec<_>>());
    let lock = parking_lot::RwLock::new(1);
    let seen = lock.upgradable_read();
    assert!(lock.try_write().is_none() && lock.try_upgradable_read().is_none());
    *parking_lot::RwLockUpgradableReadGuard::upgrade(seen) += 1;
    assert_eq!(lock.into_inner(), 2);
}

#[test]
#[should_panic(expected = "mpsc bounded channel requires buffer > 0")]
fn a_channel_has_room() {
    _ = mpsc::channel::<()>(0);
}
