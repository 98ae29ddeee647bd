#![doc = include_str!("../README.md")]

mod assignment;
mod bits;
mod draw;
mod enumeration;
mod naive;
mod relation;
mod satisfies;
mod search;
pub mod svg;
pub mod systems;
mod watch;
mod word_model;

pub use assignment::Assignment;
pub use bits::{BitRelation, Bits};
pub use draw::Drawing;
pub use enumeration::Random;
pub use naive::Naive;
pub use relation::PairSet;
pub use satisfies::{
    Falsity, FiniteModel, How, ModelError, ModelFault, Path, RelationalModel, Satisfaction, Side,
    Witness, satisfies,
};
pub use search::{
    Countermodel, Coverage, Declined, SearchLimits, SearchOutcome, Size, find_countermodel,
    holds_in, refute_step, step_formula,
};
pub use watch::{UnitProgress, Watch};
pub use word_model::word_model;
