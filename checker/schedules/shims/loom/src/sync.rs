//! Objects that threads share.

pub use reductio_schedules::sync::{
    Arc, Barrier, BarrierWaitResult, Condvar, LazyLock, LockResult, Mutex, MutexGuard, Once,
    OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult,
    WaitTimeoutResult, Weak, atomic, mpsc,
};

/// Wakes one thread that waits, now or later.
#[derive(Debug)]
pub struct Notify {
    notified: Mutex<bool>,
    changed: Condvar,
}

impl Notify {
    /// Nobody is notified.
    #[track_caller]
    pub fn new() -> Self {
        Notify { notified: Mutex::new(false), changed: Condvar::new() }
    }

    /// Notifies the one who waits, or will.
    #[track_caller]
    pub fn notify(&self) {
        *self.notified.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }

    /// Waits for a notification.
    #[track_caller]
    pub fn wait(&self) {
        let notified = self.notified.lock().unwrap_or_else(PoisonError::into_inner);
        let notified = self.changed.wait_while(notified, |notified| !*notified);
        *notified.unwrap_or_else(PoisonError::into_inner) = false;
    }
}

impl Default for Notify {
    #[track_caller]
    fn default() -> Self {
        Notify::new()
    }
}
