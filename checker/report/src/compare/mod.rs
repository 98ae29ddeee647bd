//! Reports on searches of one system, side by side.

pub mod json;
pub mod text;
pub(crate) mod words;
