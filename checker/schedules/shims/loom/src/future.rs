//! Futures.

use std::future::Future;
use std::pin::pin;
use std::task::Waker;

use crate::sync::{Mutex, PoisonError};

use reductio_schedules::choose;

/// Runs a future to its end. A future may be polled though nobody woke it: that is tried, once, as `loom` does.
#[track_caller]
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut was_again = false;
    reductio_schedules::future::block_on(std::future::poll_fn(move |context| {
        let polled = future.as_mut().poll(context);
        if polled.is_pending() && !was_again && choose(2) == 1 {
            was_again = true;
            return future.as_mut().poll(context);
        }
        polled
    }))
}

/// A place for the one who wants to be woken.
#[derive(Debug)]
pub struct AtomicWaker {
    waker: Mutex<Option<Waker>>,
}

impl AtomicWaker {
    /// Nobody wants to be woken.
    #[track_caller]
    pub fn new() -> Self {
        AtomicWaker { waker: Mutex::new(None) }
    }

    /// This one wants to be woken, in place of the one before.
    #[track_caller]
    pub fn register(&self, waker: Waker) {
        *self.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(waker);
    }

    /// This one wants to be woken, in place of the one before.
    #[track_caller]
    pub fn register_by_ref(&self, waker: &Waker) {
        self.register(waker.clone());
    }

    /// Wakes the one who wants to be woken, if there is one.
    #[track_caller]
    pub fn wake(&self) {
        if let Some(waker) = self.take_waker() {
            waker.wake();
        }
    }

    /// Takes the one who wants to be woken, without waking it.
    #[track_caller]
    pub fn take_waker(&self) -> Option<Waker> {
        self.waker.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Default for AtomicWaker {
    #[track_caller]
    fn default() -> Self {
        AtomicWaker::new()
    }
}
