//! New events, and the graphs that they make: a read reads the newest write first, and each older one that is
//! consistent in a graph of its own; a write comes last first, and at each other place in a graph of its own.

use std::sync::atomic::Ordering;

use crate::memory::engine::{Answer, Engine, Request};
use crate::memory::graph::{Change, Label, Line, Manner};
use crate::mutants::{self, Mutant};

/// A change that leaves what is there, and orders what is before and after it.
fn in_order() -> Change {
    let order = Ordering::AcqRel;
    let with = |value, _| value;
    Change {
        manner: Manner::Plain,
        expected: None,
        with,
        operand: 0,
        success: order,
        failure: order,
    }
}

impl Engine {
    /// Adds an event to the graph.
    pub(super) fn append(&mut self, thread: usize, request: Request, site: Option<Line>) -> Answer {
        let label = match request {
            Request::Load { at, order } => Label::Read { at, order, change: None },
            Request::Update { at, change } => {
                Label::Read { at, order: change.success, change: Some(change) }
            }
            Request::InOrder(at) => {
                Label::Read { at, order: Ordering::AcqRel, change: Some(in_order()) }
            }
            Request::Store { at, order, value } => {
                let label = Label::Write { at, order, value, half: false };
                return self.append_write(thread, at, label, site);
            }
            Request::Lock(at) => return self.append_take(thread, Label::Lock(at), site),
            Request::Share(at) => return self.append_take(thread, Label::Share(at), site),
            Request::Try { at, shares } => return self.append_try(thread, at, shares, site),
            Request::Begins(at) if self.graph.filled(at).is_none() => {
                return self.append_take(thread, Label::Lock(at), site);
            }
            Request::Begins(at) | Request::Find(at) => {
                if matches!(request, Request::Begins(_)) && self.searches {
                    self.graph.overtake(thread, Label::Lock(at), site, &mut self.work);
                }
                let from = self.graph.filled(at);
                self.graph.add(thread, Label::Find(at), from, site);
                return Answer::default();
            }
            Request::Unlock(at) => return self.append_to_lock(thread, at, Label::Unlock(at), site),
            Request::Fill(at) => return self.append_to_lock(thread, at, Label::Fill(at), site),
            Request::Woken { at, .. } => {
                let from = self.graph.notified(at, thread);
                self.graph.add(thread, Label::Woken(at), from, site);
                return Answer { value: 1, ..Answer::default() };
            }
            Request::Receive { at, number } => {
                let from = self.graph.message(at, number);
                let label = if from.is_some() { Label::Receive(at) } else { Label::AllClosed(at) };
                self.graph.add(thread, label, from, site);
                return Answer { value: u64::from(from.is_some()), ..Answer::default() };
            }
            Request::Unshare(at) => Label::Unshare(at),
            Request::Close(at) => Label::Close(at),
            Request::Choose(of) => return self.append_choice(thread, of, site),
            Request::Begin(parent) => Label::Begin(parent),
            Request::Spawn(child) => Label::Spawn(child),
            Request::End => Label::End,
            Request::Join(other) => Label::Join(other),
            Request::Fence(order) => Label::Fence(order),
        };
        if let Label::Read { at, .. } = label {
            return self.append_read(thread, at, label, site);
        }
        self.graph.add(thread, label, None, site);
        Answer::default()
    }

    fn append_to_lock(
        &mut self,
        thread: usize,
        at: usize,
        label: Label,
        site: Option<Line>,
    ) -> Answer {
        let takes = matches!(label, Label::Lock(_) | Label::Share(_));
        let from = if takes { self.graph.given(at) } else { None };
        let place = self.graph.writes_of(at).len();
        let id = self.graph.add(thread, label, from, site);
        self.graph.put(at, place, id);
        Answer { value: u64::from(takes), ..Answer::default() }
    }

    /// Takes a lock.
    fn append_take(&mut self, thread: usize, label: Label, site: Option<Line>) -> Answer {
        let (Label::Lock(at) | Label::Share(at)) = label else { return Answer::default() };
        if self.searches {
            self.graph.overtake(thread, label, site, &mut self.work);
        }
        self.append_to_lock(thread, at, label, site)
    }

