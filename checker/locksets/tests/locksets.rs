//! All tests of this crate in one executable, so that its libraries are linked once.

mod agreement;
mod bridge;
mod bundled;
mod limits;
mod oracle;
mod printed;
mod random;
mod seven;
mod stuck;
mod theorem_1;
