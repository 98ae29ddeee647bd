//! The built-in operations on locks and semaphores, as transitions (S1 section 3.3); what only monitors have is in
//! [`monitors`](super::monitors).

use std::ops::Range;

use super::builder::{SystemBuilder, cell_range};
use super::cell::{Domain, VariableClass};
use super::defect::Defect;
use super::expression::{Expression, Failure, Index, Place};
use super::ids::{CellId, Point, ThreadId, Value, VariableId};
use super::operation::{Operation, OperationKind};

/// The value of the owner of a free lock.
pub(super) const FREE: Value = 0;

/// An array of locks or monitors. Each has the owner (0 when free, `i + 1` for thread `i`), the depth if it may be
/// more than one, and for a monitor one truth value for each thread: whether it waits.
#[derive(Clone, Debug)]
pub struct Locks {
    variable: VariableId,
    first: CellId,
    stride: u32,
    depth: Value,
    waiters: usize,
}

/// A lock or monitor of [`Locks`], which may depend on the state.
#[derive(Clone, Debug)]
pub struct Lock {
    variable: VariableId,
    /// The thread that owns it: `i + 1` for thread `i`, 0 when it is free.
    pub owner: Place,
    /// The number of acquisitions that are not released, if it may be more than one.
    pub depth: Option<Place>,
    /// For a monitor, whether each thread waits.
    pub waiters: Vec<Place>,
    pub(super) greatest_depth: Value,
}

/// The position of a transition: its thread, its start, its end, its statement.
#[derive(Clone, Debug)]
pub struct Position {
    /// The thread.
    pub thread: ThreadId,
    /// The control point before.
    pub start: Point,
    /// The control point after.
    pub end: Point,
    /// The statement, for reports.
    pub text: String,
    /// The bytes of the statement in the text.
    pub place: Option<Range<usize>>,
}

impl Locks {
    /// The lock with these indices; their strides count locks.
    pub fn at(&self, indices: Vec<Index>) -> Lock {
        self.after(0, indices)
    }

    /// The lock that lies `skip` locks behind the one with these indices.
    pub fn after(&self, skip: usize, mut indices: Vec<Index>) -> Lock {
        for index in &mut indices {
            index.stride *= self.stride;
        }
        let field = |k: usize| {
            let first = CellId::new(self.first.index() + skip * self.stride as usize + k);
            if indices.is_empty() {
                Place::Cell(first)
            } else {
                Place::Element { first, indices: indices.clone().into() }
            }
        };
        let is_deep = self.depth > 1;
        let waiters = (0..self.waiters).map(|k| field(1 + usize::from(is_deep) + k)).collect();
        Lock {
            variable: self.variable,
            owner: field(0),
            depth: is_deep.then(|| field(1)),
            waiters,
            greatest_depth: self.depth,
        }
    }

    /// The variable that holds all of the locks.
    pub fn variable(&self) -> VariableId {
        self.variable
    }
}

impl Lock {
    /// The number of times that the owner of a lock may acquire it without releasing it.
    pub fn greatest_depth(&self) -> Value {
        self.greatest_depth
    }

    /// The expression that tests whether a thread owns the lock: `e(x, i)` for the variables that the lock protects.
    pub fn is_owned_by(&self, thread: ThreadId) -> Expression {
        Expression::Read(self.owner.clone()).equals(owner(thread))
    }
}

impl Lock {
    /// The condition under which `acquire` by a thread does not block.
    fn may_be_taken_by(&self, thread: ThreadId) -> Expression {
        let holder = Expression::Read(self.owner.clone());
        match &self.depth {
            None => holder.equals(FREE),
            Some(_) => holder.among([FREE, owner(thread)]),
        }
    }

    pub(super) fn operation(&self, kind: OperationKind) -> Operation {
        Operation { kind, variable: self.variable, object: Some(self.owner.clone()) }
    }
}

fn semaphore(kind: OperationKind, variable: VariableId, counter: &Place) -> Operation {
    Operation { kind, variable, object: Some(counter.clone()) }
}

/// The value of `owner` for a thread.
pub(super) fn owner(thread: ThreadId) -> Value {
    Value::try_from(thread.index()).expect("at most 64 threads") + 1
}

