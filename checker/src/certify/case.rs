//! Questions about all valuations of the cells that they read, one case after the other.
//!
//! Nothing is known of a state at first. Where an evaluation reads a cell of which nothing is known, each value of its
//! domain is tried, one case each. So a question is evaluated in every state, and states that differ only in cells
//! that are not read are one case.

use super::facts::{Facts, Touches, Use};
use crate::system::{
    Cell, CellId, Expression, Failure, Memory, Point, ThreadId, Transition, Value,
};

/// The knowledge about a state in the case at hand.
pub(super) struct Case<'a> {
    cells: &'a [Cell],
    known: Vec<Option<Value>>,
    /// The cells whose values are tried, in the order in which they were read first.
    tried: Vec<CellId>,
}

impl<'a> Case<'a> {
    pub(super) fn new(cells: &'a [Cell]) -> Self {
        Case { cells, known: vec![None; cells.len()], tried: Vec::new() }
    }

    /// Forgets everything, and supposes the values of some cells.
    pub(super) fn begin(&mut self, supposed: &[(CellId, Value)]) {
        self.tried.clear();
        self.known.fill(None);
        for (cell, value) in supposed {
            self.known[cell.index()] = Some(*value);
        }
    }

    /// The value of a cell in this case.
    pub(super) fn value(&mut self, cell: CellId) -> Value {
        *self.known[cell.index()].get_or_insert_with(|| {
            self.tried.push(cell);
            self.cells[cell.index()].domain().low()
        })
    }

    /// Goes on to the next case: the next value of the cell that was read last and has one. Returns whether there is a
    /// next case.
    pub(super) fn next(&mut self) -> bool {
        while let Some(cell) = self.tried.pop() {
            let known = &mut self.known[cell.index()];
            let value = known.take().expect("it is tried");
            if value < self.cells[cell.index()].domain().high() {
                *known = Some(value + 1);
                self.tried.push(cell);
                return true;
            }
        }
        false
    }
}

/// The cells that steps have changed, each with its new value.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Vec<(CellId, Value)>);

impl Changes {
    fn of(&self, cell: CellId) -> Option<Value> {
        self.0.iter().find(|(known, _)| *known == cell).map(|(_, value)| *value)
    }

    fn set(&mut self, cell: CellId, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == cell) {
            Some(known) => known.1 = value,
            None => self.0.push((cell, value)),
        }
    }

    /// Decides whether two states that differ from the one of a case by these changes are the same. Cells are compared
    /// in their order, up to the first difference.
    pub(super) fn agree(&self, other: &Changes, case: &mut Case<'_>) -> bool {
        let mut cells: Vec<CellId> = self.0.iter().chain(&other.0).map(|(cell, _)| *cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().all(|cell| {
            let mine = self.of(cell).unwrap_or_else(|| case.value(cell));
            mine == other.of(cell).unwrap_or_else(|| case.value(cell))
        })
    }
}

/// The effect of a transition in a state.
#[derive(Debug)]
pub(super) struct Taken {
    /// Tells whether there is a step: the transition is enabled, or fails.
    pub(super) is_step: bool,
    /// The state after the step, or the one before it where there is none.
    pub(super) after: Changes,
    /// The numbers of the protected groups that were touched, in the order of their first touch.
    pub(super) touched: Vec<usize>,
}

/// A state of a case after some changes, as a memory that notes which protected groups are touched.
struct Changed<'c, 'a> {
    case: &'c mut Case<'a>,
    facts: &'c Facts<'a>,
    changes: Changes,
    touched: Vec<usize>,
}

impl Changed<'_, '_> {
    fn note(&mut self, cell: CellId) {
        if let Some(group) = self.facts.group_of(cell)
            && !self.touched.contains(&group)
        {
            self.touched.push(group);
        }
    }
}

impl Memory for Changed<'_, '_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.note(cell);
        self.changes.of(cell).unwrap_or_else(|| self.case.value(cell))
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.note(cell);
        self.changes.set(cell, value);
    }
}

impl<'a> Facts<'a> {
    /// Runs a pending transition in the state of a case after some changes.
    pub(super) fn run(
        &self,
        case: &mut Case<'a>,
        changes: &Changes,
        thread: ThreadId,
        transition: &Transition,
    ) -> Taken {
        let mut memory =
            Changed { case, facts: self, changes: changes.clone(), touched: Vec::new() };
        let guard = transition.guard().evaluate(&mut memory);
        let outcome: Option<Result<(), Failure>> = match guard {
            Ok(value) => (value == 1).then(|| self.system.perform(thread, transition, &mut memory)),
            Err(_) if transition.is_otherwise() => None,
            Err(failure) => Some(Err(failure)),
        };
        let Changed { changes: after, touched, .. } = memory;
        let after = match outcome {
            Some(Ok(())) => after,
            None => changes.clone(),
            Some(Err(_)) => {
                let failed = self.system.thread(thread).failed_at(transition.start());
                let mut after = changes.clone();
                after.set(thread.counter(), failed.expect("it can fail where it fails").into());
                after
            }
        };
        Taken { is_step: outcome.is_some(), after, touched }
    }

    /// The cells that a transition may touch in the state of a case, its indices evaluated there, and those that it may
    /// write.
    pub(super) fn reach(&self, case: &mut Case<'a>, touches: &Touches<'_>) -> [Vec<CellId>; 2] {
        let (mut all, mut written) = (touches.always.clone(), touches.always.clone());
        for Use { place, is_written, is_settled } in &touches.uses {
            let mut add = |cell| {
                all.push(cell);
                if *is_written {
                    written.push(cell);
                }
            };
            let (changes, touched) = (Changes::default(), Vec::new());
            let mut memory = Changed { case: &mut *case, facts: self, changes, touched };
            match place.cell(&mut memory) {
                Ok(cell) if *is_settled => add(cell),
                _ => place.for_each_candidate(&mut add),
            }
        }
        [all, written]
    }

    /// Decides whether a pending transition is enabled in the state of a case, or fails there.
    pub(super) fn can_step(&self, case: &mut Case<'a>, transition: &Transition) -> bool {
        let (changes, touched) = (Changes::default(), Vec::new());
        let mut memory = Changed { case, facts: self, changes, touched };
        let guard = transition.guard().evaluate(&mut memory);
        guard.map_or(!transition.is_otherwise(), |value| value == 1)
    }

    /// Decides whether a thread at a control point is about to fail at an `up` in the state of a case after some
    /// changes. The transitions that would are run in order, up to the first that makes a step.
    pub(super) fn is_about_to_fail(
        &self,
        case: &mut Case<'a>,
        changes: &Changes,
        (thread, point): (ThreadId, Point),
    ) -> bool {
        let owner = self.system.thread(thread);
        let mut failing =
            owner.pending_numbers(point).filter(|number| self.is_overflow(thread, *number));
        failing.any(|number| self.run(case, changes, thread, &owner.transitions()[number]).is_step)
    }

    /// Decides whether a predicate, which cannot fail, holds in the state of a case after some changes.
    pub(super) fn holds(
        &self,
        case: &mut Case<'a>,
        changes: &Changes,
        predicate: &Expression,
    ) -> bool {
        let mut memory =
            Changed { case, facts: self, changes: changes.clone(), touched: Vec::new() };
        predicate.evaluate(&mut memory) == Ok(1)
    }
}
