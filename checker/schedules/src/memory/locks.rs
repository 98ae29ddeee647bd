//! Locks in graphs: who takes one comes after all who had it before, and another order is made by taking it before one
//! that has it, which is removed and comes again.
//!
//! Readers are in the order as well, so that a writer is before or after each of them; they may have the lock at the
//! same time, and learn nothing of each other.

use crate::memory::graph::{Graph, Label, Line};
use crate::memory::view::{Id, Known, View};
use crate::mutants::{self, Mutant};

impl Graph {
    fn gives(&self, id: Id) -> bool {
        matches!(self.event(id).label, Label::Unlock(_) | Label::Fill(_))
    }

    fn shares(&self, id: Id) -> bool {
        matches!(self.event(id).label, Label::Share(_))
    }

    /// The last of some events of a lock that gives it back, or fills the cell.
    fn last_given(&self, all: &[Id]) -> Option<Id> {
        all.iter().rev().find(|id| self.gives(**id)).copied()
    }

    /// The event that a lock comes after which is taken now.
    pub(super) fn given(&self, at: usize) -> Option<Id> {
        self.last_given(self.writes_of(at))
    }

    /// The event that fills a cell.
    pub(super) fn filled(&self, at: usize) -> Option<Id> {
        let is_fill = |id: &&Id| matches!(self.event(**id).label, Label::Fill(_));
        self.writes_of(at).iter().find(is_fill).copied()
    }

    /// The event by which a reader gives a lock back.
    fn back(&self, at: usize, share: Id) -> Option<Id> {
        let own = &self.threads[share.thread];
        let is_share =
            |event: &&super::graph::Event| matches!(event.label, Label::Share(b) if b == at);
        let before = own[..=share.index].iter().filter(is_share).count();
        let backs = own.iter().enumerate();
        let mut backs =
            backs.filter(|(_, event)| matches!(event.label, Label::Unshare(b) if b == at));
        backs.nth(before - 1).map(|(index, _)| Id { index, ..share })
    }

    /// The readers at the end of some events of a lock. `None` if there is a writer.
    fn readers<'a>(&'a self, all: &'a [Id]) -> Option<impl Iterator<Item = Id> + 'a> {
        let end = all.iter().rposition(|id| !self.shares(*id));
        let is_free = end.is_none_or(|end| self.gives(all[end]));
        is_free.then(|| all[end.map_or(0, |end| end + 1)..].iter().copied())
    }

    /// Decides whether a lock can be taken, alone or together with readers.
    pub(super) fn is_free(&self, at: usize, shares: bool) -> bool {
        let Some(mut readers) = self.readers(self.writes_of(at)) else { return false };
        shares || readers.all(|reader| self.back(at, reader).is_some())
    }

    /// Adds to the view of who takes a lock what it knows of those before.
    pub(super) fn takes(&self, view: &mut View, at: usize, alone: bool) {
        let all = self.writes_of(at);
        if let Some(last) = all.last() {
            view.prefix.join(&self.event(*last).view.prefix);
        }
        if !alone {
            return;
        }
        for reader in self.readers(all).into_iter().flatten() {
            if let Some(back) = self.back(at, reader) {
                view.prefix.join(&self.event(back).view.prefix);
                if !mutants::is(Mutant::ReadersForgotten) {
                    view.happens.join(&self.event(back).view.happens);
                }
            }
        }
    }

    /// The events that take a lock of which a thread does not know that it was given back, the newest one first: it may
    /// find that the lock is taken there. `shares` says that readers do not matter.
    pub(super) fn blockers(&self, thread: usize, at: usize, shares: bool) -> Vec<Id> {
        let known = self.happens(thread);
        let all = self.writes_of(at);
        let blocks = (0..all.len()).rev().filter_map(|place| {
            let taken = all[place];
            let back = match self.event(taken).label {
                Label::Lock(_) => all[place + 1..].first().copied(),
                Label::Share(_) if !shares => self.back(at, taken),
                _ => return None,
            };
            (!back.is_some_and(|back| known.has(back))).then_some(taken)
        });
        blocks.collect()
    }

    /// Adds the graphs in which a thread takes a lock before others that have taken it. The first of these is removed,
    /// and comes again. What the lock needs is frozen: else the same graphs would come again.
    pub(super) fn overtake(
        &self,
        thread: usize,
        label: Label,
        site: Option<Line>,
        to: &mut Vec<Graph>,
    ) {
        let (at, alone) = match label {
            Label::Lock(at) => (at, true),
            Label::Share(at) => (at, false),
            _ => return,
        };
        let Some(last) = self.threads.get(thread).and_then(|events| events.last()) else { return };
        let own = &last.view.prefix;
        let all = self.writes_of(at);
        for (place, taken) in all.iter().enumerate() {
            if self.gives(*taken) || own.has(*taken) {
                continue;
            }
            let from = self.last_given(&all[..place]);
            let Some(known) = self.needed(own, at, (&all[..place], from), alone) else { continue };
            let event = self.event(*taken);
            let Some(stamp) = event.stamp.checked_sub(1).filter(|_| !known.has(*taken)) else {
                continue;
            };
            let keep = self.kept(stamp, &known);
            if !self.can_go(&keep, *taken, &known, None) {
                continue;
            }
            let mut graph = self.first_of(&keep);
            let place = graph.writes_of(at).len();
            let lock = graph.add(thread, label, from, site);
            graph.put(at, place, lock);
            if !mutants::is(Mutant::Thawed) {
                let known = graph.event(lock).view.prefix.clone();
                for (thread, events) in graph.threads.iter_mut().enumerate() {
                    events.iter_mut().take(known.of(thread)).for_each(|event| event.frozen = true);
                }
            }
            to.push(graph);
        }
    }

    /// All that is needed to take a lock behind some events of it. `None` if that is not possible.
    fn needed(
        &self,
        own: &Known,
        at: usize,
        (before, from): (&[Id], Option<Id>),
        alone: bool,
    ) -> Option<Known> {
        let mut known = own.clone();
        if let Some(from) = from {
            known.join(&self.event(from).view.prefix);
        }
        if let Some(last) = before.last() {
            known.join(&self.event(*last).view.prefix);
        }
        let mut readers = self.readers(before)?;
        if alone {
            readers.try_for_each(|reader| {
                let back = self.back(at, reader)?;
                known.join(&self.event(back).view.prefix);
                Some(())
            })?;
        }
        Some(known)
    }
}
