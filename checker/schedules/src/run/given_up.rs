//! The memory that an execution has of the moment in which it was given up.

use rustc_hash::FxHashSet;

use crate::finding::Finding;
use crate::run::naming::ThreadNames;
use crate::run::slot::{Ending, Seen};
use crate::search::driver::Driver;
use crate::search::event::Event;
use crate::search::frame::Pending;

/// A thread that has not ended, what it is about to do, and its last step.
pub(crate) type Unfinished = (Pending, Option<usize>);

/// The execution as it was when it was given up.
pub(crate) struct GivenUp {
    pub(super) ending: Ending,
    pub(super) driver: Driver,
    pub(super) names: ThreadNames,
    pub(super) seen: FxHashSet<Seen>,
    pub(super) steps: usize,
    pub(super) threads: usize,
    pub(super) panics: usize,
    pub(super) last: Option<Event>,
    pub(super) unfinished: Vec<Unfinished>,
}

/// The part of an execution's end that was kept when it was given up, or that is known of those that stay.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) finding: Option<Finding>,
    pub(super) unfinished: Option<Vec<Unfinished>>,
    /// Threads do not stay where they are: too many do so far.
    pub(crate) unwinds: bool,
    /// The number of threads that stay where they are, in the middle of a search.
    pub(crate) staying: usize,
}
