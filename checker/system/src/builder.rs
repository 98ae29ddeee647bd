//! The builder of systems, which refuses every mistake.

use std::ops::Range;

use reductio_temporal::{Fairness, Formula};

use super::System;
use super::cell::{Cell, Domain, Variable, VariableClass};
use super::compiled::Compiled;
use super::defect::Defect;
use super::expression::{Assignment, Expression, Failure, Place};
use super::finish;
use super::ids::{CellId, ObjectId, Point, ThreadId, Value, VariableId};
use super::object::Object;
use super::operation::{Operation, OperationKind};
use super::property::{Atom, TemporalProperty};
use super::thread::{ControlPoint, Rest, StateProperty, Target, Thread, Transition};

/// The most threads of a system.
pub(super) const MAX_THREADS: usize = 64;
/// The most cells of a system.
pub(super) const MAX_CELLS: usize = 65_536;
/// The most control points of a thread.
pub(super) const MAX_POINTS: usize = 4_096;

/// Builds a [`System`]: first the threads and their control points, then variables, then transitions and claims, in
/// any order that names only what exists.
#[derive(Clone, Debug)]
pub struct SystemBuilder {
    pub(super) name: String,
    pub(super) threads: Vec<Thread>,
    pub(super) variables: Vec<Variable>,
    /// The cells but for the program counters, whose domains are known at the end only.
    pub(super) cells: Vec<Cell>,
    pub(super) objects: Vec<Object>,
    pub(super) owners: Vec<CellId>,
    pub(super) invariants: Vec<StateProperty>,
    pub(super) reachable: Vec<StateProperty>,
    pub(super) properties: Vec<TemporalProperty>,
    pub(super) forgets: bool,
}

impl SystemBuilder {
    /// The builder of a system without threads yet.
    pub fn new(name: impl Into<String>) -> Self {
        SystemBuilder {
            name: name.into(),
            threads: Vec::new(),
            variables: Vec::new(),
            cells: Vec::new(),
            objects: Vec::new(),
            owners: Vec::new(),
            invariants: Vec::new(),
            reachable: Vec::new(),
            properties: Vec::new(),
            forgets: false,
        }
    }

    /// Adds a thread. All threads come before the first variable.
    ///
    /// # Errors
    /// [`Defect::Duplicate`], [`Defect::Limit`] past 64 threads, [`Defect::Misuse`] after the first variable.
    pub fn thread(&mut self, name: impl Into<String>) -> Result<ThreadId, Defect> {
        let name = name.into();
        if self.threads.iter().any(|thread| thread.name == name) {
            return Err(Defect::Duplicate { name });
        }
        limit("threads", self.threads.len() + 1, MAX_THREADS)?;
        if !self.cells.is_empty() {
            return Err(Defect::Misuse {
                what: "declare all threads before the first variable".to_owned(),
            });
        }
        self.threads.push(Thread {
            name,
            points: Vec::new(),
            transitions: Vec::new(),
            pending: Vec::new(),
            failed: Vec::new(),
            first_failed: 0,
            dead: Vec::new(),
            fairness: Fairness::Unfair,
        });
        Ok(ThreadId::new(self.threads.len() - 1))
    }

