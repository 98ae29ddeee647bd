//! What the lockset algorithm remembers of a value.

use crate::search::access::ObjectId;
use crate::search::event::Site;

/// An access to a shared value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) thread: usize,
    pub(crate) write: bool,
    pub(crate) site: Site,
}

/// What is known about the accesses to one value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lockset {
    /// The locks that were held at all accesses.
    pub(crate) candidates: Option<Vec<ObjectId>>,
    /// The last access of each thread, and its last write.
    pub(crate) accesses: Vec<Access>,
    pub(crate) written: bool,
}
