//! The memory of the accesses to a value that no guard protects.

use crate::search::event::Site;

/// An access to a shared value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) thread: usize,
    pub(crate) write: bool,
    pub(crate) site: Site,
}

/// The last access of each thread to one value, and its last write, with the stretches of the thread in which they
/// were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Accesses {
    pub(crate) last: Vec<(Access, usize)>,
}
