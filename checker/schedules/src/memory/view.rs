//! The part of a graph that an event knows: clocks that count the events of each thread.

use smallvec::SmallVec;

/// For each thread, how many of its events are known, from the first one on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known(SmallVec<[u32; 6]>);

impl Known {
    /// Adds what another one knows.
    pub(super) fn join(&mut self, other: &Known) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// The number of events of a thread that are known.
    #[inline]
    pub(crate) fn of(&self, thread: usize) -> usize {
        self.0.get(thread).map_or(0, |known| *known as usize)
    }

    /// Says that so many events of a thread are known.
    pub(super) fn set(&mut self, thread: usize, count: usize) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] = u32::try_from(count).unwrap_or(u32::MAX);
    }

    /// Decides whether an event is known.
    #[inline]
    pub(super) fn has(&self, id: Id) -> bool {
        self.of(id.thread) > id.index
    }
}

/// An event: its thread, and its number among the events of the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id {
    pub(crate) thread: usize,
    pub(crate) index: usize,
}

/// The view of an event. It depends only on what comes before it in the order of threads and of reading.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// The events that happen before it, and itself.
    pub(crate) happens: Known,
    /// The events that come before it in the order of threads, of starts and joins, and of reading; and itself.
    pub(super) prefix: Known,
    /// The events that a read of it that acquires gets to know, if it is a write.
    pub(super) message: Known,
    /// The events that an acquire fence after it gets to know, from reads that did not acquire.
    pub(super) pending: Known,
    /// The events that the last release fence knew.
    pub(super) released: Known,
}
