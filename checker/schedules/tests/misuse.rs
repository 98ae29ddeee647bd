//! Programs that misbehave: each is a finding that says so, its schedule leads there again, and the test process goes on.

use std::sync::Mutex as Plain;
use std::sync::atomic::{AtomicUsize as PlainUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize};
use reductio_schedules::sync::mpsc::channel;
use reductio_schedules::sync::{Arc, Condvar, Mutex, Once, RwLock};
use reductio_schedules::{Asker, Explorer, Finding, FindingKind, Report, Shared, explore, thread};

/// Explores, and expects one kind of finding, which its schedule leads to again.
#[track_caller]
fn finds(kind: FindingKind, parts: &[&str], closure: fn()) -> Finding {
    let start = Instant::now();
    let explorer = Explorer::new().steps(2000);
    let report = explorer.run(closure);
    let finding = report.findings.first().unwrap_or_else(|| panic!("{report}")).clone();
    assert_eq!(finding.kind(), kind, "{finding}");
    for part in parts {
        assert!(finding.message().contains(part), "{part}: {finding}");
    }
    let text = finding.schedule().to_string();
    let again = explorer.replay(text.parse().unwrap()).run(closure);
    assert_eq!(again.executions, 1);
    let found = again.findings.first().unwrap_or_else(|| panic!("{text}: {again}"));
    assert_eq!((found.kind(), found.message()), (kind, finding.message()), "{finding}{found}");
    assert_eq!(report.left_behind + again.left_behind, 0, "{report}");
    assert!(start.elapsed() < Duration::from_secs(60), "{report}");
    finding
}

#[test]
fn a_thread_panics() {
    let finding =
        finds(FindingKind::Panic, &["thread 1 (`late`) panics: too late", "misuse.rs"], || {
            let value = Arc::new(AtomicUsize::new(0));
            let other = Arc::clone(&value);
            let late = thread::Builder::new().name("late".to_owned()).spawn(move || {
                assert!(other.load(SeqCst) == 0, "too late");
            });
            value.store(1, SeqCst);
            late.unwrap().join().unwrap();
        });
    assert!(finding.chart().contains("  writes AtomicUsize 1\n"), "{}", finding.chart());
}

#[test]
fn the_closure_panics() {
    finds(FindingKind::Panic, &["thread 0 panics: no"], || panic!("no"));
}

#[test]
fn a_cycle_of_locks() {
    let parts = [
        "No thread can go on",
        "thread 0 waits for Mutex 2",
        "which thread 1 holds",
        "thread 1 waits for Mutex 1",
        "which thread 0 holds",
    ];
    finds(FindingKind::Deadlock, &parts, || {
        let locks: Vec<_> = (0..2).map(|_| Arc::new(Mutex::new(()))).collect();
        let (a, b) = (Arc::clone(&locks[0]), Arc::clone(&locks[1]));
        let other = thread::spawn(move || {
            let _b = b.lock().unwrap();
            let _a = a.lock().unwrap();
        });
        {
            let _a = locks[0].lock().unwrap();
            let _b = locks[1].lock().unwrap();
        }
        other.join().unwrap();
    });
}

#[test]
fn a_lost_wake_up() {
    let parts = ["waits for a notification at Condvar", "a lost wake-up"];
    let finding = finds(FindingKind::Deadlock, &parts, || {
        let pair = Arc::new((Mutex::new(false), Condvar::new()));
        let other = Arc::clone(&pair);
        let waiter = thread::spawn(move || {
            let ready = *other.0.lock().unwrap();
            if !ready {
                // The flag may have been set by now.
                drop(other.1.wait(other.0.lock().unwrap()).unwrap());
            }
        });
        *pair.0.lock().unwrap() = true;
        pair.1.notify_one();
        waiter.join().unwrap();
    });
    assert!(finding.chart().contains("notifies nobody"), "{finding}");
}

#[test]
fn a_thread_that_waits_for_ever() {
    finds(
        FindingKind::Stuck,
        &["The closure has returned", "thread 1 waits for its token"],
        || {
            thread::spawn(thread::park);
        },
    );
    finds(FindingKind::Stuck, &["waits for a message from channel"], || {
        let (sender, receiver) = channel::<()>();
        thread::spawn(move || {
            let sender = sender;
            receiver.recv().unwrap();
            drop(sender);
        });
    });
}

