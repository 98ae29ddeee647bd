//! # The live kernel
//!
//! Jupyter starts `reductio jupyter serve` with a file that names five sockets, and sends requests: run this cell,
//! complete this word, explain this word. `install` writes the file that tells Jupyter of the kernel; `wire` reads the
//! sockets; `requests` answers one request after the other, out of a [`Session`](crate::notebook::Session); `work` runs
//! a cell on a thread of its own, so that an interrupt is heard; `completion` and `inspection` look at the text of a
//! cell, as `reductio-editor` does for editors, and know nothing of sockets.
//!
//! The kernel is behind the cargo feature `jupyter`; a build without it says how to get it.

mod completion;
mod console;
mod inspection;
mod install;
mod outcome;
mod requests;
mod wire;
mod work;

pub(crate) use install::install;
pub(crate) use wire::serve;
