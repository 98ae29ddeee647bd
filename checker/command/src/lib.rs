#![doc = include_str!("../README.md")]

mod cli;
pub mod explain;
mod explanations;
mod families;
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
