#![doc = include_str!("../README.md")]

mod alternating;
mod automaton;
mod bits;
mod display;
mod fairness;
mod formula;
mod lasso;
mod limits;
mod normal;
mod simplify;
mod translate;

pub use automaton::{Automaton, Guard, Transition};
pub use bits::BitSet;
pub use fairness::Fairness;
pub use formula::{Binary, Formula, Shape, Subformula, Unary};
pub use lasso::holds_on;
pub use limits::{NotTranslated, TranslationLimits};
