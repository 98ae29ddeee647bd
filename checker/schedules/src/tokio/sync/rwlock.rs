//! `RwLock`, as `tokio`'s.

use std::fmt;
use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError};

use crate::future::block_on;
use crate::run::context::here;
use crate::search::event::Site;
use crate::tokio::sync::TryLockError;
use crate::tokio::sync::permits::Permits;

/// How many readers there may be, unless something else is said.
const READERS: u32 = u32::MAX >> 3;

/// A lock that one writer or several readers have, as `tokio::sync::RwLock`: who asked first gets it first, so that
/// readers wait behind a writer that waits, and a panic poisons nothing.
pub struct RwLock<T> {
    permits: Permits,
    readers: u32,
    /// Nothing while somebody writes: he has the value. Each reader has it as well.
    value: std::sync::Mutex<Option<Arc<T>>>,
}

impl<T> RwLock<T> {
    /// A lock that nobody has.
    #[track_caller]
    pub fn new(value: T) -> Self {
        RwLock::with_max_readers(value, READERS)
    }

    /// A lock that nobody has, and that so many readers may have at a time.
    ///
    /// # Panics
    /// If these are more than `u32::MAX >> 3`.
    #[track_caller]
    pub fn with_max_readers(value: T, readers: u32) -> Self {
        assert!(readers <= READERS, "a RwLock may not be created with more than {READERS} readers");
        let value = std::sync::Mutex::new(Some(Arc::new(value)));
        RwLock { permits: Permits::new("tokio RwLock", readers as usize), readers, value }
    }

    fn value(&self) -> std::sync::MutexGuard<'_, Option<Arc<T>>> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn wait(&self, count: u32, site: Site) {
        // Nobody closes it.
        _ = self.permits.acquire(count as usize, site).await;
    }

    fn try_at(&self, count: u32, site: Site) -> Result<(), TryLockError> {
        self.permits.try_acquire(count as usize, site).map_err(|_| TryLockError(()))
    }

    /// Waits until there is no writer, and nobody who waits came before, and takes the lock together with other
    /// readers.
    #[track_caller]
    pub fn read(&self) -> impl Future<Output = RwLockReadGuard<'_, T>> {
        let site = here();
        async move {
            self.wait(1, site).await;
            RwLockReadGuard { lock: self, value: self.value().clone(), site }
        }
    }

    /// Waits until nobody has the lock, and takes it.
    #[track_caller]
    pub fn write(&self) -> impl Future<Output = RwLockWriteGuard<'_, T>> {
        let site = here();
        async move {
            self.wait(self.readers, site).await;
            RwLockWriteGuard { lock: self, value: self.value().take(), site }
        }
    }

    /// Shares the lock as [`RwLock::read`] does, with a guard that holds it.
    #[track_caller]
    pub fn read_owned(self: Arc<Self>) -> impl Future<Output = OwnedRwLockReadGuard<T>> {
        let site = here();
        async move {
            self.wait(1, site).await;
            let value = self.value().clone();
            OwnedRwLockReadGuard { lock: self, value, site }
        }
    }

    /// Takes the lock as [`RwLock::write`] does, with a guard that holds it.
    #[track_caller]
    pub fn write_owned(self: Arc<Self>) -> impl Future<Output = OwnedRwLockWriteGuard<T>> {
        let site = here();
        async move {
            self.wait(self.readers, site).await;
            let value = self.value().take();
            OwnedRwLockWriteGuard { lock: self, value, site }
        }
    }

    /// Takes the lock together with other readers, if that is possible without waiting.
    ///
    /// # Errors
    /// If it is not.
    #[track_caller]
    pub fn try_read(&self) -> Result<RwLockReadGuard<'_, T>, TryLockError> {
        let site = here();
        self.try_at(1, site)?;
        Ok(RwLockReadGuard { lock: self, value: self.value().clone(), site })
    }

    /// Takes the lock if nobody has it.
    ///
    /// # Errors
    /// If somebody has it.
    #[track_caller]
    pub fn try_write(&self) -> Result<RwLockWriteGuard<'_, T>, TryLockError> {
        let site = here();
        self.try_at(self.readers, site)?;
        Ok(RwLockWriteGuard { lock: self, value: self.value().take(), site })
    }

    /// Shares the lock as [`RwLock::read`] does, outside of a task.
    #[track_caller]
    pub fn blocking_read(&self) -> RwLockReadGuard<'_, T> {
        block_on(self.read())
    }

    /// Takes the lock as [`RwLock::write`] does, outside of a task.
    #[track_caller]
    pub fn blocking_write(&self) -> RwLockWriteGuard<'_, T> {
        block_on(self.write())
    }

    /// The value, for one who has the only access to the lock.
    ///
    /// # Panics
    /// If a guard was leaked.
    pub fn get_mut(&mut self) -> &mut T {
        let value = self.value.get_mut().unwrap_or_else(PoisonError::into_inner);
        value.as_mut().and_then(Arc::get_mut).expect("a guard was leaked")
    }

    /// The value.
    ///
    /// # Panics
    /// If a guard was leaked.
    pub fn into_inner(self) -> T {
        let value = self.value.into_inner().unwrap_or_else(PoisonError::into_inner);
        value.and_then(Arc::into_inner).expect("a guard was leaked")
    }
}

