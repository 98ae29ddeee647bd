//! The effects of a step: changed variables, and changes of exclusive access.

use super::names::{cell_name, one_line};
use super::run::Execution;
use crate::system::{CellId, ObjectId, PackedState, System, ThreadId, Value};

/// A cell that has another value after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell; control points are not among them.
    pub cell: CellId,
    /// The value of the cell before the step.
    pub before: Value,
    /// The value of the cell after the step.
    pub after: Value,
}

impl Change {
    /// The change in words: `data[0]: 0 -> 1`; local variables of the thread have their short names.
    pub fn in_words(self, system: &System, of: ThreadId) -> String {
        let Change { cell, before, after } = self;
        let domain = system.cell(cell).domain();
        let name = cell_name(system, cell, Some(of));
        one_line(&format!("{name}: {} -> {}", domain.show(before), domain.show(after)))
    }
}

/// The exclusive access of a thread to an object: the predicate `e(x, i)` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExclusiveAccess {
    /// The thread that has access.
    pub thread: ThreadId,
    /// The object.
    pub object: ObjectId,
}

/// The effects of a step: changed variables, and exclusive access predicates that began or ceased to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// The cells that have another value after the step, in their order.
    pub changes: Vec<Change>,
    /// The predicates that began to hold, in the order of objects and threads.
    pub gained: Vec<ExclusiveAccess>,
    /// The predicates that ceased to hold, in the order of objects and threads.
    pub lost: Vec<ExclusiveAccess>,
}

/// Exclusive access that passed from one thread to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandOver {
    /// The object.
    pub object: ObjectId,
    /// The thread that had access before.
    pub from: ThreadId,
    /// The thread that has access now.
    pub to: ThreadId,
    /// The number of the step, from 1, in which the first one's predicate ceased to hold.
    pub given: usize,
    /// The number of the step, from 1, in which the other one's began to hold.
    pub taken: usize,
}

impl Execution<'_> {
    /// The effects of step `number`, from 1. Cost: linear in the cells and predicates of the system.
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

    /// The exclusive access predicates that hold in a state, in the order of objects and threads. Objects that are
    /// treated as open are left out.
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
        let cells = (system.threads().len()..system.cells().len()).map(CellId::new);
        cells.filter(|cell| !system.cell(*cell).is_copy()).filter_map(change).collect()
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
