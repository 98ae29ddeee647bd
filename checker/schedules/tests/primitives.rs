//! What threads synchronize by under C11's memory: programs that use nothing weaker than `SeqCst` end as the
//! interpreter of the other tests says, which knows nothing of graphs; what may be stale, and what tells what it
//! knows, is tested here one by one.

#[path = "random/mod.rs"]
#[allow(dead_code, reason = "other tests use them as well")]
mod random;

use std::collections::BTreeMap;

use std::sync::Arc as Plain;
use std::sync::atomic::Ordering::{self, Acquire, Relaxed, SeqCst};
use std::time::Duration;

use random::program::{Do, Program, Random};
use random::{engine, oracle};
use reductio_schedules::sync::atomic::{AtomicUsize, fence};
use reductio_schedules::sync::mpsc::channel;
use reductio_schedules::sync::{Condvar, Mutex, Once, OnceLock, RwLock};
use reductio_schedules::{Bound, Explorer, FindingKind, Memory, Report, Shared, thread};

/// Tells whether an operation may see something old.
fn may_be_stale(what: &Do) -> bool {
    matches!(what, Do::TryLock(_) | Do::TryRead | Do::TryWrite | Do::Look | Do::ParkTimed)
}

/// Compares random programs with the interpreter. How many were compared exactly and in one direction, and what was not
/// there.
fn compare(seed: u64, programs: usize, most: usize) -> (usize, usize, BTreeMap<String, usize>) {
    println!("seed {seed}");
    let mut random = Random(seed);
    let (mut exact, mut upwards, mut declined) = (0, 0, BTreeMap::new());
    for number in 0..programs {
        let program = match number % 3 {
            0 => Program::looping(&mut random),
            1 => Program::random(&mut random, 5),
            _ => Program::random(&mut random, 4),
        };
        // Such a loop takes a lock in each round: it is no loop that only reads, and never ends.
        let is_endless = |what: &Do| matches!(what, Do::AwaitValue(..) | Do::PollUnder(..));
        if program.threads.iter().flatten().any(is_endless) {
            continue;
        }
        let Some(expected) = oracle::outcomes(&program, 2_000) else { continue };
        let is_partial =
            |end: &String| ["panic", "twice", "disc"].iter().any(|word| end.starts_with(word));
        if expected.iter().any(is_partial) {
            continue;
        }
        if std::env::var("REDUCTIO_TRACE").is_ok() {
            println!("{number}: {program:?}");
        }
        let explorer = Explorer::new().steps(1_500).executions(most);
        let (found, report) = engine::graphs(&explorer, &program);
        if let Some(Bound::Memory(what)) = report.bounds.first() {
            *declined.entry((*what).to_owned()).or_insert(0) += 1;
            continue;
        }
        if !report.is_complete() {
            *declined.entry(report.bounds[0].to_string()).or_insert(0) += 1;
            continue;
        }
        let is_stale = program.threads.iter().flatten().any(may_be_stale);
        let fits =
            if is_stale { expected.is_subset(&found) } else { oracle::agree(&expected, &found) };
        assert!(
            fits,
            "seed {seed}, program {number}: {program:?}\nmissing {:#?}\ntoo many {:#?}\n{report}",
            expected.difference(&found).collect::<Vec<_>>(),
            found.difference(&expected).collect::<Vec<_>>(),
        );
        exact += usize::from(!is_stale);
        upwards += usize::from(is_stale);
    }
    (exact, upwards, declined)
}

#[test]
fn random_programs_end_as_the_interpreter_says() {
    let (exact, upwards, declined) = compare(6161, 150, 3_000);
    println!("{exact} exactly, {upwards} in one direction, not there: {declined:?}");
    assert!(exact > 40 && upwards > 5, "{exact} {upwards} {declined:?}");
}

#[test]
#[ignore = "minutes: 4,000 programs, or as many as REDUCTIO_PROGRAMS says, from the seed REDUCTIO_SEED"]
fn many_random_programs_end_as_the_interpreter_says() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let programs = number("REDUCTIO_PROGRAMS").unwrap_or(4_000);
    let seed = u64::try_from(number("REDUCTIO_SEED").unwrap_or(6162)).unwrap();
    let (exact, upwards, declined) = compare(seed, programs, 20_000);
    println!("{exact} exactly, {upwards} in one direction, not there: {declined:?}");
}

#[track_caller]
fn runs(closure: impl Fn() + Send + Sync + 'static) -> Report {
    Explorer::new().memory(Memory::Rc11).run(closure)
}

