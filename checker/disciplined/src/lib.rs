#![doc = include_str!("../README.md")]

/// The reference: classifications, the rules of classes, and what an answer rests on.
#[doc = include_str!("../reference.md")]
pub mod reference {}

mod breach;
mod class;
mod experiment;
mod model;
mod monitor;
mod operation;
mod published;
mod resolve;
mod search;
mod slip;
mod suggest;
mod text;

pub use breach::Breach;
pub use class::{Class, Classification, Rule, Site, Subject};
pub use experiment::{Row, Table, experiment};
pub use model::{Atomicity, Classified, ClassifiedModel, Fault};
pub use monitor::{Kind, Monitored, PairStore};
pub use reductio_watched::Unknown;
pub use resolve::Classes;
pub use search::{Answer, Options, check};
pub use slip::Slip;
pub use suggest::{Suggestion, suggest, suggest_methods};
pub use text::{ClassificationError, Fault as TextFault, MAX_TEXT};
