//! The effect of an instruction.

use super::settle::after_jump;
use crate::evaluate::{self, number, object, value};
use crate::event::{Action, Variable};
use crate::ids::{FieldId, Place, Register};
use crate::instruction::{Expression, Instruction};
use crate::mutant::{self, Mutant};
use crate::names::Names;
use crate::program::{Program, Queues};
use crate::state::{Object, Queue, State, Status, Thread};
use crate::value::{Address, ThreadId, Value};
use crate::wrong::{Bounds, Limit, Wrong};

/// The reason why an instruction is not performed.
pub(super) enum Not {
    Wrong(Wrong),
    Limit(Limit),
}

impl From<Wrong> for Not {
    fn from(wrong: Wrong) -> Self {
        if wrong == Wrong::Identity { Not::Limit(Limit::Identity) } else { Not::Wrong(wrong) }
    }
}

impl From<Limit> for Not {
    fn from(limit: Limit) -> Self {
        Not::Limit(limit)
    }
}

/// A step that is being taken.
pub(super) struct Step<'s, 'p, N> {
    pub(super) program: &'p Program,
    pub(super) bounds: Bounds,
    pub(super) state: &'s mut State,
    pub(super) thread: ThreadId,
    /// The thread, which is put back into the state at the end.
    pub(super) own: &'s mut Thread,
    pub(super) place: Place,
    pub(super) choice: usize,
    pub(super) names: &'s N,
}

impl<N: Names> Step<'_, '_, N> {
    pub(super) fn value(&self, expression: &Expression) -> Result<Value, Wrong> {
        let frame = self.own.frames.last();
        frame.map_or(Ok(Value::ZERO), |frame| value(expression, &frame.registers))
    }

    pub(super) fn values(&self, expressions: &[Expression]) -> Result<Vec<Value>, Wrong> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    /// The object that an expression refers to.
    pub(super) fn object(&self, expression: &Expression) -> Result<(Address, &Object), Wrong> {
        let address = object(self.value(expression)?)?;
        self.state.object(address).map(|found| (address, found)).ok_or(Wrong::NoObject)
    }

    /// An element of an array.
    fn element(&self, array: &Expression, index: &Expression) -> Result<(Address, u32), Wrong> {
        let (address, found) = self.object(array)?;
        let length = found.length.ok_or(Wrong::NoArray)?;
        let index = number(self.value(index)?)?;
        let index = u32::try_from(index).ok().filter(|index| *index < length);
        index.map(|index| (address, index)).ok_or(Wrong::OutOfBounds)
    }

    /// The object that an expression refers to, whose lock the thread owns.
    fn owned(&self, expression: &Expression) -> Result<(Address, u32), Wrong> {
        let (address, found) = self.object(expression)?;
        match found.owner {
            Some((owner, depth)) if owner == self.thread => Ok((address, depth)),
            _ => Err(Wrong::NotOwner),
        }
    }

    /// Goes on at the next instruction, with the result.
    pub(super) fn go_on(&mut self, result: Option<(Register, Value)>) {
        if let Some(frame) = self.own.frames.last_mut() {
            if let Some((register, value)) = result {
                frame.registers[register.index()] = value;
            }
            frame.place.at += 1;
        }
    }

    /// Performs the instruction at which the thread is. If it is not performed, nothing has changed.
    pub(super) fn perform(&mut self) -> Result<Action, Not> {
        use Instruction as I;
        let program = self.program;
        let mut action = Action::Local;
        match program.instruction(self.place) {
            I::Compute { to, value } => {
                let value = self.value(value)?;
                self.go_on(Some((*to, value)));
            }
            I::Choose { to, low, high, others } => {
                let (low, high) = (number(self.value(low)?)?, number(self.value(high)?)?);
                if high < low {
                    return Err(Wrong::EmptyChoice.into());
                }
                let is_many =
                    high.checked_sub(low).is_none_or(|more| more >= i64::from(self.bounds.choices));
                if is_many {
                    return Err(Limit::Choices.into());
                }
                let chosen = i64::try_from(self.choice).ok().and_then(|k| low.checked_add(k));
                let chosen = chosen.ok_or(Wrong::Overflow)?;
                if let Some(others) = others.filter(|_| chosen > high) {
                    return Err(Limit::Others(others).into());
                }
                self.go_on(Some((*to, Value::Int(chosen))));
            }
            // It goes round for ever, or its condition goes wrong.
            jump @ (I::Jump { .. } | I::Branch { .. }) => {
                if let Some(frame) = self.own.frames.last_mut() {
                    frame.place.at = after_jump(jump, self.place.at, &frame.registers)?;
                }
            }
            I::Read { .. }
            | I::Write { .. }
            | I::ReadElement { .. }
            | I::WriteElement { .. }
            | I::ReadStatic { .. }
            | I::WriteStatic { .. } => action = self.access()?,
            I::Update { .. } => action = self.update()?,
            I::Background => {
                self.own.background = true;
                self.go_on(None);
            }
            I::Unsupported { what } => return Err(Limit::Unsupported(*what).into()),
            I::Acquire { .. }
            | I::TryAcquire { .. }
            | I::Depth { .. }
            | I::Release { .. }
            | I::Wait { .. }
            | I::Notify { .. }
            | I::NotifyAll { .. } => action = self.synchronize()?,
            I::Fork { .. }
            | I::Join { .. }
            | I::Call { .. }
            | I::CallVirtual { .. }
            | I::Throw { .. }
            | I::Return { .. } => action = self.control()?,
            I::New { .. }
            | I::NewLike { .. }
            | I::NewArray { .. }
            | I::ReadConstant { .. }
            | I::Length { .. }
            | I::ClassOf { .. }
            | I::InstanceOf { .. }
            | I::CheckStore { .. }
            | I::Mirror { .. }
            | I::Own { .. }
            | I::Identity { .. }
            | I::Text { .. }
            | I::Print { .. } => action = self.of_objects()?,
            I::Assert { condition } => {
                if !self.value(condition)?.is_true() {
                    return Err(Wrong::Assertion.into());
                }
                self.go_on(None);
            }
            I::Fail { text } => return Err(Wrong::Failure(*text).into()),
            I::Skip | I::Yield | I::Stop => self.go_on(None),
        }
        Ok(action)
    }

