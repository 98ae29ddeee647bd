//! All who wait are woken, a few at a time, without a lock while they are woken.
//!
//! Report: `tokio`, issue 5396 (one call of `notify_waiters` wakes somebody twice).
//!
//! Broken: one who was woken may wait again before the call is over, and finds himself in its last batch.

use std::collections::VecDeque;

use reductio_schedules::sync::mpsc::{Receiver, Sender, channel};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::thread;

/// So many are woken at a time.
const BATCH: usize = 1;

#[derive(Default)]
struct Notify {
    waiters: Mutex<VecDeque<Sender<()>>>,
}

impl Notify {
    /// Begins to wait: the message comes when one is woken.
    fn wait(&self) -> Receiver<()> {
        let (sender, receiver) = channel();
        self.waiters.lock().unwrap().push_back(sender);
        receiver
    }

    fn notify_waiters(&self, is_mended: bool) {
        let mut own = VecDeque::new();
        if is_mended {
            own = std::mem::take(&mut *self.waiters.lock().unwrap());
        }
        loop {
            let mut waiters = self.waiters.lock().unwrap();
            let waiters = if is_mended { &mut own } else { &mut *waiters };
            let batch: Vec<_> = waiters.drain(..BATCH.min(waiters.len())).collect();
            if batch.is_empty() {
                return;
            }
            for waiter in batch {
                // Who waits no more has dropped the receiver.
                _ = waiter.send(());
            }
        }
    }
}

fn run(is_mended: bool) {
    let notify = Arc::new(Notify::default());
    let (first, _second) = (notify.wait(), notify.wait());
    let other = Arc::clone(&notify);
    let thread = thread::spawn(move || {
        first.recv().unwrap();
        other.wait()
    });
    notify.notify_waiters(is_mended);
    let again = thread.join().unwrap();
    assert!(again.try_recv().is_err(), "woken by a call that came before");
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
