//! Backward revisits: a write that is added late may be read by a read that is there already. What came after that
//! read, and is not needed for the write, is removed, and comes again.
//!
//! One graph may be got from many others in this way. It is made from one of them: from that in which all that is
//! removed was added as it is added first, a read of the newest write, a write as the newest one (`TruSt`, POPL 2022).

use crate::memory::graph::{Graph, Label, Manner};
use crate::memory::view::{Id, Known};
use crate::mutants::{self, Mutant};

impl Graph {
    /// The number of events of each thread that are kept: those added up to a stamp, and those that are known.
    pub(super) fn kept(&self, stamp: u32, known: &Known) -> Vec<usize> {
        let keep = |(thread, events): (usize, &Vec<crate::memory::graph::Event>)| {
            let early = events.iter().take_while(|event| event.stamp <= stamp).count();
            early.max(known.of(thread))
        };
        self.threads.iter().enumerate().map(keep).collect()
    }

    /// Decides whether all events that are removed were added as they are added first. `write` is the event for which
    /// they are removed, if it is there.
    pub(super) fn can_go(&self, keep: &[usize], and: Id, known: &Known, write: Option<Id>) -> bool {
        let gone = |id: &Id| keep[id.thread] <= id.index && Some(*id) != write;
        let mut all = self.ids().filter(|id| gone(id) || *id == and);
        all.all(|id| !self.event(id).frozen && self.is_first_choice(id, known, write))
    }

    fn is_first_choice(&self, id: Id, known: &Known, write: Option<Id>) -> bool {
        let event = self.event(id);
        let was = |other: &Id| {
            Some(*other) != write && (self.event(*other).stamp <= event.stamp || known.has(*other))
        };
        let is_last = |at: usize, place: usize| !self.writes_of(at)[place..].iter().any(was);
        match event.label {
            Label::Read { at, .. } => {
                let is_first = !matches!(event.label.manner(), Manner::Picks(1..));
                is_first
                    && event.from.is_none_or(|from| was(&from))
                    && is_last(at, self.place(at, event.from))
            }
            Label::Write { at, .. } => {
                let reads = |other: &Id| {
                    let other = self.event(*other);
                    other.label.reads() == Some(at) && other.from == Some(id)
                };
                let is_read = self.ids().any(|other| reads(&other) && was(&other));
                let is_read = is_read && !mutants::is(Mutant::ReadWrites);
                !is_read && is_last(at, self.place(at, Some(id)))
            }
            Label::Lock(at) | Label::Share(at) => {
                event.from.is_none_or(|from| was(&from)) && is_last(at, self.place(at, Some(id)))
            }
            Label::Unlock(at) | Label::Fill(at) => {
                let next = self.writes_of(at).get(self.place(at, Some(id)));
                next.is_none_or(|next| !was(next)) && is_last(at, self.place(at, Some(id)))
            }
            Label::Choose { picked, .. } => picked == 0,
            Label::Fail { forced, .. } => forced,
            _ => true,
        }
    }

    /// Adds the graphs in which reads that are there read a write, the last event that was added.
    pub(super) fn revisit(&self, write: Id, to: &mut Vec<Graph>) {
        let Label::Write { at, half, .. } = self.event(write).label else { return };
        let known = &self.event(write).view.prefix;
        let is_open = |id: &Id| {
            let event = self.event(*id);
            event.label.reads() == Some(at) && !known.has(*id)
        };
        let mut reads: Vec<Id> = self.ids().filter(is_open).collect();
        reads.sort_by_key(|read| std::cmp::Reverse(self.event(*read).stamp));
        for read in reads {
            let keep = self.kept(self.event(read).stamp, known);
            let and = if mutants::is(Mutant::ReadItself) { write } else { read };
            if self.event(read).frozen || !self.can_go(&keep, and, known, Some(write)) {
                if self.event(read).frozen {
                    continue;
                }
                break;
            }
            let mut rest = self.first_of(&keep);
            rest.writes[at].retain(|found| *found != write);
            let places = if half {
                let source = Id { thread: write.thread, index: write.index - 1 };
                let place = rest.place(at, rest.event(source).from);
                place..=place
            } else {
                rest.low_before(at, write)..=rest.writes_of(at).len()
            };
            let low = rest.low_before(at, read);
            for place in places.filter(|place| *place >= low) {
                if rest.is_changed(at, place) {
                    continue;
                }
                let mut graph = rest.clone();
                graph.put(at, place, write);
                let label = graph.event(read).label;
                if !graph.is_enabled(label, Some(write)) {
                    continue;
                }
                for way in graph.ways(label, Some(write)) {
                    let mut graph = graph.clone();
                    graph.threads[read.thread][read.index].label = way;
                    graph.turn(read, Some(write));
                    let second = graph.add_half(read);
                    if let Some(second) = second {
                        graph.revisit(second, to);
                    }
                    if graph.has_strongest_order() {
                        to.push(graph);
                    }
                }
            }
        }
    }

    /// The place of [`Self::low`] for an event that is there: by what its thread knew before.
    fn low_before(&self, at: usize, id: Id) -> usize {
        let before = id.index.checked_sub(1).map(|index| Id { index, ..id });
        before.map_or(0, |before| self.low(at, &self.event(before).view.happens))
    }
}
