//! # Executions
//!
//! An execution of a [`System`](crate::system::System) (S1 section 3.1) is a sequence of steps, each a thread and the
//! number of one of its transitions. Everything else follows: an [`Execution`] re-executes the steps with
//! [`System::execute`](crate::system::System::execute) and holds the states between them, which steps are visible,
//! which thread failed and why, and what was bad in which state. How it ends ([`Ending`]) is worked out from the
//! states, or claimed by the caller and checked; it is never believed.
//!
//! A [`RunFile`] is an execution as data that can be written, read back and checked; the crate `reductio-report` shows
//! executions as tables, paths and charts. [`simulate`] makes executions at random.
//!
//! A *reduced step* is a visible step and the invisible steps of the same thread after it (`M_i = v_i u_i*`).
//!
//! Steps and states are counted as a reader counts them: state 0 is the initial one, step `k` leads from state
//! `k - 1` to state `k`. The lists [`Execution::steps`] and [`Execution::states`] begin with step 1 and state 0.
//!
//! ```
//! use reductio::discipline::Discipline;
//! use reductio::execution::{Ending, Execution};
//! use reductio::system::{Domain, Expression, SystemBuilder, VariableClass};
//!
//! let mut system = SystemBuilder::new("counter");
//! let thread = system.thread("adder")?;
//! let start = system.point(thread, "A", true)?;
//! let count = system.variable("count", VariableClass::Shared, Domain::integers(0, 2)?, 0)?;
//! let read = Expression::cell(count);
//! let add = system.transition(thread, start, start).guard(read.clone().less(2));
//! add.assign(count, read.plus(1)).text("count := count + 1").add()?;
//! let system = system.finish()?;
//!
//! let discipline = Discipline::new(&system);
//! let execution = Execution::replay(&discipline, &[(thread, 0), (thread, 0)])?;
//! assert_eq!(execution.ending(), Ending::Deadlock);
//! assert_eq!(system.value(execution.last(), count), 2);
//! // A third time is refused, with the reason.
//! let error = Execution::replay(&discipline, &[(thread, 0); 3]).unwrap_err();
//! assert!(error.to_string().starts_with("step 3: adder cannot execute `count := count + 1` at A"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad;
mod claimed;
mod ending;
mod ending_entry;
mod endings;
mod entry;
mod error;
mod facts;
mod file;
mod lock_entry;
mod lockset;
mod mismatch;
pub mod names;
mod properties;
mod replay;
mod rules;
mod run;
mod sentences;
mod simulate;
mod stuck;
mod touches;
mod waiting;

pub use bad::{BadState, NamedAccess, NamedViolation};
pub use ending::Ending;
pub use ending_entry::EndingEntry;
pub use entry::{AccessEntry, ChangeEntry, StepEntry};
pub use error::{ExecutionError, RunFileError};
pub use facts::{Change, ExclusiveAccess, HandOver, StepFacts};
pub use file::RunFile;
pub use lock_entry::LockAccessEntry;
pub use lockset::LockAccess;
pub use mismatch::{ClaimedEnding, EndingMismatch};
pub use rules::Rules;
pub use run::{Execution, Origin, Step, StepRole};
pub use sentences::Sentence;
pub use simulate::{Pace, Walk, simulate};
pub use stuck::{Keeps, Stuck, StuckFact};
pub use waiting::{Waiting, stays};
