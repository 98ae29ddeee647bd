//! Programs over weak memory, run as real threads by the library, and by a definition that shares nothing with it.

pub(crate) mod auto;
pub(crate) mod brute;
mod judge;
pub(crate) mod language;
pub(crate) mod threads;
