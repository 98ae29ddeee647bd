//! An execution graph: the events of each thread, which write each read reads, and the order of the writes of each
//! location.

use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::memory::view::{Id, Known, View};
use crate::mutants::{self, Mutant};

/// A line of the program.
pub(crate) type Line = &'static Location<'static>;

/// The manner of an operation that reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Manner {
    /// An operation of an atomic.
    #[default]
    Plain,
    /// It waits until it finds what it expects.
    Waits,
    /// It orders nothing, but is one of the operations that are `SeqCst`.
    Silent,
    /// An operation as [`Manner::Silent`] that takes one of the bits that are set: the one with this number.
    Picks(u32),
    /// An operation as [`Manner::Silent`], but who takes what is written learns what its thread knows.
    Sends,
}

/// A read that writes if it finds what it expects, or in any case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) manner: Manner,
    pub(crate) expected: Option<u64>,
    /// Makes what is written of what was read and `operand`.
    pub(crate) with: fn(u64, u64) -> u64,
    pub(crate) operand: u64,
    pub(crate) success: Ordering,
    pub(crate) failure: Ordering,
}

impl Change {
    /// Decides whether it can be done where it reads a value.
    fn is_enabled(&self, value: u64) -> bool {
        self.manner != Manner::Waits || self.expected == Some(value)
    }

    /// The number of ways in which it can be done where it reads a value.
    fn ways(&self, value: u64) -> u32 {
        if matches!(self.manner, Manner::Picks(_)) { value.count_ones().max(1) } else { 1 }
    }

    /// The ordering of the read, and the value that is written, if one is.
    fn on(&self, value: u64) -> (Ordering, Option<u64>) {
        if self.expected.is_none_or(|expected| expected == value) {
            let operand = match self.manner {
                Manner::Picks(number) => u64::from(number),
                _ => self.operand,
            };
            (self.success, Some((self.with)(value, operand)))
        } else if mutants::is(Mutant::FailedOrder) {
            (self.success, None)
        } else {
            (self.failure, None)
        }
    }
}

/// The kind of an event. Locations are numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Label {
    /// The thread begins; the event that started it.
    Begin(Option<Id>),
    Spawn(usize),
    End,
    Join(usize),
    Read {
        at: usize,
        order: Ordering,
        change: Option<Change>,
    },
    Write {
        at: usize,
        order: Ordering,
        value: u64,
        /// It is the second half of an operation that reads and writes.
        half: bool,
    },
    Fence(Ordering),
    /// Takes a lock alone, or together with others.
    Lock(usize),
    Share(usize),
    Unlock(usize),
    Unshare(usize),
    /// Did not take a lock that it tried to take. `forced` says that it could not.
    Fail {
        at: usize,
        forced: bool,
    },
    /// Fills a cell, which is a lock until then; finds it filled.
    Fill(usize),
    Find(usize),
    /// Was notified.
    Woken(usize),
    /// A sender of a channel is gone; a message is taken; there is none, and all senders are gone.
    Close(usize),
    Receive(usize),
    AllClosed(usize),
    Choose {
        of: u32,
        picked: u32,
    },
}

impl Manner {
    pub(super) fn is_silent(self) -> bool {
        matches!(self, Manner::Silent | Manner::Picks(_) | Manner::Sends)
    }
}

impl Label {
    pub(super) fn manner(&self) -> Manner {
        let Label::Read { change: Some(change), .. } = self else { return Manner::Plain };
        change.manner
    }

    pub(super) fn reads(&self) -> Option<usize> {
        if let Label::Read { at, .. } = self { Some(*at) } else { None }
    }

    /// The location of a write.
    pub(super) fn writes(&self) -> Option<usize> {
        if let Label::Write { at, .. } = self { Some(*at) } else { None }
    }

    pub(super) fn location(&self) -> Option<usize> {
        self.reads().or(self.writes())
    }

