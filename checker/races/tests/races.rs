//! All tests of this crate in one executable, so that its libraries are linked once.

mod embedded;
mod examples;
mod files;
#[path = "oracle/main.rs"]
mod oracle;
mod steps;
