//! `RwLock`, as `std`'s.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{LockResult, PoisonError, TryLockError, TryLockResult};

use crate::run::context::{Context, current, here};
use crate::run::slot::Seen;
use crate::run::users::Use;
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::ident::Ident;
use crate::sync::real::{locked, map_guard, unpoisoned};

/// A lock that one writer or several readers have, as [`std::sync::RwLock`]. In a search, locking is a step, and
/// readers who lock one after the other commute.
pub struct RwLock<T: ?Sized> {
    pub(crate) ident: Ident,
    /// Held by the one who writes outside of a search: nobody else writes while he becomes a reader.
    gate: std::sync::Mutex<()>,
    inner: std::sync::RwLock<T>,
}

/// The right to read the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T: ?Sized> {
    inner: Option<std::sync::RwLockReadGuard<'a, T>>,
    pub(crate) held: Option<(ObjectId, Site)>,
}

/// The right to write the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    gate: Option<std::sync::MutexGuard<'a, ()>>,
    inner: Option<std::sync::RwLockWriteGuard<'a, T>>,
    held: Option<(ObjectId, Site)>,
}

impl<T> RwLock<T> {
    /// A lock that nobody has.
    #[track_caller]
    pub fn new(value: T) -> Self {
        RwLock {
            ident: Ident::new("RwLock"),
            gate: std::sync::Mutex::new(()),
            inner: std::sync::RwLock::new(value),
        }
    }

    /// The value.
    ///
    /// # Errors
    /// If a writer panicked while it had the lock; the error has the value.
    pub fn into_inner(self) -> LockResult<T> {
        self.inner.into_inner()
    }
}

impl<T: ?Sized> RwLock<T> {
    /// Waits until there is no writer, and takes the lock together with other readers.
    ///
    /// # Errors
    /// If a writer panicked while it had the lock; the error has the guard.
    #[track_caller]
    pub fn read(&self) -> LockResult<RwLockReadGuard<'_, T>> {
        let site = here();
        let held = current().and_then(|context| {
            let id = self.ident.id(&context);
            // Nothing, if there is a writer that waits, and this reader is to wait behind it.
            if context.step(Op::Share(id), site)? == 0 {
                context.step(Op::ShareBehind(id), site)?;
            }
            Some((id, site))
        });
        self.read_guard(held)
    }

    /// Shares the lock as [`Self::read`] does, but never waits behind a writer that waits.
    #[cfg(feature = "parking_lot")]
    #[track_caller]
    pub(crate) fn read_anyway(&self) -> LockResult<RwLockReadGuard<'_, T>> {
        let site = here();
        let held = current().and_then(|context| {
            let id = self.ident.id(&context);
            let me = context.me;
            // No writer of earlier is waited for.
            context.quietly(|state| state.world.threads.of(me).behind.clear());
            context.step(Op::ShareBehind(id), site)?;
            Some((id, site))
        });
        self.read_guard(held)
    }

    pub(crate) fn read_guard(
        &self,
        held: Option<(ObjectId, Site)>,
    ) -> LockResult<RwLockReadGuard<'_, T>> {
        let inner = locked(|| self.inner.try_read(), || self.inner.read());
        map_guard(inner, |inner| RwLockReadGuard { inner: Some(inner), held })
    }

    /// Waits until nobody has the lock, and takes it.
    ///
    /// # Errors
    /// If a writer panicked while it had the lock; the error has the guard.
    #[track_caller]
    pub fn write(&self) -> LockResult<RwLockWriteGuard<'_, T>> {
        let site = here();
        let held = current().and_then(|context| {
            let id = self.ident.id(&context);
            self.queues(&context, id, site)?;
            context.step(Op::Lock(id), site)?;
            Some((id, site))
        });
        self.write_guard(held)
    }

    /// Says that a writer waits, where that may matter.
    pub(crate) fn queues(&self, context: &Context, id: ObjectId, site: Site) -> Option<()> {
        let made = Seen::Queues(self.ident.made_at());
        let waits = context.checked(|state| {
            state.uses(context.me, id, Use::Writes);
            state.stops_where_seen(made)
        });
        if waits == Some(true) {
            context.step(Op::Queue(id), site)?;
        }
        Some(())
    }

    /// A guard, for a writer who has the lock already as far as the search is concerned.
    pub(crate) fn write_guard(
        &self,
        held: Option<(ObjectId, Site)>,
    ) -> LockResult<RwLockWriteGuard<'_, T>> {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let gate = current().is_none().then_some(gate);
        let inner = locked(|| self.inner.try_write(), || self.inner.write());
        map_guard(inner, |inner| RwLockWriteGuard { lock: self, gate, inner: Some(inner), held })
    }

    /// What a `try_` operation has in the search: `Err` if it did not get the lock.
    fn tries(
        &self,
        op: impl FnOnce(ObjectId) -> Op,
        site: Site,
    ) -> Result<Option<(ObjectId, Site)>, ()> {
        let Some(context) = current() else { return Ok(None) };
        let id = self.ident.id(&context);
        context.looks_at_lock(id);
        match context.step(op(id), site) {
            Some(0) => Err(()),
            Some(_) => Ok(Some((id, site))),
            None => Ok(None),
        }
    }

    /// Takes the lock together with other readers if there is no writer. In a search, unlocking becomes a step of its
    /// own.
    ///
    /// # Errors
    /// If there is a writer, or one panicked.
    #[track_caller]
    pub fn try_read(&self) -> TryLockResult<RwLockReadGuard<'_, T>> {
        let Ok(held) = self.tries(Op::TryShare, here()) else {
            return Err(TryLockError::WouldBlock);
        };
        map_tried(self.inner.try_read(), |inner| RwLockReadGuard { inner: Some(inner), held })
    }

    /// Takes the lock if nobody has it. In a search, unlocking becomes a step of its own.
    ///
    /// # Errors
    /// If somebody has it, or a writer panicked.
    #[track_caller]
    pub fn try_write(&self) -> TryLockResult<RwLockWriteGuard<'_, T>> {
        let Ok(held) = self.tries(Op::TryLock, here()) else {
            return Err(TryLockError::WouldBlock);
        };
        let gate = match self.gate.try_lock() {
            Ok(gate) => gate,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(TryLockError::WouldBlock),
        };
        let gate = current().is_none().then_some(gate);
        let guard = |inner| RwLockWriteGuard { lock: self, gate, inner: Some(inner), held };
        map_tried(self.inner.try_write(), guard)
    }

    /// Tells whether somebody has the lock, and whether a reader would have to wait: also behind a writer that waits,
    /// which is tried both ways. Nobody is kept from the lock meanwhile.
    #[cfg(feature = "parking_lot")]
    #[track_caller]
    pub(crate) fn is_held(&self) -> (bool, bool) {
        let site = here();
        let Some(context) = current() else {
            let written = matches!(self.inner.try_read(), Err(TryLockError::WouldBlock));
            let held = matches!(self.inner.try_write(), Err(TryLockError::WouldBlock));
            return (held || written, written);
        };
        let (me, id) = (context.me, self.ident.id(&context));
        context.looks_at_lock(id);
        context.step(Op::Look(id), site);
        let looks = context.checked(|state| {
            state.uses(me, id, Use::ReadsAgain);
            let (is_held, is_written) = state.is_taken(id);
            (is_held, is_written || state.waits_behind(me, id, true))
        });
        looks.unwrap_or_default()
    }

    /// Tells whether a writer panicked while it had the lock.
    #[track_caller]
    pub fn is_poisoned(&self) -> bool {
        _ = self.tries(Op::Look, here());
        self.inner.is_poisoned()
    }

    /// Says that the value is as it should be again after a panic.
    #[track_caller]
    pub fn clear_poison(&self) {
        _ = self.tries(Op::Look, here());
        self.inner.clear_poison();
    }

    /// The value, for one who has the only access to the lock.
    ///
    /// # Errors
    /// If a writer panicked while it had the lock; the error has the value.
    pub fn get_mut(&mut self) -> LockResult<&mut T> {
        self.inner.get_mut()
    }
}

