//! # The heap of a program: what one thread owns, and what a lock protects
//!
//! [`Inlined`] has the control-flow graphs of a program with a heap, one for each kind of thread, with all calls inlined. [`analyze`] finds out
//! for each statement whether another thread may access the same variable then ([`Access`]), and tells for each variable where it is owned,
//! where a lock protects it, and why it is visible elsewhere ([`Row`]). It searches nothing (S2, sections 5 and 6).
//!
//! The stages: references are followed through *storage structure graphs*, whose nodes are the statements that make objects, each with a current object
//! of its thread and all others; then through what is *shared*, from the statements that expose objects or hand them over; then values
//! are numbered, so that it is known which held locks stand in a fixed relation to which objects. The reference in the guide has the rules.
//!
//! Some rules of S2 are unsound as printed: a [`Reading`] says which of them are repaired. The repaired rules are not proved but tested, against
//! searches of all states.
//!
//! ```
//! use reductio_heap::{Inlined, Limits, Lock, Options, Reading, Verdict, analyze};
//! use reductio_programs::{ENTRY, parse_program};
//!
//! let text = "
//!     thread main { o := new A; o.f := 1; fork t; fork t }
//!     thread t { synchronized o { o.f := 2 } }";
//! let program = parse_program(text, "handed on", ENTRY).unwrap();
//! let inlined = Inlined::new(&program, &Limits::default()).unwrap();
//! let found = analyze(&program, &inlined, Reading::default(), &Options::default()).unwrap();
//! // `main` owns the field until it has started a thread; then the object's lock protects it. The lock itself is visible.
//! let [field, lock] = found.variables() else { panic!() };
//! assert_eq!((field.verdict, lock.verdict), (Verdict::Mixed, Verdict::Visible));
//! assert!(field.locks.contains(&Lock::Itself));
//! ```

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
