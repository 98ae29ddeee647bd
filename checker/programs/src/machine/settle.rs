//! The instruction at which a thread goes on between its steps.

use crate::evaluate::value;
use crate::instruction::Instruction;
use crate::program::Program;
use crate::state::{Status, Thread};
use crate::value::Value;
use crate::wrong::Wrong;

/// Follows the jumps and branches to which a thread has come, up to an instruction that is a step, and forgets the
/// registers that are not needed there.
pub(super) fn settle(program: &Program, thread: &mut Thread) {
    if thread.status != Status::Running {
        return;
    }
    let is_outermost = thread.frames.len() == 1;
    let Some(frame) = thread.frames.last_mut() else { return };
    let code = &program.method(frame.place.method).code;
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
    frame.forget(program.dead_at(frame.place));
}

/// The instruction at which a thread goes on after a jump or branch.
pub(super) fn after_jump(jump: &Instruction, at: u32, registers: &[Value]) -> Result<u32, Wrong> {
    match jump {
        Instruction::Jump { target } => Ok(*target),
        Instruction::Branch { condition, otherwise } => {
            Ok(if value(condition, registers)?.is_true() { at + 1 } else { *otherwise })
        }
        _ => Ok(at),
    }
}
