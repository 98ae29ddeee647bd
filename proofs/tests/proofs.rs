//! All tests of this crate in one executable, so that its libraries are linked once.

mod api;
mod auto;
mod common;
#[path = "decide/main.rs"]
mod decide;
mod discipline;
mod golden;
mod instances;
mod laws;
mod mutants;
mod mutate;
#[path = "omega/main.rs"]
mod omega;
mod reduction;
mod reject;
mod robust;
mod search;
mod search_random;
