//! All tests of this crate in one executable, so that its libraries are linked once.

mod answers;
#[path = "systems/cyclic.rs"]
mod cyclic;
mod observed;
mod oracle;
#[path = "systems/space.rs"]
mod space;
mod systems;
mod tables;
