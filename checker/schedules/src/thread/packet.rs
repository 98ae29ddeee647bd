//! The result that a thread of a search leaves for the one who joins it.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Result;

use crate::run::context::Over;
use crate::run::manner::Main;

/// The value that a thread returned or panicked with, until somebody takes it.
pub(crate) struct Packet<T> {
    result: Mutex<Option<Result<T>>>,
    /// Where a scope is told that a thread panicked whom nobody joined.
    unhandled: Option<Arc<AtomicBool>>,
}

impl<T> Packet<T> {
    pub(crate) fn new(unhandled: Option<Arc<AtomicBool>>) -> Self {
        Packet { result: Mutex::new(None), unhandled }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Result<T>>> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs what a thread is to do, and fills the packet. `true` if it panicked.
    pub(crate) fn fill(self: Arc<Self>, body: impl FnOnce() -> T) -> bool {
        let result = catch_unwind(AssertUnwindSafe(body));
        let panicked = result.as_ref().err().is_some_and(|payload| !payload.is::<Over>());
        *self.lock() = Some(result);
        panicked
    }

    /// The result. A thread that was unwound since the execution is over may have none.
    pub(crate) fn open(&self) -> Result<T> {
        self.lock().take().unwrap_or_else(|| Err(Box::new(Over)))
    }

    pub(crate) fn is_full(&self) -> bool {
        self.lock().is_some()
    }
}

impl<T: Send + 'static> Packet<T> {
    /// The closure that a thread runs to fill the packet.
    pub(crate) fn filled(packet: Arc<Self>, body: impl FnOnce() -> T + Send + 'static) -> Main {
        Box::new(move || packet.fill(body))
    }
}

impl<T> Drop for Packet<T> {
    fn drop(&mut self) {
        let is_unhandled = matches!(&*self.lock(), Some(Err(_)));
        if is_unhandled && let Some(unhandled) = &self.unhandled {
            unhandled.store(true, Ordering::SeqCst);
        }
    }
}

impl<T> fmt::Debug for Packet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Packet")
    }
}
