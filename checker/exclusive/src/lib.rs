#![doc = include_str!("../README.md")]

mod analysis;
mod claims;
mod ghost;
mod guess;
mod judge;
mod model;
mod observed;
mod search;
mod slip;

pub use claims::{Claims, Guard, Link, Variables, Wrong};
pub use ghost::{Ghost, Owned, OwnedStore};
pub use model::{Against, Breach, Claimed, ClaimedModel, Fault, claimed};
pub use reductio_watched::{Alarm, Race, Unknown};
pub use search::{Answer, Derived, Options, Searcher, check, derive};
pub use slip::Slip;
