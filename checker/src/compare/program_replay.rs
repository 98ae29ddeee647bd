//! Runs of searches of programs, run again instruction by instruction.

use crate::locksets::{Replay, Run};
use crate::programs::{
    CanonicalModel, Failure, Fresh, Machine, Program, StableModel, State, Status, ThreadId,
};
use crate::search::ThreadStep;

/// The model whose steps a run has.
pub(super) enum Again<'a> {
    /// One whose states are canonical.
    Canonical(&'a CanonicalModel<'a>),
    /// One in which threads and objects keep their names.
    Stable(&'a StableModel<'a>),
}

impl Again<'_> {
    /// A run to a failure, or to a total deadlock; `None` if it cannot be run, or does not lead there.
    pub(super) fn run(
        &self,
        program: &Program,
        steps: &[ThreadStep],
        failure: Option<Failure>,
    ) -> Option<Run> {
        let machine = match self {
            Again::Canonical(model) => model.machine(),
            Again::Stable(model) => model.machine(),
        };
        let mut replay = Replay::new(machine);
        for &(thread, step) in steps {
            let thread = ThreadId(u32::try_from(thread).ok()?);
            let choice = choice(program, &replay.state, thread, step)?;
            match self {
                Again::Canonical(_) => {
                    replay.step(thread, choice, &Fresh)?;
                    replay.make_canonical();
                }
                Again::Stable(model) => {
                    replay.step(thread, choice, model.names())?;
                    replay.state.collect_garbage();
                }
            }
        }
        let is_shown = match failure {
            Some(failure) => Failure::of(&replay.state).any(|found| found == failure),
            None => is_deadlock(machine, &replay.state),
        };
        is_shown.then_some(replay.run)
    }
}

/// Which of a thread's choices a step of a model is, in a state.
fn choice(program: &Program, state: &State, thread: ThreadId, step: usize) -> Option<usize> {
    match state.thread(thread)?.status {
        // The second half of a wait has a number of its own.
        Status::Notified { .. } | Status::Waiting { .. } => Some(0),
        _ => Some(step / program.instructions().max(1)),
    }
}

fn is_deadlock(machine: Machine<'_>, state: &State) -> bool {
    let threads = (0..).map(ThreadId).take(state.threads.len());
    let mut goes_on = threads.map(|thread| machine.choices(state, thread) > 0);
    !goes_on.any(|goes_on| goes_on) && !state.is_over() && !Failure::blocks(state)
}
