//! Stand-ins for what is used most of [`tokio::sync`](https://docs.rs/tokio/1/tokio/sync/), with the same names and
//! signatures. Tasks are those of
//! [`crate::future`]: threads of the search.
//!
//! ```
//! use reductio_schedules::tokio::sync::{Mutex, oneshot};
//! use reductio_schedules::{explore, future};
//! use std::sync::Arc;
//!
//! explore(|| {
//!     let sum = Arc::new(Mutex::new(0));
//!     let (done, is_done) = oneshot::channel();
//!     let other = Arc::clone(&sum);
//!     future::spawn(async move {
//!         *other.lock().await += 1;
//!         done.send(()).unwrap();
//!     });
//!     future::block_on(async {
//!         *sum.lock().await += 2;
//!         is_done.await.unwrap();
//!         assert_eq!(*sum.lock().await, 3);
//!     });
//! });
//! ```
//!
//! Who waits is served in the order in which they came, as the documentation of `tokio` says of [`Mutex`](sync::Mutex),
//! [`RwLock`](sync::RwLock) and [`Semaphore`](sync::Semaphore). A future that is dropped while it waits gives up its
//! place, and gives back what it got already. Values are moved out of a [`Mutex`](sync::Mutex) while it is locked, so
//! they have to be `Sized`, and guards cannot be mapped to parts of them.

pub mod sync;
