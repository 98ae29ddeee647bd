//! What a step changes: variables, and who has exclusive access to what.

use super::run::Execution;
use crate::system::{CellId, ObjectId, PackedState, ThreadId, Value};

/// A cell that has another value after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell; control points are not among them.
    pub cell: CellId,
    /// Its value before the step.
    pub before: Value,
    /// Its value after the step.
    pub after: Value,
}

/// That an exclusive access predicate `e(x, i)` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExclusiveAccess {
    /// Who has access.
    pub thread: ThreadId,
    /// To what.
    pub object: ObjectId,
}

/// What a step changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// Variables, by cell.
    pub changes: Vec<Change>,
    /// Predicates that began to hold, by object and thread.
    pub gained: Vec<ExclusiveAccess>,
    /// Predicates that ceased to hold, by object and thread.
    pub lost: Vec<ExclusiveAccess>,
}

/// Exclusive access that passed from one thread to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// To what.
    pub object: ObjectId,
    /// Who had it.
    pub from: ThreadId,
    /// Who has it now.
    pub to: ThreadId,
    /// The number of the step, from 1, in which the first one's predicate ceased to hold.
    pub given: usize,
    /// The number of the step, from 1, in which the other one's began to hold.
    pub taken: usize,
}

impl Execution<'_> {
    /// What step `number`, from 1, changes. Cost: all cells and all predicates.
    ///
    /// # Panics
    /// If there is no such step.
    pub fn facts(&self, number: usize) -> StepFacts {
        let (before, after) = (&self.states[number - 1], &self.states[number]);
        let mut facts = StepFacts { changes: self.changes(before, after), ..StepFacts::default() };
        // What a thread forgets is no news.
        let thread = self.steps[number - 1].thread;
        let forgotten = self.system().thread(thread).dead(self.system().at(after, thread));
        facts.changes.retain(|change| !forgotten.contains(&change.cell));
        for object in self.protected() {
            for thread in self.system().thread_ids() {
                let access = ExclusiveAccess { thread, object };
                match (self.has(before, access), self.has(after, access)) {
                    (false, true) => facts.gained.push(access),
                    (true, false) => facts.lost.push(access),
                    _ => {}
                }
            }
        }
        facts
    }

    /// Who has access to what in a state: by object and thread. Objects that are treated as open are left out.
    pub fn access(&self, state: &PackedState) -> Vec<ExclusiveAccess> {
        let threads = |object| {
            self.system().thread_ids().map(move |thread| ExclusiveAccess { thread, object })
        };
        self.protected().flat_map(threads).filter(|access| self.has(state, *access)).collect()
    }

    /// Exclusive access that passed from one thread to another, by the step in which it was taken and the object. The
    /// one who had it last may have given it up some steps before: a lock is free for a while.
    pub fn hand_overs(&self) -> Vec<HandOver> {
        let mut out = Vec::new();
        // By object: who was the last to lose it, and in which step.
        let mut free: Vec<Option<(ThreadId, usize)>> = vec![None; self.system().objects().len()];
        for number in 1..=self.steps.len() {
            let facts = self.facts(number);
            for lost in facts.lost {
                free[lost.object.index()] = Some((lost.thread, number));
            }
            for ExclusiveAccess { thread: to, object } in facts.gained {
                if let Some((from, given)) = free[object.index()].take()
                    && from != to
                {
                    out.push(HandOver { object, from, to, given, taken: number });
                }
            }
        }
        out
    }

    fn changes(&self, before: &PackedState, after: &PackedState) -> Vec<Change> {
        let system = self.system();
        let change = |cell| {
            let (before, after) = (system.value(before, cell), system.value(after, cell));
            (before != after).then_some(Change { cell, before, after })
        };
        (system.threads().len()..system.cells().len()).map(CellId::new).filter_map(change).collect()
    }

    /// The objects that are not treated as open.
    fn protected(&self) -> impl Iterator<Item = ObjectId> {
        let usage = self.discipline.usage();
        let objects = self.system().objects().iter().enumerate();
        objects
            .filter(|(_, object)| object.cells().iter().any(|&cell| usage.object(cell).is_some()))
            .map(|(index, _)| ObjectId::new(index))
    }

    fn has(
        &self,
        state: &PackedState,
        ExclusiveAccess { thread, object }: ExclusiveAccess,
    ) -> bool {
        let object = &self.system().objects()[object.index()];
        self.system().holds(object.predicate(thread), state)
    }
}
