//! Stand-ins for what is used most of [`parking_lot`](https://docs.rs/parking_lot/0.12/parking_lot/), with the same
//! names and signatures.
//!
//! A panic poisons no lock. An attempt with a limit of time (`try_lock_for`) is one without waiting: whether the time
//! was long enough for somebody else to give the lock back is a matter of the schedule, and all are tried. Readers may
//! have to wait behind a writer that waits, but for `read_recursive`. Whom [`Condvar::notify_one`] wakes is free.
//!
//! ```
//! use reductio_schedules::parking_lot::{RwLock, RwLockUpgradableReadGuard};
//! use reductio_schedules::sync::Arc;
//! use reductio_schedules::{explore, thread};
//!
//! explore(|| {
//!     let lock = Arc::new(RwLock::new(0));
//!     let other = Arc::clone(&lock);
//!     let thread = thread::spawn(move || *other.write() += 1);
//!     let seen = lock.upgradable_read();
//!     let before = *seen;
//!     let mut value = RwLockUpgradableReadGuard::upgrade(seen);
//!     assert_eq!(*value, before); // Nobody writes in between.
//!     *value += 1;
//!     drop(value);
//!     thread.join().unwrap();
//!     assert_eq!(*lock.read(), 2);
//! });
//! ```

mod condvar;
mod mutex;
mod once;
mod rwlock;
mod upgradable;

pub use condvar::{Condvar, WaitTimeoutResult};
pub use mutex::{Mutex, MutexGuard};
pub use once::{Once, OnceState};
pub use rwlock::{RwLock, RwLockReadGuard, RwLockWriteGuard};
pub use upgradable::RwLockUpgradableReadGuard;
