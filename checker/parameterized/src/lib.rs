#![doc = include_str!("../README.md")]

mod abstraction;
mod answer;
mod backward;
mod certificate;
mod closed;
mod counted_steps;
mod counts;
mod covering;
mod decide;
mod decision;
mod drawing;
mod effect;
mod forward;
mod frame;
mod instance;
mod limits;
mod marked;
mod mutation;
mod numbers;
mod pairs;
mod reading;
mod rule;
mod seeds;
mod sight;
mod space;

pub use answer::{Answer, ClaimAnswer, DecidedFamily, Evidence, FamilyError, Outcome, RunStep};
pub use certificate::{Certificate, THEOREM};
#[doc(hidden)]
pub use decide::decide_with;
pub use decide::{decide, decide_certified};
pub use drawing::{AbstractStates, AbstractStep, abstract_states};
pub use limits::{Limits, Stopped};
#[doc(hidden)]
pub use mutation::Mutation;
pub use reading::find_families;
