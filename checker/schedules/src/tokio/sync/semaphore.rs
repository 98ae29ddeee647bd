//! `Semaphore`, as `tokio`'s.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use crate::future::block_on;
use crate::run::context::here;
use crate::search::event::Site;
use crate::tokio::sync::permits::{Permits, Refusal};

/// Permits that tasks take and give back, as `tokio::sync::Semaphore`: who asked first is served first, however many he
/// asks for.
#[derive(Debug)]
pub struct Semaphore {
    permits: Permits,
}

/// A semaphore is closed.
#[derive(Debug, thiserror::Error)]
#[error("semaphore closed")]
pub struct AcquireError(());

/// There is no permit now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TryAcquireError {
    /// The semaphore is closed.
    #[error("semaphore closed")]
    Closed,
    /// There are too few permits.
    #[error("no permits available")]
    NoPermits,
}

impl From<Refusal> for TryAcquireError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooFew => TryAcquireError::NoPermits,
            Refusal::Closed => TryAcquireError::Closed,
        }
    }
}

impl Semaphore {
    /// The greatest number of permits.
    pub const MAX_PERMITS: usize = usize::MAX >> 3;

    /// A semaphore with so many permits.
    ///
    /// # Panics
    /// If there are more than [`Semaphore::MAX_PERMITS`].
    #[track_caller]
    pub fn new(permits: usize) -> Self {
        assert!(
            permits <= Self::MAX_PERMITS,
            "a semaphore may not have more than MAX_PERMITS permits"
        );
        Semaphore { permits: Permits::new("Semaphore", permits) }
    }

    /// The number of permits that can be taken now.
    #[track_caller]
    pub fn available_permits(&self) -> usize {
        self.permits.available(here())
    }

    /// Adds permits.
    #[track_caller]
    pub fn add_permits(&self, count: usize) {
        self.permits.release(count, here());
    }

    /// Takes permits away for ever; says how many.
    #[track_caller]
    pub fn forget_permits(&self, count: usize) -> usize {
        self.permits.forget(count, here())
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// If the semaphore is closed.
    #[track_caller]
    pub fn acquire(&self) -> impl Future<Output = Result<SemaphorePermit<'_>, AcquireError>> {
        self.acquire_at(1, here())
    }

    /// Waits for several permits.
    ///
    /// # Errors
    /// If the semaphore is closed.
    #[track_caller]
    pub fn acquire_many(
        &self,
        count: u32,
    ) -> impl Future<Output = Result<SemaphorePermit<'_>, AcquireError>> {
        self.acquire_at(count, here())
    }

    async fn acquire_at(
        &self,
        count: u32,
        site: Site,
    ) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.permits.acquire(count as usize, site).await.map_err(AcquireError)?;
        Ok(SemaphorePermit { semaphore: self, count, site })
    }

    /// Takes a permit if there is one.
    ///
    /// # Errors
    /// If there is none, or the semaphore is closed.
    #[track_caller]
    pub fn try_acquire(&self) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        self.try_acquire_many(1)
    }

    /// Takes permits if there are so many.
    ///
    /// # Errors
    /// If there are fewer, or the semaphore is closed.
    #[track_caller]
    pub fn try_acquire_many(&self, count: u32) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        let site = here();
        self.permits.try_acquire(count as usize, site)?;
        Ok(SemaphorePermit { semaphore: self, count, site })
    }

    /// Waits for a permit that holds the semaphore.
    ///
    /// # Errors
    /// If the semaphore is closed.
    #[track_caller]
    pub fn acquire_owned(
        self: Arc<Self>,
    ) -> impl Future<Output = Result<OwnedSemaphorePermit, AcquireError>> {
        self.acquire_owned_at(1, here())
    }

    /// Waits for several permits that hold the semaphore.
    ///
    /// # Errors
    /// If the semaphore is closed.
    #[track_caller]
    pub fn acquire_many_owned(
        self: Arc<Self>,
        count: u32,
    ) -> impl Future<Output = Result<OwnedSemaphorePermit, AcquireError>> {
        self.acquire_owned_at(count, here())
    }

    async fn acquire_owned_at(
        self: Arc<Self>,
        count: u32,
        site: Site,
    ) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.permits.acquire(count as usize, site).await.map_err(AcquireError)?;
        Ok(OwnedSemaphorePermit { semaphore: self, count, site })
    }

    /// Takes a permit that holds the semaphore, if there is one.
    ///
    /// # Errors
    /// If there is none, or the semaphore is closed.
    #[track_caller]
    pub fn try_acquire_owned(self: Arc<Self>) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        self.try_acquire_many_owned(1)
    }

    /// Takes permits that hold the semaphore, if there are so many.
    ///
    /// # Errors
    /// If there are fewer, or the semaphore is closed.
    #[track_caller]
    pub fn try_acquire_many_owned(
        self: Arc<Self>,
        count: u32,
    ) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        let site = here();
        self.permits.try_acquire(count as usize, site)?;
        Ok(OwnedSemaphorePermit { semaphore: self, count, site })
    }

    /// Waits for a permit, outside of a task.
    ///
    /// # Errors
    /// If the semaphore is closed.
    #[track_caller]
    pub fn blocking_acquire(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        block_on(self.acquire_at(1, here()))
    }

    /// Nobody gets a permit any more.
    #[track_caller]
    pub fn close(&self) {
        self.permits.close(here());
    }

    /// Tells whether the semaphore is closed.
    #[track_caller]
    pub fn is_closed(&self) -> bool {
        self.permits.is_closed(here())
    }
}

/// The methods of permits, whether they borrow the semaphore or hold it.
macro_rules! permit {
    ($name:ident $(<$life:lifetime>)?, $clone:expr) => {
        impl $(<$life>)? $name $(<$life>)? {
            /// Does not give the permits back.
            pub fn forget(mut self) {
                self.count = 0;
            }

            /// Puts the permits of another one of the same semaphore to these.
            ///
            /// # Panics
            /// If it is one of another semaphore.
            #[track_caller]
            pub fn merge(&mut self, mut other: Self) {
                assert!(
                    std::ptr::eq(&raw const *self.semaphore, &raw const *other.semaphore),
                    "merging permits from different semaphore instances"
                );
                self.count += std::mem::take(&mut other.count);
            }

            /// Takes some of the permits apart. `None` if there are fewer.
            pub fn split(&mut self, count: usize) -> Option<Self> {
                let count = u32::try_from(count).ok()?;
                self.count = self.count.checked_sub(count)?;
                Some($name { semaphore: $clone(&self.semaphore), count, site: self.site })
            }

            /// The number of permits.
            pub fn num_permits(&self) -> usize {
                self.count as usize
            }
        }

        impl $(<$life>)? Drop for $name $(<$life>)? {
            fn drop(&mut self) {
                self.semaphore.permits.release(self.count as usize, self.site);
            }
        }

        impl $(<$life>)? fmt::Debug for $name $(<$life>)? {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("permits", &self.count).finish_non_exhaustive()
            }
        }
    };
}

/// Permits of a [`Semaphore`], which are given back when this is dropped.
#[must_use]
pub struct SemaphorePermit<'a> {
    semaphore: &'a Semaphore,
    count: u32,
    site: Site,
}

/// Permits of a [`Semaphore`] that hold it.
#[must_use]
pub struct OwnedSemaphorePermit {
    semaphore: Arc<Semaphore>,
    count: u32,
    site: Site,
}

permit!(SemaphorePermit<'a>, |semaphore: &&'a Semaphore| *semaphore);
permit!(OwnedSemaphorePermit, Arc::clone);
