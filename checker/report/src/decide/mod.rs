//! Answers to formulas, of the verb `decide`.

pub mod json;
pub mod text;
