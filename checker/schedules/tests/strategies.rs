//! Bounds, chance, and what the stand-ins do outside of a search.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Mutex as Plain;
use std::time::Duration;

use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::mpsc::{TryRecvError, channel, sync_channel};
use reductio_schedules::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock, Semaphore};
use reductio_schedules::{Bound, Explorer, FindingKind, Shared, Strategy, choose, thread};

/// The results of a closure under an explorer, and whether all schedules were walked.
fn results<T: Ord + Send + 'static>(
    explorer: &Explorer,
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> (BTreeSet<T>, reductio_schedules::Report) {
    let all = Arc::new(Plain::new(BTreeSet::new()));
    let to = Arc::clone(&all);
    let report = explorer.run(move || {
        let result = closure();
        to.lock().unwrap().insert(result);
    });
    let found = std::mem::take(&mut *all.lock().unwrap());
    (found, report)
}

/// The writes of two threads that a third one sees, each in turn: needs more than one preemption.
fn alternating() -> Vec<usize> {
    let last = Arc::new(AtomicUsize::new(0));
    let (one, two) = (Arc::clone(&last), Arc::clone(&last));
    let reader = thread::spawn(move || (0..3).map(|_| one.load(SeqCst)).collect());
    for value in 1..=3 {
        two.store(value, SeqCst);
    }
    reader.join().unwrap()
}

#[test]
fn a_bounded_run_says_so() {
    let (all, report) = results(&Explorer::new(), alternating);
    assert!(report.holds(), "{report}");
    assert_eq!(all.len(), 20);
    let (some, report) = results(&Explorer::new().preemptions(1), alternating);
    assert!(!report.is_complete());
    assert_eq!(report.bounds, [Bound::Preemptions(1)]);
    assert!(some.len() < 20 && some.is_subset(&all), "{some:?}");
    assert!(report.to_string().contains("Not all schedules were walked"), "{report}");
    // Enough preemptions: all schedules.
    let (some, report) = results(&Explorer::new().preemptions(6), alternating);
    assert!(report.holds(), "{report}");
    assert_eq!(some, all);
    let (_, report) = results(&Explorer::new().executions(5), alternating);
    assert_eq!((report.executions, report.bounds), (5, vec![Bound::Executions(5)]));
    let (_, report) = results(&Explorer::new().time(Duration::ZERO), alternating);
    assert_eq!(report.bounds, [Bound::Time(Duration::ZERO)]);
}

#[test]
fn chance_finds_what_is_there() {
    let (all, _) = results(&Explorer::new(), alternating);
    for strategy in [Strategy::Random(3), Strategy::Pct { seed: 3, changes: 3 }] {
        let explorer = Explorer::new().strategy(strategy).executions(150);
        let (some, report) = results(&explorer, alternating);
        assert_eq!((report.executions, report.bounds.clone()), (150, vec![Bound::Sampled]));
        assert!(some.len() > 6 && some.is_subset(&all), "{strategy:?} {some:?}");
        // The same seed, the same schedules.
        assert_eq!(results(&explorer, alternating).0, some);
    }
    let report = Explorer::new().strategy(Strategy::Random(1)).run(|| {
        let (one, two) = (Arc::new(Mutex::new(())), Arc::new(Mutex::new(())));
        let (three, four) = (Arc::clone(&one), Arc::clone(&two));
        let other = thread::spawn(move || drop((four.lock().unwrap(), three.lock().unwrap())));
        drop((one.lock().unwrap(), two.lock().unwrap()));
        other.join().unwrap();
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Deadlock, "{report}");
}

/// Waits by looking under a lock, again and again.
fn polls(set: bool) -> reductio_schedules::Report {
    Explorer::new().run(move || {
        let flag = Arc::new(Mutex::new(false));
        let other = Arc::clone(&flag);
        let thread = thread::spawn(move || *other.lock().unwrap() = set);
        while !*flag.lock().unwrap() {}
        thread.join().unwrap();
    })
}

#[test]
fn loops_that_wait_and_loops_that_end() {
    let report = polls(true);
    assert!(report.holds(), "{report}");
    assert!(report.executions < 6 && report.spins.len() == 1, "{report}");
    let report = polls(false);
    assert_eq!(report.findings[0].kind(), FindingKind::Endless, "{report}");
    // A lock of atomics.
    let report = Explorer::new().run(|| {
        let lock = Arc::new(AtomicUsize::new(0));
        let take = |lock: &AtomicUsize| {
            while lock.compare_exchange(0, 1, SeqCst, SeqCst).is_err() {}
        };
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || {
            take(&other);
            other.store(0, SeqCst);
        });
        take(&lock);
        lock.store(0, SeqCst);
        thread.join().unwrap();
    });
    assert!(report.holds() && report.executions <= 10, "{report}");
    // Many rounds of a loop that ends are no waiting.
    let (all, report) = results(&Explorer::new(), || {
        let value = Arc::new(Mutex::new(0));
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || *other.lock().unwrap() = 1);
        let seen = (0..10).filter(|_| *value.lock().unwrap() == 1).count();
        thread.join().unwrap();
        seen
    });
    assert!(report.holds() && report.spins.is_empty(), "{report}");
    assert_eq!((all.len(), report.executions), (11, 11));
    let (all, report) = results(&Explorer::new(), || {
        let value = Arc::new(AtomicUsize::new(0));
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || other.store(1, SeqCst));
        let seen = (0..10).filter(|_| value.load(SeqCst) == 1).count();
        thread.join().unwrap();
        seen
    });
    assert!(report.holds() && report.spins.is_empty(), "{report}");
    assert_eq!((all.len(), report.executions), (11, 11));
}

