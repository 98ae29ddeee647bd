//! The numbers of executions of known programs: one of each class of equivalent ones.

use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::{Explorer, Report, Strategy, thread};

/// The number of executions, and of those given up, of a search that finds nothing wrong.
fn count(strategy: Strategy, closure: impl Fn() + Send + Sync + 'static) -> (usize, usize) {
    let report: Report = Explorer::new().strategy(strategy).run(closure);
    assert!(report.holds(), "{report}");
    (report.executions, report.blocked)
}

/// Runs a body in so many threads, each with its number, and waits for them.
fn threads(count: usize, body: impl Fn(usize) + Clone + Send + 'static) {
    let start = |me| {
        let body = body.clone();
        thread::spawn(move || body(me))
    };
    let threads: Vec<_> = (0..count).map(start).collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Philosophers who eat once, each taking the fork with the smaller number first.
fn philosophers(count: usize) {
    let forks: Arc<Vec<_>> = Arc::new((0..count).map(|_| Mutex::new(())).collect());
    threads(count, move |me| {
        let other = (me + 1) % count;
        let _first = forks[me.min(other)].lock().unwrap();
        let _second = forks[me.max(other)].lock().unwrap();
    });
}

fn counter(increments: usize) {
    let sum = Arc::new(Mutex::new(0));
    let to = Arc::clone(&sum);
    threads(3, move |_| {
        for _ in 0..increments {
            *to.lock().unwrap() += 1;
        }
    });
    assert_eq!(*sum.lock().unwrap(), 3 * increments);
}

/// A readers-writer lock of a mutex and a condition variable: two readers, one writer.
fn readers_writer() {
    let lock = Arc::new((Mutex::new(0_i32), Condvar::new()));
    threads(3, move |me| {
        let (state, changed) = &*lock;
        let mut holders = state.lock().unwrap();
        while if me == 2 { *holders != 0 } else { *holders < 0 } {
            holders = changed.wait(holders).unwrap();
        }
        *holders += if me == 2 { -1 } else { 1 };
        drop(holders);
        let mut holders = state.lock().unwrap();
        *holders -= if me == 2 { -1 } else { 1 };
        if *holders == 0 {
            changed.notify_all();
        }
    });
}

/// A hash table of atomics that each thread puts four messages into (Flanagan and Godefroid 2005, figure 3).
fn indexer(count: usize) {
    let table: Arc<Vec<_>> = Arc::new((0..128).map(|_| AtomicUsize::new(0)).collect());
    threads(count, move |me| {
        for message in 1..=4 {
            let word = message * 11 + me;
            let mut place = word * 7 % 128;
            while table[place].compare_exchange(0, word, SeqCst, SeqCst).is_err() {
                place = (place + 1) % 128;
            }
        }
    });
}

/// Files whose first block is looked for when it is needed (Flanagan and Godefroid 2005, figure 4).
fn file_system(count: usize) {
    let inodes: Arc<Vec<_>> = Arc::new((0..32).map(|_| Mutex::new(0)).collect());
    let busy: Arc<Vec<_>> = Arc::new((0..26).map(|_| Mutex::new(false)).collect());
    threads(count, move |me| {
        let mut inode = inodes[me % 32].lock().unwrap();
        if *inode == 0 {
            let mut block = me % 32 * 2 % 26;
            loop {
                let mut taken = busy[block].lock().unwrap();
                if !*taken {
                    *taken = true;
                    *inode = block + 1;
                    break;
                }
                drop(taken);
                block = (block + 1) % 26;
            }
        }
    });
}

#[test]
fn programs_with_locks() {
    for strategy in [Strategy::Optimal, Strategy::Source] {
        assert_eq!(count(strategy, || philosophers(2)), (2, 0));
        assert_eq!(count(strategy, || philosophers(3)), (6, 0));
        assert_eq!(count(strategy, || philosophers(4)), (14, 0));
        assert_eq!(count(strategy, || counter(2)), (90, 0));
        assert_eq!(count(strategy, readers_writer), (62, 0));
    }
}

#[test]
fn programs_of_flanagan_and_godefroid() {
    assert_eq!(count(Strategy::Optimal, || indexer(11)), (1, 0));
    assert_eq!(count(Strategy::Optimal, || indexer(12)), (8, 0));
    assert_eq!(count(Strategy::Optimal, || file_system(13)), (1, 0));
    assert_eq!(count(Strategy::Optimal, || file_system(14)), (2, 0));
}

#[test]
fn a_search_without_races_keeps_sleep_sets() {
    // All threads are taken everywhere: the same classes, and executions that are given up.
    assert_eq!(count(Strategy::InvisibleFirst, || philosophers(3)).0, 6);
    let (executions, blocked) = count(Strategy::Selective, || counter(1));
    assert_eq!(executions, 6);
    assert!(blocked > 0);
}

#[test]
fn more_increments() {
    assert_eq!(count(Strategy::Optimal, || counter(3)), (1680, 0));
}
