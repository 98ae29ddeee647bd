//! `RwLock`, as `parking_lot`'s.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use crate::parking_lot::mutex::tried;
use crate::sync::{self, PoisonError, TryLockError};

/// A lock that one writer or several readers have, one of whom may become a writer, as `parking_lot::RwLock`: a panic
/// does not poison it.
pub struct RwLock<T: ?Sized> {
    /// Held by a writer, and by the reader who may become one: so nobody writes between his reading and his writing.
    right: sync::Mutex<()>,
    inner: sync::RwLock<T>,
}

type Right<'a> = sync::MutexGuard<'a, ()>;

/// The right to read the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    inner: sync::RwLockReadGuard<'a, T>,
}

/// The right to read the value of a [`RwLock`], and to become a writer.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockUpgradableReadGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    // First the value, then the right: fields are dropped in this order.
    inner: sync::RwLockReadGuard<'a, T>,
    right: Right<'a>,
}

/// The right to write the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    inner: sync::RwLockWriteGuard<'a, T>,
    right: Right<'a>,
}

/// A guard of an attempt, whether the lock is poisoned or not.
fn got<G>(guard: Result<G, TryLockError<G>>) -> Option<G> {
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
        let right = sync::Mutex::of_kind("the right to write RwLock", ());
        RwLock { right, inner: sync::RwLock::new(value) }
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.inner.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: ?Sized> RwLock<T> {
    #[track_caller]
    fn right(&self) -> Right<'_> {
        self.right.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn reads(&self) -> sync::RwLockReadGuard<'_, T> {
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn writes<'a>(&'a self, right: Right<'a>) -> RwLockWriteGuard<'a, T> {
        let inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        RwLockWriteGuard { lock: self, inner, right }
    }

    /// Waits until there is no writer, and takes the lock together with other readers. It may have to wait behind a
    /// writer that waits.
    #[track_caller]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        RwLockReadGuard { lock: self, inner: self.reads() }
    }

    /// Waits until there is no writer, and takes the lock together with other readers, even if a writer waits.
    #[track_caller]
    pub fn read_recursive(&self) -> RwLockReadGuard<'_, T> {
        let inner = self.inner.read_anyway().unwrap_or_else(PoisonError::into_inner);
        RwLockReadGuard { lock: self, inner }
    }

    /// Waits until there is no writer, and nobody who may become one, and takes the lock together with other readers.
    #[track_caller]
    pub fn upgradable_read(&self) -> RwLockUpgradableReadGuard<'_, T> {
        let right = self.right();
        RwLockUpgradableReadGuard { lock: self, inner: self.reads(), right }
    }

    /// Waits until nobody has the lock, and takes it.
    #[track_caller]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        let right = self.right();
        self.writes(right)
    }

    /// Takes the lock together with other readers, if there is no writer.
    #[track_caller]
    pub fn try_read(&self) -> Option<RwLockReadGuard<'_, T>> {
        let inner = got(self.inner.try_read())?;
        Some(RwLockReadGuard { lock: self, inner })
    }

    /// Takes the lock together with other readers, if there is no writer, and nobody who may become one.
    #[track_caller]
    pub fn try_upgradable_read(&self) -> Option<RwLockUpgradableReadGuard<'_, T>> {
        // Attempts ask for both in the same order: else two of them could keep each other from what one of them has to
        // get.
        let inner = got(self.inner.try_read())?;
        let right = got(self.right.try_lock())?;
        Some(RwLockUpgradableReadGuard { lock: self, inner, right })
    }

    /// Takes the lock if nobody has it.
    #[track_caller]
    pub fn try_write(&self) -> Option<RwLockWriteGuard<'_, T>> {
        let inner = got(self.inner.try_write())?;
        let right = got(self.right.try_lock())?;
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
        got(self.inner.try_write()).is_none()
    }

    /// Tells whether a writer has the lock.
    #[track_caller]
    pub fn is_locked_exclusive(&self) -> bool {
        got(self.inner.try_read()).is_none()
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

impl<'a, T: ?Sized> RwLockUpgradableReadGuard<'a, T> {
    /// Waits until there is no other reader, and becomes a writer: nobody writes in between.
    #[track_caller]
    pub fn upgrade(this: Self) -> RwLockWriteGuard<'a, T> {
        let RwLockUpgradableReadGuard { lock, inner, right } = this;
        drop(inner);
        lock.writes(right)
    }

    /// Becomes a writer if there is no other reader.
    ///
    /// # Errors
    /// With the guard, if there is one.
    #[track_caller]
    pub fn try_upgrade(this: Self) -> Result<RwLockWriteGuard<'a, T>, Self> {
        let RwLockUpgradableReadGuard { lock, inner, right } = this;
        drop(inner);
        match got(lock.inner.try_write()) {
            Some(inner) => Ok(RwLockWriteGuard { lock, inner, right }),
            None => Err(RwLockUpgradableReadGuard { lock, inner: lock.reads(), right }),
        }
    }

    /// Goes on as a reader who does not become a writer.
    pub fn downgrade(this: Self) -> RwLockReadGuard<'a, T> {
        RwLockReadGuard { lock: this.lock, inner: this.inner }
    }

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
        let inner = sync::RwLockWriteGuard::downgrade(this.inner);
        RwLockUpgradableReadGuard { lock: this.lock, inner, right: this.right }
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
guard!(RwLockUpgradableReadGuard);
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
