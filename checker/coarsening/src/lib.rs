#![doc = include_str!("../README.md")]

/// The reference: what a transition is, which operations are visible, what an answer rests on.
#[doc = include_str!("../reference.md")]
pub mod reference {}

mod analyzed;
mod check;
mod classify;
mod coarse;
mod compose;
mod endless;
mod kind;
mod model;
mod naming;
mod options;
mod parts;
mod property;
mod replay;
mod reproduce;
mod round;
mod runs;
mod single;
mod slip;
mod store;
mod systems;
mod touch;
mod transition;
mod ways;
mod work;

pub use analyzed::Analyzed;
pub use check::{Answer, Limits, Unknown, check};
pub use classify::{Classification, Known, Unclassified};
pub use coarse::Coarse;
pub use endless::EndlessRun;
pub use model::{CoarseModel, Transitions};
pub use options::{Options, Points, Reductions};
pub use property::{Property, PropertyAnswer, decide};
pub use reductio_heap::{HeapError, Reading};
pub use reproduce::{Cell, Column, Printed, reproduce};
pub use slip::Slip;
pub use store::CoarseStore;
pub use systems::{ByLine, System};
