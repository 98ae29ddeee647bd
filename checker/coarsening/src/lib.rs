//! # Virtual coarsening (S2)

mod analyzed;
mod check;
mod classify;
mod compose;
mod model;
mod naming;
mod options;
mod parts;
mod replay;
mod reproduce;
mod single;
mod slip;
mod store;
mod systems;
mod transition;
mod ways;

pub use analyzed::Analyzed;
pub use check::{Answer, Limits, Unknown, check};
pub use classify::{Classification, Known, Unclassified};
pub use model::{Coarse, CoarseModel, Transitions};
pub use options::{Options, Points, Reductions};
pub use reproduce::{Cell, Column, Printed, reproduce};
pub use slip::Slip;
pub use reductio_heap::Reading;
pub use store::CoarseStore;
pub use systems::{ByLine, System};
