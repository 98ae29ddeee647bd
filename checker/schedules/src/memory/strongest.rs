//! The order of what is sequentially consistent: `psc` of RC11 has no cycle.

use std::sync::atomic::Ordering;

use crate::memory::graph::{Graph, Label};
use crate::memory::view::Id;
use crate::mutants::{self, Mutant};

/// A relation on the events of a graph.
#[derive(Clone)]
struct Relation {
    size: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    fn new(size: usize) -> Self {
        let words = size.div_ceil(64);
        Relation { size, words, bits: vec![0; words * size] }
    }

    fn row(&self, of: usize) -> &[u64] {
        &self.bits[of * self.words..(of + 1) * self.words]
    }

    fn set(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    fn has(&self, from: usize, to: usize) -> bool {
        self.row(from)[to / 64] >> (to % 64) & 1 == 1
    }

    fn of(size: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        let mut all = Relation::new(size);
        for from in 0..size {
            for to in (0..size).filter(|to| holds(from, *to)) {
                all.set(from, to);
            }
        }
        all
    }

    fn or(mut self, other: &Relation) -> Self {
        for (mine, theirs) in self.bits.iter_mut().zip(&other.bits) {
            *mine |= theirs;
        }
        self
    }

    /// First one, then the other.
    fn then(&self, other: &Relation) -> Self {
        let mut all = Relation::new(self.size);
        for from in 0..self.size {
            for middle in (0..self.size).filter(|middle| self.has(from, *middle)) {
                for word in 0..self.words {
                    all.bits[from * self.words + word] |= other.bits[middle * self.words + word];
                }
            }
        }
        all
    }

    /// Only from and to some events.
    fn between(&self, from: impl Fn(usize) -> bool, to: impl Fn(usize) -> bool) -> Self {
        Relation::of(self.size, |a, b| self.has(a, b) && from(a) && to(b))
    }

    fn has_cycle(&self) -> bool {
        // Who is left has somebody before who is left.
        let mut left: Vec<bool> = vec![true; self.size];
        loop {
            let is_first = |to: &usize| {
                left[*to] && !(0..self.size).any(|from| left[from] && self.has(from, *to))
            };
            let Some(first) = (0..self.size).find(is_first) else {
                return left.iter().any(|left| *left);
            };
            left[first] = false;
        }
    }
}

impl Graph {
    /// Decides whether there is an order of what is sequentially consistent.
    pub(super) fn has_strongest_order(&self) -> bool {
        let strongest = |id: &Id| self.event(*id).label.order() == Some(Ordering::SeqCst);
        if self.ids().filter(strongest).take(2).count() < 2 {
            return true;
        }
        let ids: Vec<Id> = self.ids().collect();
        let size = ids.len();
        let label = |event: usize| &self.event(ids[event]).label;
        let location = |event: usize| label(event).location();
        let place = |event: usize| {
            let at = location(event)?;
            let id = ids[event];
            Some(self.place(
                at,
                if label(event).writes().is_some() { Some(id) } else { self.event(id).from },
            ))
        };
        let places: Vec<Option<usize>> = (0..size).map(place).collect();
        let is_strongest = |event: usize| label(event).order() == Some(Ordering::SeqCst);
        let is_fence =
            |event: usize| is_strongest(event) && matches!(label(event), Label::Fence(_));
        let same = |a: usize, b: usize| location(a).is_some() && location(a) == location(b);
        let before =
            |a: usize, b: usize| ids[a].thread == ids[b].thread && ids[a].index < ids[b].index;
        let happens =
            Relation::of(size, |a, b| a != b && self.event(ids[b]).view.happens.has(ids[a]));
        let order = Relation::of(size, before);
        let apart = Relation::of(size, |a, b| before(a, b) && !same(a, b));
        // From a write to later ones, and from a read to what is written later than what it reads.
        let over = Relation::of(size, |a, b| {
            same(a, b) && label(b).writes().is_some() && places[a] < places[b]
        });
        let reads = Relation::of(size, |a, b| {
            label(b).reads().is_some() && self.event(ids[b]).from == Some(ids[a])
        });
        let extended = over.then(&reads).or(&reads).or(&over);
        let on_one = if mutants::is(Mutant::NoHappensOnOne) {
            Relation::new(size)
        } else {
            happens.between(|_| true, |_| true)
        };
        let on_one = Relation::of(size, |a, b| on_one.has(a, b) && same(a, b));
        let base = apart.then(&happens).then(&apart).or(&order).or(&on_one).or(&over);
        let itself = Relation::of(size, |a, b| a == b);
        let maybe = happens.clone().or(&itself);
        let left = maybe.between(is_fence, |_| true).or(&itself.between(is_strongest, |_| true));
        let right = maybe.between(|_| true, is_fence).or(&itself.between(is_strongest, |_| true));
        let fences = happens.clone().or(&happens.then(&extended).then(&happens));
        let all = left.then(&base).then(&right).or(&fences.between(is_fence, is_fence));
        !all.has_cycle()
    }
}
