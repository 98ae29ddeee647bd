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

/// Attempts that fail, and looks, keep nobody from the lock: the upgrade always comes off.
fn beside() -> String {
    let lock = Arc::new(RwLock::new(0));
    let other = Arc::clone(&lock);
    let seen = lock.upgradable_read();
    let thread = thread::spawn(move || {
        let written = other.try_write().is_some();
        let upgradable = other.try_upgradable_read().is_some();
        (written, upgradable && !written, other.is_locked(), other.is_locked_exclusive())
    });
    let upgraded = Upgradable::try_upgrade(seen).map(|mut value| *value += 1).is_ok();
    format!("{upgraded} {:?} {}", thread.join().unwrap(), lock.try_write().is_some())
}

/// A lock is given back in one step: who has read what was written finds it free.
fn released() -> String {
    let lock = Arc::new(RwLock::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || *other.write() += 1);
    let seen = *lock.read();
    let tried = lock.try_write().is_some();
    thread.join().unwrap();
    format!("{seen} {tried} {}", lock.try_upgradable_read().is_some())
}

/// To look at a mutex does not take it.
fn looked_at() -> String {
    let lock = Arc::new(Mutex::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || other.is_locked());
    let tried = lock.try_lock().is_some();
    format!("{tried} {}", thread.join().unwrap())
}

/// Writes, goes on as a reader, and writes again: nobody writes in between.
fn back_and_forth() -> String {
    let lock = Arc::new(RwLock::new(0));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || {
        let mut value = other.write();
        *value += 1;
        let value = RwLockWriteGuard::downgrade_to_upgradable(value);
        let mut value = Upgradable::upgrade(value);
        *value += 1;
        *RwLockWriteGuard::downgrade(value)
    });
    let tried = lock.try_upgradable_read().map(|value| *Upgradable::downgrade(value));
    let read = *lock.read();
    *lock.write() += 10;
    format!("{tried:?} {read} {} {}", thread.join().unwrap(), *lock.read())
}

type Run = fn() -> String;

const THREADS: [(&str, Run); 9] = [
    ("attempts", attempts),
    ("no_poison", no_poison),
    ("upgraded", upgraded),
    ("again", again),
    ("notified", notified),
    ("beside", beside),
    ("released", released),
    ("looked_at", looked_at),
    ("back_and_forth", back_and_forth),
];