#[test]
fn a_lock_that_is_locked_twice() {
    let parts = ["thread 0 locks Mutex", "which it holds already", "locked before in"];
    finds(FindingKind::LockedTwice, &parts, || {
        let lock = Mutex::new(());
        let _one = lock.lock().unwrap();
        let _two = lock.lock().unwrap();
    });
    finds(FindingKind::LockedTwice, &["RwLock"], || {
        let lock = RwLock::new(());
        let _one = lock.read().unwrap();
        let _two = lock.write().unwrap();
    });
    finds(FindingKind::LockedTwice, &["Once"], || {
        let once = Once::new();
        once.call_once(|| once.call_once(|| ()));
    });
}

#[test]
fn a_leaked_guard() {
    finds(FindingKind::LeakedGuard, &["thread 1 ends and never gives back Mutex"], || {
        let lock = Arc::new(Mutex::new(()));
        thread::spawn(move || std::mem::forget(lock.lock().unwrap())).join().unwrap();
    });
}

#[test]
fn threads_that_never_end() {
    finds(FindingKind::Endless, &["thread 1 goes on and on"], || {
        let value = AtomicUsize::new(0);
        thread::spawn(move || {
            loop {
                value.fetch_add(1, SeqCst);
            }
        });
    });
    finds(FindingKind::Endless, &["thread 0 does the same again and again"], || {
        let flag = AtomicBool::new(false);
        while !flag.load(SeqCst) {}
    });
}

#[test]
fn a_thread_without_operations() {
    let report = Explorer::new().stall(Duration::from_millis(100)).run(|| {
        std::thread::sleep(Duration::from_millis(600));
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Stalled, "{report}");
}

#[test]
fn a_closure_that_differs() {
    static RUNS: PlainUsize = PlainUsize::new(0);
    let report = Explorer::new().run(|| {
        let lock = Arc::new(Mutex::new(()));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || drop(other.lock().unwrap()));
        if RUNS.fetch_add(1, SeqCst).is_multiple_of(2) {
            thread::yield_now();
            drop(lock.lock().unwrap());
        } else {
            thread.join().unwrap();
        }
    });
    let finding = &report.findings[0];
    assert_eq!(finding.kind(), FindingKind::NotRepeatable, "{report}");
    assert!(finding.message().contains("something else when it is run again"), "{report}");
}

#[test]
fn a_schedule_of_another_program() {
    for (schedule, part) in [("0*2.7", "thread 7"), ("0*9", "has 9 steps")] {
        let report = Explorer::new().replay(schedule.parse().unwrap()).run(|| {
            let lock = Mutex::new(());
            drop(lock.lock().unwrap());
            drop(lock.lock().unwrap());
        });
        assert_eq!(report.findings[0].kind(), FindingKind::NotRepeatable, "{report}");
        assert!(report.findings[0].message().contains(part), "{report}");
    }
}