fn map_tried<G, H>(tried: TryLockResult<G>, make: impl FnOnce(G) -> H) -> TryLockResult<H> {
    match tried {
        Ok(inner) => Ok(make(inner)),
        Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
        Err(TryLockError::Poisoned(error)) => {
            Err(TryLockError::Poisoned(PoisonError::new(make(error.into_inner()))))
        }
    }
}

impl<'a, T: ?Sized> RwLockWriteGuard<'a, T> {
    /// Goes on as a reader; nobody writes in between.
    #[track_caller]
    pub fn downgrade(mut this: Self) -> RwLockReadGuard<'a, T> {
        let lock = this.lock;
        let held = this.held.take();
        if let Some((id, site)) = held
            && let Some(context) = current()
        {
            let stops = context.quietly(|state| {
                let made = state.made(id);
                state.stops(made.map(Seen::Lock))
            });
            if stops == Some(true) {
                context.step(Op::Downgrade(id), site);
            } else {
                context.quietly(|state| {
                    if state.memory.is_some() {
                        state.quietly_downgrades(context.me, id);
                    }
                    state.downgrade(context.me, id);
                    state.note("only reads from now on", Some(id), None);
                });
            }
        }
        let gate = this.gate.take();
        drop(this.inner.take());
        // In a search nobody else runs; outside of it, the gate keeps writers out.
        let inner = locked(|| lock.inner.try_read(), || lock.inner.read());
        drop(gate);
        let inner = inner.unwrap_or_else(PoisonError::into_inner);
        RwLockReadGuard { inner: Some(inner), held }
    }
}

impl<T: ?Sized> Deref for RwLockReadGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().unwrap_or_else(|| unreachable!("a guard that was given away"))
    }
}

impl<T: ?Sized> Deref for RwLockWriteGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().unwrap_or_else(|| unreachable!("a guard that was given away"))
    }
}

impl<T: ?Sized> DerefMut for RwLockWriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().unwrap_or_else(|| unreachable!("a guard that was given away"))
    }
}

impl<T: ?Sized> Drop for RwLockReadGuard<'_, T> {
    fn drop(&mut self) {
        let inner = self.inner.take();
        if let Some((id, site)) = self.held
            && let Some(context) = current()
        {
            context.release(id, true, site, |_| drop(inner));
        }
    }
}

impl<T: ?Sized> Drop for RwLockWriteGuard<'_, T> {
    fn drop(&mut self) {
        let Some(context) = current() else { return };
        let (lock, inner) = (self.lock, self.inner.take());
        let give_back = |is_over| {
            let (was, is) = (|| lock.inner.is_poisoned(), || lock.inner.clear_poison());
            unpoisoned(is_over, was, is, inner);
        };
        match self.held {
            Some((id, site)) => context.release(id, false, site, give_back),
            None => give_back(context.is_over()),
        }
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

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for RwLockReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for RwLockWriteGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
