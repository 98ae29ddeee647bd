//! The built-in operations on locks, monitors and semaphores, as transitions (S1 section 3.3).

use std::ops::Range;

use super::builder::{SystemBuilder, cell_range};
use super::cell::{Domain, VariableClass};
use super::defect::Defect;
use super::expression::{Expression, Failure, Index, Place};
use super::ids::{CellId, Point, ThreadId, Value, VariableId};
use super::operation::{Operation, OperationKind};

/// The value of the owner of a free lock.
const FREE: Value = 0;

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
    greatest_depth: Value,
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
    fn operation(&self, kind: OperationKind) -> Operation {
        Operation { kind, variable: self.variable, object: Some(self.owner.clone()) }
    }
}

fn semaphore(kind: OperationKind, variable: VariableId, counter: &Place) -> Operation {
    Operation { kind, variable, object: Some(counter.clone()) }
}

/// The value of `owner` for a thread.
fn owner(thread: ThreadId) -> Value {
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

    /// Adds `wait`: the thread joins the wait set and gives the lock up, then at `between` blocks until notified and
    /// the lock is free.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for a lock without a wait set.
    pub fn wait(&mut self, at: &Position, between: Point, lock: &Lock) -> Result<(), Defect> {
        let start = lock.operation(OperationKind::StartWait);
        let me = owner(at.thread);
        let waits = lock.waiters.get(at.thread.index()).ok_or_else(|| no_waiters(at))?;
        let mut leave = vec![(waits.clone(), Expression::TRUE)];
        let mut again = vec![(lock.owner.clone(), Expression::Constant(me))];
        if let Some(depth) = &lock.depth {
            let saved = self.saved_depth(at.thread, lock.greatest_depth)?;
            leave.push((Place::Cell(saved), Expression::Read(depth.clone())));
            leave.push((depth.clone(), 0.into()));
            again.push((depth.clone(), Expression::cell(saved)));
            // Canonical: two states do not differ in a depth that nobody will read.
            again.push((Place::Cell(saved), 0.into()));
        }
        leave.push((lock.owner.clone(), FREE.into()));
        self.step(
            &Position { end: between, ..at.clone() },
            start.clone(),
            lock.is_owned_by(at.thread),
            leave,
        )?;
        self.not_owner(at, start, lock)?;
        let text = format!("{} (re-acquire)", at.text);
        let ready = Expression::Read(lock.owner.clone())
            .equals(FREE)
            .and(Expression::Read(waits.clone()).negated());
        let end = lock.operation(OperationKind::EndWait);
        self.step(&Position { start: between, text, ..at.clone() }, end, ready, again)
    }

    /// Adds `notify`: it removes one waiting thread from the wait set, any one of them, or nothing if there is none.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for a lock without a wait set.
    pub fn notify(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        let notify = lock.operation(OperationKind::Notify);
        if lock.waiters.is_empty() {
            return Err(no_waiters(at));
        }
        let owned = lock.is_owned_by(at.thread);
        let waits = |place: &Place| Expression::Read(place.clone());
        // A thread that runs does not wait: its own bit is not asked for, so that one of the transitions is enabled.
        let others = || lock.waiters.iter().enumerate().filter(|(i, _)| *i != at.thread.index());
        let nobody = others().map(|(_, place)| waits(place).negated());
        let nobody: Box<[_]> = std::iter::once(owned.clone()).chain(nobody).collect();
        self.step(at, notify.clone(), Expression::And(nobody), Vec::new())?;
        for (index, waiter) in others() {
            let text = format!("{} (wakes {})", at.text, self.threads[index].name);
            let guard = owned.clone().and(waits(waiter));
            let command = vec![(waiter.clone(), Expression::FALSE)];
            self.side(&Position { text, ..at.clone() }, notify.clone(), guard, command, true)?;
        }
        self.not_owner(at, notify, lock)
    }

    /// Adds `notifyAll`: it empties the wait set.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for a lock without a wait set.
    pub fn notify_all(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        let notify = lock.operation(OperationKind::NotifyAll);
        if lock.waiters.is_empty() {
            return Err(no_waiters(at));
        }
        let command = lock.waiters.iter().map(|place| (place.clone(), Expression::FALSE)).collect();
        self.step(at, notify.clone(), lock.is_owned_by(at.thread), command)?;
        self.not_owner(at, notify, lock)
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

    fn side(
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

    fn not_owner(
        &mut self,
        at: &Position,
        operation: Operation,
        lock: &Lock,
    ) -> Result<(), Defect> {
        let guard = Expression::Read(lock.owner.clone()).differs(owner(at.thread));
        self.failing(at, operation, guard, Failure::NotOwner)
    }

    /// The cell `lkDepth` of a thread (S1 section 3.3), made when it is first needed.
    fn saved_depth(&mut self, thread: ThreadId, greatest: Value) -> Result<CellId, Defect> {
        let name = format!("{}.lkDepth up to {greatest}", self.threads[thread.index()].name);
        if let Some(found) = self.variables.iter().find(|variable| variable.name == name) {
            return Ok(CellId::new(found.cells.start as usize));
        }
        self.variable(name, VariableClass::Local(thread), Domain::integers(0, greatest)?, 0)
    }
}

fn no_waiters(at: &Position) -> Defect {
    Defect::Misuse { what: format!("`{}`: only a monitor has a wait set", at.text) }
}
