//! The operations on the wait sets of monitors, as transitions (S1 section 3.3).

use super::builder::SystemBuilder;
use super::cell::{Domain, VariableClass};
use super::defect::Defect;
use super::expression::{Expression, Place};
use super::ids::{CellId, Point, ThreadId, Value};
use super::operation::OperationKind;
use super::operations::{FREE, Lock, Position, owner};

impl SystemBuilder {
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
        self.wake_one(at, lock, OperationKind::Notify, &lock.is_owned_by(at.thread))?;
        self.not_owner(at, lock.operation(OperationKind::Notify), lock)
    }

    /// Adds `notifyAll`: it empties the wait set.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for a lock without a wait set.
    pub fn notify_all(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        self.wake_all(at, lock, OperationKind::NotifyAll, lock.is_owned_by(at.thread))?;
        self.not_owner(at, lock.operation(OperationKind::NotifyAll), lock)
    }

    /// Adds `signal`: it removes one waiting thread from the wait set, any one of them, or nothing if there is none,
    /// whoever owns the lock.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for a lock without a wait set.
    pub fn signal(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        let may = exists(at, lock)?;
        self.wake_one(at, lock, OperationKind::Signal, &may)
    }

    /// Adds `broadcast`: it empties the wait set, whoever owns the lock.
    ///
    /// # Errors
    /// [`Defect::Unknown`]; [`Defect::Misuse`] for a lock without a wait set.
    pub fn broadcast(&mut self, at: &Position, lock: &Lock) -> Result<(), Defect> {
        let may = exists(at, lock)?;
        self.wake_all(at, lock, OperationKind::Broadcast, may)
    }

    fn wake_one(
        &mut self,
        at: &Position,
        lock: &Lock,
        kind: OperationKind,
        may: &Expression,
    ) -> Result<(), Defect> {
        let notify = lock.operation(kind);
        if lock.waiters.is_empty() {
            return Err(no_waiters(at));
        }
        let waits = |place: &Place| Expression::Read(place.clone());
        // A thread that runs does not wait: its own bit is not asked for, so that one of the transitions is enabled.
        let others = || lock.waiters.iter().enumerate().filter(|(i, _)| *i != at.thread.index());
        let nobody = others().map(|(_, place)| waits(place).negated());
        let nobody: Box<[_]> = std::iter::once(may.clone()).chain(nobody).collect();
        self.step(at, notify.clone(), Expression::And(nobody), Vec::new())?;
        for (index, waiter) in others() {
            let text = format!("{} (wakes {})", at.text, self.threads[index].name);
            let guard = may.clone().and(waits(waiter));
            let command = vec![(waiter.clone(), Expression::FALSE)];
            self.side(&Position { text, ..at.clone() }, notify.clone(), guard, command, true)?;
        }
        Ok(())
    }

    fn wake_all(
        &mut self,
        at: &Position,
        lock: &Lock,
        kind: OperationKind,
        may: Expression,
    ) -> Result<(), Defect> {
        if lock.waiters.is_empty() {
            return Err(no_waiters(at));
        }
        let command = lock.waiters.iter().map(|place| (place.clone(), Expression::FALSE)).collect();
        self.step(at, lock.operation(kind), may, command)
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

/// A condition that is always true where the monitor exists; where it is an element that does not exist, to ask for it
/// fails.
fn exists(at: &Position, lock: &Lock) -> Result<Expression, Defect> {
    let own = lock.waiters.get(at.thread.index()).ok_or_else(|| no_waiters(at))?;
    Ok(Expression::Read(own.clone()).among([0, 1]))
}

fn no_waiters(at: &Position) -> Defect {
    Defect::Misuse { what: format!("`{}`: only a monitor has a wait set", at.text) }
}
