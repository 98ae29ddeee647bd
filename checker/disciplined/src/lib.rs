//! # Classes of objects, and S1's reduction
//!
//! Threads of a [`Program`](reductio_programs::Program) with a heap need to come between one another only where they can see
//! one another (S1). A [`Classification`] says which objects one thread alone touches, which are under a lock discipline,
//! and which are for communication; [`check`] searches the program by steps that end before the next instruction that others can see, while
//! a *monitor* finds out whether the classes are right. If they are, it has met all failures and total deadlocks; a class that is wrong
//! is a [`Breach`], with a run.
//!
//! What others cannot reach yet is its maker's own, whatever its class: this is how objects are initialized. The rules, and why a
//! reduced search finds out whether they are kept, are in the reference below.
//!
//! Where the operations on objects are calls of their methods ([`Class::Method`], [`Class::Atomic`]), the monitor checks that they are single
//! operations too, and that nothing else touches what they touch.
//!
//! [`suggest`] finds a classification, and [`experiment`] makes S1's table of states by what a step is (figure 4).
//!
//! ```
//! use reductio_disciplined::{Classification, Options, check};
//! use reductio_programs::{ENTRY, parse_program};
//!
//! let text = "thread main {
//!   b := new Box
//!   t := fork other
//!   b.full := 1
//! }
//! thread other { synchronized b { b.full := 2 } }";
//! let program = parse_program(text, "forgotten", ENTRY).unwrap();
//! let classes = Classification::parse("disciplined Box at 2").unwrap().of(&program).unwrap();
//! let answer = check(&program, &classes, &Options::default());
//! assert_eq!(
//!     answer.breaches[0].told(&program).to_string(),
//!     "`Box` made in line 2 is not under the lock discipline: `main` writes `full` in line 4, `other` writes `full` in line 6, \
//!      and no lock is owned at every access"
//! );
//! ```

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
mod replay;
mod resolve;
mod search;
mod slip;
mod suggest;
mod text;

pub use breach::Breach;
pub use class::{Class, Classification, Rule, Site, Subject};
pub use experiment::{Row, Table, experiment};
pub use model::{Atomicity, ClassifiedModel, Fault};
pub use monitor::{Kind, Monitored, PairStore};
pub use resolve::Classes;
pub use search::{Answer, Options, Unknown, check};
pub use slip::Slip;
pub use suggest::{Suggestion, suggest, suggest_methods};
pub use text::{ClassificationError, Fault as TextFault, MAX_TEXT};
