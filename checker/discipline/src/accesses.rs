//! The objects that the steps of a system touch: variables that several threads may touch, and the objects of built-in
//! operations.

use std::cell::Cell;

use reductio_search::{Access, Accesses, Level, Touch};
use reductio_system::{
    CellId, Expression, Failure, Index, Operation, OperationKind, PackedState, Place, Point,
    System, ThreadId, Transition, Value, VariableClass,
};
use smallvec::SmallVec;

/// The accesses of a step of a thread. They depend on the state of the thread alone, but for one thing: where a test of
/// one object decides between transitions, the others' accesses to that same object are left out. So what another
/// thread does changes the accesses only if it touches an object that both touch. Searches that look for races rely on
/// that: a step whose accesses others could hide would hide a race.
///
/// A built-in operation is one access to its object, whose number is that of its first cell; other objects are the
/// cells of variables. The thread's control point and locals are left out: no step of another thread reads them.
pub(crate) fn of_step(
    system: &System,
    thread: ThreadId,
    step: usize,
    state: &PackedState,
) -> Accesses {
    In { system, thread, state, unknown: &[], asked: None }.of_step(step)
}

/// Returns the accesses that decide which transitions a thread can take from a state: what their guards read, and the
/// objects of their built-in operations, whether they are enabled or not.
pub(crate) fn of_guards(
    system: &System,
    thread: ThreadId,
    point: Point,
    state: &PackedState,
) -> Accesses {
    In { system, thread, state, unknown: &[], asked: None }.of_guards(point)
}

/// Adds what another transition of the same control point tests: what it waits for is watched.
fn watch(all: &mut Accesses, tested: &Accesses) {
    let Some(touches) = tested.known() else { return all.extend(tested) };
    for touch in touches {
        let is_own = |own: &Touch| own.object == touch.object && own.access == touch.access;
        if touch.access == Access::Read {
            all.touch(*touch);
        } else if touch.access.may_be_changed()
            && all.known().is_some_and(|known| !known.iter().any(is_own))
        {
            all.add(touch.object, Access::Watch);
        }
    }
}

/// The kind of access of a built-in operation; none for a user's own, of which nothing is known, and for those that see
/// what the owner of a lock does without owning it: they are taken to be dependent on everything.
fn access(kind: OperationKind) -> Option<Access> {
    Some(match kind {
        OperationKind::Acquire => Access::Acquire,
        OperationKind::Release => Access::Release,
        OperationKind::StartWait => Access::StartWait,
        OperationKind::EndWait => Access::EndWait,
        OperationKind::Notify | OperationKind::NotifyAll => Access::Notify,
        OperationKind::Down => Access::Down,
        OperationKind::Up => Access::Up,
        OperationKind::Send => Access::Send,
        OperationKind::Receive => Access::Receive,
        _ => return None,
    })
}

/// A thread in a state.
#[derive(Clone, Copy)]
struct In<'s> {
    system: &'s System,
    thread: ThreadId,
    state: &'s PackedState,
    /// Cells of the thread that have got values in the middle of a transition that depend on what others do.
    unknown: &'s [CellId],
    /// Is set where a value that decides what is touched depends on the state.
    asked: Option<&'s Cell<bool>>,
}

