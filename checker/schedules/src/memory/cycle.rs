//! The order of what is sequentially consistent, where one operation was added last to a graph that has such an order:
//! whether it closes a cycle of `psc`. `strongest.rs` decides that for any graph, by the definition; here only what
//! comes after the new operation is looked at.
//!
//! Nothing happens after what was added last. So each cycle that is new leaves it by `mo` or `rb`, for a write that
//! comes later, from itself or from a fence that happens before it; and comes back to where it left.

use std::sync::atomic::Ordering;

use crate::memory::graph::{Graph, Label};
use crate::memory::view::Id;

/// An access to a location, with its place in the order of writes: that of a read is the one of what it reads.
#[derive(Clone, Copy, Debug)]
struct Access {
    id: Id,
    place: usize,
    writes: bool,
}

/// The parts of a graph that its order of what is `SeqCst` is made of.
struct Parts<'a> {
    graph: &'a Graph,
    /// Of each location, all accesses.
    accesses: Vec<Vec<Access>>,
    /// All that is `SeqCst`.
    strongest: Vec<Id>,
    /// Of each thread, the places of its accesses.
    places: Vec<Vec<usize>>,
}

impl<'a> Parts<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut places: Vec<Vec<usize>> =
            graph.threads.iter().map(|events| vec![0; events.len()]).collect();
        for writes in &graph.writes {
            for (index, write) in writes.iter().enumerate() {
                places[write.thread][write.index] = index + 1;
            }
        }
        let mut accesses = vec![Vec::new(); graph.writes.len()];
        let mut strongest = Vec::new();
        for id in graph.ids() {
            let event = graph.event(id);
            if event.label.order() == Some(Ordering::SeqCst) {
                strongest.push(id);
            }
            let Some(at) = event.label.location() else { continue };
            let writes = event.label.writes().is_some();
            if !writes {
                let place = event.from.map_or(0, |from| places[from.thread][from.index]);
                places[id.thread][id.index] = place;
            }
            if accesses.len() <= at {
                accesses.resize_with(at + 1, Vec::new);
            }
            accesses[at].push(Access { id, place: places[id.thread][id.index], writes });
        }
        Parts { graph, accesses, strongest, places }
    }

    fn label(&self, id: Id) -> &Label {
        &self.graph.event(id).label
    }

    fn happens(&self, a: Id, b: Id) -> bool {
        a != b && self.graph.event(b).view.happens.has(a)
    }

    fn is_fence(&self, id: Id) -> bool {
        matches!(self.label(id), Label::Fence(_))
    }

    fn place(&self, id: Id) -> usize {
        self.places[id.thread][id.index]
    }

    fn accesses(&self, at: usize) -> &[Access] {
        self.accesses.get(at).map_or(&[], Vec::as_slice)
    }

    /// By `mo` or `rb`.
    fn is_over(&self, a: Id, b: Id) -> bool {
        let (label, other) = (self.label(a), self.label(b));
        label.location().is_some()
            && other.writes() == label.location()
            && self.place(a) < self.place(b)
    }

    /// The next event of a thread, or the one before, that is not of a location.
    fn apart(&self, id: Id, forward: bool) -> Option<Id> {
        let own = self.label(id).location();
        let is_apart = |index: &usize| {
            self.label(Id { index: *index, ..id }).location().is_none_or(|at| Some(at) != own)
        };
        let index = if forward {
            (id.index + 1..self.graph.count(id.thread)).find(is_apart)
        } else {
            (0..id.index).rev().find(is_apart)
        };
        index.map(|index| Id { index, ..id })
    }

    /// Decides whether `psc` leads from one to another.
    fn leads(&self, a: Id, b: Id) -> bool {
        if a == b {
            return false;
        }
        match (self.is_fence(a), self.is_fence(b)) {
            (false, false) => {
                let same = self.label(a).location() == self.label(b).location();
                if a.thread == b.thread && a.index < b.index
                    || same && self.happens(a, b)
                    || self.is_over(a, b)
                {
                    return true;
                }
                let (after, before) = (self.apart(a, true), self.apart(b, false));
                after.zip(before).is_some_and(|(after, before)| self.happens(after, before))
            }
            (true, false) => {
                let before = b.index.checked_sub(1).map(|index| Id { index, ..b });
                if before.is_some_and(|before| before == a || self.happens(a, before)) {
                    return true;
                }
                let Some(at) = self.label(b).location() else { return false };
                let is_between = |x: &Access| {
                    self.happens(a, x.id) && (self.happens(x.id, b) || self.is_over(x.id, b))
                };
                self.accesses(at).iter().any(is_between)
            }
            (false, true) => {
                let next = Id { index: a.index + 1, ..a };
                let has_next = next.index < self.graph.count(a.thread);
                if has_next && (next == b || self.happens(next, b)) {
                    return true;
                }
                let Some(at) = self.label(a).location() else { return false };
                let is_between = |y: &Access| {
                    (self.happens(a, y.id) || self.is_over(a, y.id)) && self.happens(y.id, b)
                };
                self.accesses(at).iter().any(is_between)
            }
            (true, true) => self.happens(a, b) || self.extends(a, b),
        }
    }

    /// By `hb`, `eco` and `hb`, from a fence to a fence.
    fn extends(&self, a: Id, b: Id) -> bool {
        self.accesses.iter().any(|accesses| {
            let mut first: Option<(usize, bool)> = None;
            let mut last: Option<(usize, bool)> = None;
            for access in accesses {
                // Of those at one place, the write is first, and a read last.
                if self.happens(a, access.id) {
                    let (place, reads) = (access.place, !access.writes);
                    first = Some(first.map_or((place, reads), |first| first.min((place, reads))));
                }
                if self.happens(access.id, b) {
                    let (place, reads) = (access.place, !access.writes);
                    last = Some(last.map_or((place, reads), |last| last.max((place, reads))));
                }
            }
            first.zip(last).is_some_and(|((place, reads), (end, ends_by_read))| {
                place < end || place == end && !reads && ends_by_read
            })
        })
    }

    /// Decides whether `psc` leads from some events to others, which are those that `is_end` says.
    fn reaches(&self, from: Vec<Id>, is_end: impl Fn(Id) -> bool) -> bool {
        let mut left: Vec<Id> =
            self.strongest.iter().copied().filter(|id| !from.contains(id)).collect();
        let mut stack = from;
        while let Some(id) = stack.pop() {
            if is_end(id) {
                return true;
            }
            let mut index = 0;
            while index < left.len() {
                if self.leads(id, left[index]) {
                    stack.push(left.swap_remove(index));
                } else {
                    index += 1;
                }
            }
        }
        false
    }
}

