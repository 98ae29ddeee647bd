//! Programs as they are written for `std`: thread-local variables and their destructors, `static`s, cells, and what else there is in `sync`.

use std::cell::{Cell as PlainCell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::cell::{Cell, UnsafeCell};
use reductio_schedules::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::mpsc::{Sender, channel};
use reductio_schedules::sync::{Arc, LazyLock, Mutex, Once, OnceLock, RwLock, RwLockWriteGuard};
use reductio_schedules::{
    Explorer, FindingKind, Report, explore, lazy_static, statics, thread, thread_local,
};

/// All results of a closure, over all schedules, and the report of a search that finds nothing wrong.
#[track_caller]
fn outcomes<T: Ord + Debug + Send + 'static>(
    closure: impl Fn() -> T + Send + Sync + 'static,
) -> (Vec<T>, Report) {
    let all = Plain::new(PlainMutex::new(BTreeSet::new()));
    let kept = Plain::clone(&all);
    let report = Explorer::new().expect_panics().run(move || {
        let outcome = closure();
        kept.lock().unwrap().insert(outcome);
    });
    report.assert_holds();
    let all = std::mem::take(&mut *all.lock().unwrap());
    (all.into_iter().collect(), report)
}

/// The kinds of all findings of a closure.
#[track_caller]
fn kinds(closure: impl Fn() + Send + Sync + 'static) -> Vec<FindingKind> {
    let report = Explorer::new().all_findings().run(closure);
    let kinds: BTreeSet<_> =
        report.findings.iter().map(reductio_schedules::Finding::kind).collect();
    kinds.into_iter().collect()
}

/// Locks, and adds to what is locked, when it is dropped.
struct Adds(Arc<Mutex<u32>>);

impl Drop for Adds {
    fn drop(&mut self) {
        *self.0.lock().unwrap() += 1;
    }
}

thread_local! {
    static KEPT: RefCell<Option<Adds>> = const { RefCell::new(None) };
    static COUNT: PlainCell<u32> = PlainCell::new(1);
    static SENDER: RefCell<Option<Sender<u32>>> = RefCell::default();
}

#[test]
fn destructors_of_thread_local_variables_are_steps_of_the_thread() {
    // They are over when the thread is joined, and not before: whoever does not wait sees either.
    let (seen, _) = outcomes(|| {
        let sum = Arc::new(Mutex::new(0));
        let own = Adds(Arc::clone(&sum));
        let thread = thread::spawn(move || KEPT.set(Some(own)));
        let early = *sum.lock().unwrap();
        thread.join().unwrap();
        let late = *sum.lock().unwrap();
        (early, late)
    });
    assert_eq!(seen, [(0, 1), (1, 1)]);
    // A destructor that waits for a lock that the one who joins holds.
    let found = kinds(|| {
        let sum = Arc::new(Mutex::new(0));
        let own = Adds(Arc::clone(&sum));
        let held = sum.lock().unwrap();
        thread::spawn(move || KEPT.set(Some(own))).join().unwrap();
        drop(held);
    });
    assert_eq!(found, [FindingKind::Deadlock]);
    // A sender that a thread keeps is gone when the thread is.
    let (seen, _) = outcomes(|| {
        let (sender, receiver) = channel();
        let thread = thread::spawn(move || SENDER.set(Some(sender)));
        let answer = receiver.recv();
        thread.join().unwrap();
        answer.is_err()
    });
    assert_eq!(seen, [true]);
}

#[test]
fn thread_local_variables_are_each_threads_own_and_new_in_each_execution() {
    let (seen, report) = outcomes(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let other = Arc::clone(&flag);
        COUNT.set(COUNT.get() + 1);
        let thread = thread::spawn(move || {
            other.store(true, SeqCst);
            COUNT.replace(7)
        });
        flag.load(SeqCst);
        (thread.join().unwrap(), COUNT.get(), COUNT.try_with(PlainCell::get).is_ok())
    });
    assert_eq!(seen, [(1, 2, true)]);
    assert_eq!(report.executions, 2);
    // Outside of a search they are `std`'s.
    COUNT.set(5);
    assert_eq!((std::thread::spawn(|| COUNT.get()).join().unwrap(), COUNT.get()), (1, 5));
}

statics! {
    static TICKET: AtomicUsize = AtomicUsize::new(0);
    static NAMES: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    static CELL: OnceLock<usize> = OnceLock::new();
}

static LAZY: LazyLock<Mutex<u32>> = LazyLock::new(|| Mutex::new(1));

lazy_static! {
    static ref OLD: AtomicUsize = AtomicUsize::new(3);
}

#[test]
fn statics_are_new_in_each_execution() {
    let (seen, report) = outcomes(|| {
        let other = thread::spawn(|| {
            let ticket = TICKET.fetch_add(1, SeqCst);
            NAMES.lock().unwrap().push(ticket);
            *CELL.get_or_init(|| 1)
        });
        let ticket = TICKET.fetch_add(1, SeqCst);
        NAMES.lock().unwrap().push(ticket);
        let mine = *CELL.get_or_init(|| 0);
        assert_eq!(other.join().unwrap(), mine);
        assert_eq!(OLD.fetch_add(1, SeqCst), 3);
        (NAMES.lock().unwrap().clone(), mine)
    });
    assert_eq!(seen.len(), 2 * 2, "{seen:?}");
    assert!(report.executions > 4);
    // Who makes it first is explored, and the value is made once.
    let (seen, _) = outcomes(|| {
        let other = thread::spawn(|| *LAZY.lock().unwrap() *= 2);
        *LAZY.lock().unwrap() += 1;
        other.join().unwrap();
        *LAZY.lock().unwrap()
    });
    assert_eq!(seen, [3, 4]);
    assert_eq!(TICKET.load(SeqCst) + *LAZY.lock().unwrap() as usize, 1);
}

