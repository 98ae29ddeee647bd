//! What carries the threads of a test, coroutines or threads of the operating system, makes no difference to what is found; destructors
//! and closures end where they should.

use std::sync::Mutex as Plain;
use std::time::Duration;

use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::{Explorer, FindingKind, thread};

/// What threads returned, and whether a mutex is poisoned where one of them panics while it holds it: the guard is given back by a thread that unwinds,
/// in a step that others can come before or after.
fn poison(explorer: &Explorer) -> (usize, usize, Vec<(bool, bool)>) {
    let all = Arc::new(Plain::new(std::collections::BTreeSet::new()));
    let to = Arc::clone(&all);
    let report = explorer.clone().expect_panics().run(move || {
        let lock = Arc::new(Mutex::new(0));
        let (other, third) = (Arc::clone(&lock), Arc::clone(&lock));
        let panics = thread::spawn(move || {
            let _guard = other.lock().unwrap();
            panic!("while it holds the lock");
        });
        let locks = thread::spawn(move || third.try_lock().is_ok());
        let panicked = panics.join().is_err();
        let locked = locks.join().unwrap();
        to.lock().unwrap().insert((panicked, locked));
    });
    assert!(report.holds(), "{report}");
    let ends = all.lock().unwrap().iter().copied().collect();
    (report.executions, report.blocked, ends)
}

#[test]
fn a_thread_that_has_to_wait_while_it_unwinds() {
    let coroutines = poison(&Explorer::new());
    assert_eq!(coroutines, poison(&Explorer::new().os_threads()));
    assert_eq!(coroutines.2, [(true, false), (true, true)]);
}

/// Asserts in its destructor what does not hold while others are in the middle of something.
struct Whole(Arc<Mutex<i32>>);

impl Drop for Whole {
    fn drop(&mut self) {
        // `into_inner`: a mutex may be poisoned.
        let value = *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        assert_eq!(value, 2, "not whole");
    }
}

#[test]
fn assertions_in_destructors_of_threads_that_wait_for_ever() {
    for explorer in [Explorer::new(), Explorer::new().os_threads()] {
        let report = explorer.run(|| {
            let lock = Arc::new(Mutex::new(0));
            let other = Arc::clone(&lock);
            let _whole = Whole(lock);
            let thread = thread::spawn(move || {
                *other.lock().unwrap() += 2;
                thread::park();
            });
            thread.join().unwrap();
        });
        let [finding] = &report.findings[..] else { panic!("{report}") };
        assert_eq!(finding.kind(), FindingKind::Deadlock, "{report}");
        // A thread pool that joins in its destructor.
        let report = explorer.run(|| {
            let (one, two) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
            let (three, four) = (Arc::clone(&one), Arc::clone(&two));
            let thread = thread::spawn(move || {
                let _two = four.lock().unwrap();
                drop(three.lock().unwrap());
            });
            let _pool = Pool(Some(thread));
            let guard = one.lock().unwrap();
            drop(two.lock().unwrap());
            drop(guard);
        });
        assert_eq!(report.findings[0].kind(), FindingKind::Deadlock, "{report}");
    }
}

/// Joins a thread in its destructor.
struct Pool(Option<thread::JoinHandle<()>>);

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.take().unwrap().join().unwrap();
    }
}

#[test]
fn the_closure_is_gone_when_the_search_ends() {
    for explorer in [Explorer::new(), Explorer::new().os_threads()] {
        for _ in 0..50 {
            let kept = Arc::new(Plain::new(0));
            let inner = Arc::clone(&kept);
            explorer.run(move || *inner.lock().unwrap() += 1);
            assert_eq!(Arc::try_unwrap(kept).unwrap().into_inner().unwrap(), 1);
        }
    }
}

/// Uses some hundred bytes of stack at each level.
fn depth(left: usize, to: &AtomicUsize) -> usize {
    let kept = std::hint::black_box([left; 32]);
    if left == 0 {
        to.fetch_add(1, SeqCst);
        return kept[0];
    }
    depth(left - 1, to) + kept[31] - kept[0] + 1
}