    /// Says what is assumed of how often a thread moves; without it, nothing is.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn fair(&mut self, thread: ThreadId, fairness: Fairness) -> Result<(), Defect> {
        self.thread_mut(thread)?.fairness = fairness;
        Ok(())
    }

    /// Adds a control point to a thread; the first one of a thread is its initial one. `is_label` says whether the
    /// user named it, so that it is reported when no run reaches it.
    ///
    /// # Errors
    /// [`Defect::Duplicate`], [`Defect::Unknown`], [`Defect::Limit`] past 4,096 control points.
    pub fn point(
        &mut self,
        thread: ThreadId,
        name: impl Into<String>,
        is_label: bool,
    ) -> Result<Point, Defect> {
        let name = name.into();
        let thread = self.thread_mut(thread)?;
        if thread.points.iter().any(|point| point.name == name) {
            return Err(Defect::Duplicate { name: format!("{} of {}", name, thread.name) });
        }
        limit("control points", thread.points.len() + 1, MAX_POINTS)?;
        thread.points.push(ControlPoint {
            name,
            is_label,
            rest: Rest::Never,
            is_end: false,
            place: None,
        });
        #[expect(clippy::cast_possible_truncation)]
        Ok((thread.points.len() - 1) as Point)
    }

    /// Says that the thread may rest at a control point for ever without being deadlocked; and in properties it may
    /// stop there although it could go on.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn idle(&mut self, thread: ThreadId, point: Point) -> Result<(), Defect> {
        self.point_mut(thread, point)?.rest = Rest::MayStop;
        Ok(())
    }

    /// Says that the thread may rest at a control point for ever without being deadlocked, but that in properties it
    /// goes on from there as from others.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn goes_on(&mut self, thread: ThreadId, point: Point) -> Result<(), Defect> {
        self.point_mut(thread, point)?.rest = Rest::GoesOn;
        Ok(())
    }

    /// Says that the thread has ended at a control point: it rests there for ever, and nothing starts there. A thread
    /// may end at several control points. A control point that is not said to be an end is none, even where nothing
    /// starts at it: a thread that gets there and cannot go on is deadlocked.
    ///
    /// # Errors
    /// [`Defect::Unknown`]. A transition that starts at an end is refused by [`Self::finish`].
    pub fn end(&mut self, thread: ThreadId, point: Point) -> Result<(), Defect> {
        self.point_mut(thread, point)?.is_end = true;
        Ok(())
    }

    /// Gives the place in the text of the statement of a control point.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn point_place(
        &mut self,
        thread: ThreadId,
        point: Point,
        place: Range<usize>,
    ) -> Result<(), Defect> {
        self.point_mut(thread, point)?.place = Some(place);
        Ok(())
    }

    /// Adds a variable of one cell.
    ///
    /// # Errors
    /// As [`Self::variables`].
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        class: VariableClass,
        domain: Domain,
        initial: Value,
    ) -> Result<CellId, Defect> {
        let name = name.into();
        let id = self.variables(name.clone(), class, vec![(name, domain, initial)])?;
        Ok(CellId::new(self.variables[id.index()].cells.start as usize))
    }

    /// Adds a variable of several cells, one after the other: an array, a record. Each cell has a full name, a domain
    /// and an initial value.
    ///
    /// # Errors
    /// [`Defect::Duplicate`], [`Defect::Initial`], [`Defect::Limit`] past 65,536 cells, [`Defect::Misuse`] for the
    /// class of a program counter.
    pub fn variables(
        &mut self,
        name: impl Into<String>,
        class: VariableClass,
        cells: Vec<(String, Domain, Value)>,
    ) -> Result<VariableId, Defect> {
        let name = name.into();
        if let VariableClass::Counter(_) = class {
            return Err(Defect::Misuse {
                what: "program counters are made by the system".to_owned(),
            });
        }
        if self.variables.iter().any(|other| other.name == name && other.class == class) {
            return Err(Defect::Duplicate { name });
        }
        // The program counters come first.
        let (first_cell, first_variable) = (self.threads.len(), self.variables.len());
        let start = first_cell + self.cells.len();
        limit("cells", start + cells.len(), MAX_CELLS)?;
        let variable = VariableId::new(first_variable);
        for (name, domain, initial) in cells {
            if !domain.has(initial) {
                let (low, high) = (domain.low(), domain.high());
                return Err(Defect::Initial { name, value: initial, low, high });
            }
            self.cells.push(Cell {
                name,
                variable,
                domain,
                initial,
                object: None,
                initializer: None,
                is_copy: false,
            });
        }
        let cells = cell_range(start..first_cell + self.cells.len());
        self.variables.push(Variable { name, class, cells, place: None });
        Ok(variable)
    }

    /// Gives the place in the text of the declaration of a variable.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn variable_place(
        &mut self,
        variable: VariableId,
        place: Range<usize>,
    ) -> Result<(), Defect> {
        let missing = || Defect::Unknown { what: format!("variable {}", variable.index()) };
        self.variables.get_mut(variable.index()).ok_or_else(missing)?.place = Some(place);
        Ok(())
    }

    /// A variable that was declared.
    pub fn declared(&self, variable: VariableId) -> Option<&Variable> {
        self.variables.get(variable.index())
    }

    /// Puts cells of protected variables under one exclusive access predicate `e(x, i)` for each thread `i`.
    ///
    /// # Errors
    /// [`Defect::Misuse`] unless there is one predicate for each thread and every cell is of a protected variable
    /// and in no other object. Predicates that may fail are found by [`Self::finish`].
    pub fn protect(
        &mut self,
        name: impl Into<String>,
        cells: Vec<CellId>,
        predicates: Vec<Expression>,
    ) -> Result<ObjectId, Defect> {
        let name = name.into();
        if predicates.len() != self.threads.len() {
            let what = format!("`{name}` needs one exclusive access predicate for each thread");
            return Err(Defect::Misuse { what });
        }
        let object = ObjectId::new(self.objects.len());
        for &cell in &cells {
            let threads = self.threads.len();
            let found =
                cell.index().checked_sub(threads).and_then(|index| self.cells.get_mut(index));
            let Some(found) = found else {
                return Err(Defect::Unknown { what: format!("cell {}", cell.index()) });
            };
            let class = self.variables[found.variable.index()].class;
            if class != VariableClass::Protected || found.object.is_some() {
                let what = format!(
                    "`{}` is not of a protected variable, or already in an object",
                    found.name
                );
                return Err(Defect::Misuse { what });
            }
            found.object = Some(object);
        }
        self.objects.push(Object { name, cells, predicates, tests: Vec::new() });
        Ok(object)
    }

    /// Says that a cell has the value of another one in every state, and need not be shown beside it. Whoever makes the
    /// system sees to it: each transition that writes one of them writes the other.
    ///
    /// # Errors
    /// [`Defect::Unknown`] for a cell that does not exist.
    pub fn copy(&mut self, cell: CellId) -> Result<(), Defect> {
        let index = cell.index().checked_sub(self.threads.len());
        let found = index.and_then(|index| self.cells.get_mut(index));
        let found =
            found.ok_or_else(|| Defect::Unknown { what: format!("cell {}", cell.index()) })?;
        found.is_copy = true;
        Ok(())
    }

    /// Says which thread may touch a cell of a disciplined variable before the discipline holds.
    ///
    /// # Errors
    /// [`Defect::Unknown`] for a thread or cell that does not exist, [`Defect::Misuse`] for a cell of another class, or
    /// one that has such a thread. A thread that never touches the cell is refused by [`Self::finish`].
    pub fn initialized_by(&mut self, cell: CellId, thread: ThreadId) -> Result<(), Defect> {
        self.thread_mut(thread)?;
        let index = cell.index().checked_sub(self.threads.len());
        let missing = || Defect::Unknown { what: format!("cell {}", cell.index()) };
        let found = index.and_then(|index| self.cells.get_mut(index)).ok_or_else(missing)?;
        let class = self.variables[found.variable.index()].class;
        if class != VariableClass::Disciplined || found.initializer.is_some() {
            let what = format!(
                "`{}` is not of a disciplined variable, or has an initializing thread already",
                found.name
            );
            return Err(Defect::Misuse { what });
        }
        found.initializer = Some(thread);
        Ok(())
    }

    /// Decides whether some transition of a thread, as far as they are added, may touch a cell.
    pub fn touches(&self, thread: ThreadId, cell: CellId) -> bool {
        let transitions = self.threads.get(thread.index()).map(|thread| &thread.transitions);
        transitions.into_iter().flatten().any(|transition| finish::may_touch(transition, cell))
    }

    /// Begins a transition from `start` to `target`: always enabled and without effect until something is added.
    pub fn transition(
        &mut self,
        thread: ThreadId,
        start: Point,
        target: impl Into<Target>,
    ) -> TransitionBuilder<'_> {
        let transition = Transition {
            start,
            guard: Expression::TRUE,
            test: Compiled::default(),
            command: Vec::new(),
            target: target.into(),
            operation: None,
            is_otherwise: false,
            text: String::new(),
            place: None,
        };
        TransitionBuilder {
            builder: self,
            thread,
            transition,
            is_custom: false,
            needs_first_side: false,
        }
    }

    /// Claims that `predicate` holds in every reachable state.
    pub fn invariant(
        &mut self,
        name: impl Into<String>,
        predicate: Expression,
        place: Option<Range<usize>>,
    ) {
        self.invariants.push(StateProperty {
            name: name.into(),
            predicate,
            place,
            test: Compiled::default(),
        });
    }

    /// Claims that some reachable state satisfies `predicate`.
    pub fn reach(
        &mut self,
        name: impl Into<String>,
        predicate: Expression,
        place: Option<Range<usize>>,
    ) {
        self.reachable.push(StateProperty {
            name: name.into(),
            predicate,
            place,
            test: Compiled::default(),
        });
    }

    /// Claims that a formula is true of every run that is fair to the threads which [`Self::fair`] names. Its atoms are
    /// predicates over states. A run that ends, because no thread can move, is taken to repeat its last state for ever.
    ///
    /// ```
    /// use reductio_system::{Atom, Domain, Expression, Fairness, Formula, SystemBuilder, VariableClass};
    ///
    /// let mut system = SystemBuilder::new("lamp");
    /// let thread = system.thread("switch")?;
    /// let start = system.point(thread, "A", true)?;
    /// system.fair(thread, Fairness::Weak)?;
    /// let lamp = system.variable("lamp", VariableClass::Shared, Domain::truth(), 0)?;
    /// let on = Expression::cell(lamp);
    /// system.transition(thread, start, start).assign(lamp, on.clone().negated()).text("switch").add()?;
    /// let lit = Formula::atom(Atom::new("lamp", on));
    /// system.property("the lamp is lit again and again", &lit.eventually().always(), None);
    /// let system = system.finish()?;
    /// assert_eq!(system.properties()[0].to_string(), "always eventually lamp");
    /// # Ok::<(), reductio_system::Defect>(())
    /// ```
    pub fn property(
        &mut self,
        name: impl Into<String>,
        formula: &Formula<Atom>,
        place: Option<Range<usize>>,
    ) {
        self.properties.push(TemporalProperty::new(name.into(), formula, place));
    }

    /// Says that threads forget dead locals: a local that a thread will not read again before it writes it gets its
    /// least value when the thread arrives at a control point. This changes nothing but the values of such locals, and
    /// makes state spaces smaller. A local that a predicate or claim reads is never forgotten.
    pub fn forget_dead_locals(&mut self) {
        self.forgets = true;
    }

    /// The number of threads so far.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// Finishes the system.
    ///
    /// # Errors
    /// [`Defect::Nothing`] for a thread without control points; [`Defect::Unknown`] for a control point or cell that
    /// does not exist; [`Defect::Misuse`] for a predicate or claim that may fail, a plain transition that touches a
    /// lock, semaphore or queue, a transition that starts where its thread has ended, a thread that touches another's
    /// local variable, and a protected cell without predicates.
    pub fn finish(self) -> Result<System, Defect> {
        finish::finish(self)
    }

    fn thread_mut(&mut self, thread: ThreadId) -> Result<&mut Thread, Defect> {
        let missing = || Defect::Unknown { what: format!("thread {}", thread.index()) };
        self.threads.get_mut(thread.index()).ok_or_else(missing)
    }

    /// Whether the first side of a test is there, which fails where the guards fail; a constant cannot fail.
    fn has_first_side(&self, thread: ThreadId, second: &Transition) -> bool {
        let guard = second.guard.clone().negated();
        let is_first = |first: &Transition| {
            first.start == second.start && !first.is_otherwise && first.guard == guard
        };
        matches!(second.guard, Expression::Constant(_))
            || self
                .threads
                .get(thread.index())
                .is_some_and(|thread| thread.transitions.iter().any(is_first))
    }

    fn point_mut(&mut self, thread: ThreadId, point: Point) -> Result<&mut ControlPoint, Defect> {
        let missing = || Defect::Unknown { what: format!("control point {point}") };
        self.thread_mut(thread)?.points.get_mut(usize::from(point)).ok_or_else(missing)
    }
}

