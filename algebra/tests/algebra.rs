//! All tests of this crate in one executable, so that its libraries are linked once.

mod any_text;
mod generate;
mod reject;
mod round_trip;
mod substitution;