#[test]
fn deep_recursion() {
    let report = Explorer::new().run(|| {
        let count = Arc::new(AtomicUsize::new(0));
        let other = Arc::clone(&count);
        let deep = thread::spawn(move || depth(3_000, &other));
        let other = Arc::clone(&count);
        let builder = thread::Builder::new().stack_size(32 << 20);
        let deeper = builder.spawn(move || depth(40_000, &other)).unwrap();
        assert_eq!((deep.join().unwrap(), deeper.join().unwrap()), (3_000, 40_000));
    });
    assert!(report.holds(), "{report}");
    let report = Explorer::new().stack_size(32 << 20).run(|| {
        depth(40_000, &AtomicUsize::new(0));
    });
    assert!(report.holds(), "{report}");
}

#[test]
fn threads_of_scopes() {
    for explorer in [Explorer::new(), Explorer::new().os_threads()] {
        let report = explorer.run(|| {
            let (sum, mut own) = (Mutex::new(0), 0);
            thread::scope(|scope| {
                let inner = scope.spawn(|| {
                    scope.spawn(|| *sum.lock().unwrap() += 1);
                    *sum.lock().unwrap() += 2;
                    5
                });
                own += inner.join().unwrap();
            });
            assert_eq!((sum.into_inner().unwrap(), own), (3, 5));
        });
        assert!(report.holds(), "{report}");
        // Given up in the middle: what is borrowed stays until all who borrow it are gone.
        let report = explorer.run(|| {
            let sum = Mutex::new(vec![1]);
            thread::scope(|scope| {
                scope.spawn(|| {
                    let guard = sum.lock().unwrap();
                    thread::park();
                    drop(guard);
                });
                scope.spawn(|| sum.lock().unwrap().push(2));
            });
        });
        assert_eq!(report.findings[0].kind(), FindingKind::Deadlock, "{report}");
        assert_eq!(report.left_behind, 0, "{report}");
    }
    // Outside of a search.
    let mut sum = 0;
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        thread::scope(|scope| {
            scope.spawn(|| std::thread::sleep(Duration::from_millis(20)));
            sum += scope.spawn(|| 4).join().unwrap();
            scope.spawn(|| panic!("nobody joins"));
        });
    }));
    assert_eq!(sum, 4);
    assert_eq!(*caught.unwrap_err().downcast::<&str>().unwrap(), "a scoped thread panicked");
}

#[test]
fn a_thread_that_runs_without_an_operation_is_left_behind() {
    let explorer = Explorer::new().stall(Duration::from_millis(60)).all_findings();
    let report = explorer.run(|| {
        let lock = Arc::new(Mutex::new(0));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || {
            if *other.lock().unwrap() == 1 {
                std::thread::sleep(Duration::from_millis(300));
            }
        });
        *lock.lock().unwrap() = 1;
        thread.join().unwrap();
    });
    let kinds: Vec<_> = report.findings.iter().map(reductio_schedules::Finding::kind).collect();
    assert_eq!(kinds, [FindingKind::Stalled], "{report}");
    assert!(report.is_complete() && report.executions == 2, "{report}");
}

#[test]
fn a_thousand_threads() {
    let report = Explorer::new().executions(2).run(|| {
        let sum = Arc::new(Mutex::new(0));
        let add = || {
            let sum = Arc::clone(&sum);
            thread::spawn(move || *sum.lock().unwrap() += 1)
        };
        let threads: Vec<_> = (0..1000).map(|_| add()).collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(*sum.lock().unwrap(), 1000);
    });
    println!("{:?} for {} executions", report.time, report.executions);
    assert!(report.findings.is_empty(), "{report}");
    assert_eq!((report.threads, report.executions, report.left_behind), (1001, 2, 0));
}
