//! `RwLock`, as `parking_lot`'s.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use crate::parking_lot::mutex::tried;
use crate::parking_lot::upgradable::RwLockUpgradableReadGuard;
use crate::run::context::current;
use crate::sync::{self, PoisonError, TryLockError};

/// A lock that one writer or several readers have, one of whom may become a writer, as `parking_lot::RwLock`: a panic
/// does not poison it.
pub struct RwLock<T: ?Sized> {
    /// Held by the reader who may become a writer: nobody writes between his reading and his writing. Outside of a
    /// search, where that takes two steps, held by writers as well.
    pub(super) right: sync::Mutex<()>,
    pub(super) inner: sync::RwLock<T>,
}

pub(super) type Right<'a> = sync::MutexGuard<'a, ()>;

/// The right to read the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    pub(super) lock: &'a RwLock<T>,
    pub(super) inner: sync::RwLockReadGuard<'a, T>,
}

/// The right to write the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    pub(super) lock: &'a RwLock<T>,
    // First the value, then the right: fields are dropped in this order.
    pub(super) inner: sync::RwLockWriteGuard<'a, T>,
    pub(super) right: Option<Right<'a>>,
}

/// A guard of an attempt, whether the lock is poisoned or not.
pub(super) fn got<G>(guard: Result<G, TryLockError<G>>) -> Option<G> {
    match guard {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl<T> RwLock<T> {
    /// A lock that nobody has.
    #[track_caller]
    pub fn new(value: T) -> Self {
        let right = sync::Mutex::of_kind("the right to upgrade RwLock", ());
        RwLock { right, inner: sync::RwLock::new(value) }
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.inner.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: ?Sized> RwLock<T> {
    /// The right, outside of a search.
    pub(super) fn right(&self) -> Option<Right<'_>> {
        let waits = || self.right.lock().unwrap_or_else(PoisonError::into_inner);
        current().is_none().then(waits)
    }

    /// Waits until there is no writer, and takes the lock together with other readers. It may have to wait behind a
    /// writer that waits.
    #[track_caller]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        RwLockReadGuard { lock: self, inner }
    }

    /// Waits until there is no writer, and takes the lock together with other readers, even if a writer waits.
    #[track_caller]
    pub fn read_recursive(&self) -> RwLockReadGuard<'_, T> {
        let inner = self.inner.read_anyway().unwrap_or_else(PoisonError::into_inner);
        RwLockReadGuard { lock: self, inner }
    }

    /// Waits until nobody has the lock, and takes it.
    #[track_caller]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        let right = self.right();
        let inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        RwLockWriteGuard { lock: self, inner, right }
    }

    /// Takes the lock together with other readers, if there is no writer.
    #[track_caller]
    pub fn try_read(&self) -> Option<RwLockReadGuard<'_, T>> {
        let inner = got(self.inner.try_read())?;
        Some(RwLockReadGuard { lock: self, inner })
    }

    /// Takes the lock if nobody has it.
    #[track_caller]
    pub fn try_write(&self) -> Option<RwLockWriteGuard<'_, T>> {
        let right = if current().is_none() { Some(got(self.right.try_lock())?) } else { None };
        let inner = got(self.inner.try_write())?;
        Some(RwLockWriteGuard { lock: self, inner, right })
    }

    /// Shares the lock as [`RwLock::try_read`] does, if it is given back in time.
    #[track_caller]
    pub fn try_read_for(&self, time: Duration) -> Option<RwLockReadGuard<'_, T>> {
        tried(Instant::now().checked_add(time), || self.try_read())
    }

    /// Takes the lock as [`RwLock::try_write`] does, if it is given back in time.
    #[track_caller]
    pub fn try_write_for(&self, time: Duration) -> Option<RwLockWriteGuard<'_, T>> {
        tried(Instant::now().checked_add(time), || self.try_write())
    }

    /// Tells whether somebody has the lock.
    #[track_caller]
    pub fn is_locked(&self) -> bool {
        self.inner.is_held().0
    }

    /// Tells whether a writer has the lock.
    #[track_caller]
    pub fn is_locked_exclusive(&self) -> bool {
        self.inner.is_held().1
    }

    /// The value, for one who has the only access to the lock.
    pub fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, T: ?Sized> RwLockReadGuard<'a, T> {
    /// The lock.
    pub fn rwlock(this: &Self) -> &'a RwLock<T> {
        this.lock
    }
}

impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    /// Goes on as a reader: nobody writes in between.
    #[track_caller]
    pub fn downgrade(this: Self) -> RwLockReadGuard<'a, T> {
        let inner = sync::RwLockWriteGuard::downgrade(this.inner);
        RwLockReadGuard { lock: this.lock, inner }
    }

    /// Goes on as a reader who may become a writer: nobody writes in between.
    #[track_caller]
    pub fn downgrade_to_upgradable(this: Self) -> RwLockUpgradableReadGuard<'a, T> {
        RwLockUpgradableReadGuard::of_writer(this)
    }

    /// The lock.
    pub fn rwlock(this: &Self) -> &'a RwLock<T> {
        this.lock
    }
}

/// The common part of guards.
macro_rules! guard {
    ($name:ident) => {
        impl<T: ?Sized> Deref for $name<'_, T> {
            type Target = T;

            fn deref(&self) -> &T {
                &self.inner
            }
        }

        impl<T: ?Sized + fmt::Debug> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }

        impl<T: ?Sized + fmt::Display> fmt::Display for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }
    };
}

guard!(RwLockReadGuard);
guard!(RwLockWriteGuard);

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.inner
    }
}

impl<T: Default> Default for RwLock<T> {
    #[track_caller]
    fn default() -> Self {
        RwLock::new(T::default())
    }
}

impl<T> From<T> for RwLock<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        RwLock::new(value)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