impl SystemBuilder {
    /// Adds locks (or monitors, with wait sets), free, one for each of `names`; each may be acquired up to `depth`
    /// times by its owner.
    ///
    /// # Errors
    /// [`Defect::Duplicate`], [`Defect::Limit`], [`Defect::EmptyDomain`] for a depth below one.
    pub fn locks(
        &mut self,
        name: impl Into<String>,
        names: &[String],
        depth: Value,
        is_monitor: bool,
    ) -> Result<Locks, Defect> {
        let depths = Domain::integers(0, depth)?;
        Domain::integers(1, depth)?;
        let threads: Vec<String> = self.threads.iter().map(|thread| thread.name.clone()).collect();
        let owners =
            Domain::named(FREE, std::iter::once("none".to_owned()).chain(threads.clone()))?;
        let waiters: &[String] = if is_monitor { &threads } else { &[] };
        let mut cells = Vec::new();
        for lock in names {
            cells.push((format!("{lock}.owner"), owners.clone(), FREE));
            if depth > 1 {
                cells.push((format!("{lock}.depth"), depths.clone(), 0));
            }
            cells.extend(
                waiters.iter().map(|t| (format!("{lock}.waiters[{t}]"), Domain::truth(), 0)),
            );
        }
        let variable = self.variables(name, VariableClass::Lock, cells)?;
        let first = CellId::new(self.variables[variable.index()].cells.start as usize);
        let fields = 1 + usize::from(depth > 1) + waiters.len();
        let owners = (0..names.len()).map(|k| CellId::new(first.index() + k * fields));
        self.owners.extend(owners);
        let stride = cell_range(0..fields).end;
        Ok(Locks { variable, first, stride, depth, waiters: waiters.len() })
    }