    pub(super) fn order(&self) -> Option<Ordering> {
        match self {
            Label::Read { order, .. } | Label::Write { order, .. } | Label::Fence(order) => {
                Some(*order)
            }
            _ => None,
        }
    }
}

pub(super) fn acquires(order: Ordering) -> bool {
    matches!(order, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
}

pub(super) fn releases(order: Ordering) -> bool {
    matches!(order, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
}

/// An event of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) label: Label,
    /// The order in which events were added.
    pub(super) stamp: u32,
    /// The write that a read reads, or the unlock that a lock comes after. `None` is the first value.
    pub(super) from: Option<Id>,
    /// It is never removed, nor does it ever read something else.
    pub(super) frozen: bool,
    pub(super) site: Option<Line>,
    /// The next thing that the thread does is not a further round of a loop that waits.
    pub(super) leaves: bool,
    pub(crate) view: Arc<View>,
}

/// An execution graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(super) threads: Vec<Vec<Event>>,
    /// Of each location, its writes in their order; of each lock, its locks and unlocks.
    pub(super) writes: Vec<Vec<Id>>,
    /// The first value of each location.
    pub(super) first: Vec<u64>,
    pub(super) stamp: u32,
}

impl Graph {
    pub(crate) fn event(&self, id: Id) -> &Event {
        &self.threads[id.thread][id.index]
    }

    /// The number of events of a thread.
    pub(crate) fn count(&self, thread: usize) -> usize {
        self.threads.get(thread).map_or(0, Vec::len)
    }

    pub(super) fn next_id(&self, thread: usize) -> Id {
        Id { thread, index: self.count(thread) }
    }

