//! # Tests written for `loom`, by a search of one schedule of each class
//!
//! ```toml
//! [dev-dependencies]
//! loom = { package = "reductio-loom", version = "0.1" }
//! ```
//!
//! Modules, names and signatures are those of the crate `loom`, 0.7; the search is that of `reductio-schedules`. All orderings are `SeqCst`: for
//! programs that rely on weaker ones, `loom` itself is the right crate. Leaks are not looked for.
//!
//! ```
//! use reductio_loom as loom;
//!
//! use loom::sync::Arc;
//! use loom::sync::atomic::{AtomicUsize, Ordering};
//!
//! loom::model(|| {
//!     let count = Arc::new(AtomicUsize::new(0));
//!     let other = Arc::clone(&count);
//!     let thread = loom::thread::spawn(move || other.fetch_add(1, Ordering::SeqCst));
//!     count.fetch_add(1, Ordering::SeqCst);
//!     thread.join().unwrap();
//!     assert_eq!(count.load(Ordering::SeqCst), 2);
//! });
//! ```

pub mod future;
pub mod model;
pub mod sync;

pub use reductio_schedules::{cell, hint, lazy_static, thread, thread_local};

#[doc(inline)]
pub use model::model;
