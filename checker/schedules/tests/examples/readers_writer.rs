//! A readers-writer lock of a mutex and a condition variable: `readers_writers.sys`.
//!
//! Broken: a writer that was woken does not look again whether somebody reads.

use reductio_schedules::sync::atomic::{AtomicBool, Ordering};
use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread;

#[derive(Default)]
struct Lock {
    /// The number of readers; -1 if somebody writes.
    state: Mutex<i32>,
    changed: Condvar,
    /// Whether a writer looks only once.
    is_hasty: bool,
}

impl Lock {
    fn read(&self) {
        let mut state = self.state.lock().unwrap();
        while *state < 0 {
            state = self.changed.wait(state).unwrap();
        }
        *state += 1;
    }

    fn write(&self) {
        let mut state = self.state.lock().unwrap();
        while *state != 0 {
            state = self.changed.wait(state).unwrap();
            if self.is_hasty {
                break;
            }
        }
        *state = -1;
    }

    fn leave(&self) {
        let mut state = self.state.lock().unwrap();
        *state = if *state < 0 { 0 } else { *state - 1 };
        if *state == 0 {
            self.changed.notify_all();
        }
    }
}

/// What the lock protects: an atomic, so that those who read it at once need no exclusive access.
#[derive(Default)]
struct Page {
    lock: Lock,
    page: AtomicBool,
}

impl Page {
    fn look(&self) {
        self.lock.read();
        let seen = self.page.load(Ordering::SeqCst);
        assert_eq!(seen, self.page.load(Ordering::SeqCst)); // one side
        self.lock.leave();
    }

    fn turn(&self) {
        self.lock.write();
        self.page.fetch_xor(true, Ordering::SeqCst); // other side
        self.lock.leave();
    }
}

fn run(is_hasty: bool) {
    let lock = Lock { is_hasty, ..Lock::default() };
    let page = Arc::new(Page { lock, ..Page::default() });
    let start = |act: fn(&Page)| {
        let page = Arc::clone(&page);
        thread::spawn(move || act(&page))
    };
    let others = [start(Page::look), start(Page::turn)];
    page.look();
    for thread in others {
        thread.join().unwrap();
    }
}

pub(crate) fn correct() {
    run(false);
}

pub(crate) fn broken() {
    run(true);
}
