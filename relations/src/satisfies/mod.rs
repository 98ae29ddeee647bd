//! The truth of a formula in a model and, where it is false, a witness.
//!
//! [`satisfies`] answers over any [`RelationalModel`]. A [`Witness`] names the indices, the premises that
//! hold, the pair of states that is in one side and not in the other, and the [`Path`] of actions by which
//! the pair is there. [`Witness::replays`] checks all of it again by another way: forward images of sets of
//! states, not operations on relations. A [`FiniteModel`] is the text form of an interpretation, printed and read
//! back.

mod fault;
mod image;
mod model;
mod notation;
mod path;
mod replay;
mod text;
mod trace;
mod walk;
mod witness;

pub use fault::{ModelError, ModelFault};
pub use model::FiniteModel;
pub(crate) use notation::at;
pub use path::{How, Path};
pub use trace::{RelationalModel, satisfies};
pub use witness::{Falsity, Satisfaction, Side, Witness};
