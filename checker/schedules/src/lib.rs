//! # Every schedule of a test (S1 section 8)
//!
//! A test of a concurrent program sees one schedule of many. [`explore`] runs a closure once for each *class* of schedules, under
//! a scheduler that lets one thread run at a time. Write the program with the stand-ins for `std` of this crate, [`sync`] and [`thread`]:
//! names and signatures are those of `std`, and outside of a search so is what they do.
//!
//! ```
//! use reductio_schedules::{Explorer, FindingKind, sync::{Arc, Mutex}, thread};
//!
//! let report = Explorer::new().run(|| {
//!     let (fork, knife) = (Arc::new(Mutex::new(())), Arc::new(Mutex::new(())));
//!     let (a, b) = (Arc::clone(&fork), Arc::clone(&knife));
//!     let other = thread::spawn(move || {
//!         let _knife = b.lock().unwrap();
//!         let _fork = a.lock().unwrap();
//!     });
//!     let both = (fork.lock().unwrap(), knife.lock().unwrap());
//!     drop(both);
//!     other.join().unwrap();
//! });
//! let finding = &report.findings[0];
//! assert_eq!(finding.kind(), FindingKind::Deadlock);
//! assert!(finding.message().contains("thread 0 waits for Mutex"));
//! ```
//!
//! In a `#[test]`, [`explore`] panics with the finding: what is wrong, in which lines, a chart of the execution, and a schedule with
//! which `REDUCTIO_REPLAY=...` runs just this execution again. [`Explorer`] sets bounds, other [`Strategy`]s, and returns a
//! [`Report`] that says what was done; a run that met a bound never says that it saw all schedules.
//!
//! ## What is left out
//!
//! A guard is the only way to what a lock protects: the types prove the lock discipline of S1. So what is done under a guard is no
//! step, and a thread stops only before it locks, waits, sends, receives, joins, or touches an atomic. Of the orders of
//! these steps one of each class is walked, by optimal dynamic partial-order reduction: locking one mutex twice, writing one atomic,
//! and the like depend on each other, and nothing else does. What is shared in any other way belongs into a [`Shared`],
//! whose discipline is checked. Where `try_lock` can see whether a lock is free, unlocking becomes a step too.
//!
//! ## In a crate
//!
//! ```text
//! #[cfg(test)]
//! use reductio_schedules::{sync, thread};
//! #[cfg(not(test))]
//! use std::{sync, thread};
//! ```
//!
//! with this crate among the dev-dependencies; or under a `--cfg` of one's own, for tests in other crates. Threads outside of [`explore`] behave
//! as ever. Stand-ins for `tokio::sync` and `parking_lot` are in modules of these names, with the features of these names.
//!
//! ## What to know
//!
//! - All executions are *sequentially consistent*: orderings of atomics are accepted, and all are `SeqCst`. For programs that rely on weaker ones, the
//!   crate `loom` is the right one.
//! - The closure has to do the same each time: no clocks, no chance (but [`choose`]), no state in `static`s. It is checked that
//!   it does. `new` is not `const` here, since objects are named by the thread that makes them: put `static`s into [`statics!`].
//! - What threads share has to go through the stand-ins. A lock or an atomic of `std` itself is not seen: orders of its operations are not
//!   tried, and a thread that waits for it is found to run without an operation. So it is with an `Arc` of `std` of which it matters who drops it
//!   last; with [`sync::Arc`], that is explored.
//! - `std` leaves open whether a reader waits behind a writer that waits for a [`sync::RwLock`]. Both is tried where it may matter.
//! - Threads are stopped at the end of an execution by unwinding: the profile must not have `panic = "abort"`.
//! - A thread is a coroutine: threads share the variables of `std::thread_local!`; those of [`thread_local!`] are a thread's own, and new in each
//!   execution. [`Explorer::os_threads`] runs threads of the operating system.
//! - Time passes as it likes: a wait with a limit may end at any moment, and `sleep` is over at once. `notify_one` wakes any of those who wait.
//! - Loops that spin need no `yield_now`: a thread that looks at the same in one line again and again is watched once, alone; if it goes on for as long
//!   as an execution may be, it is taken to wait for a change, where it holds no lock that it took in the loop. The report names these lines.
//! - Nothing hangs: an execution has a greatest number of steps, and a thread that runs for long without an operation is a finding.

/// The Rust of the guide, which is outside of this package.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/src/reference/schedules.md")]
mod reference {}

#[doc(hidden)]
pub mod attribute;
pub mod cell;
mod data;
mod explore;
mod explorer;
mod finding;
pub mod future;
pub mod hint;
mod mutants;
#[cfg(feature = "parking_lot")]
pub mod parking_lot;
mod record;
mod report;
mod run;
mod schedule;
mod search;
mod strategy;
pub mod sync;
mod tell;
pub mod thread;
#[cfg(feature = "tokio")]
pub mod tokio;
mod walk;
mod worker;

// The random programs of the tests, for those of the search itself.
#[cfg(test)]
extern crate self as reductio_schedules;
#[cfg(test)]
#[path = "../tests/random/mod.rs"]
mod random;

/// Makes a function a test that runs its body once for each schedule.
///
/// Alone, it is a test by [`explore`], which passes if all schedules were walked and nothing is wrong. With settings it is one by
/// [`Explorer`]: `#[reductio_schedules::test(preemptions = 2, all_findings)]` stands for
/// `Explorer::new().preemptions(2).all_findings().check(..)`.
///
/// ```
/// #[reductio_schedules::test]
/// fn both_are_counted() {
///     // ...
/// }
/// ```
pub use reductio_schedules_attribute::test;

pub use data::choose;
pub use explore::explore;
pub use explorer::Explorer;
pub use finding::{Finding, FindingKind};
pub use report::{Bound, Report};
pub use schedule::{Schedule, ScheduleError};
pub use strategy::Strategy;
pub use sync::{Asker, Shared};
