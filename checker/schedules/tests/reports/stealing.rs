//! Workers take jobs from each other. One that waits for a part of its own job runs another job meanwhile.
//!
//! Report: `rayon`, issue 592 (parallel iterators under a mutex).
//!
//! Broken: a job divides its work while it holds a lock. If another worker took the half, the first one may begin a job that needs the lock.

use std::collections::VecDeque;

use reductio_schedules::sync::mpsc::{Sender, channel};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::thread;

enum Job {
    /// Adds up the numbers, one half of them as a job of its own.
    Sum,
    Half(Vec<u32>, Sender<u32>),
}

struct Pool {
    jobs: Mutex<VecDeque<Job>>,
    numbers: Mutex<Vec<u32>>,
    is_mended: bool,
}

impl Pool {
    /// Runs the newest job. `false` if there is none.
    fn runs_one(&self) -> bool {
        let job = self.jobs.lock().unwrap().pop_back();
        match job {
            None => return false,
            Some(Job::Half(numbers, done)) => done.send(numbers.iter().sum()).unwrap(),
            Some(Job::Sum) if self.is_mended => {
                let numbers = self.numbers.lock().unwrap().clone();
                assert_eq!(self.sum(&numbers), 10);
            }
            Some(Job::Sum) => {
                let numbers = self.numbers.lock().unwrap();
                assert_eq!(self.sum(&numbers), 10);
            }
        }
        true
    }

    fn sum(&self, numbers: &[u32]) -> u32 {
        let (one, half) = numbers.split_at(numbers.len() / 2);
        let (done, other) = channel();
        self.jobs.lock().unwrap().push_back(Job::Half(half.to_vec(), done));
        let one: u32 = one.iter().sum();
        loop {
            if let Ok(other) = other.try_recv() {
                return one + other;
            }
            if !self.runs_one() {
                return one + other.recv().unwrap();
            }
        }
    }
}

fn run(is_mended: bool) {
    let pool = Arc::new(Pool {
        jobs: Mutex::new(VecDeque::from([Job::Sum, Job::Sum])),
        numbers: Mutex::new(vec![1, 2, 3, 4]),
        is_mended,
    });
    let other = Arc::clone(&pool);
    let worker = thread::spawn(move || while other.runs_one() {});
    while pool.runs_one() {}
    worker.join().unwrap();
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
