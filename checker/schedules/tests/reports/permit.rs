//! Somebody who waits can be notified alone, and the notification is kept if nobody waits yet; or all who wait are, and nothing is kept.
//!
//! Report: `tokio`, pull request 3660 (`notify_waiters` of `sync::Notify` drops a permit).
//!
//! Broken: who notifies all counts his calls in the same word, by reading and writing it. A permit that comes in between is overwritten.

use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::thread;

const PERMIT: usize = 1;
/// The calls are counted above the permit.
const CALL: usize = 2;

#[derive(Default)]
struct Notify {
    state: AtomicUsize,
    /// Who notifies all holds it, and who is about to wait. Here nobody waits.
    waiters: Mutex<()>,
    is_mended: bool,
}

impl Notify {
    fn notify_one(&self) {
        self.state.fetch_or(PERMIT, SeqCst);
    }

    fn notify_waiters(&self) {
        let _waiters = self.waiters.lock().unwrap();
        if self.is_mended {
            self.state.fetch_add(CALL, SeqCst);
        } else {
            let state = self.state.load(SeqCst);
            self.state.store(state + CALL, SeqCst);
        }
    }

    fn takes_permit(&self) -> bool {
        self.state.fetch_and(!PERMIT, SeqCst) & PERMIT != 0
    }
}

fn run(is_mended: bool) {
    let notify = Arc::new(Notify { is_mended, ..Notify::default() });
    let other = Arc::clone(&notify);
    let thread = thread::spawn(move || other.notify_waiters());
    notify.notify_one();
    thread.join().unwrap();
    assert!(notify.takes_permit(), "the permit is lost");
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
