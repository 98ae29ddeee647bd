//! The steps of a program.

use std::sync::Arc;

use crate::evaluate::{number, object, value};
use crate::event::{Action, Event, Variable};
use crate::instruction::{Expression, Instruction};
use crate::mutant::{self, Mutant};
use crate::names::Names;
use crate::program::{MethodId, Place, Program, Register};
use crate::state::{Frame, Object, State, Status, Thread};
use crate::value::{Address, ThreadId, Value};
use crate::wrong::{Bounds, Limit, Wrong};

/// A program that can be run step by step.
///
/// A step is one instruction of one thread, and then the jumps and branches after it, up to the next instruction: where
/// a thread goes on is decided by its registers alone, at once (S4 figure 2). A thread that comes to the end of its
/// outermost method has ended with that step. A jump is a step of its own only where a thread would follow jumps
/// for ever, and a branch where its condition goes wrong.
///
/// ```
/// use reductio_programs::{Action, Bounds, Fresh, Instruction, Machine, Method, ProgramBuilder, Register, ThreadId};
///
/// let mut builder = ProgramBuilder::new("one");
/// let class = builder.class("Lock");
/// let method = Method { name: "main".into(), registers: 1, temporaries: 1, ..Method::default() };
/// let main = builder.method(method);
/// builder.push(main, 1, Instruction::New { to: Register(0), class });
/// builder.push(main, 2, Instruction::Acquire { object: Register(0).into() });
/// let program = builder.build(main).unwrap();
///
/// let machine = Machine::new(&program, Bounds::default());
/// let (mut state, first) = (machine.initial(), ThreadId(0));
/// machine.step(&mut state, first, 0, &Fresh).unwrap();
/// let event = machine.step(&mut state, first, 0, &Fresh).unwrap();
/// assert!(matches!(event.action, Action::Acquire { depth: 1, .. }) && event.has_ended);
/// assert_eq!(machine.choices(&state, first), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    bounds: Bounds,
}

/// Why an instruction is not performed.
enum Not {
    Wrong(Wrong),
    Limit(Limit),
}

impl From<Wrong> for Not {
    fn from(wrong: Wrong) -> Self {
        Not::Wrong(wrong)
    }
}

impl From<Limit> for Not {
    fn from(limit: Limit) -> Self {
        Not::Limit(limit)
    }
}

