//! Runs of searches of programs, run again instruction by instruction.

use crate::programs::{CanonicalModel, Failure, Fresh, Program, StableModel};
use crate::search::ThreadStep;
use crate::watched::{Replay, Run, chosen};

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
            let (thread, choice) = chosen(program, &replay.state, (thread, step))?;
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
            None => machine.is_deadlock(&replay.state),
        };
        is_shown.then_some(replay.run)
    }
}
