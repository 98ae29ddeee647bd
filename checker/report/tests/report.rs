//! All tests of this crate in one executable, so that its libraries are linked once.

#[cfg(feature = "testing")]
mod execution;
mod once;
mod pictures;
