//! A pool counts its idle threads. Who brings a job takes one off, so that the next one does not count on the same thread.
//!
//! Report: `tokio`, pull request 7922 (a race at the shutdown of the pool for blocking tasks).
//!
//! Broken: a thread that wakes since the pool is shut down takes itself off the number. Who brought a job may have done so before.

use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

#[derive(Default)]
struct Shared {
    jobs: u32,
    idle: u32,
    is_over: bool,
}

#[derive(Default)]
struct Pool {
    shared: Mutex<Shared>,
    changed: Condvar,
}

impl Pool {
    fn work(&self, is_mended: bool) {
        let mut shared = self.shared.lock().unwrap();
        loop {
            shared.idle += 1;
            shared = self.changed.wait_while(shared, |s| s.jobs == 0 && !s.is_over).unwrap();
            if shared.is_over {
                if !is_mended || shared.jobs == 0 {
                    shared.idle = shared.idle.checked_sub(1).expect("an idle thread");
                }
                return;
            }
            shared.jobs -= 1;
        }
    }

    fn submit(&self) {
        let mut shared = self.shared.lock().unwrap();
        if shared.idle > 0 {
            shared.idle -= 1;
            shared.jobs += 1;
            self.changed.notify_one();
        }
    }

    fn shut_down(&self) {
        self.shared.lock().unwrap().is_over = true;
        self.changed.notify_all();
    }
}

fn run(is_mended: bool) {
    let pool = Arc::new(Pool::default());
    let own = Arc::clone(&pool);
    let worker = thread::spawn(move || own.work(is_mended));
    pool.submit();
    pool.shut_down();
    worker.join().unwrap();
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
