//! The accesses of steps, by which searches know which steps commute.

use reductio_search::{Access, Accesses, Level, Touch};

use super::instruction;
use crate::evaluate::value;
use crate::event::Variable;
use crate::instruction::Instruction;
use crate::mutant::{self, Mutant};
use crate::pending::access;
use crate::program::Program;
use crate::state::{State, Status};
use crate::value::{Address, ThreadId, Value};

/// The kinds of objects that steps touch, in the lowest bits of their numbers.
#[derive(Clone, Copy)]
enum Kind {
    Field,
    Element,
    Static,
    Lock,
    /// The start of a thread, which its fork brings about.
    Start,
    /// The end of a thread.
    End,
}

/// The number of an object that steps touch: different objects have different numbers, on machines of 64 bits; on
/// others some count as one, so that fewer steps commute.
fn touched(kind: Kind, name: u32, part: u32) -> usize {
    let number = u64::from(name) << 32 | u64::from(part) << 3 | kind as u64;
    #[expect(clippy::cast_possible_truncation, reason = "as the comment says")]
    let number = number as usize;
    number
}

fn variable(found: Variable) -> usize {
    match found {
        Variable::Field(Address(address), field) => touched(Kind::Field, address, field.0),
        Variable::Element(Address(address), index) => touched(Kind::Element, address, index),
        Variable::Static(found) => touched(Kind::Static, found.0, 0),
    }
}

fn lock(Address(address): Address) -> usize {
    touched(Kind::Lock, address, 0)
}

/// The accesses of the next step of a thread, whichever choice it takes. `child` is the name of the thread that a fork
/// would start. That a thread has ended, or has begun, is told as the lock of each that is given back by the one and
/// borrowed by the others.
pub(super) fn of_step(
    program: &Program,
    state: &State,
    thread: ThreadId,
    child: Option<ThreadId>,
) -> Accesses {
    let mut all = Accesses::none();
    all.add(touched(Kind::Start, thread.0, 0), Access::Borrow);
    let Some(found) = state.thread(thread) else { return all };
    if let Status::Notified { object, .. } | Status::Waiting { object, timed: true, .. } =
        found.status
    {
        all.add(lock(object), Access::EndWait);
    }
    let Some(frame) = found.frames.last() else { return all };
    let ends = match program.instruction(frame.place) {
        // Nobody may catch it.
        Instruction::Throw { .. } => true,
        Instruction::Return { .. } => {
            found.frames.len() == 2 && program.may_end(found.frames[0].place)
        }
        _ => found.frames.len() == 1 && program.may_end(frame.place),
    };
    if ends {
        all.add(touched(Kind::End, thread.0, 0), Access::Release);
    }
    let Some(instruction) = instruction(program, state, thread) else { return all };
    let object = |expression| match value(expression, &frame.registers) {
        Ok(Value::Object(address)) => Some(address),
        _ => None,
    };
    let owns = |address| {
        let owner = state.object(address).and_then(|found| found.owner);
        owner.filter(|(owner, _)| *owner == thread).map(|(_, depth)| depth)
    };
    // What goes wrong touches nothing, whatever others do.
    match instruction {
        Instruction::Acquire { object: expression } => {
            if let Some(address) = object(expression)
                && !mutant::is(Mutant::LocksUntouched)
            {
                let level = if owns(address).is_some() { Level::Owned } else { Level::Unknown };
                all.touch(Touch { object: lock(address), access: Access::Acquire, level });
            }
        }
        Instruction::Release { object: expression } => {
            if let Some(address) = object(expression)
                && owns(address) == Some(1)
            {
                all.add(lock(address), Access::Release);
            }
        }
        // Whether it is taken or refused, others may see another end of it.
        Instruction::TryAcquire { object: expression, .. } => {
            if let Some(address) = object(expression)
                && owns(address).is_none()
            {
                all.add(lock(address), Access::Read);
                all.add(lock(address), Access::Write);
            }
        }
        Instruction::Update { object: expression, field, .. } => {
            if let Some(address) = object(expression) {
                let touched = variable(Variable::Field(address, *field));
                all.add(touched, Access::Read);
                all.add(touched, Access::Write);
            }
        }
        Instruction::Wait { object: expression, .. } => {
            if let Some(address) = object(expression)
                && owns(address).is_some()
            {
                all.add(lock(address), Access::StartWait);
            }
        }
        Instruction::Notify { object: expression }
        | Instruction::NotifyAll { object: expression } => {
            if let Some(address) = object(expression)
                && owns(address).is_some()
            {
                all.add(lock(address), Access::Notify);
            }
        }
        Instruction::Join { thread } => {
            if let Ok(Value::Thread(other)) = value(thread, &frame.registers)
                && !mutant::is(Mutant::JoinsUntouched)
            {
                all.add(touched(Kind::End, other.0, 0), Access::Borrow);
            }
        }
        Instruction::Fork { .. } => match child {
            Some(child) => {
                all.add(touched(Kind::Start, child.0, 0), Access::Release);
                all.add(touched(Kind::End, child.0, 0), Access::Release);
            }
            None => return Accesses::unknown(),
        },
        instruction => {
            if let Some((found, access)) = access(instruction, state, &frame.registers) {
                let is_read = mutant::is(Mutant::WritesAreReads);
                let access = if is_read { Access::Read } else { access };
                all.add(variable(found), access);
            }
        }
    }
    all
}

/// The accesses that decide which steps a thread can take.
pub(super) fn waits_for(program: &Program, state: &State, thread: ThreadId) -> Accesses {
    let mut all = Accesses::none();
    let Some(found) = state.thread(thread) else {
        all.add(touched(Kind::Start, thread.0, 0), Access::Borrow);
        return all;
    };
    if let Some((object, _)) = found.status.waits_at() {
        all.add(lock(object), Access::EndWait);
        return all;
    }
    match instruction(program, state, thread) {
        Some(Instruction::Acquire { .. } | Instruction::Join { .. }) => {
            of_step(program, state, thread, None)
        }
        _ => all,
    }
}
