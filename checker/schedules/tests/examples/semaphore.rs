//! A counting semaphore of a mutex and a condition variable.
//!
//! Broken: `release` notifies only if the number was 0. Of two who wait, the second one is forgotten if both releases come before the
//! first one has woken.

use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

#[derive(Default)]
struct Semaphore {
    count: Mutex<u32>,
    changed: Condvar,
    is_thrifty: bool,
}

impl Semaphore {
    fn acquire(&self) {
        let mut count = self.count.lock().unwrap();
        while *count == 0 {
            count = self.changed.wait(count).unwrap(); // one side
        }
        *count -= 1;
    }

    fn release(&self) {
        let mut count = self.count.lock().unwrap();
        *count += 1;
        if !self.is_thrifty || *count == 1 {
            self.changed.notify_one();
        }
    }
}

fn run(is_thrifty: bool) {
    let free = Arc::new(Semaphore { is_thrifty, ..Semaphore::default() });
    let others: Vec<_> = (0..2)
        .map(|_| {
            let free = Arc::clone(&free);
            thread::spawn(move || free.acquire())
        })
        .collect();
    free.release();
    free.release();
    for other in others {
        other.join().unwrap(); // other side
    }
    assert_eq!(*free.count.lock().unwrap(), 0);
}

pub(crate) fn correct() {
    run(false);
}

pub(crate) fn broken() {
    run(true);
}
