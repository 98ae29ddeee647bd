//! On what the next step of a thread depends.

use reductio_programs::{Address, Instruction, Machine, Status};

use crate::parts::{Part, Phase};

/// The part of a state, besides the thread itself, that decides what the thread's next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// It takes none.
    Never,
    /// Nothing.
    Own,
    /// An object, and the threads in its queues.
    Object(Address),
    /// The variables that belong to no object.
    Statics,
    /// The threads that wait for its end.
    Joiners,
    /// Anything.
    All,
}

/// Finds the part of a state on which the next step of a thread depends.
pub(crate) fn touch(machine: &Machine<'_>, part: &Part) -> Touch {
    use Instruction as I;
    let program = machine.program();
    let object = || program.object_of(&part.thread).map_or(Touch::Own, Touch::Object);
    if part.phase != Phase::Going {
        return Touch::Never;
    }
    match part.thread.status {
        Status::Ended => return Touch::Joiners,
        Status::Running => {}
        Status::Waiting { timed: true, .. } => return object(),
        _ => return Touch::Never,
    }
    let Some(place) = part.thread.place() else { return Touch::Never };
    match program.instruction(place) {
        I::Compute { .. }
        | I::Choose { .. }
        | I::Jump { .. }
        | I::Branch { .. }
        | I::Call { .. }
        | I::Return { .. }
        | I::Assert { .. }
        | I::Fail { .. }
        | I::Unsupported { .. }
        | I::Background
        | I::Skip
        | I::Yield
        | I::Stop
        | I::Own { .. }
        | I::Identity { .. } => Touch::Own,
        I::Read { .. }
        | I::Write { .. }
        | I::Update { .. }
        | I::ReadElement { .. }
        | I::WriteElement { .. }
        | I::Length { .. }
        | I::ClassOf { .. }
        | I::CallVirtual { .. }
        | I::Acquire { .. }
        | I::TryAcquire { .. }
        | I::Depth { .. }
        | I::Release { .. }
        | I::Wait { .. }
        | I::Notify { .. }
        | I::NotifyAll { .. } => object(),
        I::ReadStatic { .. } | I::WriteStatic { .. } | I::ReadConstant { .. } => Touch::Statics,
        _ => Touch::All,
    }
}
