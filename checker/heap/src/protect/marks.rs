//! The edges that are one-to-one, and the parts that are constant while they are shared (S2 5.4; H1, H8).

use reductio_programs::{Expression, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::HeapError;
use crate::flow::{Flow, Point};
use crate::nodes::{AllocatorId, Node, Part, Slot};
use crate::options::Slip;
use crate::owned::Scopes;
use crate::reading::Repair;

/// The knowledge about the edges between objects, wherever they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Where the parts of an allocator's objects may lead.
    edges: FxHashMap<(AllocatorId, Part), Vec<AllocatorId>>,
    /// The edges that are not one-to-one.
    many: FxHashSet<(AllocatorId, Part, AllocatorId)>,
    /// The parts that are written while some part of the object is shared.
    changed: FxHashSet<(AllocatorId, Part)>,
}

/// The part that an instruction writes, the object, and the new value.
fn written(instruction: &Instruction) -> Option<(&Expression, Part, &Expression)> {
    use Instruction as I;
    match instruction {
        I::Write { object, field, value } | I::Update { object, field, value, .. } => {
            Some((object, Part::Field(*field), value))
        }
        I::WriteElement { array, value, .. } => Some((array, Part::Elements, value)),
        _ => None,
    }
}

impl Marks {
    pub(super) fn of(scopes: &Scopes<'_, '_>) -> Result<Marks, HeapError> {
        let flow = scopes.flow;
        let mut marks = Marks::default();
        for (slot, to) in &flow.tables.ends {
            if let Slot::Part(from, part) = slot {
                let known = marks.edges.entry((from.allocator(), *part)).or_default();
                if !known.contains(&to.allocator()) {
                    known.push(to.allocator());
                }
            }
        }
        for point in flow.points.iter() {
            flow.pause()?;
            let Some((object, part, value)) = written(flow.instruction(point)) else { continue };
            let before = &flow.before[point.index()];
            let values = flow.value(point, before, value);
            for from in flow.value(point, before, object) {
                for to in &values {
                    if !is_one_to_one(flow, point, from, *to) {
                        marks.many.insert((from.allocator(), part, to.allocator()));
                    }
                }
                if scopes.is_any_shared(point, from) {
                    marks.changed.insert((from.allocator(), part));
                }
            }
        }
        Ok(marks)
    }

    /// The allocators to which a part of objects may lead.
    pub(super) fn follow(&self, from: &[AllocatorId], part: Part) -> Vec<AllocatorId> {
        let edges = from.iter().filter_map(|from| self.edges.get(&(*from, part)));
        let mut found: Vec<AllocatorId> = edges.flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Follows parts over one-to-one edges only; gives one that is not if there is one.
    pub(super) fn walk(
        &self,
        from: &[AllocatorId],
        parts: &[Part],
    ) -> Result<Vec<AllocatorId>, (AllocatorId, Part, AllocatorId)> {
        let mut at = from.to_vec();
        for part in parts {
            for from in &at {
                for to in self.edges.get(&(*from, *part)).into_iter().flatten() {
                    if self.many.contains(&(*from, *part, *to)) {
                        return Err((*from, *part, *to));
                    }
                }
            }
            at = self.follow(&at, *part);
        }
        Ok(at)
    }

    /// Decides whether a part of objects is not written while they are shared. As printed, other threads are not asked
    /// (H8).
    pub(super) fn are_constant(&self, flow: &Flow<'_>, of: &[AllocatorId], part: Part) -> bool {
        let is_asked = flow.reading.repairs(Repair::OtherThreads);
        !is_asked || of.iter().all(|allocator| !self.changed.contains(&(*allocator, part)))
    }
}

/// Whether an edge that a statement writes leads from an object to one of the same iteration of the same thread.
fn is_one_to_one(flow: &Flow<'_>, point: Point, from: Node, to: Node) -> bool {
    let (thread, _) = flow.points.at(point);
    let (one, other) = (flow.allocator(from.allocator()), flow.allocator(to.allocator()));
    let is_current = to.is_current() || !flow.reading.repairs(Repair::OnlyCurrent);
    let is_same_block = one.thread == thread
        && other.thread == thread
        && (one.block == other.block || flow.slips(Slip::AnyBlock));
    is_same_block && from.is_current() && is_current
}