impl In<'_> {
    /// The accesses of a step of the thread.
    fn of_step(self, step: usize) -> Accesses {
        let owner = self.system.thread(self.thread);
        let transition = &owner.transitions()[step];
        let mut all = self.touched(transition);
        for number in owner.pending_numbers(transition.start()) {
            let other = &owner.transitions()[number];
            if number != step && self.may_be_enabled(other) {
                let decides = self.tested(other);
                for touch in self.touched(other).known().unwrap_or_default() {
                    let is_tested = |t: &Touch| t.object == touch.object;
                    let tests = decides.known().unwrap_or_default();
                    if tests.iter().any(|test| !is_tested(test)) {
                        all.touch(*touch);
                    }
                }
                watch(&mut all, &decides);
            }
        }
        all
    }

    /// The accesses that decide which transitions the thread can take from a control point.
    fn of_guards(self, point: Point) -> Accesses {
        let mut all = Accesses::none();
        for transition in self.system.thread(self.thread).pending(point) {
            if self.may_be_enabled(transition) {
                all.extend(&self.tested(transition));
            }
        }
        all
    }

    /// Whether a cell is the thread's own: its control point, or a local. No transition touches one of another thread.
    fn is_own(self, cell: CellId) -> bool {
        let variable = self.system.cell(cell).variable();
        let class = self.system.variables()[variable.index()].class();
        matches!(class, VariableClass::Counter(_) | VariableClass::Local(_))
    }

    /// The value of an expression, if it depends on nothing but the thread's own cells, of which some are not known.
    /// Notes whether the state is asked.
    fn value(self, expression: &Expression) -> Option<Result<Value, Failure>> {
        let (mut is_own, mut is_constant) = (true, true);
        expression.for_each_place(&mut |place| {
            is_constant = false;
            place.for_each_candidate(&mut |cell| {
                is_own &= self.is_own(cell) && !self.unknown.contains(&cell);
            });
        });
        if let Some(asked) = self.asked.filter(|_| is_own && !is_constant) {
            asked.set(true);
        }
        is_own.then(|| expression.evaluate(&mut self.system.layout().memory(self.state)))
    }

    /// Whether a transition is enabled, or could be made so by what other threads do.
    fn may_be_enabled(self, transition: &Transition) -> bool {
        self.value(transition.guard()) != Some(Ok(0))
    }

    /// Calls `visit` with the cells that a place may be, whatever other threads do.
    fn cells(self, place: &Place, visit: &mut dyn FnMut(CellId)) {
        let Place::Element { first, indices } = place else {
            return place.for_each_candidate(visit);
        };
        // Indices that are known are made numbers.
        let known = indices.iter().map(|index| match self.value(&index.value) {
            Some(Ok(value)) => Index { value: value.into(), ..index.clone() },
            _ => index.clone(),
        });
        let known: Box<[Index]> = known.collect();
        if known.iter().all(|index| matches!(index.value, Expression::Constant(_))) {
            let place = Place::Element { first: *first, indices: known };
            // Where an index is out of range, the step fails and nothing is touched.
            if let Ok(cell) = place.cell(&mut self.system.layout().memory(self.state)) {
                visit(cell);
            }
        } else {
            place.for_each_candidate(visit);
        }
    }

    /// Notes an access to a place, unless it is the thread's own or belongs to a built-in object.
    fn note(
        self,
        place: &Place,
        access: Access,
        operation: Option<&Operation>,
        all: &mut Accesses,
    ) {
        self.cells(place, &mut |cell| {
            let variable = self.system.cell(cell).variable();
            if !self.is_own(cell) && operation.is_none_or(|o| o.variable() != variable) {
                all.add(cell.index(), access);
            }
        });
    }

    /// What the guard of a transition reads, and the object of its built-in operation.
    fn tested(self, transition: &Transition) -> Accesses {
        let mut all = Accesses::none();
        let operation = transition.operation();
        transition.guard().for_each_place(&mut |place| {
            self.note(place, Access::Read, operation, &mut all);
        });
        let Some(operation) = operation else { return all };
        let (Some(access), Some(place)) = (access(operation.kind()), operation.place()) else {
            return Accesses::unknown();
        };
        self.cells(place, &mut |cell| {
            let level = self.level(access, cell);
            all.touch(Touch { object: cell.index(), access, level });
        });
        all
    }

    /// Everything that a transition may touch, whatever other threads do.
    fn touched(self, transition: &Transition) -> Accesses {
        let mut all = self.tested(transition);
        let operation = transition.operation();
        let command = transition.command();
        // The assignments are in order: what one writes, the next ones read.
        let (mut state, mut unknown) = (None, SmallVec::<[CellId; 4]>::new());
        for (number, assignment) in command.iter().enumerate() {
            let now = In { state: state.as_ref().unwrap_or(self.state), unknown: &unknown, ..self };
            let mut read = |place: &Place| now.note(place, Access::Read, operation, &mut all);
            assignment.value.for_each_place(&mut read);
            if let Place::Element { indices, .. } = &assignment.target {
                indices.iter().for_each(|index| index.value.for_each_place(&mut read));
            }
            let (mut cells, mut is_own) = (SmallVec::<[CellId; 4]>::new(), false);
            now.cells(&assignment.target, &mut |cell| {
                is_own |= self.is_own(cell);
                cells.push(cell);
            });
            now.note(&assignment.target, Access::Write, operation, &mut all);
            if is_own && number + 1 < command.len() {
                match (now.value(&assignment.value), &cells[..]) {
                    (Some(Ok(value)), [cell]) if self.system.cell(*cell).domain().has(value) => {
                        let mut after = now.state.clone();
                        self.system.layout().write(&mut after, *cell, value);
                        unknown.retain(|known| known != cell);
                        state = Some(after);
                    }
                    _ => unknown.extend(cells),
                }
            }
        }
        all
    }

    /// The same accesses, with what is known of the objects in this state.
    fn levelled(self, accesses: &Accesses) -> Accesses {
        let mut all = accesses.clone();
        all.set_levels(|touch| self.level(touch.access, CellId::new(touch.object)));
        all
    }

    /// What is known of the object of a built-in operation.
    fn level(self, access: Access, object: CellId) -> Level {
        let value = self.system.value(self.state, object);
        match access {
            Access::Down | Access::Up | Access::Send | Access::Receive => {
                Level::Filled { value, most: self.system.cell(object).domain().high() }
            }
            _ if usize::try_from(value) == Ok(self.thread.index() + 1) => Level::Owned,
            _ => Level::NotOwned,
        }
    }
}

