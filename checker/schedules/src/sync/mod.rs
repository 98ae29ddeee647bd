//! Stand-ins for [`std::sync`]: same names, same signatures, and the same behaviour outside of a search.

mod arc;
pub mod atomic;
mod barrier;
mod condvar;
mod fresh;
mod holders;
pub(crate) mod ident;
mod lazy;
pub mod mpsc;
mod mutex;
mod once;
mod once_lock;
mod ordered;
mod real;
mod rwlock;
mod semaphore;
mod shared;
mod statics;
mod weak;

pub use arc::Arc;
pub use barrier::{Barrier, BarrierWaitResult};
pub use condvar::{Condvar, WaitTimeoutResult};
pub use lazy::{LazyLock, initialize};
pub use mutex::{Mutex, MutexGuard};
pub use once::{Once, OnceState};
pub use once_lock::OnceLock;
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};
pub use semaphore::Semaphore;
pub use shared::{Asker, Shared};
pub use statics::Static;
pub use weak::Weak;

pub use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};
