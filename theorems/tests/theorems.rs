//! All tests of this crate in one executable, so that its libraries are linked once.

mod census;
#[path = "soundness/main.rs"]
mod soundness;
mod statements;
