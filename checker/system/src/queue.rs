//! Bounded queues, with `send` and `receive` as transitions.

use super::builder::SystemBuilder;
use super::defect::Defect;
use super::expression::{Expression, Index, Place};
use super::ids::{Value, VariableId};
use super::operation::{Operation, OperationKind};
use super::operations::Position;

/// A bounded queue, which may depend on the state: the number of its items, then its slots, the first item first.
#[derive(Clone, Debug)]
pub struct Queue {
    variable: VariableId,
    length: Place,
    slots: Vec<Vec<Place>>,
    least: Vec<Value>,
}

impl Queue {
    /// The queue of `variable`, of class [`Queue`](super::VariableClass::Queue), whose number of items is at `length`.
    /// Each of the `slots`, one after the other in memory, has a cell for each part of an item; `least` are the values
    /// of these cells where there is no item.
    pub fn new(
        variable: VariableId,
        length: Place,
        slots: Vec<Vec<Place>>,
        least: Vec<Value>,
    ) -> Self {
        Queue { variable, length, slots, least }
    }

    /// The cells of the first item.
    pub fn first(&self) -> &[Place] {
        self.slots.first().map_or(&[], Vec::as_slice)
    }

    fn operation(&self, kind: OperationKind) -> Operation {
        Operation { kind, variable: self.variable, object: Some(self.length.clone()) }
    }
}

impl SystemBuilder {
    /// Adds `send`: the values, one for each part of an item, go behind the last item. It blocks while the queue is
    /// full.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for another number of values than an item has parts.
    pub fn send(
        &mut self,
        at: &Position,
        queue: &Queue,
        values: Vec<Expression>,
    ) -> Result<(), Defect> {
        if values.len() != queue.least.len() {
            let (parts, found) = (queue.least.len(), values.len());
            let what = format!("`{}`: an item has {parts} parts, not {found}", at.text);
            return Err(Defect::Misuse { what });
        }
        let length = || Expression::Read(queue.length.clone());
        let (slots, parts) = (queue.slots.len(), queue.least.len());
        let slot = Index {
            value: length(),
            low: 0,
            length: u32::try_from(slots).unwrap_or(u32::MAX),
            stride: u32::try_from(parts).unwrap_or(u32::MAX),
        };
        let targets = queue.first().iter().map(|cell| indexed(cell.clone(), slot.clone()));
        let mut command: Vec<(Place, Expression)> = targets.zip(values).collect();
        let guard = length().less(Value::try_from(slots).unwrap_or(Value::MAX));
        command.push((queue.length.clone(), length().plus(1)));
        self.step(at, queue.operation(OperationKind::Send), guard, command)
    }

    /// Adds `receive`: `taken` says where the parts of the first item, [`Queue::first`], go; then the other items move
    /// up. It blocks while the queue is empty.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn receive(
        &mut self,
        at: &Position,
        queue: &Queue,
        taken: Vec<(Place, Expression)>,
    ) -> Result<(), Defect> {
        let mut command = taken;
        for (slot, next) in queue.slots.iter().zip(queue.slots.iter().skip(1)) {
            let moves = slot.iter().cloned().zip(next.iter().cloned().map(Expression::Read));
            command.extend(moves);
        }
        // Canonical: two states do not differ in items that are not there.
        let last = queue.slots.last().into_iter().flatten().cloned();
        command.extend(last.zip(queue.least.iter().map(|least| Expression::Constant(*least))));
        let length = Expression::Read(queue.length.clone());
        let guard = Expression::Constant(0).less(length.clone());
        command.push((queue.length.clone(), length.minus(1)));
        self.step(at, queue.operation(OperationKind::Receive), guard, command)
    }
}

/// A place with one more index.
fn indexed(place: Place, index: Index) -> Place {
    match place {
        Place::Cell(first) => Place::Element { first, indices: Box::new([index]) },
        Place::Element { first, indices } => {
            let indices: Vec<Index> = indices.into_vec().into_iter().chain([index]).collect();
            Place::Element { first, indices: indices.into() }
        }
    }
}
