//! All tests of this crate in one executable, so that its libraries are linked once.

mod agreement;
mod calling;
mod calls;
mod classes;
mod experiment;
mod methods;
mod oracle;
mod programs;
#[path = "../../locksets/tests/random/mod.rs"]
mod random;
mod text;
