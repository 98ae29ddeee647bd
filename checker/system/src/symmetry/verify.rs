//! The proof that a renaming is an automorphism of a system.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::System;
use super::super::cell::Cell;
use super::super::expression::{Assignment, Expression, Place};
use super::super::family::{Family, Live, Named, Pointer};
use super::super::ids::{CellId, ObjectId, Point, ThreadId, Value};
use super::super::operation::OperationKind;
use super::super::thread::{Target, Transition};
use super::expressions::{Action, Kind};
use super::normal::{Normal, do_the_same};
use super::{Asymmetry, Fault};

/// A renaming that changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    pub(super) action: Action,
}

impl Generator {
    pub(super) fn thread(&self, thread: ThreadId) -> ThreadId {
        self.action.thread(thread)
    }

    pub(super) fn cell(&self, cell: CellId) -> CellId {
        self.action.cell(cell)
    }
}

/// Renamings of the members of a family that generate all others, each shown to change nothing that the system does.
pub(super) fn generators(
    system: &System,
    family: &Family,
    cancel: Option<&AtomicBool>,
) -> Result<Vec<Generator>, Asymmetry> {
    let count = family.threads.len();
    let domains = |cells: &[CellId]| {
        let of = |cell: &CellId| {
            let domain = system.cell(*cell).domain();
            (domain.low(), domain.high())
        };
        cells.iter().map(of).collect::<Vec<_>>()
    };
    let first = domains(&family.cells[0]);
    for (cells, threads) in family.cells.iter().zip(&family.threads) {
        let found = domains(cells);
        if let Some(odd) =
            (0..found.len()).find(|number| first.get(*number) != Some(&found[*number]))
        {
            return Err(Asymmetry::Initial(cells[odd]));
        }
        for (thread, first) in threads.iter().zip(&family.threads[0]) {
            let points = |thread: ThreadId| system.thread(thread).points().len();
            if points(*thread) != points(*first) {
                return Err(Asymmetry::Points(*thread));
            }
        }
    }
    initial(system, family)?;
    let exchange = (0..count).map(|member| match member {
        0 => 1,
        1 => 0,
        other => other,
    });
    let mut all = vec![exchange.collect::<Vec<_>>()];
    if count > 2 {
        all.push((0..count).map(|member| (member + 1) % count).collect());
    }
    let verified = |members: Vec<usize>| {
        let action = Action::new(system, family, members);
        Proof { system, family, action: &action, cancel }.automorphism()?;
        Ok(Generator { action })
    };
    all.into_iter().map(verified).collect()
}

/// Checks that the initial state is the same for all members, and names none.
fn initial(system: &System, family: &Family) -> Result<(), Asymmetry> {
    let state = system.initial();
    for cells in &family.cells {
        for (cell, first) in cells.iter().zip(&family.cells[0]) {
            if system.value(&state, *cell) != system.value(&state, *first) {
                return Err(Asymmetry::Initial(*cell));
            }
        }
    }
    for pointer in &family.pointers {
        let (value, cell) = (system.value(&state, pointer.cell), pointer.cell);
        if is_live(system, pointer, &state) && named(system, family, pointer, value) {
            return Err(Asymmetry::Initial(cell));
        }
    }
    Ok(())
}

/// Whether a value of a pointer names a member of the family.
fn named(system: &System, family: &Family, pointer: &Pointer, value: Value) -> bool {
    let number = i64::from(value) - i64::from(pointer.low);
    let Ok(number) = usize::try_from(number) else { return false };
    match pointer.named {
        Named::Member => number < family.threads.len(),
        Named::Thread => {
            number < system.threads().len()
                && family.threads.iter().flatten().any(|thread| thread.index() == number)
        }
    }
}

/// Whether the value of a pointer counts in a state.
fn is_live(system: &System, pointer: &Pointer, state: &super::PackedState) -> bool {
    match pointer.live {
        Live::Always => true,
        Live::Local(thread) => !is_dead(system, thread, system.at(state, thread), pointer.cell),
        Live::Slot { length, before } => system.value(state, length) > before,
    }
}

