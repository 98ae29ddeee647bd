//! Reports on systems of threads: the verdicts and their basis, two searches side by side, and which steps are visible.

mod alike;
mod certificate;
pub mod classification;
pub mod explain;
pub mod family;
pub mod family_alike;
pub mod faults;
mod granularity;
pub(crate) mod grounds;
pub(crate) mod guess;
pub mod json;
mod locks;
pub(crate) mod names;
mod properties;
mod reasons;
mod symmetry;
pub mod table;
pub mod text;

pub use certificate::certificate;
pub use explain::{statements_of_line, variable_words};
pub use names::quoted;
pub use table::comparison;