    /// Adds `acquire`: it blocks while another thread owns the lock.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn acquire(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        let me = owner(at.thread);
        let (holder, acquire) =
            (Expression::Read(lock.owner.clone()), lock.operation(OperationKind::Acquire));
        let Some(depth) = &lock.depth else {
            self.step(
                at,
                acquire.clone(),
                holder.clone().equals(FREE),
                vec![(lock.owner.clone(), me.into())],
            )?;
            return self.failing(at, acquire, holder.equals(me), Failure::TooDeep);
        };
        let level = Expression::Read(depth.clone());
        let may = holder.among([FREE, me]);
        let room = may.clone().and(level.clone().less(lock.greatest_depth));
        let command = vec![(lock.owner.clone(), me.into()), (depth.clone(), level.clone().plus(1))];
        self.step(at, acquire.clone(), room, command)?;
        self.failing(at, acquire, may.and(level.equals(lock.greatest_depth)), Failure::TooDeep)
    }

    /// Adds `release`: it never blocks, and fails when the thread does not own the lock.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn release(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        let release = lock.operation(OperationKind::Release);
        let command = match &lock.depth {
            None => vec![(lock.owner.clone(), FREE.into())],
            Some(depth) => {
                let level = Expression::Read(depth.clone());
                let new_owner = Expression::If(Box::new([
                    level.clone().equals(0),
                    FREE.into(),
                    owner(at.thread).into(),
                ]));
                vec![(depth.clone(), level.minus(1)), (lock.owner.clone(), new_owner)]
            }
        };
        self.step(at, release.clone(), lock.is_owned_by(at.thread), command)?;
        self.not_owner(at, release, lock)
    }

    /// Adds `try` of a lock, which never blocks: where `acquire` would not block it takes the lock and performs
    /// `taken`. The other side is [`Self::not_taken`], which must follow. One acquisition more than the greatest depth
    /// fails, but where that is one: such a lock is taken to be owned, by whomever.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn try_acquire(
        &mut self,
        at: &Position,
        lock: &Lock,
        taken: Vec<(Place, Expression)>,
    ) -> Result<(), Defect> {
        let tried = lock.operation(OperationKind::TryAcquire);
        let may = lock.may_be_taken_by(at.thread);
        let mut command = vec![(lock.owner.clone(), owner(at.thread).into())];
        let Some(depth) = &lock.depth else {
            command.extend(taken);
            return self.step(at, tried, may, command);
        };
        let level = Expression::Read(depth.clone());
        command.push((depth.clone(), level.clone().plus(1)));
        command.extend(taken);
        let room = may.clone().and(level.clone().less(lock.greatest_depth));
        self.step(at, tried.clone(), room, command)?;
        self.failing(at, tried, may.and(level.equals(lock.greatest_depth)), Failure::TooDeep)
    }

    /// Adds the other side of [`Self::try_acquire`]: where another thread owns the lock, or its owner a lock that is
    /// acquired once at a time, the thread goes on without it and performs `command`.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn not_taken(
        &mut self,
        at: &Position,
        lock: &Lock,
        command: Vec<(Place, Expression)>,
    ) -> Result<(), Defect> {
        let tried = lock.operation(OperationKind::TryAcquire);
        self.side(at, tried, lock.may_be_taken_by(at.thread).negated(), command, true)
    }

    /// Adds `down` of a semaphore: it blocks at zero. `counter` must be of `variable`.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn down(
        &mut self,
        at: &Position,
        variable: VariableId,
        counter: &Place,
    ) -> Result<(), Defect> {
        let value = Expression::Read(counter.clone());
        let guard = Expression::Constant(0).less(value.clone());
        let down = semaphore(OperationKind::Down, variable, counter);
        self.step(at, down, guard, vec![(counter.clone(), value.minus(1))])
    }

    /// Adds `up` of a semaphore: it fails at `maximum`. `counter` must be of `variable`.
    ///
    /// # Errors
    /// [`Defect::Unknown`].
    pub fn up(
        &mut self,
        at: &Position,
        variable: VariableId,
        counter: &Place,
        maximum: Value,
    ) -> Result<(), Defect> {
        let value = Expression::Read(counter.clone());
        let up = semaphore(OperationKind::Up, variable, counter);
        let command = vec![(counter.clone(), value.clone().plus(1))];
        self.step(at, up.clone(), value.clone().less(maximum), command)?;
        self.failing(at, up, value.equals(maximum), Failure::SemaphoreFull)
    }

    /// Adds a transition that is never enabled: the thread waits there for an event that never comes.
    ///
    /// # Errors
    /// [`Defect::Unknown`] for a thread or control point that does not exist.
    pub fn never(&mut self, at: &Position) -> Result<(), Defect> {
        let never = self.transition(at.thread, at.start, at.end).guard(Expression::FALSE);
        never.text(at.text.clone()).place(at.place.clone()).add()
    }

    /// Begins the first transition of a built-in operation: where the lock is an element that does not exist, it
    /// fails.
    pub(super) fn step(
        &mut self,
        at: &Position,
        operation: Operation,
        guard: Expression,
        command: Vec<(Place, Expression)>,
    ) -> Result<(), Defect> {
        self.side(at, operation, guard, command, false)
    }

    pub(super) fn side(
        &mut self,
        at: &Position,
        operation: Operation,
        guard: Expression,
        command: Vec<(Place, Expression)>,
        is_otherwise: bool,
    ) -> Result<(), Defect> {
        let mut transition = self
            .transition(at.thread, at.start, at.end)
            .operation(operation)
            .guard(guard)
            .second_side(is_otherwise);
        for (target, value) in command {
            transition = transition.set(target, value);
        }
        transition.text(at.text.clone()).place(at.place.clone()).add()
    }

    /// Adds the transition that fails, beside the one that does not.
    fn failing(
        &mut self,
        at: &Position,
        operation: Operation,
        guard: Expression,
        failure: Failure,
    ) -> Result<(), Defect> {
        self.transition(at.thread, at.start, failure)
            .operation(operation)
            .guard(guard)
            .second_side(true)
            .text(at.text.clone())
            .place(at.place.clone())
            .add()
    }

    pub(super) fn not_owner(
        &mut self,
        at: &Position,
        operation: Operation,
        lock: &Lock,
    ) -> Result<(), Defect> {
        let guard = Expression::Read(lock.owner.clone()).differs(owner(at.thread));
        self.failing(at, operation, guard, Failure::NotOwner)
    }
}
