//! The object with which a thread deals next.

use super::Program;
use crate::evaluate::value;
use crate::instruction::{Expression, Instruction};
use crate::state::{Status, Thread};
use crate::value::{Address, Value};

impl Program {
    /// The object whose field, element, length, class or lock the next instruction of a thread is about; the object at
    /// which it waits. `None` if there is none. It follows from what is in the thread alone.
    pub fn object_of(&self, thread: &Thread) -> Option<Address> {
        if let Some((object, _)) = thread.status.waits_at() {
            return Some(object);
        }
        let frame = thread.frames.last().filter(|_| thread.status == Status::Running)?;
        match value(object_in(self.instruction(frame.place))?, &frame.registers) {
            Ok(Value::Object(address)) => Some(address),
            _ => None,
        }
    }
}

/// The expression for the object that an instruction is about.
fn object_in(instruction: &Instruction) -> Option<&Expression> {
    use Instruction as I;
    match instruction {
        I::Read { object, .. }
        | I::Write { object, .. }
        | I::Update { object, .. }
        | I::ReadElement { array: object, .. }
        | I::WriteElement { array: object, .. }
        | I::Length { array: object, .. }
        | I::ClassOf { object, .. }
        | I::InstanceOf { object, .. }
        | I::Mirror { object, .. }
        | I::NewLike { like: object, .. }
        | I::Acquire { object }
        | I::TryAcquire { object, .. }
        | I::Depth { object, .. }
        | I::Release { object }
        | I::Wait { object, .. }
        | I::Notify { object }
        | I::NotifyAll { object } => Some(object),
        I::CallVirtual { arguments, .. } => arguments.first(),
        _ => None,
    }
}