#[test]
fn condition_variables_wake_without_reason_if_asked() {
    fn closure() {
        let pair = Arc::new((Mutex::new(false), Condvar::new()));
        let other = Arc::clone(&pair);
        let thread = thread::spawn(move || {
            *other.0.lock().unwrap() = true;
            other.1.notify_one();
        });
        let ready = pair.0.lock().unwrap();
        if !*ready {
            // `if` instead of `while`.
            assert!(*pair.1.wait(ready).unwrap());
        }
        thread.join().unwrap();
    }
    assert!(Explorer::new().run(closure).holds());
    let report = Explorer::new().spurious_wake_ups().run(closure);
    assert_eq!(report.findings[0].kind(), FindingKind::Panic, "{report}");
}

#[test]
fn threads_have_variables_of_their_own() {
    thread_local! {
        static RUNS: Cell<usize> = const { Cell::new(0) };
    }
    let (all, report) = results(&Explorer::new().os_threads(), || {
        let count = || RUNS.with(|runs| runs.replace(runs.get() + 1));
        let lock = Arc::new(Mutex::new(()));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || {
            let _guard = other.lock().unwrap();
            RUNS.with(|runs| runs.replace(7))
        });
        let first = count();
        drop(lock.lock().unwrap());
        (first, count(), thread.join().unwrap())
    });
    assert_eq!((all.len(), report.executions), (1, 2));
    assert!(all.contains(&(0, 1, 0)), "{all:?}");
}

#[test]
fn a_leader_is_any_of_those_who_came() {
    let (all, report) = results(&Explorer::new(), || {
        let barrier = Arc::new(Barrier::new(2));
        let other = Arc::clone(&barrier);
        let thread = thread::spawn(move || other.wait().is_leader());
        (barrier.wait().is_leader(), thread.join().unwrap())
    });
    assert!(report.holds(), "{report}");
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [(false, true), (true, false)]);
    // Who does not ask makes no difference.
    let report = Explorer::new().run(|| {
        let barrier = Arc::new(Barrier::new(3));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let barrier = Arc::clone(&barrier);
                thread::spawn(move || drop(barrier.wait()))
            })
            .collect();
        barrier.wait();
        for thread in threads {
            thread.join().unwrap();
        }
    });
    assert_eq!(report.executions, 1);
}

/// Everything, as it is outside of a search.
#[test]
fn outside_of_a_search() {
    assert_eq!(choose(5), 0);
    let sum = Arc::new((Mutex::new(0), Condvar::new()));
    let other = Arc::clone(&sum);
    let worker = thread::Builder::new().name("worker".to_owned()).spawn(move || {
        *other.0.lock().unwrap() += 1;
        other.1.notify_all();
        thread::current().name().map(str::to_owned)
    });
    let mut value = sum.0.lock().unwrap();
    while *value == 0 {
        value = sum.1.wait(value).unwrap();
    }
    assert!(sum.0.try_lock().is_err());
    drop(value);
    assert_eq!(worker.unwrap().join().unwrap().as_deref(), Some("worker"));
    let value = sum.0.lock().unwrap();
    let (value, result) = sum.1.wait_timeout(value, Duration::from_millis(1)).unwrap();
    assert!(result.timed_out() && *value == 1);
    drop(value);

    let (sender, receiver) = channel();
    let (bounded, bounded_receiver) = sync_channel(0);
    let barrier = Barrier::new(2);
    let lock = RwLock::new(3);
    let (once, cell) = (Once::new(), OnceLock::new());
    thread::scope(|scope| {
        let handle = scope.spawn(|| {
            sender.send(1).unwrap();
            bounded.send(2).unwrap();
            *lock.write().unwrap() += 1;
            once.call_once(|| ());
            let leads = barrier.wait().is_leader();
            thread::park();
            leads
        });
        assert_eq!((receiver.recv(), bounded_receiver.recv()), (Ok(1), Ok(2)));
        let leads = barrier.wait().is_leader();
        handle.thread().unpark();
        assert!(leads != handle.join().unwrap());
    });
    assert_eq!(receiver.try_recv(), Err(TryRecvError::Empty));
    assert!(once.is_completed());
    assert_eq!((*lock.read().unwrap(), *cell.get_or_init(|| 5), cell.set(6)), (4, 5, Err(6)));
    let seats = Semaphore::new(1);
    seats.acquire();
    assert!(!seats.try_acquire());
    let shared = Shared::new(1);
    shared.set(shared.get() + 1);
    assert_eq!(shared.into_inner(), 2);
    let count = AtomicUsize::new(1);
    assert_eq!(
        (count.fetch_add(2, SeqCst), count.compare_exchange(3, 4, SeqCst, SeqCst)),
        (1, Ok(3))
    );
    thread::yield_now();
}