/// The accesses of the steps of a system, and the objects for which they wait, as far as they are the same in every
/// state but for the levels: worked out once, and not for each step of a search.
#[derive(Debug)]
pub struct FixedAccesses {
    /// By thread and transition; none where it depends on the state.
    steps: Vec<Vec<Option<Accesses>>>,
    /// By thread and control point, what decides which transitions are enabled.
    guards: Vec<Vec<Option<Accesses>>>,
}

impl FixedAccesses {
    /// Finds what does not depend on the state. Cost: that of [`Model::accesses`](reductio_search::Model::accesses) for
    /// each transition.
    pub fn of(system: &System) -> Self {
        let state = system.initial();
        let fixed = |thread, find: &dyn Fn(In<'_>) -> Accesses| {
            let asked = Cell::new(false);
            let all = find(In { system, thread, state: &state, unknown: &[], asked: Some(&asked) });
            (!asked.get()).then_some(all)
        };
        let steps = system.thread_ids().map(|thread| {
            let count = system.thread(thread).transitions().len();
            (0..count).map(|step| fixed(thread, &|at| at.of_step(step))).collect()
        });
        let guards = system.thread_ids().map(|thread| {
            let points = 0..system.thread(thread).points().len();
            let points = points.filter_map(|point| Point::try_from(point).ok());
            points.map(|point| fixed(thread, &|at| at.of_guards(point))).collect()
        });
        FixedAccesses { steps: steps.collect(), guards: guards.collect() }
    }

    /// Returns the accesses of a step of a thread; none if they depend on the state.
    pub(crate) fn of_step(
        &self,
        system: &System,
        thread: ThreadId,
        step: usize,
        state: &PackedState,
    ) -> Option<Accesses> {
        let place = In { system, thread, state, unknown: &[], asked: None };
        self.steps[thread.index()][step].as_ref().map(|all| place.levelled(all))
    }

    /// Returns the accesses that decide which transitions a thread can take; none if they depend on the state.
    pub(crate) fn of_guards(
        &self,
        system: &System,
        thread: ThreadId,
        point: Point,
        state: &PackedState,
    ) -> Option<Accesses> {
        let place = In { system, thread, state, unknown: &[], asked: None };
        self.guards[thread.index()][usize::from(point)].as_ref().map(|all| place.levelled(all))
    }
}

/// All accesses that a transition may make, in whatever state: an upper bound of those that
/// [`Model::accesses`](reductio_search::Model::accesses) tells of it in one.
pub fn may_access(system: &System, transition: &Transition) -> Accesses {
    let mut all = Accesses::none();
    let operation = transition.operation();
    let mut note = |place: &Place, access| {
        place.for_each_candidate(&mut |cell: CellId| {
            let variable = system.cell(cell).variable();
            let class = system.variables()[variable.index()].class();
            let is_own = matches!(class, VariableClass::Counter(_) | VariableClass::Local(_));
            if !is_own && operation.is_none_or(|operation| operation.variable() != variable) {
                all.add(cell.index(), access);
            }
        });
    };
    transition.guard().for_each_place(&mut |place| note(place, Access::Read));
    for assignment in transition.command() {
        assignment.value.for_each_place(&mut |place| note(place, Access::Read));
        note(&assignment.target, Access::Write);
        if let Place::Element { indices, .. } = &assignment.target {
            for index in indices {
                index.value.for_each_place(&mut |place| note(place, Access::Read));
            }
        }
    }
    if let Some(operation) = operation {
        let (Some(access), Some(place)) = (access(operation.kind()), operation.place()) else {
            return Accesses::unknown();
        };
        place.for_each_candidate(&mut |cell| all.add(cell.index(), access));
    }
    all
}
