//! # The live kernel
//!
//! Jupyter starts `reductio jupyter serve` with a file that names five sockets, and sends requests: run this cell, what
//! could stand here, what is this. `install` writes what tells Jupyter so; `wire` reads the sockets; `requests` answers
//! one request after the other, out of a [`Session`](crate::notebook::Session); `work` runs a cell on a thread of its
//! own, so that an interrupt is heard; `completion` and `inspection` look at the text of a cell and know nothing of
//! sockets.
//!
//! The kernel is behind the cargo feature `jupyter`. Without it `cli` says how to get it.

pub(crate) mod cli;
#[cfg(feature = "jupyter")]
mod completion;
#[cfg(feature = "jupyter")]
mod inspection;
#[cfg(feature = "jupyter")]
mod install;
#[cfg(feature = "jupyter")]
mod outcome;
#[cfg(feature = "jupyter")]
mod requests;
#[cfg(feature = "jupyter")]
mod text;
#[cfg(feature = "jupyter")]
mod wire;
#[cfg(feature = "jupyter")]
mod work;