/// Decides whether a thread has forgotten a local at a control point. A thread that failed keeps what it had forgotten
/// before.
pub(super) fn is_dead(system: &System, thread: ThreadId, point: Point, cell: CellId) -> bool {
    let owner = system.thread(thread);
    let mut at = point;
    if owner.is_failed(point) {
        let ordinary = (0..owner.ordinary_points()).filter_map(|at| Point::try_from(at).ok());
        let failed = ordinary.into_iter().find(|at| owner.failed_at(*at) == Some(point));
        at = failed.expect("a thread fails somewhere");
    }
    owner.dead(at).contains(&cell)
}

/// A renaming of which it is to be shown that it is an automorphism.
struct Proof<'a> {
    system: &'a System,
    family: &'a Family,
    action: &'a Action,
    cancel: Option<&'a AtomicBool>,
}

impl Proof<'_> {
    fn automorphism(&self) -> Result<(), Asymmetry> {
        self.domains()?;
        for thread in self.system.thread_ids() {
            if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Asymmetry::Interrupted);
            }
            self.points(thread)?;
            for point in 0..self.system.thread(thread).points().len() {
                self.steps(thread, Point::try_from(point).unwrap_or(Point::MAX))?;
            }
        }
        (0..self.system.objects().len()).try_for_each(|object| self.object(ObjectId::new(object)))
    }

    /// Checks that renamed values are in the domains of the cells that have them.
    fn domains(&self) -> Result<(), Asymmetry> {
        for pointer in &self.family.pointers {
            let domain = self.system.cell(pointer.cell).domain();
            let count = match pointer.named {
                Named::Member => self.family.threads.len(),
                Named::Thread => self.system.threads().len(),
            };
            let last = Value::try_from(count).ok().and_then(|n| pointer.low.checked_add(n - 1));
            if !domain.has(pointer.low) || !last.is_some_and(|last| domain.has(last)) {
                return Err(Asymmetry::Initial(pointer.cell));
            }
        }
        Ok(())
    }

    /// Checks that a thread has the control points of the thread that it becomes.
    fn points(&self, thread: ThreadId) -> Result<(), Asymmetry> {
        let becomes = self.action.thread(thread);
        let (own, other) = (self.system.thread(thread), self.system.thread(becomes));
        let count = own.points().len();
        let is_same = |point: usize| {
            let point = Point::try_from(point).unwrap_or(Point::MAX);
            let mut dead: Vec<CellId> =
                own.dead(point).iter().map(|cell| self.action.cell(*cell)).collect();
            let mut expected = other.dead(point).to_vec();
            dead.sort_unstable();
            expected.sort_unstable();
            own.may_rest(point) == other.may_rest(point)
                && own.is_end(point) == other.is_end(point)
                && own.is_failed(point) == other.is_failed(point)
                && own.failed_at(point) == other.failed_at(point)
                && dead == expected
        };
        if count == other.points().len() && (0..count).all(is_same) {
            Ok(())
        } else {
            Err(Asymmetry::Points(thread))
        }
    }

    /// Checks that the transitions of a thread at a control point become those of the thread that it becomes.
    fn steps(&self, thread: ThreadId, point: Point) -> Result<(), Asymmetry> {
        let becomes = self.action.thread(thread);
        let normal = Normal { cells: self.system.cells(), in_steps: true };
        let own = self.system.thread(thread).pending_numbers(point);
        let fault = |transition, fault| Asymmetry::Step { thread, transition, fault };
        let mut left: Vec<Step> = Vec::new();
        for transition in self.system.thread(becomes).pending(point) {
            left.push(Step::of(transition, normal));
        }
        for number in own.clone() {
            let transition = &self.system.thread(thread).transitions()[number];
            let renamed = self.step(transition).map_err(|found| fault(number, found))?;
            let renamed = renamed.normal(normal);
            let is_it = |other: &Step| renamed.does_as(other, self.system.cells());
            match left.iter().position(is_it) {
                Some(at) => _ = left.remove(at),
                None => return Err(fault(number, Fault::Differs)),
            }
        }
        if left.is_empty() { Ok(()) } else { Err(Asymmetry::Points(thread)) }
    }

    /// A transition, renamed.
    fn step(&self, transition: &Transition) -> Result<Step, Fault> {
        let mut command = Vec::with_capacity(transition.command.len());
        let kind = transition.operation.as_ref().map(super::super::operation::Operation::kind);
        for assignment in &transition.command {
            let of = self.action.kind_of_place(&assignment.target)?;
            let value = if kind == Some(OperationKind::Receive) && self.fills(assignment, of) {
                assignment.value.clone()
            } else {
                self.action.renamed(&assignment.value, of)?
            };
            command.push(Assignment { target: self.action.place(&assignment.target)?, value });
        }
        let object = match &transition.operation {
            None => None,
            Some(operation) => {
                let object = operation.place().map(|place| self.action.place(place)).transpose()?;
                Some((operation.kind(), operation.variable().index(), object))
            }
        };
        Ok(Step {
            guard: self.action.truth(&transition.guard)?,
            command,
            target: transition.target,
            is_otherwise: transition.is_otherwise,
            object,
        })
    }

    /// Whether an assignment gives the last place of a queue, from which an item has moved on, the least value. The
    /// value does not count.
    fn fills(&self, assignment: &Assignment, kind: Kind) -> bool {
        let Expression::Constant(value) = assignment.value else { return false };
        let mut fills = kind != Kind::Plain;
        assignment.target.for_each_candidate(&mut |cell| {
            let is_slot = |pointer: &Pointer| {
                pointer.cell == cell && matches!(pointer.live, Live::Slot { .. })
            };
            let domain = self.system.cell(cell).domain();
            fills &= self.family.pointers.iter().any(is_slot) && value == domain.low();
        });
        fills
    }

    /// Checks that an object becomes an object with the access predicates of the threads that its threads become.
    fn object(&self, id: ObjectId) -> Result<(), Asymmetry> {
        let normal = Normal { cells: self.system.cells(), in_steps: false };
        let object = &self.system.objects()[id.index()];
        let mut cells: Vec<CellId> =
            object.cells().iter().map(|cell| self.action.cell(*cell)).collect();
        let Some(first) = cells.first() else { return Ok(()) };
        let fault = || Asymmetry::Predicate(id);
        let other = self.system.cell(*first).object().ok_or_else(fault)?;
        let other = &self.system.objects()[other.index()];
        let mut expected = other.cells().to_vec();
        cells.sort_unstable();
        expected.sort_unstable();
        if cells != expected {
            return Err(fault());
        }
        for thread in self.system.thread_ids() {
            let renamed = self.action.truth(object.predicate(thread)).map_err(|_| fault())?;
            let expected = other.predicate(self.action.thread(thread));
            if normal.expression(&renamed) != normal.expression(expected) {
                return Err(fault());
            }
        }
        Ok(())
    }
}