    /// All events.
    pub(super) fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        let of = |(thread, events): (usize, &Vec<Event>)| {
            (0..events.len()).map(move |index| Id { thread, index })
        };
        self.threads.iter().enumerate().flat_map(of)
    }

    pub(super) fn writes_of(&self, at: usize) -> &[Id] {
        self.writes.get(at).map_or(&[], Vec::as_slice)
    }

    fn writes_mut(&mut self, at: usize) -> &mut Vec<Id> {
        if self.writes.len() <= at {
            self.writes.resize_with(at + 1, Vec::new);
        }
        &mut self.writes[at]
    }

    /// The place of a write among those of its location: the first value has 0.
    pub(super) fn place(&self, at: usize, write: Option<Id>) -> usize {
        let Some(write) = write else { return 0 };
        self.writes_of(at).iter().position(|found| *found == write).map_or(0, |place| place + 1)
    }

    /// The write at a place.
    pub(super) fn at_place(&self, at: usize, place: usize) -> Option<Id> {
        place.checked_sub(1).and_then(|index| self.writes_of(at).get(index).copied())
    }

    /// The value of a write.
    pub(super) fn value(&self, at: usize, write: Option<Id>) -> u64 {
        match write.map(|write| self.event(write).label) {
            Some(Label::Write { value, .. }) => value,
            _ => self.first.get(at).copied().unwrap_or_default(),
        }
    }

    /// Decides whether what is written at a place is read by an operation that writes right behind it.
    pub(super) fn is_changed(&self, at: usize, place: usize) -> bool {
        let Some(next) = self.writes_of(at).get(place) else { return false };
        let is_half = matches!(self.event(*next).label, Label::Write { half: true, .. });
        let read = Id { thread: next.thread, index: next.index.wrapping_sub(1) };
        is_half && self.place(at, self.event(read).from) == place
    }

    /// The first place that one may read who knows some events, and behind which one may write (coherence).
    pub(super) fn low(&self, at: usize, known: &Known) -> usize {
        let writes = self.writes_of(at);
        let mut low = writes.iter().rposition(|write| known.has(*write)).map_or(0, |p| p + 1);
        for (thread, events) in self.threads.iter().enumerate() {
            for event in events.iter().take(known.of(thread)) {
                if event.label.reads() == Some(at) {
                    low = low.max(self.place(at, event.from));
                }
            }
        }
        low
    }

    /// All that a thread knows after its last event.
    pub(super) fn happens(&self, thread: usize) -> Known {
        let last = self.threads.get(thread).and_then(|events| events.last());
        last.map(|event| event.view.happens.clone()).unwrap_or_default()
    }

    /// Adds an event. A write has to be put into its place.
    pub(super) fn add(
        &mut self,
        thread: usize,
        label: Label,
        from: Option<Id>,
        site: Option<Line>,
    ) -> Id {
        let id = self.next_id(thread);
        let view = Arc::new(self.view_of(id, &label, from));
        let stamp = self.stamp;
        self.stamp += 1;
        if self.threads.len() <= thread {
            self.threads.resize_with(thread + 1, Vec::new);
        }
        let event = Event { label, stamp, from, frozen: false, site, leaves: false, view };
        self.threads[thread].push(event);
        id
    }

    /// Puts a write behind a place.
    pub(super) fn put(&mut self, at: usize, place: usize, write: Id) {
        self.writes_mut(at).insert(place, write);
    }

    /// Adds a read of what is written at a place, and the write that belongs to it, which is returned.
    pub(super) fn add_read(
        &mut self,
        thread: usize,
        label: Label,
        place: usize,
        site: Option<Line>,
    ) -> Option<Id> {
        let Label::Read { at, .. } = label else { return None };
        let from = self.at_place(at, place);
        let (label, _) = self.read_as(label, from);
        let read = self.add(thread, label, from, site);
        self.add_half(read)
    }

    /// A read, with the ordering that it has where it reads this; and what is written then.
    pub(super) fn read_as(&self, label: Label, from: Option<Id>) -> (Label, Option<u64>) {
        let Label::Read { at, change: Some(change), .. } = label else { return (label, None) };
        let (order, written) = change.on(self.value(at, from));
        (Label::Read { at, order, change: Some(change) }, written)
    }

    /// Decides whether a read can be done where it reads this.
    pub(super) fn is_enabled(&self, label: Label, from: Option<Id>) -> bool {
        let Label::Read { at, change: Some(change), .. } = label else { return true };
        change.is_enabled(self.value(at, from))
    }

    /// All ways in which a read can be done that reads this: the first one first.
    pub(super) fn ways(&self, label: Label, from: Option<Id>) -> Vec<Label> {
        let Label::Read { at, order, change: Some(change) } = label else { return vec![label] };
        let way = |number| {
            let manner = match change.manner {
                Manner::Picks(_) => Manner::Picks(number),
                other => other,
            };
            Label::Read { at, order, change: Some(Change { manner, ..change }) }
        };
        (0..change.ways(self.value(at, from))).map(way).collect()
    }

    /// Adds the write that belongs to a read, the last event of its thread, if there is one.
    pub(super) fn add_half(&mut self, read: Id) -> Option<Id> {
        let Event { label, from, site, .. } = *self.event(read);
        let (Label::Read { at, order, .. }, Some(value)) = self.read_as(label, from) else {
            return None;
        };
        let place = self.place(at, from);
        let label = Label::Write { at, order, value, half: true };
        let write = self.add(read.thread, label, None, site);
        self.put(at, place, write);
        Some(write)
    }

    /// Makes a read, the last event of its thread, read something else.
    pub(super) fn turn(&mut self, read: Id, from: Option<Id>) {
        let (label, _) = self.read_as(self.event(read).label, from);
        let view = Arc::new(self.view_of(read, &label, from));
        let event = &mut self.threads[read.thread][read.index];
        (event.label, event.from, event.view, event.leaves) = (label, from, view, false);
    }

    /// The first so many events of each thread.
    pub(super) fn first_of(&self, keep: &[usize]) -> Graph {
        let kept = |id: &Id| keep[id.thread] > id.index;
        let threads = self.threads.iter().zip(keep);
        Graph {
            threads: threads.map(|(events, keep)| events[..*keep].to_vec()).collect(),
            writes: self
                .writes
                .iter()
                .map(|writes| writes.iter().copied().filter(kept).collect())
                .collect(),
            first: self.first.clone(),
            stamp: self.stamp,
        }
    }

    /// The view of an event: of one that is there, or the next of its thread.
    fn view_of(&self, id: Id, label: &Label, from: Option<Id>) -> View {
        let before = match label {
            Label::Begin(parent) => parent.map(|parent| &self.event(parent).view),
            _ => id.index.checked_sub(1).map(|index| &self.threads[id.thread][index].view),
        };
        let mut view = before.map(|view| View::clone(view)).unwrap_or_default();
        view.message = Known::default();
        if matches!(label, Label::Begin(_)) {
            (view.pending, view.released) = (Known::default(), Known::default());
        }
        view.happens.set(id.thread, id.index + 1);
        view.prefix.set(id.thread, id.index + 1);
        if let Some(from) = from {
            view.prefix.join(&self.event(from).view.prefix);
        }
        let message = from.map(|from| &self.event(from).view.message);
        match label {
            Label::Read { order, change, .. } => {
                let is_silent = change.is_some_and(|change| change.manner.is_silent());
                if let Some(message) = message.filter(|_| !is_silent) {
                    if acquires(*order) {
                        view.happens.join(message);
                    } else {
                        view.pending.join(message);
                    }
                }
            }
            Label::Lock(at) | Label::Share(at) => {
                view.happens.join(message.unwrap_or(&Known::default()));
                self.takes(&mut view, *at, matches!(label, Label::Lock(_)));
            }
            Label::Find(_) | Label::Receive(_) => {
                view.happens.join(message.unwrap_or(&Known::default()));
            }
            Label::AllClosed(at) => {
                let is_close = |event: &&Event| matches!(event.label, Label::Close(b) if b == *at);
                for close in self.threads.iter().flatten().filter(is_close) {
                    view.happens.join(&close.view.happens);
                    view.prefix.join(&close.view.prefix);
                }
            }
            Label::Write { order, half, at, .. } => {
                view.message =
                    if releases(*order) { view.happens.clone() } else { view.released.clone() };
                let manner = half.then(|| self.threads[id.thread][id.index - 1].label.manner());
                if let Some(manner) = manner.filter(|manner| manner.is_silent()) {
                    view.message = if manner == Manner::Sends {
                        view.happens.clone()
                    } else {
                        Known::default()
                    };
                } else if *half {
                    let read = &self.threads[id.thread][id.index - 1];
                    if let Some(source) = read.from {
                        let source = self.event(source).view.message.clone();
                        view.message.join(&source);
                    }
                } else if mutants::is(Mutant::OldRelease) {
                    let own = self.threads[id.thread].iter().take(id.index);
                    let last = own.rev().find(|event| event.label.writes() == Some(*at));
                    if let Some(last) = last {
                        view.message.join(&last.view.message);
                    }
                }
            }
            Label::Unlock(_) | Label::Fill(_) => view.message = view.happens.clone(),
            Label::Fence(order) => {
                if acquires(*order) {
                    view.happens.join(&view.pending);
                }
                if releases(*order) {
                    view.released = view.happens.clone();
                }
            }
            Label::Join(other) => {
                if let Some(end) = self.threads.get(*other).and_then(|events| events.last()) {
                    view.happens.join(&end.view.happens);
                    view.prefix.join(&end.view.prefix);
                }
            }
            Label::Begin(_)
            | Label::Spawn(_)
            | Label::End
            | Label::Choose { .. }
            | Label::Unshare(_)
            | Label::Fail { .. }
            | Label::Woken(_)
            | Label::Close(_) => {}
        }
        view
    }
}