#[test]
fn sixty_four_threads() {
    let report = Explorer::new().executions(3).run(|| {
        let lock = Arc::new(Mutex::new(0));
        let threads: Vec<_> = (0..64)
            .map(|_| {
                let lock = Arc::clone(&lock);
                thread::spawn(move || *lock.lock().unwrap() += 1)
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(*lock.lock().unwrap(), 64);
    });
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!((report.threads, report.executions, report.is_complete()), (65, 3, false));
    // All wait for one that never comes: they are unwound.
    let report = Explorer::new().run(|| {
        for _ in 0..64 {
            thread::spawn(thread::park);
        }
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Stuck);
    assert_eq!(report.left_behind, 0);
}

#[test]
fn a_poisoned_mutex() {
    let all = Arc::new(Plain::new(std::collections::BTreeSet::new()));
    let to = Arc::clone(&all);
    let report = Explorer::new().expect_panics().run(move || {
        let lock = Arc::new(Mutex::new(0));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || {
            let _guard = other.lock().unwrap();
            panic!("while it holds the lock");
        });
        let poisoned = lock.lock().is_err();
        let panicked = thread.join().is_err();
        let still = lock.is_poisoned();
        to.lock().unwrap().insert((poisoned, panicked, still));
    });
    assert!(report.holds(), "{report}");
    let all: Vec<_> = all.lock().unwrap().iter().copied().collect();
    assert_eq!(all, [(false, true, true), (true, true, true)]);
}

/// Locks when it is dropped.
struct Late(Arc<Mutex<()>>);

impl Drop for Late {
    fn drop(&mut self) {
        drop(self.0.lock());
    }
}

#[test]
fn locks_in_destructors() {
    // A panic: the destructor has to wait for another thread.
    finds(FindingKind::Panic, &["thread 0 panics: over"], || {
        let lock = Arc::new(Mutex::new(()));
        let other = Arc::clone(&lock);
        thread::spawn(move || drop(other.lock()));
        let _late = Late(lock);
        panic!("over");
    });
    // A deadlock: threads are unwound, and one destructor locks what the other thread holds.
    finds(FindingKind::Deadlock, &["thread 1 waits for Mutex"], || {
        let locks: Vec<_> = (0..2).map(|_| Arc::new(Mutex::new(()))).collect();
        let (a, b) = (Arc::clone(&locks[0]), Arc::clone(&locks[1]));
        let other = thread::spawn(move || {
            let _late = Late(Arc::clone(&a));
            let _b = b.lock().unwrap();
            let _a = a.lock().unwrap();
        });
        {
            let _late = Late(Arc::clone(&locks[1]));
            let _a = locks[0].lock().unwrap();
            let _b = locks[1].lock().unwrap();
        }
        other.join().unwrap();
    });
}

#[test]
fn a_thread_that_would_not_let_itself_be_unwound() {
    let report = Explorer::new().all_findings().run(|| {
        thread::spawn(|| {
            loop {
                _ = std::panic::catch_unwind(thread::park);
            }
        });
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Stuck, "{report}");
    assert_eq!((report.left_behind, report.staying), (0, 1), "{report}");
}

#[test]
fn values_without_their_lock() {
    let parts =
        ["thread 1 breaks the discipline of Shared", "without a lock", "the other side: thread 0"];
    finds(FindingKind::Discipline, &parts, || {
        let (lock, value) = (Arc::new(Mutex::new(())), Arc::new(Shared::new(0)));
        let (lock2, value2) = (Arc::clone(&lock), Arc::clone(&value));
        let other = thread::spawn(move || value2.set(1));
        drop(lock2);
        {
            let _guard = lock.lock().unwrap();
            value.set(2);
        }
        other.join().unwrap();
    });
    finds(FindingKind::Discipline, &["under locks of which none was held"], || {
        let locks: Vec<_> = (0..2).map(|_| Arc::new(Mutex::new(()))).collect();
        let value = Arc::new(Shared::new(0));
        let (lock, other) = (Arc::clone(&locks[0]), Arc::clone(&value));
        let thread = thread::spawn(move || {
            let _guard = lock.lock().unwrap();
            other.with_mut(|value| *value += 1);
        });
        {
            let _guard = locks[1].lock().unwrap();
            value.with(|value| assert!(*value < 2));
        }
        thread.join().unwrap();
    });
}

/// The first thread until the flag is set, then the other one.
fn handed_over(
    right: bool,
) -> impl Fn(&Arc<AtomicBool>, reductio_schedules::thread::ThreadId) -> Shared<i32> {
    move |flag, first| {
        let flag = Arc::clone(flag);
        Shared::with_rule(0, move |asker: &Asker| {
            let is_first = asker.thread() == first;
            is_first != flag.load(SeqCst) || (!right && is_first)
        })
    }
}

fn hand_over(right: bool) -> Report {
    Explorer::new().run(move || {
        let flag = Arc::new(AtomicBool::new(false));
        let value = Arc::new(handed_over(right)(&flag, thread::current().id()));
        let (other, set) = (Arc::clone(&value), Arc::clone(&flag));
        let thread = thread::spawn(move || {
            while !set.load(SeqCst) {}
            other.set(other.get() + 1);
        });
        value.set(1);
        flag.store(true, SeqCst);
        thread.join().unwrap();
    })
}

#[test]
fn a_value_with_a_rule() {
    let report = hand_over(true);
    assert!(report.holds(), "{report}");
    let report = hand_over(false);
    assert_eq!(report.findings[0].kind(), FindingKind::Discipline, "{report}");
    assert!(report.findings[0].message().contains("several threads the right"), "{report}");
}

#[test]
fn a_rule_by_which_one_thread_takes_the_right_of_another() {
    let report = Explorer::new().run(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let value = Arc::new(handed_over(true)(&flag, thread::current().id()));
        let other = Arc::clone(&value);
        // Not the one that has the right sets the flag: the first thread may be about to write.
        let thread = thread::spawn(move || {
            flag.store(true, SeqCst);
            other.set(2);
        });
        value.set(1);
        thread.join().unwrap();
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Discipline, "{report}");
    assert!(report.findings[0].message().contains("takes the right"), "{report}");
}

#[test]
fn a_panic_with_the_finding() {
    let caught = std::panic::catch_unwind(|| explore(|| panic!("told")));
    let message = *caught.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("thread 0 panics: told"), "{message}");
    assert!(message.contains("REDUCTIO_REPLAY='0' \\\n    cargo test a_panic"), "{message}");
}