/// Lets a thread do something beside this one.
fn beside<T: Send + Sync + 'static, A: Send + 'static>(
    all: T,
    other: impl FnOnce(&T) -> A + Send + 'static,
    here: impl FnOnce(&T),
) -> A {
    let all = Plain::new(all);
    let its = Plain::clone(&all);
    let thread = thread::spawn(move || other(&its));
    here(&all);
    thread.join().unwrap()
}

#[track_caller]
fn holds(expected: usize, closure: fn()) {
    let report = runs(closure);
    assert!(report.holds(), "{report}");
    assert_eq!(report.executions, expected, "{report}");
}

/// A race, which the schedule of the finding leads to again.
#[track_caller]
fn races(closure: fn()) {
    let report = runs(closure);
    let finding = report.findings.first().unwrap_or_else(|| panic!("{report}"));
    assert_eq!(finding.kind(), FindingKind::Discipline, "{report}");
    let schedule = finding.schedule().to_string().parse().unwrap();
    let again = Explorer::new().replay(schedule).run(closure);
    assert_eq!(again.findings[0].message(), finding.message(), "{again}");
}

#[test]
fn who_writes_knows_of_who_read_and_of_no_more() {
    // A reader hands on to a writer what it did.
    holds(2, || {
        beside(
            (RwLock::new(0), Shared::new(0)),
            |all| {
                let held = all.0.read().unwrap();
                if *held == 0 {
                    all.1.set(1);
                }
            },
            |all| {
                let mut held = all.0.write().unwrap();
                *held = 1;
                all.1.get();
            },
        );
    });
    // A reader tells another one nothing.
    races(|| {
        beside(
            (RwLock::new(0), Shared::new(0)),
            |all| {
                let _held = all.0.read().unwrap();
                all.1.set(1);
            },
            |all| {
                let _held = all.0.read().unwrap();
                all.1.get();
            },
        );
    });
    // Readers may have it at the same time.
    let together = runs(|| {
        beside(
            (RwLock::new(0), AtomicUsize::new(0), AtomicUsize::new(0)),
            |all| {
                let _held = all.0.read().unwrap();
                all.1.store(1, SeqCst);
                while all.2.load(SeqCst) == 0 {}
            },
            |all| {
                let _held = all.0.read().unwrap();
                all.2.store(1, SeqCst);
                while all.1.load(SeqCst) == 0 {}
            },
        );
    });
    assert!(together.holds(), "{together}");
}

#[test]
fn who_finds_a_cell_filled_knows_of_who_filled_it() {
    let both = |all: &(Once, Shared<u32>)| {
        all.0.call_once(|| all.1.set(1));
        assert_eq!(all.1.get(), 1);
    };
    let report = runs(move || beside((Once::new(), Shared::new(0)), both, both));
    assert!(report.holds() && report.executions == 2, "{report}");
    // And of nobody else who found it filled.
    races(|| {
        let finds = |all: &(Once, Shared<u32>)| {
            let mut is_first = false;
            all.0.call_once(|| is_first = true);
            if !is_first {
                all.1.with_mut(|count| *count += 1);
            }
        };
        let all = Plain::new((Once::new(), Shared::new(0)));
        let start = |_| {
            let all = Plain::clone(&all);
            thread::spawn(move || finds(&all))
        };
        for thread in [0, 1, 2].map(start) {
            thread.join().unwrap();
        }
    });
    // Who looks may look too early, and too late.
    holds(2, || {
        beside(
            (OnceLock::new(), Shared::new(0)),
            |all| {
                all.1.set(1);
                all.0.set(2).unwrap();
            },
            |all| {
                if all.0.get() == Some(&2) {
                    assert_eq!(all.1.get(), 1);
                }
            },
        );
    });
    // A cell that is filled is not seen as filled: store buffering, with a cell on one side.
    let seen = runs(|| {
        let all = (OnceLock::new(), AtomicUsize::new(0), AtomicUsize::new(9));
        beside(
            all,
            |all| {
                all.0.set(1).unwrap();
                all.2.store(all.1.load(Relaxed), SeqCst);
            },
            |all| {
                all.1.store(1, Relaxed);
                let early = all.0.get().is_none();
                let other = all.2.load(SeqCst);
                assert!(!(early && other == 0), "neither saw the other one");
            },
        );
    });
    assert_eq!(seen.findings[0].kind(), FindingKind::Panic, "{seen}");
}

