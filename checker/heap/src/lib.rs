//! # The heap of a program
//!
//! ```
//! use reductio_heap::{Inlined, Limits};
//! use reductio_programs::{ENTRY, parse_program};
//!
//! let text = "thread main { o := new A; fork t }\nthread t { o.f := 1 }";
//! let program = parse_program(text, "handed", ENTRY).unwrap();
//! let inlined = Inlined::new(&program, &Limits::default()).unwrap();
//! assert_eq!(inlined.graphs().len(), 2);
//! ```

mod analysis;
mod bits;
mod error;
mod facts;
mod flow;
mod inline;
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
