//! All tests of this crate in one executable, so that its libraries are linked once.

mod compiled;
mod defects;
mod footprint;
mod operations;
mod programs;
