//! All tests of this crate in one executable, so that its libraries are linked once.

mod concurrent;
mod deep;
#[path = "fidelity/main.rs"]
mod fidelity;
#[path = "fixtures/main.rs"]
mod fixtures;
mod hostile;
mod linked;
mod semantics;
mod startup;
mod support;
mod unsupported;
