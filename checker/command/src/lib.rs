//! # The command `reductio`
//!
//! The library `reductio` answers questions with values, and `reductio-report` tells them; this crate asks the
//! questions. It knows arguments, files that are written, signals, clocks and terminals, and decides no question
//! itself.
//!
//! `cli` describes the command line, and [`run`](mod@run) has a module for each large verb: it reads, asks the library
//! and returns the answer, which is written in one place (`terminal`; files by `replace`). [`notebook`] runs cells one
//! after another in a [`Session`](notebook::Session) that touches neither files nor terminals, and may be used from a
//! program ([`guide`]); with the feature `jupyter` it is a live kernel too; `lsp` answers editors. [`explain`] knows the meaning of every
//! code. [`stop`] ends a run at a limit or a signal, and `progress` shows how far it has come.
//!
//! ```
//! use reductio_command::notebook::Session;
//!
//! let mut session = Session::new();
//! assert!(session.run("decide \"(x + y)* = x* (y x*)*\"").is_accepted());
//! assert!(!session.run("decide \"x y = y x\"").is_accepted());
//! ```

mod cli;
pub mod explain;
mod explanations;
mod faults;
pub mod guide;
#[cfg(feature = "jupyter")]
mod jupyter;
mod lsp;
mod monitor;
pub mod notebook;
mod page_file;
mod progress;
mod replace;
pub mod run;
pub mod stop;
mod terminal;

pub use explanations::EXPLANATIONS;
