//! A queue of jobs for several workers, which is closed when there will be no more jobs.
//!
//! Broken: who closes it does not hold the mutex. A worker may have seen that it is open, and go to sleep after the notification.

use std::collections::VecDeque;

use reductio_schedules::sync::atomic::{AtomicBool, Ordering};
use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

#[derive(Default)]
struct Queue {
    jobs: Mutex<VecDeque<u32>>,
    closed: AtomicBool,
    changed: Condvar,
}

impl Queue {
    fn add(&self, job: u32) {
        self.jobs.lock().unwrap().push_back(job);
        self.changed.notify_one();
    }

    fn next(&self) -> Option<u32> {
        let mut jobs = self.jobs.lock().unwrap();
        loop {
            if let Some(job) = jobs.pop_front() {
                return Some(job);
            }
            if self.closed.load(Ordering::SeqCst) {
                return None;
            }
            jobs = self.changed.wait(jobs).unwrap(); // one side
        }
    }

    fn close(&self) {
        let jobs = self.jobs.lock().unwrap();
        self.closed.store(true, Ordering::SeqCst);
        drop(jobs);
        self.changed.notify_all();
    }

    fn close_without_the_lock(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.changed.notify_all(); // other side
    }
}

fn run(close: fn(&Queue)) {
    let queue = Arc::new(Queue::default());
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let queue = Arc::clone(&queue);
            thread::spawn(move || std::iter::from_fn(|| queue.next()).sum::<u32>())
        })
        .collect();
    queue.add(3);
    close(&queue);
    let done: u32 = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    assert_eq!(done, 3);
}

pub(crate) fn correct() {
    run(Queue::close);
}

pub(crate) fn broken() {
    run(Queue::close_without_the_lock);
}
