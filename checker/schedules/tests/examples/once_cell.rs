//! A value that is made once, by whoever needs it first, with a flag that is read without the mutex: `double_checked.sys`.
//!
//! Broken: the flag is raised before the value is there.

use reductio_schedules::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::thread;

#[derive(Default)]
struct Cell {
    ready: AtomicBool,
    value: AtomicU32,
    /// How often the value was made.
    made: Mutex<u32>,
    is_early: bool,
}

impl Cell {
    fn get(&self) -> u32 {
        if !self.ready.load(Ordering::Acquire) {
            let mut made = self.made.lock().unwrap();
            if !self.ready.load(Ordering::Relaxed) {
                *made += 1;
                if self.is_early {
                    self.ready.store(true, Ordering::Release); // one side
                    self.value.store(2, Ordering::Relaxed);
                } else {
                    self.value.store(2, Ordering::Relaxed);
                    self.ready.store(true, Ordering::Release);
                }
            }
        }
        self.value.load(Ordering::Relaxed)
    }
}

fn run(is_early: bool) {
    let cell = Arc::new(Cell { is_early, ..Cell::default() });
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let cell = Arc::clone(&cell);
            thread::spawn(move || {
                assert_eq!(cell.get(), 2); // other side
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(cell.get(), 2);
    assert_eq!(*cell.made.lock().unwrap(), 1);
}

pub(crate) fn correct() {
    run(false);
}

pub(crate) fn broken() {
    run(true);
}
