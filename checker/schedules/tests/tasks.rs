//! Tasks: aborted ones, those that nobody waits for, those that panic; what is handed down to threads, and what they know of each other.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::future::pending;
use std::rc::Rc;
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::future::{block_on, drop_detached_at_end, spawn, spawn_local, yield_now};
use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::{Explorer, FindingKind, Report, Strategy, explore, thread, thread_local};

/// Where outcomes are told. The search does not see it.
type Told<T> = Plain<PlainMutex<BTreeSet<T>>>;

/// All outcomes of a program.
fn outcomes<T: Ord + Send + 'static>(
    explorer: &Explorer,
    program: impl Fn(&Told<T>) + Send + Sync + 'static,
) -> (BTreeSet<T>, Report) {
    let told = Told::default();
    let kept = Plain::clone(&told);
    let report = explorer.run(move || program(&kept));
    assert!(report.findings.is_empty(), "{report}");
    let all = std::mem::take(&mut *told.lock().unwrap());
    (all, report)
}

/// Does something when it is dropped.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        self.0();
    }
}

#[test]
fn a_task_that_is_aborted_ends_or_is_dropped() {
    let (all, report) = outcomes(&Explorer::new(), |told| {
        let sum = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&sum);
        let task = spawn(async move {
            let late = Arc::clone(&own);
            let _adds = OnDrop(move || _ = late.fetch_add(10, Ordering::SeqCst));
            own.fetch_add(1, Ordering::SeqCst);
            yield_now().await;
            own.fetch_add(1, Ordering::SeqCst);
        });
        task.abort();
        let result = block_on(task);
        // Whatever the task has was dropped before others hear of its end.
        told.lock().unwrap().insert((result.is_ok(), sum.load(Ordering::SeqCst)));
    });
    assert!(report.is_complete());
    // Before its first poll, in between, or not at all.
    assert_eq!(all, BTreeSet::from([(false, 0), (false, 11), (true, 12)]));
}

#[test]
fn aborting_frees_what_a_task_holds_and_wakes_who_waits_for_it() {
    explore(|| {
        let lock = Arc::new(reductio_schedules::tokio::sync::Mutex::new(()));
        let own = Arc::clone(&lock);
        let task = spawn(async move {
            let _guard = own.lock().await;
            pending::<()>().await;
        });
        let abort = task.abort_handle();
        let waits = thread::spawn(move || block_on(task));
        abort.abort();
        let error = waits.join().unwrap().unwrap_err();
        assert!(error.is_cancelled() && !error.is_panic() && abort.is_finished());
        drop(block_on(lock.lock()));
        abort.abort();
    });
}

#[test]
fn a_task_that_panics_is_found_though_nobody_waits_for_it() {
    let report = Explorer::new().run(|| drop(spawn(async { panic!("nobody hears this") })));
    assert_eq!(report.findings[0].kind(), FindingKind::Panic);
    assert!(report.findings[0].message().contains("nobody hears this"), "{report}");
    let report = Explorer::new().expect_panics().run(|| {
        let error = block_on(spawn(async { panic!("somebody hears this") })).unwrap_err();
        assert!(error.is_panic() && !error.is_cancelled());
        assert_eq!(error.into_panic().downcast_ref(), Some(&"somebody hears this"));
    });
    assert!(report.findings.is_empty(), "{report}");
}

#[test]
fn a_task_need_not_be_send() {
    explore(|| {
        let seen = Rc::new(Cell::new(0));
        let [first, second] = [1, 2].map(|number| {
            let seen = Rc::clone(&seen);
            spawn_local(async move {
                yield_now().await;
                seen.set(seen.get() + number);
                Rc::new(number)
            })
        });
        assert_eq!(*block_on(second).unwrap() + *block_on(first).unwrap(), 3);
        assert_eq!(seen.get(), 3);
        assert_eq!(Rc::strong_count(&seen), 1);
    });
    let outside = std::panic::catch_unwind(|| drop(spawn_local(async {})));
    assert!(outside.is_err());
    let report = Explorer::new().os_threads().run(|| drop(spawn_local(async {})));
    assert!(report.findings[0].message().contains("not `Send`"), "{report}");
}

#[test]
fn destructors_of_tasks_that_nobody_waits_for_are_explored() {
    let program = |told: &Told<Vec<usize>>| {
        drop_detached_at_end();
        let order = Arc::new(Mutex::new(Vec::new()));
        for number in [1, 2] {
            let (order, told) = (Arc::clone(&order), Plain::clone(told));
            drop(spawn(async move {
                let _tells = OnDrop(move || {
                    let mut order = order.lock().unwrap();
                    order.push(number);
                    if order.len() == 3 {
                        told.lock().unwrap().insert(order.clone());
                    }
                });
                pending::<()>().await;
            }));
        }
        thread::spawn(move || order.lock().unwrap().push(0));
    };
    // After all that others do, in both orders: two executions, and those in which the three begin in other orders are the same.
    let both = BTreeSet::from([vec![0, 1, 2], vec![0, 2, 1]]);
    let (optimal, report) = outcomes(&Explorer::new(), program);
    assert!(report.is_complete(), "{report}");
    assert_eq!((optimal, report.executions), (both.clone(), 2));
    let random = Explorer::new().strategy(Strategy::Random(1)).executions(100);
    assert_eq!(outcomes(&random, program).0, both);
}

