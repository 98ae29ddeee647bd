//! The programs of the bench `stateless`, as Rust code under shuttle's depth-first search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use shuttle::scheduler::DfsScheduler;
use shuttle::sync::Mutex;
use shuttle::sync::atomic::AtomicUsize;
use shuttle::{Config, Runner, thread};

static STEPS: AtomicU64 = AtomicU64::new(0);

/// Each thread adds to one shared number, by a read and a write.
fn counters(threads: usize, rounds: usize) {
    let count = Arc::new(AtomicUsize::new(0));
    let all: Vec<_> = (0..threads)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..rounds {
                    let seen = count.load(std::sync::atomic::Ordering::SeqCst);
                    count.store(seen + 1, std::sync::atomic::Ordering::SeqCst);
                    STEPS.fetch_add(2, Relaxed);
                }
            })
        })
        .collect();
    all.into_iter().for_each(|one| one.join().unwrap());
}

/// Each thread adds to one shared number under a lock.
fn locked(threads: usize, rounds: usize) {
    let count = Arc::new(Mutex::new(0));
    let all: Vec<_> = (0..threads)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..rounds {
                    *count.lock().unwrap() += 1;
                    STEPS.fetch_add(3, Relaxed);
                }
            })
        })
        .collect();
    all.into_iter().for_each(|one| one.join().unwrap());
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().expect("the name of a program");
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("a number");
    let (threads, rounds, most) = (number(), number(), number());
    let body = match program.as_str() {
        "counters" => counters,
        "locked" => locked,
        other => panic!("there is no program {other}"),
    };
    let start = Instant::now();
    let runner = Runner::new(DfsScheduler::new(Some(most), false), Config::new());
    let executions = runner.run(move || body(threads, rounds));
    let steps = STEPS.load(Relaxed);
    println!("{executions} {steps} {}", start.elapsed().as_secs_f64());
}
