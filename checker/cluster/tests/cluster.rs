//! All tests of this crate in one executable, so that its libraries are linked once.

mod checkpoints;
mod equal;
mod programs;
mod support;