    /// Reads or writes a variable.
    fn access(&mut self) -> Result<Action, Wrong> {
        use Instruction as I;
        let program = self.program;
        let (variable, written) = match program.instruction(self.place) {
            I::Read { object, field, .. } => (self.field(object, *field)?, None),
            I::Write { object, field, value } => {
                (self.field(object, *field)?, Some(self.value(value)?))
            }
            I::ReadElement { array, index, .. } => {
                let (address, index) = self.element(array, index)?;
                (Variable::Element(address, index), None)
            }
            I::WriteElement { array, index, value } => {
                let (address, index) = self.element(array, index)?;
                (Variable::Element(address, index), Some(self.value(value)?))
            }
            I::ReadStatic { from, .. } => (Variable::Static(*from), None),
            I::WriteStatic { to, value } => (Variable::Static(*to), Some(self.value(value)?)),
            _ => return Err(Wrong::NoObject),
        };
        let is_volatile = self.state.is_volatile(program, variable);
        if let Some(value) = written {
            self.state.set(variable, value);
            self.go_on(None);
            return Ok(Action::Write { variable, is_volatile });
        }
        let result = program.instruction(self.place).result();
        let value = self.state.value(variable);
        self.go_on(result.map(|to| (to, value)));
        if let Variable::Field(_, field) = variable
            && program.is_quiet(field)
        {
            return Ok(Action::Look { variable });
        }
        Ok(Action::Read { variable, is_volatile })
    }

    /// Reads a field and writes it at once.
    fn update(&mut self) -> Result<Action, Wrong> {
        let program = self.program;
        let Instruction::Update { to, object, field, expected, value } =
            program.instruction(self.place)
        else {
            return Err(Wrong::NoObject);
        };
        let variable = self.field(object, *field)?;
        let is_volatile = self.state.is_volatile(program, variable);
        let old = self.state.value(variable);
        let expected = expected.as_ref().map(|expected| self.value(expected)).transpose()?;
        if let Some(expected) = expected
            && !evaluate::same(old, expected)?
        {
            self.go_on(Some((*to, old)));
            return Ok(Action::Read { variable, is_volatile });
        }
        let mut registers =
            self.own.frames.last().map(|frame| frame.registers.clone()).unwrap_or_default();
        registers[to.index()] = old;
        let new = evaluate::value(value, &registers)?;
        self.state.set(variable, new);
        self.go_on(Some((*to, old)));
        Ok(Action::Update { variable, is_volatile })
    }

    fn field(&self, object: &Expression, field: FieldId) -> Result<Variable, Wrong> {
        let (address, found) = self.object(object)?;
        if found.length.is_some() {
            return Err(Wrong::NoFields);
        }
        Ok(Variable::Field(address, field))
    }

