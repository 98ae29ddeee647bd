//! Loops that wait: what is only endless for a scheduler that is not fair is no finding, and what a loop gives up after is not missed.

use std::collections::BTreeSet;
use std::sync::Mutex as Plain;
use std::time::Duration;

use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Condvar, Mutex, RwLock};
use reductio_schedules::{Bound, Explorer, FindingKind, Memory, Report, Strategy, thread};

/// The results of a closure over all schedules that are walked.
fn results<T: Ord + Send + 'static>(
    explorer: &Explorer,
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> (BTreeSet<T>, Report) {
    let all = Arc::new(Plain::new(BTreeSet::new()));
    let to = Arc::clone(&all);
    let report = explorer.run(move || {
        let result = closure();
        to.lock().unwrap().insert(result);
    });
    let found = std::mem::take(&mut *all.lock().unwrap());
    (found, report)
}

#[test]
fn a_loop_around_a_wait_with_a_limit() {
    let closure = |sets: bool| {
        move || {
            let pair = Arc::new((Mutex::new(false), Condvar::new()));
            let other = Arc::clone(&pair);
            let thread = thread::spawn(move || {
                *other.0.lock().unwrap() = sets;
                other.1.notify_one();
            });
            let mut ready = pair.0.lock().unwrap();
            while !*ready {
                ready = pair.1.wait_timeout(ready, Duration::from_millis(5)).unwrap().0;
            }
            drop(ready);
            thread.join().unwrap();
        }
    };
    let report = Explorer::new().run(closure(true));
    assert!(report.holds(), "{report}");
    let report = Explorer::new().run(closure(false));
    assert_eq!(report.findings[0].kind(), FindingKind::Endless, "{report}");
}

/// Polls under a lock, a second one, or a reader's lock.
fn polls(how: usize, sets: bool) -> impl Fn() {
    move || {
        let (flag, lock) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(())));
        let (second, read) = (Arc::new(Mutex::new(())), Arc::new(RwLock::new(())));
        let (set, other, reader) = (Arc::clone(&flag), Arc::clone(&lock), Arc::clone(&read));
        let thread = thread::spawn(move || {
            let _guard = other.lock().unwrap();
            let _write = reader.write().unwrap();
            set.store(usize::from(sets), SeqCst);
        });
        // Held all the time: the loop waits inside of it.
        let _outer = second.lock().unwrap();
        loop {
            let _guard = (how < 2).then(|| lock.lock().unwrap());
            let _second = (how == 1).then(|| Mutex::new(()).into_inner().unwrap());
            let _read = (how == 2).then(|| read.read().unwrap());
            if flag.load(SeqCst) == 1 {
                break;
            }
        }
        thread.join().unwrap();
    }
}

#[test]
fn polling_under_locks() {
    for how in 0..4 {
        let report = Explorer::new().run(polls(how, true));
        assert!(report.holds(), "{how}: {report}");
        let report = Explorer::new().run(polls(how, false));
        assert_eq!(report.findings[0].kind(), FindingKind::Endless, "{how}: {report}");
    }
}

#[test]
fn a_spin_inside_of_a_critical_section() {
    // The lock was taken before the loop: the other one gets it only afterwards.
    let report = Explorer::new().run(|| {
        let (flag, lock) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(0)));
        let (set, other) = (Arc::clone(&flag), Arc::clone(&lock));
        let thread = thread::spawn(move || {
            set.store(true, SeqCst);
            *other.lock().unwrap() += 1;
        });
        let guard = lock.lock().unwrap();
        while !flag.load(SeqCst) {}
        drop(guard);
        thread.join().unwrap();
    });
    assert!(report.holds(), "{report}");
}

