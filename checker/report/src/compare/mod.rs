//! Reports on searches of one system, side by side.

pub mod json;
pub(crate) mod program;
mod single;
mod svg;
pub mod text;
pub(crate) mod words;

pub use program::{program_searches, programs};
pub use single::searches;
pub use svg::to_svg;