impl<'p> Machine<'p> {
    /// A machine that runs a program within bounds.
    pub fn new(program: &'p Program, bounds: Bounds) -> Self {
        Machine { program, bounds }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The bounds.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The initial state: one thread at the first instruction of the entry. It is canonical.
    pub fn initial(&self) -> State {
        let mut first = Thread::new(self.program, self.program.entry(), &[]);
        self.settle(&mut first);
        State {
            threads: vec![Arc::new(first)],
            heap: Vec::new(),
            statics: Arc::new(vec![Value::ZERO; self.program.statics().len()]),
        }
    }

    /// The number of steps that a thread can take from a state: 0 if it has to wait, or is over, and more than 1 if
    /// the program chooses.
    pub fn choices(&self, state: &State, thread: ThreadId) -> usize {
        let Some(found) = state.thread(thread) else { return 0 };
        let Some(frame) = found.frames.last() else { return 0 };
        let is_free = |address| state.object(address).is_none_or(|found| found.owner.is_none());
        match found.status {
            Status::Running => {}
            Status::Notified { object, .. } => return usize::from(is_free(object)),
            _ => return 0,
        }
        let value = |expression| value(expression, &frame.registers);
        match self.program.instruction(frame.place) {
            Instruction::Acquire { object } => {
                let Ok(Value::Object(address)) = value(object) else { return 1 };
                let owner = state.object(address).and_then(|found| found.owner);
                let may = !mutant::is(Mutant::OwnLockBlocks);
                usize::from(owner.is_none_or(|(owner, _)| owner == thread && may))
            }
            Instruction::Join { thread } => {
                let Ok(Value::Thread(other)) = value(thread) else { return 1 };
                let waits = !mutant::is(Mutant::JoinDoesNotWait);
                usize::from(!waits || state.thread(other).is_none_or(Thread::is_over))
            }
            Instruction::Choose { low, high, .. } => {
                let bounds =
                    value(low).and_then(number).and_then(|low| Ok((low, number(value(high)?)?)));
                let Ok((low, high)) = bounds else { return 1 };
                match high.checked_sub(low) {
                    Some(more) if more < i64::from(self.bounds.choices) => {
                        usize::try_from(more + 1).unwrap_or(0).max(1)
                    }
                    _ => 1,
                }
            }
            Instruction::Notify { object } => {
                let Ok(Value::Object(address)) = value(object) else { return 1 };
                let owner = state.object(address).and_then(|found| found.owner);
                if owner.is_none_or(|(owner, _)| owner != thread) {
                    return 1;
                }
                state.waiters(address).count().max(1)
            }
            _ => 1,
        }
    }

    /// Takes a step of a thread. `choice` tells which, of those that [`Machine::choices`] counts. `None` if there is no
    /// such step, and then the state is as it was. Cost: linear in the thread's frame, and in the number of threads and
    /// objects where one is made.
    pub fn step(
        &self,
        state: &mut State,
        thread: ThreadId,
        choice: usize,
        names: &impl Names,
    ) -> Option<Event> {
        if choice >= self.choices(state, thread) {
            return None;
        }
        let mut own = (*state.threads[thread.index()]).clone();
        let place = own.place()?;
        let mut step = Step { machine: self, state, thread, own: &mut own, place, choice, names };
        let done =
            if step.own.status == Status::Running { step.perform() } else { Ok(step.end_wait()) };
        let mut event = Event {
            thread,
            place,
            action: Action::Local,
            has_ended: false,
            wrong: None,
            halted: None,
        };
        match done {
            Ok(action) => event.action = action,
            Err(Not::Wrong(wrong)) => {
                own.status = Status::Wrong(wrong);
                event.wrong = Some(wrong);
            }
            Err(Not::Limit(limit)) => {
                own.status = Status::Halted(limit);
                event.halted = Some(limit);
            }
        }
        self.settle(&mut own);
        event.has_ended = own.status == Status::Ended;
        state.threads[thread.index()] = Arc::new(own);
        Some(event)
    }

    /// Follows the jumps and branches to which a thread has come, up to an instruction that is a step, and forgets the registers
    /// that are not needed there.
    fn settle(&self, thread: &mut Thread) {
        if thread.status != Status::Running {
            return;
        }
        let is_outermost = thread.frames.len() == 1;
        let Some(frame) = thread.frames.last_mut() else { return };
        let code = &self.program.method(frame.place.method).code;
        let mut left = code.len();
        loop {
            let at = frame.place.at;
            match &code[at as usize] {
                Instruction::Return { .. } if !is_outermost => break,
                Instruction::Stop | Instruction::Return { .. } => {
                    thread.status = Status::Ended;
                    thread.frames.clear();
                    return;
                }
                instruction if !instruction.is_jump() => break,
                instruction => {
                    let Ok(next) = after_jump(instruction, at, &frame.registers) else { break };
                    if left == 0 {
                        // It goes round for ever, and waits at the first jump of the circle.
                        let mut place = next;
                        let mut first = at;
                        while place != at {
                            first = first.min(place);
                            let jump = &code[place as usize];
                            let Ok(next) = after_jump(jump, place, &frame.registers) else { break };
                            place = next;
                        }
                        frame.place.at = first;
                        break;
                    }
                    left -= 1;
                    frame.place.at = next;
                }
            }
        }
        frame.forget(self.program.dead_at(frame.place));
    }
}

/// Where a thread goes on after a jump or branch.
fn after_jump(jump: &Instruction, at: u32, registers: &[Value]) -> Result<u32, Wrong> {
    match jump {
        Instruction::Jump { target } => Ok(*target),
        Instruction::Branch { condition, otherwise } => {
            Ok(if value(condition, registers)?.is_true() { at + 1 } else { *otherwise })
        }
        _ => Ok(at),
    }
}

/// A step that is being taken.
struct Step<'s, 'p, N> {
    machine: &'s Machine<'p>,
    state: &'s mut State,
    thread: ThreadId,
    /// The thread, which is put back into the state at the end.
    own: &'s mut Thread,
    place: Place,
    choice: usize,
    names: &'s N,
}

impl<N: Names> Step<'_, '_, N> {
    fn value(&self, expression: &Expression) -> Result<Value, Wrong> {
        let frame = self.own.frames.last();
        frame.map_or(Ok(Value::ZERO), |frame| value(expression, &frame.registers))
    }