#[test]
fn a_task_that_waits_for_ever_is_found_unless_the_runtime_ends() {
    let found = |program: fn()| {
        let report = Explorer::new().run(program);
        report.findings.first().map(reductio_schedules::Finding::kind)
    };
    let stuck = Some(FindingKind::Stuck);
    assert_eq!(found(|| drop(spawn(pending::<()>()))), stuck);
    let ends = || {
        drop_detached_at_end();
        drop(spawn(pending::<()>()));
    };
    assert_eq!(found(ends), None);
    // Somebody waits for it.
    let joins = || {
        drop_detached_at_end();
        let task = spawn(pending::<()>());
        drop(thread::spawn(move || block_on(task)));
    };
    assert_eq!(found(joins), stuck);
    // It waits in the middle of something.
    let parks = || {
        drop_detached_at_end();
        drop(spawn(async { thread::park() }));
    };
    assert_eq!(found(parks), stuck);
    // What a destructor does is found.
    let panics = || {
        drop_detached_at_end();
        drop(spawn(async {
            let _panics = OnDrop(|| panic!("at the end"));
            pending::<()>().await;
        }));
    };
    assert_eq!(found(panics), Some(FindingKind::Panic));
    // It starts another task, which waits as well.
    let again = || {
        drop_detached_at_end();
        drop(spawn(async {
            let _again = OnDrop(|| drop(spawn(pending::<()>())));
            pending::<()>().await;
        }));
    };
    assert_eq!(found(again), None);
}

#[test]
fn a_clock_says_what_happens_before() {
    for strategy in [Strategy::Optimal, Strategy::All, Strategy::Random(7)] {
        let explorer = Explorer::new().strategy(strategy).executions(2_000);
        let (all, report) = outcomes(&explorer, |told| {
            let flag = Arc::new(AtomicBool::new(false));
            let (own, beside) = (Arc::clone(&flag), Arc::new(AtomicBool::new(false)));
            let [first, second] = [
                thread::spawn(move || {
                    assert_eq!(thread::clock()[1], 0, "nothing was done so far");
                    own.store(true, Ordering::SeqCst);
                    assert_eq!(thread::clock()[2], 0, "nobody told it anything");
                }),
                thread::spawn(move || beside.store(true, Ordering::SeqCst)),
            ];
            let is_set = flag.load(Ordering::SeqCst);
            let clock = thread::clock();
            assert_eq!(is_set, clock[1] > 0);
            assert_eq!(clock[2], 0);
            second.join().unwrap();
            assert!(thread::clock()[2] > 0);
            first.join().unwrap();
            assert!(thread::clock()[1] > 0);
            told.lock().unwrap().insert(is_set);
        });
        assert_eq!(all, BTreeSet::from([false, true]), "{strategy:?}");
        assert!(strategy != Strategy::Optimal || report.executions == 2, "{report}");
    }
    assert!(thread::clock().is_empty());
}

#[test]
fn what_is_handed_down_may_be_asked_for_by_steps() {
    thread_local! {
        static PATH: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    }
    let (all, _) = outcomes(&Explorer::new(), |told| {
        let count = Arc::new(Mutex::new(0));
        let own = Arc::clone(&count);
        thread::add_spawn_hook(move |child| {
            let number = {
                let mut count = own.lock().unwrap();
                *count += 1;
                *count
            };
            assert_eq!(child.name().is_some(), number == 1);
            let mut path = PATH.with_borrow(Vec::clone);
            path.push(number);
            move || PATH.set(path)
        });
        let named = thread::Builder::new().name("first".to_owned());
        let first = named.spawn(|| thread::spawn(|| PATH.take()).join().unwrap()).unwrap();
        let second = thread::scope(|s| s.spawn(|| PATH.take()).join().unwrap());
        told.lock().unwrap().insert((first.join().unwrap(), second));
        assert_eq!(*count.lock().unwrap(), 3);
    });
    let known = [(vec![1, 2], vec![3]), (vec![1, 3], vec![2])];
    assert_eq!(all, BTreeSet::from(known));
}

#[test]
fn what_a_thread_has_stays_with_it_where_it_stays() {
    thread_local! {
        static OWN: RefCell<Option<Box<dyn Send>>> = const { RefCell::new(None) };
    }
    // The search ends with the finding, and the lock is held for ever: a destructor that waited for it outside of the search would not end.
    let report = Explorer::new().steps(50).run(|| {
        let lock = Plain::new(Mutex::new(()));
        let own = Plain::clone(&lock);
        OWN.set(Some(Box::new(OnDrop(move || drop(own.lock())))));
        let _held = lock.lock().unwrap();
        (0..100).for_each(|_| thread::yield_now());
    });
    assert_eq!(report.findings[0].kind(), FindingKind::Endless);
}
