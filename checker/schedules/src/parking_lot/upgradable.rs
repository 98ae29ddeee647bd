//! Readers of a `RwLock` who may become writers. Each of their operations is one step of a search: an attempt that
//! fails keeps nobody from the lock.

use std::fmt;
use std::ops::Deref;

use crate::parking_lot::rwlock::{Right, RwLock, RwLockReadGuard, RwLockWriteGuard, got};
use crate::run::context::{Context, current, here};
use crate::search::access::ObjectId;
use crate::search::event::Site;
use crate::search::op::Op;
use crate::sync::{self, PoisonError};

/// The right to read the value of a [`RwLock`], and to become a writer.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockUpgradableReadGuard<'a, T: ?Sized> {
    lock: &'a RwLock<T>,
    /// Nothing once the guard was given away.
    inner: Option<sync::RwLockReadGuard<'a, T>>,
    /// Outside of a search.
    right: Option<Right<'a>>,
    held: Option<Held>,
}

/// The lock and the right to upgrade it, in a search.
#[derive(Clone, Copy)]
struct Held {
    lock: ObjectId,
    right: ObjectId,
    site: Site,
}

impl<T: ?Sized> RwLock<T> {
    fn held(&self, context: &Context, site: Site) -> Held {
        Held { lock: self.inner.ident.id(context), right: self.right.ident.id(context), site }
    }

    fn upgradable(&self, held: Option<Held>) -> RwLockUpgradableReadGuard<'_, T> {
        let right = self.right();
        let inner = self.inner.read_guard(None).unwrap_or_else(PoisonError::into_inner);
        RwLockUpgradableReadGuard { lock: self, inner: Some(inner), right, held }
    }

    /// Waits until there is no writer, and nobody who may become one, and takes the lock together with other readers.
    #[track_caller]
    pub fn upgradable_read(&self) -> RwLockUpgradableReadGuard<'_, T> {
        let site = here();
        let held = current().and_then(|context| {
            let held = self.held(&context, site);
            let Held { lock, right, .. } = held;
            // Nothing, if there is a writer that waits, and this reader is to wait behind it.
            if context.step(Op::ShareRight { lock, right, behind: false }, site)? == 0 {
                context.step(Op::ShareRight { lock, right, behind: true }, site)?;
            }
            Some(held)
        });
        self.upgradable(held)
    }

    /// Takes the lock together with other readers, if there is no writer, and nobody who may become one.
    #[track_caller]
    pub fn try_upgradable_read(&self) -> Option<RwLockUpgradableReadGuard<'_, T>> {
        let site = here();
        let Some(context) = current() else {
            let right = Some(got(self.right.try_lock())?);
            let inner = Some(got(self.inner.try_read())?);
            return Some(RwLockUpgradableReadGuard { lock: self, inner, right, held: None });
        };
        let held = self.held(&context, site);
        let Held { lock, right, .. } = held;
        context.looks_at_lock(lock);
        match context.step(Op::TryShareRight { lock, right }, site) {
            Some(0) => None,
            done => Some(self.upgradable(done.map(|_| held))),
        }
    }
}

impl<'a, T: ?Sized> RwLockUpgradableReadGuard<'a, T> {
    /// Waits until there is no other reader, and becomes a writer: nobody writes in between.
    #[track_caller]
    pub fn upgrade(mut this: Self) -> RwLockWriteGuard<'a, T> {
        let (lock, site) = (this.lock, here());
        let mut held = None;
        if let Some(Held { lock: id, right, .. }) = this.held
            && let Some(context) = current()
        {
            let done = lock.inner.queues(&context, id, site);
            let done = done.and_then(|()| context.step(Op::Upgrade { lock: id, right }, site));
            held = done.map(|_| (id, site));
        }
        this.held = None;
        this.inner = None;
        let inner = lock.inner.write_guard(held).unwrap_or_else(PoisonError::into_inner);
        RwLockWriteGuard { lock, inner, right: this.right.take() }
    }

    /// Becomes a writer if there is no other reader.
    ///
    /// # Errors
    /// With the guard, if there is one.
    #[track_caller]
    pub fn try_upgrade(mut this: Self) -> Result<RwLockWriteGuard<'a, T>, Self> {
        let (lock, site) = (this.lock, here());
        if let Some(Held { lock: id, right, .. }) = this.held
            && let Some(context) = current()
        {
            context.looks_at_lock(id);
            let done = context.step(Op::TryUpgrade { lock: id, right }, site);
            if done == Some(0) {
                return Err(this);
            }
            this.held = None;
            this.inner = None;
            let held = done.map(|_| (id, site));
            let inner = lock.inner.write_guard(held).unwrap_or_else(PoisonError::into_inner);
            return Ok(RwLockWriteGuard { lock, inner, right: None });
        }
        this.inner = None;
        let Some(inner) = got(lock.inner.try_write()) else {
            let inner = lock.inner.read_guard(None).unwrap_or_else(PoisonError::into_inner);
            this.inner = Some(inner);
            return Err(this);
        };
        Ok(RwLockWriteGuard { lock, inner, right: this.right.take() })
    }

    /// Goes on as a reader who does not become a writer.
    pub fn downgrade(mut this: Self) -> RwLockReadGuard<'a, T> {
        if let Some(Held { right, site, .. }) = this.held
            && let Some(context) = current()
        {
            context.gives_back(right, Op::Unlock(right), site, |_| ());
        }
        let held = this.held.take().map(|held| (held.lock, held.site));
        let mut inner =
            this.inner.take().unwrap_or_else(|| unreachable!("a guard that was given away"));
        inner.held = held;
        RwLockReadGuard { lock: this.lock, inner }
    }

    /// A writer who goes on as a reader who may become a writer again.
    #[track_caller]
    pub(super) fn of_writer(writer: RwLockWriteGuard<'a, T>) -> Self {
        let RwLockWriteGuard { lock, inner, right } = writer;
        let mut inner = sync::RwLockWriteGuard::downgrade(inner);
        let held = inner.held.take().and_then(|(_, site)| {
            let context = current()?;
            let held = lock.held(&context, site);
            // Nobody has it while somebody writes, and it is the same step.
            context.quietly(|state| state.take_right(context.me, held.right))?;
            Some(held)
        });
        RwLockUpgradableReadGuard { lock, inner: Some(inner), right, held }
    }

    /// The lock.
    pub fn rwlock(this: &Self) -> &'a RwLock<T> {
        this.lock
    }
}

impl<T: ?Sized> Drop for RwLockUpgradableReadGuard<'_, T> {
    fn drop(&mut self) {
        let inner = self.inner.take();
        if let Some(Held { lock, right, site }) = self.held
            && let Some(context) = current()
        {
            context.gives_back(lock, Op::UnshareRight { lock, right }, site, |_| drop(inner));
        }
    }
}

impl<T: ?Sized> Deref for RwLockUpgradableReadGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().unwrap_or_else(|| unreachable!("a guard that was given away"))
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for RwLockUpgradableReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for RwLockUpgradableReadGuard<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