    fn values(&self, expressions: &[Expression]) -> Result<Vec<Value>, Wrong> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    /// The object that an expression refers to.
    fn object(&self, expression: &Expression) -> Result<(Address, &Object), Wrong> {
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
    fn go_on(&mut self, result: Option<(Register, Value)>) {
        if let Some(frame) = self.own.frames.last_mut() {
            if let Some((register, value)) = result {
                frame.registers[register.index()] = value;
            }
            frame.place.at += 1;
        }
    }

    /// Performs the instruction at which the thread is. If it is not performed, nothing has changed.
    fn perform(&mut self) -> Result<Action, Not> {
        use Instruction as I;
        let program = self.machine.program;
        let mut action = Action::Local;
        match program.instruction(self.place) {
            I::Compute { to, value } => {
                let value = self.value(value)?;
                self.go_on(Some((*to, value)));
            }
            I::Choose { to, low, high } => {
                let (low, high) = (number(self.value(low)?)?, number(self.value(high)?)?);
                if high < low {
                    return Err(Wrong::EmptyChoice.into());
                }
                let is_many = high
                    .checked_sub(low)
                    .is_none_or(|more| more >= i64::from(self.machine.bounds.choices));
                if is_many {
                    return Err(Limit::Choices.into());
                }
                let chosen = i64::try_from(self.choice).ok().and_then(|k| low.checked_add(k));
                self.go_on(Some((*to, Value::Int(chosen.ok_or(Wrong::Overflow)?))));
            }
            // It goes round for ever, or its condition goes wrong.
            jump @ (I::Jump { .. } | I::Branch { .. }) => {
                if let Some(frame) = self.own.frames.last_mut() {
                    frame.place.at = after_jump(jump, self.place.at, &frame.registers)?;
                }
            }
            I::New { to, .. } => action = self.allocate(*to, None)?,
            I::NewArray { to, length, .. } => {
                let length = number(self.value(length)?)?;
                if length < 0 {
                    return Err(Wrong::NegativeLength.into());
                }
                let fits = |length: &u32| *length <= self.machine.bounds.elements;
                let length = u32::try_from(length).ok().filter(fits).ok_or(Limit::Elements)?;
                action = self.allocate(*to, Some(length))?;
            }
            I::Read { .. }
            | I::Write { .. }
            | I::ReadElement { .. }
            | I::WriteElement { .. }
            | I::ReadStatic { .. }
            | I::WriteStatic { .. } => action = self.access()?,
            I::Length { to, array } => {
                let length = self.object(array)?.1.length.ok_or(Wrong::NoArray)?;
                self.go_on(Some((*to, Value::Int(length.into()))));
            }
            I::ClassOf { to, object } => {
                let class = program.class_at(self.object(object)?.1.site);
                let class = class.map_or(0, |class| i64::from(class.0));
                self.go_on(Some((*to, Value::Int(class))));
            }
            I::Acquire { .. }
            | I::Release { .. }
            | I::Wait { .. }
            | I::Notify { .. }
            | I::NotifyAll { .. } => action = self.synchronize()?,
            I::Fork { to, method, arguments } => {
                let arguments = self.values(arguments)?;
                let child = self.fork(*method, &arguments)?;
                self.go_on(to.map(|to| (to, Value::Thread(child))));
                action = Action::Fork { child };
            }
            I::Join { thread } => {
                let Value::Thread(thread) = self.value(thread)? else {
                    return Err(Wrong::NoThread.into());
                };
                self.go_on(None);
                action = Action::Join { thread };
            }
            I::Call { method, arguments, .. } => {
                let arguments = self.values(arguments)?;
                self.call(*method, &arguments)?;
            }
            I::CallVirtual { selector, arguments, .. } => {
                let receiver = arguments.first().ok_or(Wrong::NoMethod)?;
                let site = self.object(receiver)?.1.site;
                let class = program.class_at(site).map(|class| &program.classes()[class.index()]);
                let method = class.and_then(|class| class.methods.get(selector));
                let method = *method.ok_or(Wrong::NoMethod)?;
                let arguments = self.values(arguments)?;
                self.call(method, &arguments)?;
            }
            I::Return { value } => {
                let value = self.value(value)?;
                self.own.frames.pop();
                let call = self.own.place().map(|place| program.instruction(place));
                self.go_on(call.and_then(Instruction::result).map(|to| (to, value)));
            }
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

    fn allocate(&mut self, to: Register, length: Option<u32>) -> Result<Action, Not> {
        if self.state.heap.len() >= self.machine.bounds.objects as usize {
            return Err(Limit::Objects.into());
        }
        let name = self.names.object(self.state, self.thread, self.own.allocations);
        let address = name.ok_or(Limit::Objects)?;
        if self.names.counts() {
            self.own.allocations += 1;
        }
        let made = Object { site: self.place, length, cells: Vec::new(), owner: None };
        let place = self.state.heap.partition_point(|(other, _)| *other < address);
        self.state.heap.insert(place, (address, Arc::new(made)));
        self.go_on(Some((to, Value::Object(address))));
        Ok(Action::Allocate { object: address })
    }

    /// Reads or writes a variable.
    fn access(&mut self) -> Result<Action, Wrong> {
        use Instruction as I;
        let program = self.machine.program;
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
        Ok(Action::Read { variable, is_volatile })
    }

    fn field(&self, object: &Expression, field: crate::FieldId) -> Result<Variable, Wrong> {
        let (address, found) = self.object(object)?;
        if found.length.is_some() {
            return Err(Wrong::NoFields);
        }
        Ok(Variable::Field(address, field))
    }

    /// Takes a lock, gives one back, waits or notifies.
    fn synchronize(&mut self) -> Result<Action, Wrong> {
        use Instruction as I;
        let program = self.machine.program;
        let action = match program.instruction(self.place) {
            I::Acquire { object } => {
                let (object, found) = self.object(object)?;
                let depth = found.owner.map_or(1, |(_, depth)| depth.saturating_add(1));
                self.own_lock(object, depth);
                Action::Acquire { object, depth }
            }
            I::Release { object } => {
                let (object, depth) = self.owned(object)?;
                let depth = if mutant::is(Mutant::ReleaseAtOnce) { 0 } else { depth - 1 };
                self.own_lock(object, depth);
                Action::Release { object, depth }
            }
            I::Wait { object } => {
                let (object, depth) = self.owned(object)?;
                self.own_lock(object, 0);
                // It stays at the instruction until it has the lock again.
                self.own.status = Status::Waiting { object, depth };
                return Ok(Action::StartWait { object });
            }
            I::Notify { object } => {
                let (object, _) = self.owned(object)?;
                let most = if mutant::is(Mutant::NotifyWakesAll) { usize::MAX } else { 1 };
                let woken: Vec<ThreadId> =
                    self.state.waiters(object).skip(self.choice).take(most).collect();
                self.wake(&woken);
                Action::Notify { object, woken }
            }
            I::NotifyAll { object } => {
                let (object, _) = self.owned(object)?;
                let woken: Vec<ThreadId> = self.state.waiters(object).collect();
                self.wake(&woken);
                Action::Notify { object, woken }
            }
            _ => return Err(Wrong::NoObject),
        };
        self.go_on(None);
        Ok(action)
    }

    /// Takes the lock again after a notification.
    fn end_wait(&mut self) -> Action {
        let (object, depth) = self.own.status.waits_at().unwrap_or((Address(0), 0));
        let depth = if mutant::is(Mutant::WaitForgetsDepth) { 1 } else { depth };
        self.own_lock(object, depth);
        self.own.status = Status::Running;
        self.go_on(None);
        Action::EndWait { object }
    }

    /// Says how often the thread owns a lock.
    fn own_lock(&mut self, object: Address, depth: u32) {
        if let Some(found) = self.state.object_mut(object) {
            found.owner = (depth > 0).then_some((self.thread, depth));
        }
    }

    /// Lets threads leave the wait set in which they are.
    fn wake(&mut self, woken: &[ThreadId]) {
        for thread in woken {
            let thread = Arc::make_mut(&mut self.state.threads[thread.index()]);
            if let Status::Waiting { object, depth } = thread.status {
                thread.status = Status::Notified { object, depth };
            }
        }
    }

    fn fork(&mut self, method: MethodId, arguments: &[Value]) -> Result<ThreadId, Limit> {
        let present = self.state.threads.iter().filter(|found| found.status != Status::Absent);
        if present.count() >= self.machine.bounds.threads as usize {
            return Err(Limit::Threads);
        }
        let name = self.names.thread(self.state, self.thread, self.own.forks);
        let most = self.machine.bounds.threads;
        let child = name.filter(|child| child.0 < most).ok_or(Limit::Threads)?;
        if self.names.counts() {
            self.own.forks += 1;
        }
        let mut forked = Thread::new(self.machine.program, method, arguments);
        self.machine.settle(&mut forked);
        while self.state.threads.len() <= child.index() {
            self.state.threads.push(Arc::new(Thread::absent()));
        }
        self.state.threads[child.index()] = Arc::new(forked);
        Ok(child)
    }

    fn call(&mut self, method: MethodId, arguments: &[Value]) -> Result<(), Limit> {
        if self.own.frames.len() >= self.machine.bounds.frames as usize {
            return Err(Limit::Frames);
        }
        let program = self.machine.program;
        if let Some(frame) = self.own.frames.last_mut() {
            frame.forget(program.dead_during(self.place));
        }
        self.own.frames.push(Frame::new(program, method, arguments));
        Ok(())
    }
}

impl State {
    /// The value of a variable.
    pub fn value(&self, variable: Variable) -> Value {
        let cell =
            |address, number| self.object(address).map_or(Value::ZERO, |found| found.cell(number));
        match variable {
            Variable::Field(address, field) => cell(address, field.0),
            Variable::Element(address, index) => cell(address, index),
            Variable::Static(variable) => self.static_value(variable),
        }
    }

    fn set(&mut self, variable: Variable, value: Value) {
        match variable {
            Variable::Field(address, crate::FieldId(number))
            | Variable::Element(address, number) => {
                if let Some(found) = self.object_mut(address) {
                    found.set_cell(number, value);
                }
            }
            Variable::Static(variable) => {
                Arc::make_mut(&mut self.statics)[variable.index()] = value;
            }
        }
    }

    /// Whether accesses of a variable are synchronization.
    pub fn is_volatile(&self, program: &Program, variable: Variable) -> bool {
        match variable {
            Variable::Field(address, field) => self
                .object(address)
                .and_then(|found| program.class_at(found.site))
                .is_some_and(|class| program.is_volatile(class, field)),
            Variable::Element(..) => false,
            Variable::Static(variable) => {
                program.statics().get(variable.index()).is_some_and(|found| found.volatile)
            }
        }
    }
}
