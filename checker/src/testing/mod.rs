//! # Property tests over systems
//!
//! [`generate`] draws small random systems, for properties of the form "for every system": reduced and unreduced
//! search agree, hypotheses (13)-(21) hold wherever the side conditions do.
//!
//! For one system, a user's own, there are ready properties, a line of a test each. [`claims_hold`] is all that
//! `reductio check` decides, and goes through all states; what fails is told so that it can be read where `unwrap` or
//! `?` shows it:
//!
//! ```
//! use reductio::language::parse_system;
//! use reductio::testing::{self, Sample};
//!
//! let text = "
//!     lock m
//!     protected x : 0 .. 3 by m
//!     thread t[i : 0 .. 1] { acquire m; x := i + 1; release m }";
//! let system = parse_system(text, "mine", &[]).unwrap();
//! testing::predicates_exclude_each_other(&system, Sample::default()).unwrap();
//! testing::access_implies_predicate(&system, Sample::default()).unwrap();
//! testing::claims_hold(&system).unwrap();
//! testing::hypotheses_hold(&system).unwrap();
//! testing::reduced_agrees_with_unreduced(&system).unwrap();
//! ```
//!
//! Others can be written over random runs ([`for_runs`]), random states ([`any_state`]) and systems with a statement
//! forgotten ([`mutants()`]).

mod claims;
mod failing;
mod mutants;
mod properties;
mod runs;
mod table;
mod trial;

pub use claims::{claims_hold, claims_hold_with};
pub use failing::Failing;
pub use mutants::{Mutant, mutants};
pub use properties::Property;
pub use properties::{
    access_implies_predicate, hypotheses_hold, predicates_exclude_each_other,
    reduced_agrees_with_unreduced,
};
#[doc(inline)]
pub use reductio_generate as generate;
pub use runs::{Sample, Schedule, any_state, for_runs};
pub use trial::{Forgotten, Trial, trial};
