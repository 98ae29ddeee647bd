//! Reports on the formulas that `decide` answers.

pub mod json;
pub mod text;
