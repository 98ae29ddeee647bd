//! Executions of C11's memory by chance: nothing but the graph of this one execution is kept, which grows by one event
//! at a time.
//!
//! Each beginning of a consistent graph is consistent, and each graph can be built in an order in which what comes
//! before comes first: so a walk that takes any thread, lets a read read any write that is consistent, and puts a write
//! at any place that is, comes to each graph, and to nothing else. The newest write, and the last place, are always
//! consistent; only what else is drawn has to be checked. A read among several writes takes the newest one with an even
//! chance, and else each with the same; with priorities (PCT), to read an old value is a change point as well: it is
//! done in a few places that are drawn before.

use crate::memory::chance::Chance;
use crate::memory::engine::{Engine, Wants};
use crate::memory::graph::{Graph, Label, Line};
use crate::memory::view::Id;
use crate::mutants::{self, Mutant};

impl Engine {
    /// A memory whose executions are drawn.
    pub(crate) fn by_chance(chance: Chance, patience: (usize, usize)) -> Self {
        let mut engine = Engine::new(false, patience);
        engine.chance = Some(chance);
        engine
    }

    /// Tells whether executions are drawn, and this one is.
    pub(crate) fn draws(&self) -> bool {
        self.chance.as_ref().is_some_and(Chance::is_on)
    }

    /// Begins the next execution that is drawn.
    pub(super) fn begin_by_chance(&mut self) {
        if let Some(chance) = &mut self.chance {
            chance.begin();
            self.work = vec![Graph::default()];
        }
    }

    /// From now on nothing is drawn, up to the next execution.
    pub(super) fn draws_no_more(&mut self) {
        if let Some(chance) = &mut self.chance {
            chance.stop();
        }
    }

    /// Draws the order in which alternatives are tried, of which the first one is possible.
    pub(super) fn drawn(&mut self, of: usize) -> Vec<usize> {
        self.chance.as_mut().map_or_else(|| vec![0], |chance| chance.order(of))
    }

    /// Draws a way to do something, all with the same chance.
    pub(super) fn drawn_way(&mut self, of: usize) -> usize {
        self.chance.as_mut().map_or(0, |chance| chance.way(of))
    }

    /// Draws how many of the newest writes a read skips.
    pub(super) fn drawn_read(
        &mut self,
        (thread, site): (usize, Option<Line>),
        (at, label): (usize, Label),
        (low, newest): (usize, usize),
    ) -> usize {
        let fits = |graph: &Graph, skips: usize| {
            let place = newest - skips;
            if !graph.is_enabled(label, graph.at_place(at, place)) {
                return false;
            }
            let mut graph = graph.clone();
            let is_taken = graph.is_changed(at, place) && !mutants::is(Mutant::DrawnTwice);
            let read = graph.next_id(thread);
            let half = graph.add_read(thread, label, place, site);
            let new = [read, half.unwrap_or(read)];
            !(half.is_some() && is_taken)
                && is_in_order(&graph, &new[..=usize::from(half.is_some())])
        };
        let order = self.drawn(newest + 1 - low.min(newest));
        order.into_iter().find(|skips| *skips == 0 || fits(&self.graph, *skips)).unwrap_or(0)
    }

    /// Draws how many writes come after one.
    pub(super) fn drawn_write(
        &mut self,
        (thread, site): (usize, Option<Line>),
        (at, label): (usize, Label),
        (low, end): (usize, usize),
    ) -> usize {
        let fits = |graph: &Graph, back: usize| {
            let place = end - back;
            if graph.is_changed(at, place) && !mutants::is(Mutant::DrawnTwice) {
                return false;
            }
            let mut graph = graph.clone();
            let write = graph.add(thread, label, None, site);
            graph.put(at, place, write);
            is_in_order(&graph, &[write])
        };
        let order = self.drawn(end + 1 - low.min(end));
        order.into_iter().find(|back| *back == 0 || fits(&self.graph, *back)).unwrap_or(0)
    }

    /// Decides whether a thread that is about to do something has done the same so many times, and only that.
    pub(crate) fn spins(&self, wants: &Wants, rounds: usize) -> bool {
        let Some(first) = self.round(wants) else { return false };
        let events = &self.graph.threads[wants.thread];
        let length = events.len() - first;
        let Some(begin) = events.len().checked_sub(length * rounds.max(1)) else { return false };
        (begin + length..events.len()).all(|index| {
            let (now, before) = (&events[index], &events[index - length]);
            now.site == before.site
                && now.from == before.from
                && std::mem::discriminant(&now.label) == std::mem::discriminant(&before.label)
        })
    }

    /// Decides whether a thread that spins has read the newest values, so that it would go on so for ever.
    pub(crate) fn spins_on_the_newest(&self, wants: &Wants, rounds: usize) -> bool {
        let is_newest = |first| !self.is_old(wants, first);
        self.spins(wants, rounds) && self.round(wants).is_some_and(is_newest)
    }
}

/// Decides whether there is an order of what is sequentially consistent, with events that were added last.
fn is_in_order(graph: &Graph, new: &[Id]) -> bool {
    let is_one = graph.stays_in_order(new);
    #[cfg(test)]
    if is_one != graph.has_strongest_order() {
        // A panic here would be one in the middle of an execution.
        mutants::tests::DISAGREED.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
    is_one || mutants::is(Mutant::AnyOrder)
}
