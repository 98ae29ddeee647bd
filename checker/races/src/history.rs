//! The memory of earlier accesses.

use smallvec::SmallVec;

use crate::event::{AccessKind, Event, Location, Lock, Thread};

/// The number of no span.
pub(crate) const NO_SPAN: u32 = u32::MAX;
const NO_LOCATION: u32 = u32::MAX;

/// A span: the accesses of a thread between two of its synchronizations. Accesses of a span are before the same events
/// of other threads, and are made with the same locks.
#[derive(Clone, Debug)]
pub(crate) struct Span<S> {
    pub(crate) thread: Thread,
    pub(crate) held: SmallVec<[Lock; 2]>,
    pub(crate) synchronized: Option<Event>,
    pub(crate) stamp: S,
    references: u32,
}

/// All spans that accesses lead to, and those that go on.
#[derive(Clone, Debug)]
pub(crate) struct Spans<S> {
    spans: Vec<Span<S>>,
    free: Vec<u32>,
}

impl<S> Default for Spans<S> {
    fn default() -> Self {
        Self { spans: Vec::new(), free: Vec::new() }
    }
}

impl<S: Copy> Spans<S> {
    /// Adds a span, to which the caller has a reference.
    pub(crate) fn add(
        &mut self,
        thread: Thread,
        held: &[Lock],
        synchronized: Option<Event>,
        stamp: S,
    ) -> u32 {
        let span = Span { thread, held: held.into(), synchronized, stamp, references: 1 };
        if let Some(free) = self.free.pop() {
            self.spans[free as usize] = span;
            return free;
        }
        self.spans.push(span);
        u32::try_from(self.spans.len() - 1).expect("there is no memory for so many spans")
    }

    pub(crate) fn get(&self, span: u32) -> &Span<S> {
        &self.spans[span as usize]
    }

    pub(crate) fn keep(&mut self, span: u32) {
        self.spans[span as usize].references += 1;
    }

    /// Gives a reference back. Returns the stamp of a span that nobody needs any more.
    pub(crate) fn give_back(&mut self, span: u32) -> Option<S> {
        let this = &mut self.spans[span as usize];
        this.references -= 1;
        if this.references > 0 {
            return None;
        }
        self.free.push(span);
        Some(this.stamp)
    }

    /// The number of spans that are remembered.
    pub(crate) fn len(&self) -> usize {
        self.spans.len() - self.free.len()
    }
}

/// One access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) span: u32,
    location: u32,
    line: u64,
    pub(crate) kind: AccessKind,
}

impl Record {
    pub(crate) const NONE: Self =
        Self { span: NO_SPAN, location: NO_LOCATION, line: 0, kind: AccessKind::Read };

    pub(crate) fn new(span: u32, kind: AccessKind, event: &Event) -> Self {
        let location = event.location.map_or(NO_LOCATION, |location| location.0);
        Self { span, location, line: event.line, kind }
    }

    pub(crate) fn is_none(&self) -> bool {
        self.span == NO_SPAN
    }

    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    pub(crate) fn location(&self) -> Option<Location> {
        (self.location != NO_LOCATION).then_some(Location(self.location))
    }
}

/// The accesses of a variable that later ones are compared with.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The last write; or the last access, if all conflict.
    pub(crate) last: Record,
    /// The last read of each thread since then, by threads.
    pub(crate) reads: SmallVec<[(Thread, Record); 1]>,
}

impl Default for Cell {
    fn default() -> Self {
        Self { last: Record::NONE, reads: SmallVec::new() }
    }
}