/// The meaning of a transition.
struct Step {
    guard: Expression,
    command: Vec<Assignment>,
    target: Target,
    is_otherwise: bool,
    object: Option<(OperationKind, usize, Option<Place>)>,
}

impl Step {
    fn of(transition: &Transition, normal: Normal<'_>) -> Self {
        let object = transition.operation.as_ref().map(|operation| {
            (operation.kind(), operation.variable().index(), operation.place().cloned())
        });
        let step = Step {
            guard: transition.guard.clone(),
            command: transition.command.clone(),
            target: transition.target,
            is_otherwise: transition.is_otherwise,
            object,
        };
        step.normal(normal)
    }

    fn normal(self, normal: Normal<'_>) -> Self {
        let object = self.object.map(|(kind, variable, place)| {
            (kind, variable, place.map(|place| normal.place(&place)))
        });
        Step {
            guard: normal.expression(&self.guard),
            command: self.command.iter().map(|one| normal.assignment(one)).collect(),
            object,
            ..self
        }
    }

    fn does_as(&self, other: &Step, cells: &[Cell]) -> bool {
        self.target == other.target
            && self.is_otherwise == other.is_otherwise
            && self.object == other.object
            && self.guard == other.guard
            && do_the_same(&self.command, &other.command, cells)
    }
}
