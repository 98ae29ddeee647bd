//! Traces as text: one event a line, `thread|operation(name)|location`, RAPID's format STD.

mod line;
mod open;
mod reader;

pub use open::{gunzip, open};
pub use reader::TraceReader;
