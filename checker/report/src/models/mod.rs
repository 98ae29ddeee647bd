//! Statements in finite models: the answers of the verb `models`, and their models as pictures.

mod draw;
pub mod json;
pub mod text;

pub use draw::{Drawn, Picture, picture, pictures};
