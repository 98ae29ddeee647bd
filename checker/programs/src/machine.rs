//! The steps of a program.

mod control;
mod objects;
mod settle;
mod step;
mod text;
mod throw;

use std::sync::OnceLock;

use reductio_search::Access;

use crate::evaluate::{number, value};
use crate::event::{Action, Event};
use crate::expression::Expression;
use crate::failure::Failure;
use crate::instruction::Instruction;
use crate::mutant::{self, Mutant};
use crate::names::Names;
use crate::part::Part;
use crate::pending::access;
use crate::program::{Program, Queues};
use crate::state::{Object, State, Status, Thread};
use crate::value::{Address, ThreadId, Value};
use crate::variable::Variable;
use crate::wrong::{Bounds, Limit};
use settle::settle;
use step::{Not, Step};

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

impl<'p> Machine<'p> {
    /// A machine that runs a program within bounds.
    pub fn new(program: &'p Program, bounds: Bounds) -> Self {
        Machine { program, bounds }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The value of an expression in the innermost frame of a thread; `None` if it has none.
    pub fn evaluate(
        &self,
        state: &State,
        thread: ThreadId,
        expression: &Expression,
    ) -> Option<Value> {
        let frame = state.thread(thread)?.frames.last()?;
        value(expression, &frame.registers).ok()
    }

    /// The bounds.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The initial state: one thread at the first instruction of the entry. It is canonical.
    pub fn initial(&self) -> State {
        let mut first = Thread::new(self.program, self.program.entry(), &[]);
        settle(self.program, &mut first);
        State {
            threads: vec![Part::new(first)],
            heap: Vec::new(),
            statics: Part::new(vec![Value::ZERO; self.program.statics().len()]),
        }
    }

    /// Decides whether a state is a total deadlock: no thread can go on, some thread has not ended, none has gone
    /// wrong, and none was halted at a limit (what that one would do, nobody knows).
    pub fn is_deadlock(&self, state: &State) -> bool {
        let threads = (0..).zip(&state.threads).map(|(number, _)| ThreadId(number));
        let mut choices = threads.map(|thread| self.choices(state, thread));
        let is_left_open = Failure::blocks(state) || state.limits().next().is_some();
        choices.all(|count| count == 0) && !state.is_over() && !is_left_open
    }

    /// The number of steps that a thread can take from a state: 0 if it has to wait, or is over, and more than 1 if
    /// the program chooses.
    pub fn choices(&self, state: &State, thread: ThreadId) -> usize {
        let Some(found) = state.thread(thread) else { return 0 };
        let Some(frame) = found.frames.last() else { return 0 };
        let is_free = |address| {
            let is_next = |found: &Object| match found.lock_queue() {
                [] => true,
                [first, ..] => *first == thread,
            };
            state.object(address).is_none_or(|found| found.owner.is_none() && is_next(found))
        };
        match found.status {
            Status::Running => {}
            Status::Notified { object, .. } | Status::Waiting { object, timed: true, .. } => {
                return usize::from(is_free(object));
            }
            _ => return 0,
        }
        let value = |expression| value(expression, &frame.registers);
        match self.program.instruction(frame.place) {
            Instruction::Acquire { object } => {
                let Ok(Value::Object(address)) = value(object) else { return 1 };
                let owner = state.object(address).and_then(|found| found.owner);
                let may = !mutant::is(Mutant::OwnLockBlocks);
                if self.program.queues() == Queues::FirstCome {
                    // Who is not in the queue yet takes the lock or gets into the queue.
                    let queue = state.object(address).map_or(&[][..], Object::lock_queue);
                    let is_owner = owner.is_some_and(|(owner, _)| owner == thread);
                    return usize::from(is_owner || !queue.contains(&thread) || is_free(address));
                }
                usize::from(owner.is_none_or(|(owner, _)| owner == thread && may))
            }
            Instruction::Join { thread } => {
                let Ok(Value::Thread(other)) = value(thread) else { return 1 };
                let waits = !mutant::is(Mutant::JoinDoesNotWait);
                usize::from(!waits || state.thread(other).is_none_or(Thread::is_over))
            }
            Instruction::Choose { low, high, others, .. } => {
                let bounds =
                    value(low).and_then(number).and_then(|low| Ok((low, number(value(high)?)?)));
                let Ok((low, high)) = bounds else { return 1 };
                match high.checked_sub(low) {
                    Some(more) if more < i64::from(self.bounds.choices) => {
                        let others = usize::from(others.is_some());
                        usize::try_from(more + 1).unwrap_or(0).max(1) + others
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
                match self.program.queues() {
                    Queues::Free => state.waiters(address).count().max(1),
                    Queues::FirstCome => 1,
                }
            }
            _ => 1,
        }
    }

    /// The variable that a thread may access with its next instruction, and whether it may write it; `None` if it
    /// accesses none. The instruction may go wrong instead, and an update may not find what it expects.
    pub fn next_access(&self, state: &State, thread: ThreadId) -> Option<(Variable, bool)> {
        let found = state.thread(thread).filter(|found| found.status == Status::Running)?;
        let frame = found.frames.last()?;
        let instruction = self.program.instruction(frame.place);
        if let Instruction::Update { object, field, .. } = instruction {
            let Ok(Value::Object(address)) = value(object, &frame.registers) else { return None };
            return Some((Variable::Field(address, *field), true));
        }
        let (variable, access) = access(instruction, state, &frame.registers)?;
        Some((variable, access == Access::Write))
    }

    /// The object whose lock a thread takes with its next instruction, if that takes one. It may have to wait for it.
    pub fn takes_lock(&self, state: &State, thread: ThreadId) -> Option<Address> {
        let found = state.thread(thread).filter(|found| found.status == Status::Running)?;
        let frame = found.frames.last()?;
        let Instruction::Acquire { object } = self.program.instruction(frame.place) else {
            return None;
        };
        match value(object, &frame.registers) {
            Ok(Value::Object(address)) => Some(address),
            _ => None,
        }
    }

    /// The object whose method a thread runs, or lets a new thread run, with its next instruction, if that goes well.
    pub fn receiver(&self, state: &State, thread: ThreadId) -> Option<Address> {
        let found = state.thread(thread).filter(|found| found.status == Status::Running)?;
        let frame = found.frames.last()?;
        let first = match self.program.instruction(frame.place) {
            Instruction::Call { method, arguments, .. }
            | Instruction::Fork { method, arguments, .. } => {
                arguments.first().filter(|_| self.program.method(*method).has_receiver)?
            }
            Instruction::CallVirtual { arguments, .. } => arguments.first()?,
            _ => return None,
        };
        match value(first, &frame.registers) {
            Ok(Value::Object(address)) => Some(address),
            _ => None,
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
        let place = state.threads[thread.index()].place()?;
        let (program, bounds) = (self.program, self.bounds);
        // While the step is taken nobody is in the thread's place. So it is copied only if other states have it too.
        let mut taken = std::mem::replace(&mut state.threads[thread.index()], nobody());
        let own = taken.make_mut();
        let mut step = Step { program, bounds, state, thread, own, place, choice, names };
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
                let is_caught = own.frames.last_mut().is_some_and(|frame| {
                    let target = throw::caught_wrong(program, frame.place, wrong);
                    target.is_some_and(|target| {
                        frame.place.at = target;
                        true
                    })
                });
                if !is_caught && program.throws_all() {
                    own.status = Status::Halted(Limit::Contradiction);
                    event.halted = Some(Limit::Contradiction);
                } else if !is_caught {
                    own.status = Status::Wrong(wrong);
                }
            }
            Err(Not::Limit(limit)) => {
                own.status = Status::Halted(limit);
                event.halted = Some(limit);
            }
        }
        event.wrong = Failure::of_thread(own);
        settle(self.program, own);
        event.has_ended = own.is_over();
        state.threads[thread.index()] = taken;
        Some(event)
    }
}

/// What stands in the place of a thread that takes a step.
fn nobody() -> Part<Thread> {
    static NOBODY: OnceLock<Part<Thread>> = OnceLock::new();
    NOBODY.get_or_init(|| Part::new(Thread::absent())).clone()
}
