//! All tests of this crate in one executable, so that its libraries are linked once.

mod analysis;
mod formulas;
#[path = "preservation/main.rs"]
mod preservation;
mod tables;
