//! Stand-ins for [`std::sync`]: same names, same signatures, and the same behaviour outside of a search.

mod arc;
pub mod atomic;
mod barrier;
mod condvar;
mod holders;
pub(crate) mod ident;
pub mod mpsc;
mod mutex;
mod once;
mod once_lock;
mod real;
mod rwlock;
mod semaphore;
mod shared;
mod weak;

pub use arc::Arc;
pub use barrier::{Barrier, BarrierWaitResult};
pub use condvar::{Condvar, WaitTimeoutResult};
pub use mutex::{Mutex, MutexGuard};
pub use once::{Once, OnceState};
pub use once_lock::OnceLock;
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};
pub use semaphore::Semaphore;
pub use shared::{Asker, Shared};
pub use weak::Weak;

pub use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};
