//! Objects that tasks share, as `tokio::sync`.

pub mod mpsc;
mod mutex;
mod notify;
pub mod oneshot;
mod permits;
mod rwlock;
mod semaphore;
pub mod watch;

pub use mutex::{Mutex, MutexGuard, OwnedMutexGuard};
pub use notify::{Notified, Notify};
pub use rwlock::{
    OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
pub use semaphore::{
    AcquireError, OwnedSemaphorePermit, Semaphore, SemaphorePermit, TryAcquireError,
};

/// A lock could not be taken without waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("operation would block")]
pub struct TryLockError(pub(crate) ());
