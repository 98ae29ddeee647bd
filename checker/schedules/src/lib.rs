#![doc = include_str!("../README.md")]

/// The Rust of the guide, which is outside of this package.
#[cfg(doctest)]
#[doc = include_str!("../../../guide/src/reference/schedules.md")]
mod reference {}

#[doc(hidden)]
pub mod attribute;
mod auto;
pub mod cell;
mod data;
mod explore;
mod explorer;
mod finding;
pub mod future;
pub mod hint;
mod memory;
mod mutants;
#[cfg(feature = "parking_lot")]
pub mod parking_lot;
mod pool;
mod record;
mod report;
mod run;
mod schedule;
mod search;
mod strategy;
mod suggest;
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
#[cfg(test)]
#[path = "../tests/rc11/mod.rs"]
#[allow(dead_code, reason = "the tests of the memory use it all")]
mod rc11;

/// Makes a function a test that runs its body once for each schedule.
///
/// Alone, it is a test by [`explore`], which passes if all schedules were walked and nothing is wrong. With settings it
/// is one by
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
pub use explore::{explore, is_given_up};
pub use explorer::Explorer;
pub use finding::{Finding, FindingKind};
pub use memory::{C11, Memory};
pub use report::{Bound, Report};
pub use schedule::{Schedule, ScheduleError};
pub use strategy::Strategy;
pub use sync::{Asker, Shared};
