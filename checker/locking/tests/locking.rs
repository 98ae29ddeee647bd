//! All tests of this crate in one executable, so that its libraries are linked once.

mod definition;
#[path = "s1/main.rs"]
mod s1;
mod theorems;
