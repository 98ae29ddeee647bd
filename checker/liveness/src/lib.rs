#![doc = include_str!("../README.md")]

mod acceptance;
mod answer;
mod automata;
mod components;
mod confirm;
mod lasso;
mod path;
mod product;
mod refute;
mod round;
mod shorten;
mod starving;

pub use answer::{Answer, Ending, Lasso};
pub use confirm::{Question, Unconfirmed, confirm};
pub use refute::refute;

#[cfg(doc)]
use reductio_search::{Model, Reduction};
#[cfg(doc)]
use reductio_temporal::Fairness;
