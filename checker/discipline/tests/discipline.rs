//! All tests of this crate in one executable, so that its libraries are linked once.

mod accesses;
mod answers;
mod model;
mod observing;
#[path = "oracle/main.rs"]
mod oracle;
mod protocols;
mod semaphores;
#[path = "shared_reading/main.rs"]
mod shared_reading;
#[path = "side_conditions/main.rs"]
mod side_conditions;
mod sleep_sets;
#[path = "symmetry/main.rs"]
mod symmetry;
