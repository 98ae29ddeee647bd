//! All tests of this crate in one executable, so that its libraries are linked once.

mod formulas;
#[path = "laws/main.rs"]
mod laws;
mod machine;
mod text;
