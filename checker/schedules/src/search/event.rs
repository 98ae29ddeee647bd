//! A step of an execution: an operation, and what the thread did after it up to its next one.

use std::panic::Location;

use smallvec::SmallVec;

use crate::search::access::{Accesses, ObjectId};
use crate::search::clock::Clock;
use crate::search::op::Op;

/// A line of the program.
pub(crate) type Site = &'static Location<'static>;

/// An operation that a thread did without stopping before it.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) text: &'static str,
    pub(crate) object: Option<ObjectId>,
    pub(crate) site: Option<Site>,
}

/// The objects for whose change a thread waits that had spun, and the step since which it does.
pub(crate) type Spun = (SmallVec<[ObjectId; 2]>, usize);

/// One step of an execution. Many are made, and moved: what is seldom there is behind a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) thread: usize,
    pub(crate) op: Op,
    pub(crate) site: Site,
    pub(crate) accesses: Accesses,
    /// The number of accesses that the operation itself made.
    pub(crate) visible: usize,
    /// The number of the thread's previous step; or the clock of the steps that happen before its first one.
    pub(crate) previous: Result<usize, Box<Clock>>,
    pub(crate) clock: Clock,
    /// The alternative, and the number of alternatives, for each choice in the step.
    pub(crate) choices: SmallVec<[(u32, u32); 1]>,
    /// The threads that the step woke.
    pub(crate) woke: SmallVec<[usize; 1]>,
    /// The objects for whose change the thread waits, where it had spun, and the step since which it does.
    pub(crate) spun: Option<Box<Spun>>,
    /// The thread had spun, and nothing else could go on: the step is possible only there.
    pub(crate) tired: bool,
    /// The small operations (the thread unlocks, or ends) that were part of the step.
    pub(crate) passed: u32,
    /// The thread stopped before a small operation after it.
    pub(crate) stops: bool,
    pub(crate) reply: u64,
    /// Under a weak memory: how many writes come after the one that was read, and after the one that was written.
    pub(crate) old: (usize, usize),
    pub(crate) notes: SmallVec<[Note; 1]>,
}

impl Event {
    /// The clock of the steps that happen before the thread's previous step, and of that step, in the execution that
    /// the step belongs to.
    pub(crate) fn past<'a>(&'a self, trace: &'a [Event]) -> &'a Clock {
        match &self.previous {
            Ok(number) => &trace[*number].clock,
            Err(begin) => begin,
        }
    }
}
