//! # Virtual coarsening (S2)

mod classify;
mod compose;
mod model;
mod naming;
mod options;
mod parts;
mod single;
mod store;
mod systems;

pub use classify::{Classification, Known, Unclassified};
pub use model::{Bad, Coarse, CoarseModel, Transitions};
pub use options::{Options, Points, Reductions};
pub use store::CoarseStore;
pub use systems::{ByLine, System};
