//! Reports on statements in finite models, which the verb `models` answers, and pictures of the models.

mod draw;
pub mod json;
pub mod text;

pub use draw::{Drawn, Picture, picture, pictures};
