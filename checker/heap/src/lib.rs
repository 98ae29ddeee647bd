#![doc = include_str!("../README.md")]

mod analysis;
mod bits;
mod error;
mod facts;
mod flow;
mod inline;
mod learn;
mod nodes;
mod options;
mod owned;
mod protect;
mod reading;
mod symbols;

pub use analysis::{Access, HeapAnalysis, Row, Ssg, Verdict, analyze};
pub use error::HeapError;
pub use inline::{
    Block, BlockId, Context, ContextId, Edge, EdgeKind, Graph, GraphId, Inlined, Limits, Statement,
    StatementId,
};
pub use nodes::{Allocator, AllocatorId, Node, Part, Slot, ThreadType};
pub use options::{Options, Slip};
pub use protect::{Because, Lock, Variable};
pub use reading::{Reading, Repair};
