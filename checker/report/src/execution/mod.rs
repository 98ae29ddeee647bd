//! Executions in all their forms: a table with one column for each thread ([`to_text`]), JSON that can be read back
//! ([`to_json`]), a path for Graphviz ([`to_dot`]), a sequence chart ([`to_svg`]), and a test in Rust
//! ([`to_rust_test`]).
//!
//! ```
//! use reductio::discipline::Discipline;
//! use reductio::execution::{Pace, Walk, simulate};
//! use reductio::language::parse_system;
//! use reductio_algebra::Style;
//! use reductio_report::execution;
//! use reductio_report::page::Page;
//!
//! let system = parse_system("var x : 0 .. 1\nthread t { A: x := 1; B: stop }", "small", &[]).unwrap();
//! let discipline = Discipline::new(&system);
//! let walk = simulate(&discipline, Walk { seed: 1, steps: 9, pace: Pace::Single }, None);
//! assert!(execution::to_text(&walk, &Page::new(80, Style::Ascii)).contains("A: x := 1"));
//! assert!(execution::ending_in_words(&walk).starts_with("after step 1: no thread can go on"));
//! ```

mod chart;
mod dot;
mod json;
mod locks;
mod row;
mod rust_test;
mod state;
mod svg;
mod table;
mod text;
mod words;

pub use chart::TooLong;
pub use dot::to_dot;
pub use json::{to_json, to_run_file};
pub use rust_test::to_rust_test;
pub use state::show_state;
pub use svg::to_svg;
pub(crate) use text::finding_to_text;
pub use text::{ending_in_words, to_text};
