//! Programs as models, whose states are searched.

mod accesses;
mod canonical;
mod met;
mod patience;
mod spare;
mod stable;
mod told;

pub use canonical::CanonicalModel;
pub use met::Met;
pub use patience::Patience;
pub use stable::StableModel;

use crate::ids::Place;
use crate::instruction::Instruction;
use crate::program::Program;
use crate::state::{State, Status, Thread};
use crate::value::ThreadId;

/// The size of a step of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// An instruction.
    #[default]
    Instruction,
    /// An instruction and then those of its thread in the same line of the source and the same frame, as long as the
    /// thread need not wait and the program does not choose: what other tools take for a step. It is coarse, and not
    /// sound: what happens between the instructions of a line is missed. Nothing holds because a search of such steps
    /// has not found it to fail.
    Line,
    /// An instruction and then the local ones of its thread ([`Instruction::is_local`]): they commute with everything
    /// that others do, and never wait. A thread that goes on with local instructions for long is interrupted now and
    /// then, so that steps end.
    LocalsAfter,
    /// An instruction and then those of its thread that are *alone*: there is one result, at once, and nothing that
    /// other threads may do before the thread's next step has to do with it, wherever that leads them
    /// ([`ProgramForesight`](crate::ProgramForesight)). These are persistent sets of one thread (S3): all deadlocks and
    /// failures are met, not all states. They are the local ones, and of the others those that touch what nobody else
    /// can reach, or what nobody else writes any more; and to give a lock back.
    AloneAfter,
}

/// The number of instructions after which a thread is interrupted. A program that counts for ever takes so many for
/// each state that a search stores before it comes to a limit.
const PATIENCE: usize = 64;

/// The number of a step: of its instruction, and which choice it is. The second half of a wait is choice 1.
fn step_number(program: &Program, state: &State, thread: ThreadId, choice: usize) -> usize {
    let Some(found) = state.thread(thread) else { return 0 };
    let Some(place) = found.place() else { return 0 };
    let is_second_half = matches!(found.status, Status::Notified { .. } | Status::Waiting { .. });
    let choice = if is_second_half { 1 } else { choice };
    program.number(place) + choice * program.instructions()
}

/// The place of the instruction of a step, and which choice it is.
pub(crate) fn step_place(program: &Program, step: usize) -> Option<(Place, usize)> {
    let all = program.instructions().max(1);
    program.place(step % all).map(|place| (place, step / all))
}

/// The instruction at which a thread is.
fn instruction<'p>(
    program: &'p Program,
    state: &State,
    thread: ThreadId,
) -> Option<&'p Instruction> {
    let found = state.thread(thread).filter(|found| found.status == Status::Running)?;
    found.place().map(|place| program.instruction(place))
}

/// Whether a thread is at a local instruction.
fn is_at_local(program: &Program, state: &State, thread: ThreadId) -> bool {
    instruction(program, state, thread).is_some_and(Instruction::is_local)
}

/// Decides whether a thread is where it was in an earlier state, and nothing has changed.
pub fn is_where_it_was(now: &State, before: &State, thread: ThreadId) -> bool {
    match (now.thread(thread), before.thread(thread)) {
        // Numbers that are counted are in the registers: they are looked at before the objects are.
        (Some(one), Some(two)) => {
            one.place() == two.place()
                && one.frames.len() == two.frames.len()
                && one == two
                && now == before
        }
        _ => false,
    }
}

fn id(thread: usize) -> ThreadId {
    ThreadId(u32::try_from(thread).unwrap_or(u32::MAX))
}

/// Whether a thread need not go on: it is over, or a limit has been met, so that nothing is known of what comes then.
fn may_rest(state: &State, thread: usize) -> bool {
    let rests = |found: &Thread| found.is_over() || found.background;
    state.thread(id(thread)).is_none_or(rests) || state.limits().next().is_some()
}
