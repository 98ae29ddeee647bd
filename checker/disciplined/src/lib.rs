//! # Classes of objects, and S1's reduction

mod breach;
mod class;
mod experiment;
mod model;
mod monitor;
mod published;
mod replay;
mod resolve;
mod search;
mod slip;
mod store;
mod suggest;
mod text;

pub use breach::Breach;
pub use class::{Class, Classification, Rule, Site, Subject};
pub use experiment::{Row, Table, experiment};
pub use model::{Atomicity, ClassifiedModel, Fault, Monitored};
pub use monitor::Kind;
pub use resolve::Classes;
pub use search::{Answer, Options, Unknown, check};
pub use slip::Slip;
pub use store::PairStore;
pub use suggest::{Suggestion, suggest};
pub use text::{ClassificationError, Fault as TextFault, MAX_TEXT};
