//! `Mutex`, as `tokio`'s.

use std::fmt;
use std::future::Future;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError};

use crate::future::block_on;
use crate::run::context::here;
use crate::search::event::Site;
use crate::tokio::sync::TryLockError;
use crate::tokio::sync::permits::Permits;

/// A lock around a value that is held over points where a task waits, as `tokio::sync::Mutex`: who asked first gets it
/// first, and a panic poisons nothing.
pub struct Mutex<T> {
    permits: Permits,
    /// Nothing while somebody holds the lock: he has the value.
    value: std::sync::Mutex<Option<T>>,
}

impl<T> Mutex<T> {
    /// A mutex that nobody holds.
    #[track_caller]
    pub fn new(value: T) -> Self {
        Mutex { permits: Permits::new("tokio Mutex", 1), value: std::sync::Mutex::new(Some(value)) }
    }

    fn take(&self) -> Option<T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn give_back(&self, value: &mut Option<T>, site: Site) {
        *self.value.lock().unwrap_or_else(PoisonError::into_inner) = value.take();
        self.permits.release(1, site);
    }

    async fn wait(&self, site: Site) {
        // Nobody closes it.
        _ = self.permits.acquire(1, site).await;
    }

    fn try_at(&self, site: Site) -> Result<(), TryLockError> {
        self.permits.try_acquire(1, site).map_err(|_| TryLockError(()))
    }

    /// Waits until nobody holds the lock, and takes it.
    #[track_caller]
    pub fn lock(&self) -> impl Future<Output = MutexGuard<'_, T>> {
        let site = here();
        async move {
            self.wait(site).await;
            MutexGuard { mutex: self, value: self.take(), site }
        }
    }

    /// Waits until nobody holds the lock, and takes it, with a guard that holds the mutex.
    #[track_caller]
    pub fn lock_owned(self: Arc<Self>) -> impl Future<Output = OwnedMutexGuard<T>> {
        let site = here();
        async move {
            self.wait(site).await;
            let value = self.take();
            OwnedMutexGuard { mutex: self, value, site }
        }
    }

    /// Takes the lock if nobody holds it.
    ///
    /// # Errors
    /// If somebody does.
    #[track_caller]
    pub fn try_lock(&self) -> Result<MutexGuard<'_, T>, TryLockError> {
        let site = here();
        self.try_at(site)?;
        Ok(MutexGuard { mutex: self, value: self.take(), site })
    }

    /// Takes the lock if nobody holds it, with a guard that holds the mutex.
    ///
    /// # Errors
    /// If somebody does.
    #[track_caller]
    pub fn try_lock_owned(self: Arc<Self>) -> Result<OwnedMutexGuard<T>, TryLockError> {
        let site = here();
        self.try_at(site)?;
        let value = self.take();
        Ok(OwnedMutexGuard { mutex: self, value, site })
    }

    /// Waits for the lock, outside of a task.
    #[track_caller]
    pub fn blocking_lock(&self) -> MutexGuard<'_, T> {
        block_on(self.lock())
    }

    /// The value, for one who has the only access to the mutex.
    ///
    /// # Panics
    /// If a guard was leaked.
    pub fn get_mut(&mut self) -> &mut T {
        let value = self.value.get_mut().unwrap_or_else(PoisonError::into_inner);
        value.as_mut().expect("a guard was leaked")
    }

    /// The value.
    ///
    /// # Panics
    /// If a guard was leaked.
    pub fn into_inner(self) -> T {
        let value = self.value.into_inner().unwrap_or_else(PoisonError::into_inner);
        value.expect("a guard was leaked")
    }
}

/// The right to access the value of a [`Mutex`], until it is dropped.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct MutexGuard<'a, T> {
    mutex: &'a Mutex<T>,
    value: Option<T>,
    site: Site,
}

/// The right to access the value of a [`Mutex`], which this holds.
#[must_use = "if unused the Mutex will immediately unlock"]
pub struct OwnedMutexGuard<T> {
    mutex: Arc<Mutex<T>>,
    value: Option<T>,
    site: Site,
}

impl<'a, T> MutexGuard<'a, T> {
    /// The mutex.
    pub fn mutex(this: &Self) -> &'a Mutex<T> {
        this.mutex
    }
}

impl<T> OwnedMutexGuard<T> {
    /// The mutex.
    pub fn mutex(this: &Self) -> &Arc<Mutex<T>> {
        &this.mutex
    }
}

macro_rules! guard {
    ($name:ident $(<$life:lifetime>)?) => {
        impl<T> Deref for $name<$($life,)? T> {
            type Target = T;

            fn deref(&self) -> &T {
                self.value.as_ref().unwrap_or_else(|| unreachable!("a guard without its value"))
            }
        }

        impl<T> DerefMut for $name<$($life,)? T> {
            fn deref_mut(&mut self) -> &mut T {
                self.value.as_mut().unwrap_or_else(|| unreachable!("a guard without its value"))
            }
        }

        impl<T> Drop for $name<$($life,)? T> {
            fn drop(&mut self) {
                self.mutex.give_back(&mut self.value, self.site);
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $name<$($life,)? T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }

        impl<T: fmt::Display> fmt::Display for $name<$($life,)? T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }
    };
}

guard!(MutexGuard<'_>);
guard!(OwnedMutexGuard);

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

impl<T: fmt::Debug> fmt::Debug for Mutex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
