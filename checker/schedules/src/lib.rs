//! # Every schedule of a test
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
//!     let _fork = fork.lock().unwrap();
//!     let _knife = knife.lock().unwrap();
//!     drop((_fork, _knife));
//!     other.join().unwrap();
//! });
//! let finding = &report.findings[0];
//! assert_eq!(finding.kind(), FindingKind::Deadlock);
//! assert!(finding.message().contains("thread 0 waits for Mutex"));
//! ```
//!
//! In a `#[test]`, [`explore`] panics with the finding: what is wrong, in which lines, a chart of the execution, and a schedule with
//! which `REDUCTIO_REPLAY=...` runs just this execution again.

/// The Rust of the guide, which is outside of this package.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/src/reference/schedules.md")]
mod reference {}

mod data;
mod explore;
mod finding;
mod mutants;
mod report;
mod run;
mod schedule;
mod search;
pub mod sync;
mod tell;
pub mod thread;

// The random programs of the tests, for those of the search itself.
#[cfg(test)]
extern crate self as reductio_schedules;
#[cfg(test)]
#[path = "../tests/random/mod.rs"]
mod random;

pub use data::choose;
pub use explore::{Explorer, Strategy, explore};
pub use finding::{Finding, FindingKind};
pub use report::{Bound, Report};
pub use schedule::{Schedule, ScheduleError};
pub use sync::{Asker, Shared};
