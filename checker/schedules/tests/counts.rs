//! The numbers of executions of known programs: one of each class of equivalent ones.

use std::collections::BTreeSet;
use std::sync::Mutex as Plain;

use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::{Explorer, Report, Strategy, thread};

fn run(strategy: Strategy, closure: fn()) -> Report {
    let report = Explorer::new().strategy(strategy).run(closure);
    assert!(report.findings.is_empty(), "{report}");
    assert!(report.is_complete(), "{report}");
    report
}

/// Philosophers in fixed order: the last one takes the forks the other way round.
fn philosophers<const N: usize>() {
    let forks: Vec<_> = (0..N).map(|_| Arc::new(Mutex::new(()))).collect();
    let threads: Vec<_> = (0..N)
        .map(|me| {
            let (one, other) = (me.min((me + 1) % N), me.max((me + 1) % N));
            let (one, other) = (Arc::clone(&forks[one]), Arc::clone(&forks[other]));
            thread::spawn(move || {
                let _one = one.lock().unwrap();
                let _other = other.lock().unwrap();
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

fn counter() {
    let count = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let count = Arc::clone(&count);
            thread::spawn(move || {
                for _ in 0..2 {
                    *count.lock().unwrap() += 1;
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(*count.lock().unwrap(), 6);
}

#[test]
fn philosophers_two_three_four() {
    for strategy in [Strategy::Optimal, Strategy::Source] {
        let count = |closure| {
            let report = run(strategy, closure);
            (report.executions, report.blocked)
        };
        let found = (
            count(philosophers::<2>),
            count(philosophers::<3>),
            count(philosophers::<4>),
            count(counter),
        );
        println!("{strategy:?} {found:?}");
    }
}

/// A readers-writer lock of a mutex and a condition variable: two readers, one writer.
fn readers_writer() {
    let lock = Arc::new((Mutex::new(0_i32), Condvar::new()));
    let mut threads = Vec::new();
    for _ in 0..2 {
        let lock = Arc::clone(&lock);
        threads.push(thread::spawn(move || {
            let (state, changed) = &*lock;
            let mut readers = state.lock().unwrap();
            while *readers < 0 {
                readers = changed.wait(readers).unwrap();
            }
            *readers += 1;
            drop(readers);
            let mut readers = state.lock().unwrap();
            *readers -= 1;
            if *readers == 0 {
                changed.notify_all();
            }
        }));
    }
    let writer = Arc::clone(&lock);
    threads.push(thread::spawn(move || {
        let (state, changed) = &*writer;
        let mut readers = state.lock().unwrap();
        while *readers != 0 {
            readers = changed.wait(readers).unwrap();
        }
        *readers = -1;
        drop(readers);
        *state.lock().unwrap() = 0;
        changed.notify_all();
    }));
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn the_readers_writer_lock() {
    for strategy in [Strategy::Optimal, Strategy::Source, Strategy::InvisibleFirst] {
        let report = run(strategy, readers_writer);
        println!("{strategy:?} {report}");
    }
}