impl Graph {
    /// Decides whether there is an order of what is sequentially consistent, where there was one before the last
    /// operation of a thread was added: these events.
    pub(super) fn stays_in_order(&self, new: &[Id]) -> bool {
        let strongest = |id: &Id| self.event(*id).label.order() == Some(Ordering::SeqCst);
        if self.ids().filter(strongest).take(2).count() < 2 {
            return true;
        }
        let parts = Parts::new(self);
        let Some(first) = new.first() else { return true };
        let fences = || parts.strongest.iter().filter(|id| parts.is_fence(**id));
        let is_fence_before = |id: Id| parts.is_fence(id) && parts.happens(id, *first);
        let has_fence = fences().any(|id| is_fence_before(*id));
        if !has_fence && !new.iter().any(strongest) {
            return true;
        }
        let Some(at) = parts.label(*first).location() else { return true };
        let end = new.iter().map(|id| parts.place(*id)).max().unwrap_or(0);
        let later = || parts.accesses(at).iter().filter(|access| access.place > end);
        let writes = || later().filter(|access| access.writes);
        // Fences that happen after what comes later.
        let after = |write: bool| {
            let is_after = |id: &&Id| {
                later().any(|access| access.writes == write && parts.happens(access.id, **id))
            };
            fences().filter(is_after).copied().collect::<Vec<_>>()
        };
        let mut targets: Vec<Id> = writes().map(|write| write.id).filter(strongest).collect();
        targets.extend(after(true));
        let is_source = |id| new.contains(&id) && strongest(&id) || is_fence_before(id);
        if parts.reaches(targets, is_source) {
            return false;
        }
        // From fence to fence also by who reads what comes later.
        !has_fence || !parts.reaches(after(false), is_fence_before)
    }
}