#[test]
fn tokens_and_messages_tell_what_was_done_before() {
    holds(1, || {
        let waits = thread::current();
        beside(
            Shared::new(0),
            move |value| {
                value.set(1);
                waits.unpark();
            },
            |value| {
                thread::park();
                assert_eq!(value.get(), 1);
            },
        );
    });
    holds(1, || {
        let (send, receive) = channel();
        beside(
            Shared::new(0),
            move |value| {
                value.set(1);
                send.send(2).unwrap();
            },
            move |value| {
                assert_eq!((receive.recv(), value.get()), (Ok(2), 1));
                assert!(receive.recv().is_err());
            },
        );
    });
    // Who sends first tells who sends second nothing, nor who takes the second message what came after the first.
    races(|| {
        let (send, receive) = channel();
        let other = send.clone();
        let value = Plain::new(Shared::new(0));
        let sends = |send: reductio_schedules::sync::mpsc::Sender<u8>| {
            let value = Plain::clone(&value);
            thread::spawn(move || {
                send.send(0).unwrap();
                value.set(1);
            })
        };
        let threads = [sends(send), sends(other)];
        _ = (receive.recv(), receive.recv());
        for thread in threads {
            thread.join().unwrap();
        }
    });
    // That all senders are gone tells what each did.
    holds(1, || {
        let (send, receive) = channel::<u8>();
        beside(
            Shared::new(0),
            move |value| {
                value.set(1);
                drop(send);
            },
            move |value| {
                assert!(receive.recv().is_err());
                assert_eq!(value.get(), 1);
            },
        );
    });
    // Two senders: two orders.
    let two = runs(|| {
        let (send, receive) = channel();
        let other = send.clone();
        let threads = [
            thread::spawn(move || send.send(1).unwrap()),
            thread::spawn(move || other.send(2).unwrap()),
        ];
        let mut all = [receive.recv().unwrap(), receive.recv().unwrap()];
        all.sort_unstable();
        assert_eq!(all, [1, 2]);
        for thread in threads {
            thread.join().unwrap();
        }
    });
    assert!(two.holds() && two.executions == 2, "{two}");
}

#[test]
fn a_notification_orders_nothing() {
    races(|| {
        beside(
            (Mutex::new(()), Condvar::new(), Shared::new(0)),
            |all| {
                all.2.set(1);
                all.1.notify_one();
            },
            |all| {
                let held = all.0.lock().unwrap();
                let time = Duration::ZERO;
                let (held, waited) = all.1.wait_timeout(held, time).unwrap();
                if !waited.timed_out() {
                    all.2.get();
                }
                drop(held);
            },
        );
    });
    // With the lock it does. Who waits, is notified; who comes later, does not wait.
    let passed = runs(|| {
        beside(
            (Mutex::new(false), Condvar::new(), Shared::new(0)),
            |all| {
                all.2.set(1);
                *all.0.lock().unwrap() = true;
                all.1.notify_one();
            },
            |all| {
                let mut held = all.0.lock().unwrap();
                while !*held {
                    held = all.1.wait(held).unwrap();
                }
                assert_eq!(all.2.get(), 1);
            },
        );
    });
    assert!(passed.holds(), "{passed}");
    // Without it, the notification may come too early.
    let lost = runs(|| {
        beside(
            (Mutex::new(()), Condvar::new()),
            |all| all.1.notify_one(),
            |all| drop(all.1.wait(all.0.lock().unwrap()).unwrap()),
        );
    });
    assert_eq!(lost.findings[0].kind(), FindingKind::Deadlock, "{lost}");
}

/// Two threads that store and then try to take what the other one may have taken.
fn tries(order: Ordering) {
    beside(
        (Mutex::new(()), AtomicUsize::new(0)),
        move |all| {
            drop(all.0.lock().unwrap());
            all.1.store(1, order);
        },
        move |all| {
            let seen = all.1.load(if order == Relaxed { Relaxed } else { Acquire });
            let taken = all.0.try_lock().is_ok();
            assert!(seen == 0 || taken, "found taken what was given back");
        },
    );
}

#[test]
fn who_tries_may_find_what_is_old() {
    // Nothing says that the lock was given back: so it may be found taken.
    let report = runs(|| tries(Relaxed));
    let finding = report.findings.first().unwrap_or_else(|| panic!("{report}"));
    assert_eq!(finding.kind(), FindingKind::Panic, "{report}");
    let schedule = finding.schedule().to_string().parse().unwrap();
    let again = Explorer::new().replay(schedule).run(|| tries(Relaxed));
    assert_eq!(again.findings[0].message(), finding.message(), "{again}");
    let report = runs(|| tries(SeqCst));
    assert!(report.holds(), "{report}");
    // The search of schedules alone does not see it.
    let schedules = Explorer::new().memory(Memory::SequentiallyConsistent);
    assert!(schedules.run(|| tries(Relaxed)).holds());
    holds(1, || {
        let lock = Mutex::new(0);
        let held = lock.try_lock().unwrap();
        assert!(lock.try_lock().is_err());
        drop(held);
        fence(SeqCst);
        assert!(lock.try_lock().is_ok());
    });
}
