//! Text to formula and back: tokens, grammar, statement files, the printer.

mod cursor;
pub mod error;
mod errors;
pub mod grammar;
mod label;
pub mod lexer;
pub mod print;
pub mod theory;
pub mod vocabulary;

pub use cursor::KEYWORDS;
pub use errors::{Shown, TextError, TextErrors};