#[test]
fn a_lazy_value_whose_closure_panics_is_poisoned() {
    let (seen, _) = outcomes(|| {
        let lazy = LazyLock::<u32, _>::new(|| panic!("no"));
        let twice = [0; 2].map(|_| {
            let forced = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| *lazy));
            forced.unwrap_err().downcast_ref::<&str>().map(|text| (*text).to_owned())
        });
        twice.map(Option::unwrap_or_default)
    });
    let poisoned = "LazyLock instance has previously been poisoned".to_owned();
    assert_eq!(seen, [["no".to_owned(), poisoned]]);
}

#[test]
fn waiting_for_once() {
    let (seen, _) = outcomes(|| {
        let once = Arc::new((Once::new(), OnceLock::new()));
        let other = Arc::clone(&once);
        let thread = thread::spawn(move || {
            other.1.set(7).unwrap();
            other.0.call_once(|| ());
        });
        once.0.wait();
        let value = *once.1.wait();
        thread.join().unwrap();
        (value, once.0.is_completed(), once.1.clone() == once.1)
    });
    assert_eq!(seen, [(7, true, true)]);
    // Poisoned before, or meanwhile.
    let (seen, _) = outcomes(|| {
        let once = Arc::new(Once::new());
        let (one, two) = (Arc::clone(&once), Arc::clone(&once));
        let waits = thread::spawn(move || one.wait());
        let panics = thread::spawn(move || two.call_once(|| panic!("no")));
        assert!(panics.join().is_err());
        once.call_once_force(|state| assert!(state.is_poisoned()));
        once.wait_force();
        waits.join().is_err()
    });
    assert_eq!(seen, [false, true]);
    // Nobody does it.
    let found = kinds(|| Once::new().wait_force());
    assert_eq!(found, [FindingKind::Deadlock]);
    let found = kinds(|| _ = OnceLock::<u32>::new().wait());
    assert_eq!(found, [FindingKind::Deadlock]);
}

#[test]
fn a_writer_that_becomes_a_reader_lets_nobody_write_in_between() {
    let (seen, _) = outcomes(|| {
        let lock = Arc::new(RwLock::new(0));
        let (one, two) = (Arc::clone(&lock), Arc::clone(&lock));
        let writer = thread::spawn(move || *one.write().unwrap() += 1);
        let reader = thread::spawn(move || *two.read().unwrap());
        let mut guard = lock.write().unwrap();
        let before = *guard;
        *guard += 10;
        let guard = RwLockWriteGuard::downgrade(guard);
        let same = *guard == before + 10;
        drop(guard);
        writer.join().unwrap();
        (same, reader.join().unwrap())
    });
    assert_eq!(seen, [(true, 0), (true, 1), (true, 10), (true, 11)]);
    let lock = RwLock::new(1);
    let guard = RwLockWriteGuard::downgrade(lock.write().unwrap());
    assert_eq!(format!("{guard}"), "1");
    assert!(lock.try_write().is_err() && lock.try_read().is_ok());
}

#[test]
fn cells_that_are_handed_over_hold() {
    // `Cell` and `UnsafeCell` are not `Sync`: by safe code they can only be handed over.
    let found = kinds(|| {
        let cells = (Cell::new(1), UnsafeCell::new(1));
        let moved = thread::spawn(move || {
            cells.0.set(cells.0.get() + 1);
            cells.1.with_mut(|pointer| assert!(!pointer.is_null()));
            cells
        });
        let cells = moved.join().unwrap();
        assert_eq!((cells.0.get(), cells.1.into_inner()), (2, 1));
    });
    assert_eq!(found, []);
}

#[test]
fn operations_on_atomics_that_may_have_to_be_repeated() {
    // The closure runs again if another thread changes the value meanwhile.
    let (calls, _) = outcomes(|| {
        let value = Arc::new(AtomicUsize::new(0));
        let other = Arc::clone(&value);
        let thread = thread::spawn(move || other.fetch_add(1, SeqCst));
        let mut calls = 0;
        value.update(SeqCst, SeqCst, |value| {
            calls += 1;
            value + 10
        });
        thread.join().unwrap();
        assert_eq!(value.load(SeqCst), 11);
        calls
    });
    assert_eq!(calls, [1, 2]);
    // It may fail without reason, once.
    let (results, report) = outcomes(|| {
        let value = AtomicUsize::new(0);
        let one = value.compare_exchange_weak(0, 1, SeqCst, SeqCst);
        let two = value.compare_exchange_weak(1, 2, SeqCst, SeqCst);
        (one, two)
    });
    assert_eq!(results, [(Ok(0), Ok(1)), (Ok(0), Err(1)), (Err(0), Err(0))]);
    assert_eq!(report.executions, 3);
    let turned = AtomicBool::new(false);
    assert_eq!((turned.fetch_not(SeqCst), turned.load(SeqCst)), (false, true));
    explore(|| {
        let value = AtomicUsize::new(0);
        while value.compare_exchange_weak(0, 1, SeqCst, SeqCst).is_err() {}
    });
}

reductio_schedules::lazy_static! {
    static ref FIRST: AtomicUsize = AtomicUsize::new(7);
    static ref SECOND: AtomicUsize = AtomicUsize::new(FIRST.load(SeqCst) + 1);
}

#[test]
fn one_use_of_the_macro_may_have_several_statics() {
    let report = Explorer::new().run(|| {
        let thread = thread::spawn(|| SECOND.fetch_add(1, SeqCst));
        assert_eq!(FIRST.load(SeqCst), 7);
        assert_eq!(thread.join().unwrap(), 8);
    });
    report.assert_holds();
}