    /// Takes a lock, gives one back, waits or notifies.
    fn synchronize(&mut self) -> Result<Action, Wrong> {
        use Instruction as I;
        let program = self.program;
        let action = match program.instruction(self.place) {
            I::Acquire { object } => {
                let (object, found) = self.object(object)?;
                if self.has_to_queue(found) {
                    let thread = self.thread;
                    self.change_queue(object, |queue| queue.lock.push(thread));
                    return Ok(Action::Refused { object });
                }
                let depth = found.owner.map_or(1, |(_, depth)| depth.saturating_add(1));
                self.own_lock(object, depth);
                self.leave_queue(object);
                Action::Acquire { object, depth }
            }
            I::TryAcquire { to, object } => {
                let (object, found) = self.object(object)?;
                let depth = match found.owner {
                    Some((owner, _)) if owner != self.thread => {
                        self.go_on(Some((*to, Value::ZERO)));
                        return Ok(Action::Refused { object });
                    }
                    owner => owner.map_or(1, |(_, depth)| depth.saturating_add(1)),
                };
                self.own_lock(object, depth);
                self.go_on(Some((*to, Value::Int(1))));
                return Ok(Action::Acquire { object, depth });
            }
            I::Depth { to, object } => {
                let (_, found) = self.object(object)?;
                let depth = found.owner.filter(|(owner, _)| *owner == self.thread);
                let depth = depth.map_or(0, |(_, depth)| i64::from(depth));
                self.go_on(Some((*to, Value::Int(depth))));
                return Ok(Action::Local);
            }
            I::Release { object } => {
                let (object, depth) = self.owned(object)?;
                let depth = if mutant::is(Mutant::ReleaseAtOnce) { 0 } else { depth - 1 };
                self.own_lock(object, depth);
                Action::Release { object, depth }
            }
            I::Wait { object, timed } => {
                let (object, depth) = self.owned(object)?;
                self.own_lock(object, 0);
                // It stays at the instruction until it has the lock again.
                self.own.status = Status::Waiting { object, depth, timed: *timed };
                if program.queues() == Queues::FirstCome {
                    let thread = self.thread;
                    self.change_queue(object, |queue| queue.waiting.push(thread));
                }
                return Ok(Action::StartWait { object });
            }
            I::Notify { object } => {
                let (object, _) = self.owned(object)?;
                let most = if mutant::is(Mutant::NotifyWakesAll) { usize::MAX } else { 1 };
                let woken: Vec<ThreadId> =
                    self.waiters(object).into_iter().skip(self.choice).take(most).collect();
                self.wake(object, &woken);
                Action::Notify { object, woken }
            }
            I::NotifyAll { object } => {
                let (object, _) = self.owned(object)?;
                let woken = self.waiters(object);
                self.wake(object, &woken);
                Action::Notify { object, woken }
            }
            _ => return Err(Wrong::NoObject),
        };
        self.go_on(None);
        Ok(action)
    }

    /// Takes the lock again after a notification.
    pub(super) fn end_wait(&mut self) -> Action {
        let (object, depth) = self.own.status.waits_at().unwrap_or((Address(0), 0));
        let depth = if mutant::is(Mutant::WaitForgetsDepth) { 1 } else { depth };
        self.own_lock(object, depth);
        self.leave_queue(object);
        self.own.status = Status::Running;
        self.go_on(None);
        Action::EndWait { object }
    }

    /// The threads in the wait set of an object: in the order in which they came, if that matters.
    fn waiters(&self, object: Address) -> Vec<ThreadId> {
        match self.program.queues() {
            Queues::Free => self.state.waiters(object).collect(),
            Queues::FirstCome => {
                let queue = self.state.object(object).and_then(|found| found.queue.as_ref());
                queue.map_or_else(Vec::new, |queue| queue.waiting.clone())
            }
        }
    }

    /// Whether the thread has to get into the queue for a lock.
    fn has_to_queue(&self, found: &Object) -> bool {
        let is_own = found.owner.is_some_and(|(owner, _)| owner == self.thread);
        let is_next = found.lock_queue().first().is_none_or(|first| *first == self.thread);
        let is_served = is_own || found.owner.is_none() && is_next;
        self.program.queues() == Queues::FirstCome && !is_served
    }

    fn change_queue(&mut self, object: Address, change: impl FnOnce(&mut Queue)) {
        if let Some(found) = self.state.object_mut(object) {
            found.change_queue(change);
        }
    }

    /// Leaves the queues of an object, if the thread is in them.
    fn leave_queue(&mut self, object: Address) {
        if self.program.queues() == Queues::FirstCome {
            let thread = self.thread;
            self.change_queue(object, |queue| {
                queue.lock.retain(|other| *other != thread);
                queue.waiting.retain(|other| *other != thread);
            });
        }
    }

    /// Says how often the thread owns a lock.
    fn own_lock(&mut self, object: Address, depth: u32) {
        if let Some(found) = self.state.object_mut(object) {
            found.owner = (depth > 0).then_some((self.thread, depth));
        }
    }

    /// Lets threads leave the wait set in which they are.
    fn wake(&mut self, object: Address, woken: &[ThreadId]) {
        if self.program.queues() == Queues::FirstCome {
            self.change_queue(object, |queue| {
                queue.waiting.retain(|thread| !woken.contains(thread));
                queue.lock.extend(woken);
            });
        }
        for thread in woken {
            let thread = self.state.threads[thread.index()].make_mut();
            if let Status::Waiting { object, depth, .. } = thread.status {
                thread.status = Status::Notified { object, depth };
            }
        }
    }
}