#[test]
fn what_is_endless_only_for_a_scheduler_that_is_not_fair() {
    let report = Explorer::new().steps(2000).run(|| {
        let (flag, stats) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
        let set = Arc::clone(&flag);
        let thread = thread::spawn(move || set.store(true, SeqCst));
        while !flag.load(SeqCst) {
            stats.fetch_add(1, SeqCst);
        }
        thread.join().unwrap();
    });
    assert!(report.findings.is_empty(), "{report}");
    assert!(matches!(report.bounds[..], [Bound::Unfair(_)]), "{report}");
    assert!(report.to_string().contains("Not all schedules were walked"), "{report}");
    // The same, and nobody sets the flag.
    let report = Explorer::new().steps(2000).run(|| {
        let (flag, stats) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
        let other = Arc::clone(&flag);
        let thread = thread::spawn(move || other.store(false, SeqCst));
        while !flag.load(SeqCst) {
            stats.fetch_add(1, SeqCst);
        }
        thread.join().unwrap();
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Endless, "{report}");
}

#[test]
fn loops_that_give_up_after_many_rounds() {
    for rounds in [3, 250, 400] {
        let (all, report) = results(&Explorer::new(), move || {
            let flag = Arc::new(AtomicBool::new(false));
            let set = Arc::clone(&flag);
            let thread = thread::spawn(move || set.store(true, SeqCst));
            let found = (0..rounds).any(|_| flag.load(SeqCst));
            thread.join().unwrap();
            found
        });
        assert!(report.holds() && report.spins.is_empty(), "{report}");
        assert_eq!(all.len(), 2, "{rounds}: {report}");
    }
}

#[test]
fn all_findings_of_all_schedules() {
    for explorer in [Explorer::new().strategy(Strategy::All), Explorer::new().preemptions(2)] {
        let report = explorer.all_findings().run(|| {
            let value = Arc::new(AtomicUsize::new(0));
            let other = Arc::clone(&value);
            let thread = thread::spawn(move || {
                other.store(1, SeqCst);
                other.store(2, SeqCst);
            });
            assert!(value.load(SeqCst) != 1, "in the middle");
            thread.join().unwrap();
        });
        assert_eq!(report.findings.len(), 1, "{report}");
        assert!(report.executions < 100, "{report}");
    }
}

#[test]
fn to_give_way_is_a_step() {
    let report = Explorer::new().run(|| {
        // Not seen by the search: only a step lets the other one go on.
        let flag = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let set = Arc::clone(&flag);
        let thread = thread::spawn(move || set.store(true, SeqCst));
        while !flag.load(SeqCst) {
            thread::yield_now();
        }
        thread.join().unwrap();
    });
    assert!(report.findings.is_empty(), "{report}");
}

#[test]
fn what_the_report_warns_about() {
    use reductio_schedules::sync::atomic::Ordering::Relaxed;
    let report = Explorer::new().memory(Memory::SequentiallyConsistent).run(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        let thread = thread::spawn(move || set.store(true, Relaxed));
        flag.load(SeqCst);
        thread.join().unwrap();
    });
    assert!(report.holds() && report.shares, "{report}");
    assert_eq!(report.weaker.len(), 1, "{report}");
    let text = report.to_string();
    assert!(text.contains("Taken as `SeqCst`: the weaker orderings in"), "{report}");
    assert!(!text.contains("is a `use`"), "{report}");
    let report = Explorer::new().run(|| {
        let lock = Arc::new(std::sync::Mutex::new(0));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || *other.lock().unwrap() += 1);
        *lock.lock().unwrap() += 1;
        thread.join().unwrap();
    });
    assert!(report.holds() && !report.shares && report.weaker.is_empty(), "{report}");
    assert!(report.to_string().contains("is a `use` of"), "{report}");
}

#[test]
fn what_differs_is_told_in_words() {
    static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let report = Explorer::new().run(|| {
        let (lock, value) = (Arc::new(Mutex::new(())), Arc::new(AtomicUsize::new(0)));
        let (other, set) = (Arc::clone(&lock), Arc::clone(&value));
        let thread = thread::spawn(move || {
            drop(other.lock().unwrap());
            set.store(1, SeqCst);
        });
        if RUNS.fetch_add(1, SeqCst).is_multiple_of(2) {
            drop(lock.lock().unwrap());
        }
        value.load(SeqCst);
        thread.join().unwrap();
    });
    let message = report.findings[0].message();
    assert_eq!(report.findings[0].kind(), FindingKind::NotRepeatable, "{report}");
    assert!(!message.contains("ObjectId") && message.contains("is about to"), "{report}");
}

/// A thread polls under a lock until another one says so; before that, this one meets a third at a lock of their own.
#[test]
fn what_comes_before_a_change_is_tried_in_both_orders() {
    let (all, report) = results(&Explorer::new(), || {
        let all = Arc::new((Mutex::new(()), AtomicBool::new(false), Mutex::new(Vec::new())));
        let start = |name: usize| {
            let all = Arc::clone(&all);
            thread::spawn(move || {
                all.2.lock().unwrap().push(name);
                if name == 1 {
                    all.1.store(true, SeqCst);
                }
            })
        };
        let threads = [start(1), start(2)];
        loop {
            let _guard = all.0.lock().unwrap();
            if all.1.load(SeqCst) {
                break;
            }
        }
        for thread in threads {
            thread.join().unwrap();
        }
        std::mem::take(&mut *all.2.lock().unwrap())
    });
    assert!(report.holds(), "{report}");
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [[1, 2], [2, 1]]);
}
