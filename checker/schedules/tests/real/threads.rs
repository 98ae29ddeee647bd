// Programs of threads, each with a text for what happened. Whoever includes this file has `parking_lot`, `thread` and `Arc` in scope: the real ones, or ours.

use parking_lot::{
    Condvar, Mutex, Once, RwLock, RwLockUpgradableReadGuard as Upgradable, RwLockWriteGuard,
};
use std::time::Duration;

fn attempts() -> String {
    let lock = Arc::new(Mutex::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || *other.lock() += 1);
    let tried = lock.try_lock().map(|value| *value);
    let waited = lock.try_lock_for(Duration::from_micros(1)).map(|value| *value);
    thread.join().unwrap();
    format!("{tried:?} {waited:?} {}", *lock.lock())
}

fn no_poison() -> String {
    let lock = Arc::new((Mutex::new(0), RwLock::new(0), Once::new()));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || {
        other.2.call_once(|| {
            let _values = (other.0.lock(), other.1.write());
            std::panic::resume_unwind(Box::new("given up"));
        });
    });
    let failed = thread.join().is_err();
    let state = lock.2.state();
    lock.2.call_once_force(|state| *lock.0.lock() += 10 * i32::from(state.poisoned()));
    format!("{failed} {state:?} {:?} {} {}", lock.2.state(), *lock.0.lock(), *lock.1.read())
}

fn upgraded() -> String {
    let lock = Arc::new(RwLock::new(0));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let lock = Arc::clone(&lock);
            thread::spawn(move || {
                let value = lock.upgradable_read();
                let before = *value;
                let mut value = Upgradable::upgrade(value);
                *value += 1;
                before
            })
        })
        .collect();
    let tried = (lock.try_upgradable_read().is_some(), lock.try_write().is_some());
    let read = *lock.read();
    let seen: Vec<i32> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    format!("{tried:?} {read} {seen:?} {}", *lock.read())
}

fn again() -> String {
    let lock = Arc::new(RwLock::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || {
        let mut value = other.write();
        *value += 1;
        *RwLockWriteGuard::downgrade(value)
    });
    let first = lock.read();
    let second = lock.read_recursive();
    let tried = lock.try_read().is_some();
    let seen = (*first, *second);
    drop((first, second));
    format!("{seen:?} {tried} {}", thread.join().unwrap())
}

fn notified() -> String {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let other = Arc::clone(&pair);
    let thread = thread::spawn(move || {
        let mut value = other.0.lock();
        let result =
            other.1.wait_while_for(&mut value, |value| *value == 0, Duration::from_micros(20));
        (*value, result.timed_out())
    });
    *pair.0.lock() = 1;
    let woken = pair.1.notify_one();
    let all = pair.1.notify_all();
    format!("{woken} {all} {:?}", thread.join().unwrap())
}

type Run = fn() -> String;

const THREADS: [(&str, Run); 5] = [
    ("attempts", attempts),
    ("no_poison", no_poison),
    ("upgraded", upgraded),
    ("again", again),
    ("notified", notified),
];
