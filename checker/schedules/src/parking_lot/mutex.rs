//! `Mutex`, as `parking_lot`'s.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use crate::sync::{self, PoisonError, TryLockError};

/// A lock around a value, as `parking_lot::Mutex`: a panic does not poison it.
pub struct Mutex<T: ?Sized> {
    inner: sync::Mutex<T>,
}

/// The right to access the value of a [`Mutex`], until it is dropped.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct MutexGuard<'a, T: ?Sized> {
    mutex: &'a Mutex<T>,
    /// Nothing while the guard waits.
    pub(super) inner: Option<sync::MutexGuard<'a, T>>,
}

impl<T> Mutex<T> {
    /// A mutex that nobody holds.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Mutex { inner: sync::Mutex::new(value) }
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.inner.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: ?Sized> Mutex<T> {
    #[track_caller]
    fn really(&self) -> sync::MutexGuard<'_, T> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nobody holds the lock, and takes it.
    #[track_caller]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard { mutex: self, inner: Some(self.really()) }
    }

    /// Takes the lock if nobody holds it.
    #[track_caller]
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        let inner = match self.inner.try_lock() {
            Ok(inner) => inner,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(MutexGuard { mutex: self, inner: Some(inner) })
    }

    /// Takes the lock, if somebody who holds it gives it back in time.
    #[track_caller]
    pub fn try_lock_for(&self, time: Duration) -> Option<MutexGuard<'_, T>> {
        tried(Instant::now().checked_add(time), || self.try_lock())
    }

    /// Takes the lock, if somebody who holds it gives it back in time.
    #[track_caller]
    pub fn try_lock_until(&self, end: Instant) -> Option<MutexGuard<'_, T>> {
        tried(Some(end), || self.try_lock())
    }

    /// Tells whether somebody holds the lock.
    #[track_caller]
    pub fn is_locked(&self) -> bool {
        self.inner.is_held()
    }

    /// The value, for one who has the only access to the mutex.
    pub fn get_mut(&mut self) -> &mut T {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tries until the time is over: once in a search, where others come first in other schedules.
#[track_caller]
pub(super) fn tried<G>(end: Option<Instant>, tries: impl Fn() -> Option<G>) -> Option<G> {
    loop {
        let got = tries();
        let is_over = end.is_some_and(|end| Instant::now() >= end);
        if got.is_some() || is_over || crate::run::context::current().is_some() {
            return got;
        }
        std::thread::yield_now();
    }
}

impl<T: ?Sized> MutexGuard<'_, T> {
    /// The mutex.
    pub fn mutex(this: &Self) -> &Mutex<T> {
        this.mutex
    }

    /// Gives the lock back while a closure runs.
    #[track_caller]
    pub fn unlocked<R>(this: &mut Self, act: impl FnOnce() -> R) -> R {
        this.inner = None;
        let result = act();
        this.inner = Some(this.mutex.really());
        result
    }

    /// Gives the lock back, and takes it again: others may have it in between.
    #[track_caller]
    pub fn bump(this: &mut Self) {
        MutexGuard::unlocked(this, || ());
    }

    /// Gives the lock back.
    pub fn unlock_fair(this: Self) {
        drop(this);
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().unwrap_or_else(|| unreachable!("a guard that waits"))
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().unwrap_or_else(|| unreachable!("a guard that waits"))
    }
}

impl<T: Default> Default for Mutex<T> {
    #[track_caller]
    fn default() -> Self {
        Mutex::new(T::default())
    }
}

impl<T> From<T> for Mutex<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        Mutex::new(value)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for MutexGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
