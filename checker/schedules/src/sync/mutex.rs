//! `Mutex`, as `std`'s.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};

use crate::run::context::{current, here};
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;
use crate::sync::real::{locked, map_guard, unpoisoned};

/// A lock around a value, as [`std::sync::Mutex`]. In a search, locking is a step; what is done under the guard is
/// none, since the guard is the only way to the value.
pub struct Mutex<T: ?Sized> {
    pub(crate) ident: Ident,
    inner: std::sync::Mutex<T>,
}

/// The right to access the value of a [`Mutex`], until it is dropped.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct MutexGuard<'a, T: ?Sized> {
    pub(crate) mutex: &'a Mutex<T>,
    pub(crate) inner: Option<std::sync::MutexGuard<'a, T>>,
    pub(crate) held: Option<(ObjectId, Site)>,
}

impl<T> Mutex<T> {
    /// A mutex that nobody holds. Not `const`, unlike `std`'s: it is named by the thread that makes it.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Mutex::of_kind("Mutex", value)
    }

    /// A mutex that is told as something else, of which it is a part.
    #[track_caller]
    pub(crate) fn of_kind(kind: &'static str, value: T) -> Self {
        if kind != "Mutex"
            && !kind.starts_with("the right")
            && let Some(context) = current()
        {
            // Others than those of `std`: the orders that they make by C11 are not known.
            context.quietly(|state| state.is_outside("use what `tokio` has"));
        }
        Mutex { ident: Ident::new(kind), inner: std::sync::Mutex::new(value) }
    }

    /// The value.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock; the error has the value.
    pub fn into_inner(self) -> LockResult<T> {
        self.inner.into_inner()
    }
}

impl<T: ?Sized> Mutex<T> {
    /// Waits until nobody holds the lock, and takes it.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock; the error has the guard.
    #[track_caller]
    pub fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        self.lock_at(here())
    }

    /// Waits until nobody holds the lock, and takes it, in a line.
    pub(crate) fn lock_at(&self, site: Site) -> LockResult<MutexGuard<'_, T>> {
        let held = current().and_then(|context| {
            let id = self.ident.id(&context);
            context.step(Op::Lock(id), site)?;
            Some((id, site))
        });
        self.guard(held)
    }

    /// A guard, for one who has the lock already as far as the search is concerned.
    pub(crate) fn guard(&self, held: Option<(ObjectId, Site)>) -> LockResult<MutexGuard<'_, T>> {
        let inner = locked(|| self.inner.try_lock(), || self.inner.lock());
        map_guard(inner, |inner| MutexGuard { mutex: self, inner: Some(inner), held })
    }

    /// Takes the lock if nobody holds it. In a search, unlocking becomes a step of its own for all mutexes made in the
    /// same line.
    ///
    /// # Errors
    /// If the lock is held, or a thread panicked while it held it.
    #[track_caller]
    pub fn try_lock(&self) -> TryLockResult<MutexGuard<'_, T>> {
        let site = here();
        let mut held = None;
        if let Some(context) = current() {
            let id = self.ident.id(&context);
            context.looks_at_lock(id);
            match context.step(Op::TryLock(id), site) {
                Some(0) => return Err(TryLockError::WouldBlock),
                Some(_) => held = Some((id, site)),
                None => {}
            }
        }
        let guard = |inner| MutexGuard { mutex: self, inner: Some(inner), held };
        match self.inner.try_lock() {
            Ok(inner) => Ok(guard(inner)),
            Err(TryLockError::Poisoned(error)) => {
                Err(TryLockError::Poisoned(PoisonError::new(guard(error.into_inner()))))
            }
            Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
        }
    }

    /// Tells whether somebody holds the lock, without taking it.
    #[cfg(feature = "parking_lot")]
    #[track_caller]
    pub(crate) fn is_held(&self) -> bool {
        let site = here();
        let Some(context) = current() else {
            return matches!(self.inner.try_lock(), Err(TryLockError::WouldBlock));
        };
        let id = self.ident.id(&context);
        context.looks_at_lock(id);
        context.step(Op::Look(id), site);
        context.quietly(|state| state.is_taken(id).0).unwrap_or(false)
    }

    /// Tells whether a thread panicked while it held the lock.
    #[track_caller]
    pub fn is_poisoned(&self) -> bool {
        let site = here();
        if let Some(context) = current() {
            let id = self.ident.id(&context);
            context.looks_at_lock(id);
            context.step(Op::Look(id), site);
        }
        self.inner.is_poisoned()
    }

    /// Says that the value is as it should be again after a panic.
    #[track_caller]
    pub fn clear_poison(&self) {
        let site = here();
        if let Some(context) = current() {
            let id = self.ident.id(&context);
            context.looks_at_lock(id);
            context.step(Op::Look(id), site);
        }
        self.inner.clear_poison();
    }

    /// The value, for one who has the only access to the mutex.
    ///
    /// # Errors
    /// If a thread panicked while it held the lock; the error has the value.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        self.inner.get_mut()
    }
}

impl<T: ?Sized> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // A guard has its inner one until it is dropped.
        self.inner.as_ref().unwrap_or_else(|| unreachable!("a guard that was given away"))
    }
}

impl<T: ?Sized> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().unwrap_or_else(|| unreachable!("a guard that was given away"))
    }
}

impl<T: ?Sized> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        let Some(context) = current() else { return };
        let (mutex, inner) = (self.mutex, self.inner.take());
        let give_back = |is_over| {
            let (was, is) = (|| mutex.inner.is_poisoned(), || mutex.inner.clear_poison());
            unpoisoned(is_over, was, is, inner);
        };
        match self.held {
            // First in the search, where this may be a step: others must find the lock free only after it.
            Some((id, site)) => context.release(id, false, site, give_back),
            None => give_back(context.is_over()),
        }
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