    /// Tries to take a lock. Where it is free, it may be found taken by one who does not know that it was given back.
    fn append_try(&mut self, thread: usize, at: usize, shares: bool, site: Option<Line>) -> Answer {
        let is_free = self.graph.is_free(at, shares);
        let mut blockers = self.graph.blockers(thread, at, shares);
        let label = if shares { Label::Share(at) } else { Label::Lock(at) };
        let mut skips = self.forced.take().map_or(0, |(skips, _)| skips);
        if self.draws() {
            skips = self.drawn(usize::from(is_free) + blockers.len())[0];
        }
        let place = if is_free { skips.checked_sub(1) } else { Some(skips) };
        let fails = place.filter(|place| *place < blockers.len());
        // The first choice is to take it, or to fail where it is taken last.
        let first = (!is_free && !blockers.is_empty()).then(|| blockers.remove(0));
        if self.searches && !mutants::is(Mutant::TriesInside) {
            for blocker in &blockers {
                let mut graph = self.graph.clone();
                let label = Label::Fail { at, forced: false };
                graph.add(thread, label, Some(*blocker), site);
                self.work.push(graph);
            }
        }
        let Some(place) = fails else { return self.append_take(thread, label, site) };
        if self.searches {
            self.graph.overtake(thread, label, site, &mut self.work);
        }
        let from = first.into_iter().chain(blockers).nth(place);
        self.graph.add(thread, Label::Fail { at, forced: first == from }, from, site);
        Answer { skipped: skips, ..Answer::default() }
    }

    fn append_choice(&mut self, thread: usize, of: u32, site: Option<Line>) -> Answer {
        let first = self.forced.take().map_or(0, |(picked, _)| picked);
        let picked = u32::try_from(first).unwrap_or(0).min(of.saturating_sub(1));
        if self.searches {
            for picked in (1..of).rev() {
                let mut graph = self.graph.clone();
                graph.add(thread, Label::Choose { of, picked }, None, site);
                self.work.push(graph);
            }
        }
        self.graph.add(thread, Label::Choose { of, picked }, None, site);
        Answer { value: u64::from(picked), ..Answer::default() }
    }

    fn append_read(
        &mut self,
        thread: usize,
        at: usize,
        label: Label,
        site: Option<Line>,
    ) -> Answer {
        let newest = self.graph.writes_of(at).len();
        let low = self.graph.low(at, &self.graph.happens(thread)).max(self.newer);
        let mut skips = self.forced.take().map_or(0, |(skips, _)| skips);
        if self.draws() {
            skips = self.drawn_read((thread, site), (at, label), (low, newest));
        }
        let place = newest.saturating_sub(skips).max(low);
        self.misfit |= newest < low + skips;
        if self.searches {
            for place in low..=newest {
                let from = self.graph.at_place(at, place);
                // The first way to read the newest is the one in which this execution goes on.
                let ways = self.graph.ways(label, from).into_iter();
                let ways = ways.skip(usize::from(place == newest));
                for way in ways.filter(|_| self.graph.is_enabled(label, from)) {
                    let mut graph = self.graph.clone();
                    let is_taken = graph.is_changed(at, place);
                    if let Some(half) = graph.add_read(thread, way, place, site) {
                        if !(is_taken && mutants::is(Mutant::AtomicityFirst)) {
                            graph.revisit(half, &mut self.work);
                        }
                        if is_taken {
                            // Two that change the same: only without the other one.
                            continue;
                        }
                    }
                    if graph.has_strongest_order() {
                        self.work.push(graph);
                    }
                }
            }
        }
        let ways = self.graph.ways(label, self.graph.at_place(at, place));
        if self.draws() {
            self.picked = Some(self.drawn_way(ways.len()));
        }
        let picked = self.picked.take().unwrap_or(0).min(ways.len() - 1);
        let label = ways[picked];
        let value = self.graph.value(at, self.graph.at_place(at, place));
        let half = self.graph.add_read(thread, label, place, site);
        if let Some(half) = half.filter(|_| self.searches) {
            self.graph.revisit(half, &mut self.work);
        }
        let picked = (ways.len() > 1).then_some((picked, ways.len()));
        let skipped = newest - place;
        Answer { value, wrote: half.is_some(), skipped, picked, ..Answer::default() }
    }

    fn append_write(
        &mut self,
        thread: usize,
        at: usize,
        label: Label,
        site: Option<Line>,
    ) -> Answer {
        let end = self.graph.writes_of(at).len();
        let low = self.graph.low(at, &self.graph.happens(thread));
        let mut back = self.forced.take().map_or(0, |(_, back)| back);
        if self.draws() {
            back = self.drawn_write((thread, site), (at, label), (low, end));
        }
        let place = end.saturating_sub(back).max(low);
        self.misfit |= end < low + back;
        if self.searches {
            for place in (low..end).filter(|place| !self.graph.is_changed(at, *place)) {
                let mut graph = self.graph.clone();
                let write = graph.add(thread, label, None, site);
                graph.put(at, place, write);
                if graph.has_strongest_order() {
                    self.work.push(graph);
                }
            }
        }
        let write = self.graph.add(thread, label, None, site);
        self.graph.put(at, place, write);
        if self.searches {
            self.graph.revisit(write, &mut self.work);
        }
        Answer { wrote: true, back: end - place, ..Answer::default() }
    }
}
