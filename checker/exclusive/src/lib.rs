#![doc = include_str!("../README.md")]

mod analysis;
mod claims;
mod ghost;
mod judge;
mod model;
mod replay;
mod search;
mod slip;

pub use claims::{Claims, Guard, Link, Variables, Wrong};
pub use ghost::{Ghost, Owned, OwnedStore};
pub use model::{ClaimedModel, Fault};
pub use search::{Answer, Breach, Derived, Options, Race, Searcher, Unknown, check, derive};
pub use slip::Slip;
