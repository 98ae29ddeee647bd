//! Rules of values, as an execution keeps them.

use std::sync::Weak;

use crate::search::access::ObjectId;

/// Says of a thread, with the locks that it holds (and whether it may write under each), whether it may access a value.
pub(crate) type Rule = dyn Fn(usize, &[(ObjectId, bool)]) -> bool + Send + Sync;

/// A rule of a value that exists, and the threads that it allowed after the last step.
pub(crate) struct Ruled {
    pub(crate) object: ObjectId,
    pub(crate) rule: Weak<Rule>,
    pub(crate) allowed: Vec<usize>,
}
