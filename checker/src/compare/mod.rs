//! The verb `compare`: searches of one system, side by side.
//!
//! There are many ways to leave out states and executions of a concurrent system. [`compare()`] makes the searches of
//! one system that are [named](SearchName), each with the theorems that justify it and their conditions, and says
//! whether it met what the unreduced search met. A search whose theorem does not apply may run all the same: what it
//! finds is real, since each finding's run is executed again, and what it does not find may exist. [`compare_program`]
//! does the same with programs with a heap.
//!
//! ```
//! use reductio::compare::{Agreement, CompareOptions, SearchName, compare};
//! use reductio::check::Subject;
//! use reductio::discipline::Discipline;
//! use reductio::language::parse_system;
//!
//! let text = "
//!     lock m
//!     protected x : 0 .. 2 by m
//!     thread t[i : 0 .. 1] { acquire m; x := x + 1; release m }";
//! let system = parse_system(text, "two counters", &[]).unwrap();
//! let subject = Subject::of_discipline(Discipline::new(&system));
//! let searches = ["unreduced", "reduced", "sss+source+sleep"].map(|name| name.parse().unwrap());
//! let options = CompareOptions { searches: searches.to_vec(), ..CompareOptions::default() };
//! let found = compare(&subject, &options, None, None);
//! let states = found.rows.iter().map(|row| row.walked.states);
//! assert_eq!(states.collect::<Vec<_>>(), [Some(12), Some(4), None]);
//! assert!(found.rows.iter().all(|row| row.agreement == Agreement::Agrees));
//! ```

mod engine;
mod justify;
mod name;
mod options;
mod program;
mod program_replay;
mod replay;
mod row;
mod run;
mod walked;

pub use justify::{Condition, Justification, Support, Theorem};
pub use name::{Asleep, SearchName, SearchNameError, Steps, Walk};
pub use options::{CompareOptions, Progress};
pub use program::{
    ProgramComparison, ProgramEnded, ProgramRow, ProgramSearchError, compare_program,
};
pub use row::{Agreement, Answer, Difference, Row, Undecided};
pub use run::{Comparison, compare, compare_by};
pub use walked::{Ended, Walked};
