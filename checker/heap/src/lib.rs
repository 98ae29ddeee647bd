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

mod error;
mod inline;

pub use error::HeapError;
pub use inline::{
    Block, BlockId, Context, ContextId, Edge, EdgeKind, Graph, GraphId, Inlined, Limits, Statement,
    StatementId,
};
