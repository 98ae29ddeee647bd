//! # Virtual coarsening (S2)
//!
//! A [`CoarseModel`] is the transition system that S2, section 3, makes of a program with a heap: a transition is a number of operations of
//! one thread that others cannot see and then one that they can, and a state is where each thread is right after its last visible
//! operation. Who comes first to a lock, or to be notified, is served first, and a lock that is let go is handed to the first that waits.
//!
//! Which operations are visible is a matter of [`Reductions`] (section 4). In the base model all accesses of the heap are, and all operations on
//! locks. The five reductions take away accesses of variables and locks that are *owned* or *protected*, as a [`Classification`] says; taking
//! a lock *again*; *notifications*, up to the unlock of the same object; and *unlocks*, up to another unlock. [`Analyzed`] is the
//! classification that the reference analysis of sections 5 and 6 makes.
//!
//! [`check`] searches a model for failures, deadlocks and threads that are stuck for ever. What it finds is run again on the program's
//! machine, and so is true whatever the classification; that there is nothing else rests on section 4 and on the classification.
//! [`reproduce`] makes tables 1 and 2 again.
//!
//! [`decide`] decides formulas of linear temporal logic without next. Steps that write a variable of the formula are visible then, and a thread
//! that goes round and round with invisible steps is a run of its own, in which nothing changes.
//!
//! Each single step of a thread depends on a few parts of a state: the thread itself, and an object with those that wait there. So states are
//! numbers of parts, each step is worked out once for the parts on which it depends, and everywhere else it is looked up.
//!
//! ```
//! use std::sync::Arc;
//!
//! use reductio_coarsening::{Analyzed, Limits, Options, Reading, Reductions, Unclassified, check};
//! use reductio_programs::{ENTRY, Queues, parse_program};
//!
//! let text = "
//!     thread main { b := new Box; fork other; synchronized b { b.full := 1; b.count := b.count + 1 } }
//!     thread other { synchronized b { b.count := b.count + 1 } }";
//! let program = parse_program(text, "two", ENTRY).unwrap().with_queues(Queues::FirstCome);
//! let base = Options { reductions: Reductions::NONE, ..Options::default() };
//! let base = check(&program, base, Arc::new(Unclassified), &Limits::default()).unwrap();
//!
//! let known = Arc::new(Analyzed::of(&program, Reading::repaired(), &Default::default()).unwrap());
//! let reduced = check(&program, Options::default(), known, &Limits::default()).unwrap();
//! assert_eq!((base.deadlocks().word(), reduced.deadlocks().word()), ("holds", "holds"));
//! assert!(reduced.states < base.states);
//! ```

/// The reference: what a transition is, which operations are visible, what an answer rests on.
#[doc = include_str!("../reference.md")]
pub mod reference {}

mod analyzed;
mod check;
mod classify;
mod coarse;
mod compose;
mod endless;
mod kind;
mod model;
mod naming;
mod options;
mod parts;
mod property;
mod replay;
mod reproduce;
mod round;
mod runs;
mod single;
mod slip;
mod store;
mod systems;
mod touch;
mod transition;
mod ways;
mod work;

pub use analyzed::Analyzed;
pub use check::{Answer, Limits, Unknown, check};
pub use classify::{Classification, Known, Unclassified};
pub use coarse::Coarse;
pub use endless::EndlessRun;
pub use model::{CoarseModel, Transitions};
pub use options::{Options, Points, Reductions};
pub use property::{Property, PropertyAnswer, decide};
pub use reductio_heap::{HeapError, Reading};
pub use reproduce::{Cell, Column, Printed, reproduce};
pub use slip::Slip;
pub use store::CoarseStore;
pub use systems::{ByLine, System};
