//! A ticket lock of two atomics (Mellor-Crummey and Scott, 1991): `ticket_lock.sys`.
//!
//! Its threads spin, and the search takes one that spins to wait until the number that it reads changes. What the lock protects is
//! checked by an exclusive access predicate: the thread whose number is called. Broken: a number is drawn by a read and a write.

use std::collections::HashMap;
use std::sync::{Mutex as Plain, PoisonError};

use reductio_schedules::Shared;
use reductio_schedules::sync::Arc;
use reductio_schedules::sync::atomic::{AtomicUsize, Ordering};
use reductio_schedules::thread::{self, ThreadId};

#[derive(Default)]
struct TicketLock {
    next: AtomicUsize,
    called: AtomicUsize,
    /// Who has which number. Only the predicate looks at it.
    drawn: Plain<HashMap<ThreadId, usize>>,
}

impl TicketLock {
    fn draw(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    fn draw_in_two_steps(&self) -> usize {
        let mine = self.next.load(Ordering::Relaxed);
        self.next.store(mine + 1, Ordering::Relaxed);
        mine
    }

    fn wait_for(&self, mine: usize) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.insert(thread::current().id(), mine);
        drop(drawn);
        while self.called.load(Ordering::Acquire) != mine {
            std::hint::spin_loop();
        }
    }

    fn leave(&self) {
        self.called.fetch_add(1, Ordering::Release);
    }

    fn serves(&self, thread: ThreadId) -> bool {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        drawn.get(&thread) == Some(&self.called.load(Ordering::SeqCst))
    }
}

fn run(threads: usize, draw: fn(&TicketLock) -> usize) {
    let lock = Arc::new(TicketLock::default());
    let rule = Arc::clone(&lock);
    let count = Shared::with_rule(0, move |asker| rule.serves(asker.thread()));
    let count = Arc::new(count);
    let all: Vec<_> = (0..threads)
        .map(|_| {
            let (lock, count) = (Arc::clone(&lock), Arc::clone(&count));
            thread::spawn(move || {
                let mine = draw(&lock);
                lock.wait_for(mine);
                count.set(count.get() + 1); // one side
                lock.leave();
            })
        })
        .collect();
    for thread in all {
        thread.join().unwrap();
    }
    assert_eq!(Arc::into_inner(count).map(Shared::into_inner), Some(threads));
}

pub(crate) fn correct() {
    run(3, TicketLock::draw);
}

pub(crate) fn broken() {
    run(2, TicketLock::draw_in_two_steps);
}
