//! Targets of code: of assignments, and of operations on locks, semaphores, queues.

use rustc_hash::FxHashSet;

use super::entity::{Entity, written};
use super::index::Offset;
use super::{Elaborator, Leaf, Typed};
use crate::error::SystemErrorKind;
use crate::syntax::{Expr, Span};
use crate::types::Type;
use reductio_system::{CellId, Expression, Lock, Place, Value, VariableId};

/// A target of assignments.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) ty: Type,
    /// The cells of the target.
    pub(crate) places: Vec<Place>,
}

/// A queue: its length and its slots.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    pub(crate) variable: VariableId,
    pub(crate) item: Type,
    pub(crate) capacity: Value,
    first: CellId,
    offset: Offset,
}

impl Queue {
    /// The cell with the number of items.
    pub(crate) fn length(&self) -> Place {
        self.offset.place(self.first, 0)
    }

    /// The `k`-th cell of the items, all slots counted one after the other.
    pub(crate) fn cell(&self, k: usize) -> Place {
        self.offset.place(self.first, 1 + k)
    }
}

impl Elaborator<'_> {
    /// The queue of the system, for the operations on it.
    pub(crate) fn whole(&self, queue: &Queue) -> reductio_system::Queue {
        let leaves = self.scope.types.leaves(&queue.item);
        let slots = usize::try_from(queue.capacity).unwrap_or(0);
        let slot = |k| (0..leaves.len()).map(|part| queue.cell(k * leaves.len() + part)).collect();
        let least = leaves.iter().map(|(_, ty)| self.scope.types.range(ty).0).collect();
        let slots = (0..slots).map(slot).collect();
        reductio_system::Queue::new(queue.variable, queue.length(), slots, least)
    }

    /// The target of an assignment.
    pub(crate) fn target(&mut self, expr: &Expr<'_>) -> Option<Target> {
        match self.entity(expr) {
            Entity::Unknown => None,
            Entity::Variable { ty, first, offset } => {
                let places =
                    (0..self.scope.types.size(&ty)).map(|k| offset.place(first, k)).collect();
                Some(Target { ty, places })
            }
            other => {
                let (name, is) = (written(expr), other.describe());
                self.fault(SystemErrorKind::NotAssignable { name, is }, &expr.span);
                None
            }
        }
    }

    /// The assignments that put a value into a target.
    pub(crate) fn assignments(
        &mut self,
        target: &Target,
        leaves: Vec<Leaf>,
        span: &Span,
    ) -> Vec<(Place, Expression)> {
        if target.places.len() > 1 && is_entangled(target, &leaves) {
            let what = "a value or index that reads the record that is assigned to".to_owned();
            let wanted = "in an assignment of its own, to a local variable, before this one";
            self.fault(SystemErrorKind::Misplaced { what, wanted }, span);
        }
        target.places.iter().cloned().zip(leaves.into_iter().map(|leaf| leaf.expression)).collect()
    }

    /// The lock or monitor of an operation.
    pub(crate) fn lock(&mut self, expr: &Expr<'_>, needs_waiters: bool) -> Option<Lock> {
        let wanted = if needs_waiters { "a monitor" } else { "a lock or monitor" };
        match self.entity(expr) {
            Entity::Lock { lock, is_monitor } if is_monitor || !needs_waiters => Some(lock),
            other => self.wrong_object(expr, &other, wanted),
        }
    }

    /// The semaphore of an operation: its counter and its maximum.
    pub(crate) fn semaphore(&mut self, expr: &Expr<'_>) -> Option<(VariableId, Place, Value)> {
        match self.entity(expr) {
            Entity::Semaphore { variable, counter, max } => Some((variable, counter, max)),
            other => self.wrong_object(expr, &other, "a semaphore"),
        }
    }

    /// The queue of an operation.
    pub(crate) fn queue(&mut self, expr: &Expr<'_>) -> Option<Queue> {
        match self.entity(expr) {
            Entity::Queue { variable, first, offset, item, capacity } => {
                Some(Queue { variable, item, capacity, first, offset })
            }
            other => self.wrong_object(expr, &other, "a queue"),
        }
    }

    fn wrong_object<T>(&mut self, expr: &Expr<'_>, entity: &Entity, wanted: &str) -> Option<T> {
        let is_unknown = match entity {
            Entity::Unknown => true,
            Entity::Value(Typed { ty, .. }, _) => *ty == Type::Unknown,
            _ => false,
        };
        if !is_unknown {
            let (name, is, wanted) = (written(expr), entity.describe(), wanted.to_owned());
            self.fault(SystemErrorKind::WrongKind { name, is, wanted }, &expr.span);
        }
        None
    }
}

/// Whether assigning the cells one after the other changes a value that a later assignment reads.
fn is_entangled(target: &Target, leaves: &[Leaf]) -> bool {
    let mut assigned: FxHashSet<CellId> = FxHashSet::default();
    target.places.iter().zip(leaves).any(|(place, leaf)| {
        let mut is_read = false;
        let mut look =
            |read: &Place| read.for_each_candidate(&mut |cell| is_read |= assigned.contains(&cell));
        leaf.expression.for_each_place(&mut look);
        if let Place::Element { indices, .. } = place {
            indices.iter().for_each(|index| index.value.for_each_place(&mut look));
        }
        place.for_each_candidate(&mut |cell| {
            assigned.insert(cell);
        });
        is_read
    })
}
