//! Reports on searches of one system, side by side.

pub mod json;
mod single;
pub mod text;
pub(crate) mod words;

pub use single::searches;