/// A transition that is being built; nothing happens before [`TransitionBuilder::add`].
#[must_use = "`add` adds the transition"]
#[derive(Debug)]
pub struct TransitionBuilder<'a> {
    builder: &'a mut SystemBuilder,
    thread: ThreadId,
    transition: Transition,
    is_custom: bool,
    needs_first_side: bool,
}

impl TransitionBuilder<'_> {
    /// Sets the guard: the transition is enabled where it holds.
    pub fn guard(mut self, guard: Expression) -> Self {
        self.transition.guard = guard;
        self
    }

    /// Adds the assignment `cell := value` behind the others.
    pub fn assign(self, cell: CellId, value: impl Into<Expression>) -> Self {
        self.set(Place::Cell(cell), value)
    }

    /// Adds the assignment `place := value` behind the others.
    pub fn set(mut self, target: Place, value: impl Into<Expression>) -> Self {
        self.transition.command.push(Assignment { target, value: value.into() });
        self
    }

    /// Says that it is an operation on a semaphore or queue: it will be visible, and may touch the cells of that
    /// variable. The operations on locks are built in: one that sees whether a lock is free does not commute with
    /// `release` (S1 section 3.3), and is known as such ([`OperationKind::may_see`]).
    pub fn visible_operation(mut self, variable: VariableId) -> Self {
        self.is_custom = true;
        self.operation(Operation { kind: OperationKind::Custom, variable, object: None })
    }

    /// Says which built-in operation the transition is; something is known of the kinds of these only.
    pub(super) fn operation(mut self, operation: Operation) -> Self {
        self.transition.operation = Some(operation);
        self
    }

    /// Says that it is the other side of a test. The first side is a transition from the same control point, added
    /// before, whose guard is the negation of this one's. Where the guards fail, the first side is the one step that
    /// fails; this one is disabled.
    pub fn otherwise(mut self) -> Self {
        self.needs_first_side = true;
        self.second_side(true)
    }

    /// Says that it is the other side of a test, for the built-in operations, which see to it that there is a first
    /// side.
    pub(super) fn second_side(mut self, is_otherwise: bool) -> Self {
        self.transition.is_otherwise = is_otherwise;
        self
    }

    /// Gives the statement, for reports.
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.transition.text = text.into();
        self
    }

    /// Gives the place in the text of the statement.
    pub fn place(mut self, place: Option<Range<usize>>) -> Self {
        self.transition.place = place;
        self
    }

    /// Adds the transition to its thread.
    ///
    /// # Errors
    /// [`Defect::Unknown`] for a thread or control point that does not exist; [`Defect::Misuse`] for an operation of
    /// one's own on a variable that is no semaphore or queue, and for the other side of a test without the first.
    pub fn add(self) -> Result<(), Defect> {
        let TransitionBuilder { builder, thread, transition, is_custom, needs_first_side } = self;
        if is_custom && let Some(operation) = &transition.operation {
            let class = builder.declared(operation.variable).map(Variable::class);
            if !matches!(class, Some(VariableClass::Semaphore | VariableClass::Queue)) {
                let what = format!(
                    "`{}`: only semaphores and queues have operations of one's own",
                    transition.text
                );
                return Err(Defect::Misuse { what });
            }
        }
        if needs_first_side && !builder.has_first_side(thread, &transition) {
            let what = format!("`{}`: there is no first side of this test", transition.text);
            return Err(Defect::Misuse { what });
        }
        builder.point_mut(thread, transition.start)?;
        if let Target::Point(point) = transition.target {
            builder.point_mut(thread, point)?;
        }
        builder.thread_mut(thread)?.transitions.push(transition);
        Ok(())
    }
}

impl From<Point> for Target {
    fn from(point: Point) -> Self {
        Target::Point(point)
    }
}

impl From<Failure> for Target {
    fn from(failure: Failure) -> Self {
        Target::Failed(failure)
    }
}

fn limit(what: &'static str, count: usize, limit: usize) -> Result<(), Defect> {
    if count > limit { Err(Defect::Limit { what, count, limit }) } else { Ok(()) }
}

pub(super) fn cell_range(range: Range<usize>) -> Range<u32> {
    #[expect(clippy::cast_possible_truncation)]
    let out = range.start as u32..range.end as u32;
    out
}
