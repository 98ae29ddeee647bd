//! The limits of an analysis, and who listens to it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::error::HeapError;

/// A wrong rule, for experiments: what is called owned or protected then need not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Slip {
    /// Writes of others are never told of an own current object, exposed or not.
    HiddenCurrent,
    /// A change of ownership asks for no later accesses.
    LaterAccesses,
    /// A change of ownership asks for no later exposing assignments.
    LaterExposures,
    /// Objects that are put into static variables are not exposed.
    StaticsHide,
    /// A thread that is started owns all that it gets.
    StartOwns,
    /// Objects to which a shared part of an object refers are not shared, unless all of the object is.
    PartsHide,
    /// A release of a lock of which nothing is known leaves all other locks held.
    UnknownRelease,
    /// A lock that is held on one of two ways is held where they meet.
    FirstWay,
    /// The end of an iteration leaves current objects current.
    OldCurrent,
    /// A lock that was tried is held.
    TryTakes,
    /// Several threads of one kind count as one.
    ManyAlone,
    /// Objects of different loops can be mates.
    AnyBlock,
    /// An allocator in a loop makes one object.
    UniqueInLoops,
    /// Writes of a thread itself do not change what it has read before.
    OwnWrites,
}

/// The limits of an analysis, and who listens to it.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The time after which the analysis ends without an answer.
    pub timeout: Option<Duration>,
    /// The greatest number of bytes that the graphs take, about.
    pub memory: usize,
    /// The flag that ends the analysis early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how many statements have been reached, once for each kind of thread.
    pub progress: Option<&'a (dyn Fn(usize) + Sync)>,
    /// A wrong rule, for experiments; `None` for the analysis that keeps its promises.
    pub slip: Option<Slip>,
}

impl Default for Options<'_> {
    /// No limit of time, 1 GiB.
    fn default() -> Self {
        Options { timeout: None, memory: 1 << 30, cancel: None, progress: None, slip: None }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Options")
            .field("timeout", &self.timeout)
            .field("memory", &self.memory)
            .field("slip", &self.slip)
            .finish_non_exhaustive()
    }
}

impl Options<'_> {
    /// Looks at the limits.
    pub(crate) fn pause(
        &self,
        begin: Instant,
        reached: usize,
        bytes: impl FnOnce() -> usize,
    ) -> Result<(), HeapError> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(HeapError::Cancelled);
        }
        if let Some(timeout) = self.timeout.filter(|timeout| begin.elapsed() > *timeout) {
            return Err(HeapError::Timeout { seconds: timeout.as_secs() });
        }
        if bytes() > self.memory {
            return Err(HeapError::Memory { limit: self.memory });
        }
        if let Some(progress) = self.progress {
            progress(reached);
        }
        Ok(())
    }
}
