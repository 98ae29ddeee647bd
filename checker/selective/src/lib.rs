//! # Selective searches (Godefroid 1996; S1, S3; Flanagan and Godefroid 2005; Abdulla et al. 2014)
//!
//! A *state-less* search walks executions of a [`Model`](reductio_search::Model) from its initial state, and keeps no states but those on
//! the way. It is for programs whose states cannot be stored, and for systems with short executions and many states. It
//! is *selective* if it leaves out executions that differ from others only in the order of independent steps. [`explore`]
//! does so as a [`Selection`] says:
//!
//! - which steps are taken from a state ([`Choice`]): all, those of a *persistent set*, or those that *dynamic
//!   partial-order reduction* finds to be needed;
//! - which of these are left out since they *sleep* ([`Sleep`]): they were taken before, and nothing that happened since depends on them;
//! - what a step is ([`Granularity`]): a transition, or a visible transition and the invisible ones of the thread after it.
//!
//! Where some execution never ends, [`deepen`] walks with greater and greater bounds, and [`explore_states`] keeps the
//! states that it has met: it takes steps by the same selections, but for the dynamic ones.
//!
//! Every search of a system whose executions all end meets the same deadlocks and the same control points as the search of all
//! executions (Godefroid 1996; S1, Theorem 1); with invisible transitions put together, under the conditions of S1, Theorems 3 to 5:
//! no state is bad, and no thread is about to fail ([`Model::about_to_fail`](reductio_search::Model::about_to_fail)).
//!
//! ```
//! use reductio_discipline::{Discipline, Packed};
//! use reductio_language::parse_system;
//! use reductio_selective::{Choice, Limits, Selection, Sleep, explore};
//!
//! // Three threads write to variables of their own, and then to one of all.
//! let text = "
//!     var own[i : 0 .. 2] : 0 .. 1
//!     var last : 0 .. 2
//!     thread t[i : 0 .. 2] { own[i] := 1; last := i }";
//! let system = parse_system(text, "three", &[]).unwrap();
//! let discipline = Discipline::new(&system);
//! let model = Packed::new(&discipline);
//! let executions = |choice, sleep| {
//!     explore(&model, &Selection { choice, sleep, ..Selection::default() }, &Limits::default()).executions
//! };
//! // All orders of six steps, those of a thread in their order; and those that differ in who writes `last` when.
//! assert_eq!(executions(Choice::All, Sleep::Never), 90);
//! assert_eq!(executions(Choice::Source, Sleep::Unconditional), 6);
//! ```

mod ahead;
mod clock;
mod deepen;
mod explore;
mod foresight;
mod frame;
mod interference;
mod moves;
mod notes;
mod outcome;
mod persistent;
mod races;
mod selection;
mod stored;

pub use ahead::Ahead;
pub use deepen::{Deepening, deepen};
pub use explore::explore;
pub use foresight::{Foresight, foreseen_threads};
pub use interference::{Object, Owner, might_interfere};
pub use outcome::{Ended, Executions, Limits, Progress, StateLimits, States, Stopped};
pub use persistent::persistent_threads;
pub use selection::{Choice, Granularity, Selection, SelectionError, Sleep};
pub use stored::explore_states;