/// The right to read the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockReadGuard<'a, T> {
    lock: &'a RwLock<T>,
    value: Option<Arc<T>>,
    site: Site,
}

/// The right to write the value of a [`RwLock`], until it is dropped.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct RwLockWriteGuard<'a, T> {
    lock: &'a RwLock<T>,
    value: Option<Arc<T>>,
    site: Site,
}

/// The right to read the value of a [`RwLock`], which this holds.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct OwnedRwLockReadGuard<T> {
    lock: Arc<RwLock<T>>,
    value: Option<Arc<T>>,
    site: Site,
}

/// The right to write the value of a [`RwLock`], which this holds.
#[must_use = "if unused the RwLock will immediately unlock"]
pub struct OwnedRwLockWriteGuard<T> {
    lock: Arc<RwLock<T>>,
    value: Option<Arc<T>>,
    site: Site,
}

impl<'a, T> RwLockWriteGuard<'a, T> {
    /// Goes on as a reader: nobody writes in between.
    #[track_caller]
    pub fn downgrade(mut self) -> RwLockReadGuard<'a, T> {
        let (lock, value, site) = (self.lock, self.value.take(), here());
        lock.value().clone_from(&value);
        lock.permits.release(lock.readers as usize - 1, site);
        RwLockReadGuard { lock, value, site }
    }
}

impl<T> OwnedRwLockWriteGuard<T> {
    /// Goes on as a reader: nobody writes in between.
    #[track_caller]
    pub fn downgrade(mut self) -> OwnedRwLockReadGuard<T> {
        let (lock, value, site) = (Arc::clone(&self.lock), self.value.take(), here());
        lock.value().clone_from(&value);
        lock.permits.release(lock.readers as usize - 1, site);
        OwnedRwLockReadGuard { lock, value, site }
    }
}

/// The common part of guards.
macro_rules! guard {
    ($name:ident $(<$life:lifetime>)?) => {
        impl<T> Deref for $name<$($life,)? T> {
            type Target = T;

            fn deref(&self) -> &T {
                self.value.as_ref().unwrap_or_else(|| unreachable!("a guard without its value"))
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $name<$($life,)? T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }
    };
}

macro_rules! reader {
    ($name:ident $(<$life:lifetime>)?) => {
        guard!($name $(<$life>)?);

        impl<T> Drop for $name<$($life,)? T> {
            fn drop(&mut self) {
                // First the value: a writer has it alone.
                self.value = None;
                self.lock.permits.release(1, self.site);
            }
        }
    };
}

macro_rules! writer {
    ($name:ident $(<$life:lifetime>)?) => {
        guard!($name $(<$life>)?);

        impl<T> DerefMut for $name<$($life,)? T> {
            fn deref_mut(&mut self) -> &mut T {
                let value = self.value.as_mut().and_then(Arc::get_mut);
                value.unwrap_or_else(|| unreachable!("a writer beside a reader"))
            }
        }

        impl<T> Drop for $name<$($life,)? T> {
            fn drop(&mut self) {
                // Nothing, if it goes on as a reader.
                if let Some(value) = self.value.take() {
                    *self.lock.value() = Some(value);
                    self.lock.permits.release(self.lock.readers as usize, self.site);
                }
            }
        }
    };
}

reader!(RwLockReadGuard<'_>);
reader!(OwnedRwLockReadGuard);
writer!(RwLockWriteGuard<'_>);
writer!(OwnedRwLockWriteGuard);

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

impl<T: fmt::Debug> fmt::Debug for RwLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
