//! Systems of threads: the verdicts about them, what these rest on, two searches side by side, which steps are visible.

mod alike;
pub mod classification;
pub mod explain;
pub mod faults;
pub(crate) mod grounds;
pub(crate) mod guess;
pub mod json;
mod names;
mod reasons;
pub mod table;
pub mod text;

pub use names::quoted;
pub use table::comparison;
