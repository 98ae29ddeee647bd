//! Runs of findings, run again instruction by instruction on the program's machine.

use reductio_programs::{State, ThreadId};
use reductio_search::{Model, ThreadStep};
use reductio_watched::{Replay, Run};

use crate::model::CoarseModel;

/// A run that was run again.
pub(crate) struct Shown {
    pub(crate) run: Run,
    /// The state at its end.
    pub(crate) state: State,
    /// The number of each thread in the run, by its name.
    numbers: Vec<Option<ThreadId>>,
}

impl Shown {
    /// The number of a thread of the model in the run.
    pub(crate) fn number(&self, thread: ThreadId) -> Option<ThreadId> {
        self.numbers.get(thread.index()).copied().flatten()
    }
}

/// Runs the transitions of a model again. `None` if some step cannot be taken, or leads to another state than the
/// model's.
pub(crate) fn replay(model: &CoarseModel<'_>, steps: &[ThreadStep]) -> Option<Shown> {
    let naming = model.naming();
    let mut replay = Replay::new(model.machine());
    let mut at = model.initial();
    for &(thread, step) in steps {
        for (thread, choice) in model.taken(thread, &at, step) {
            let place = replay.state.thread(thread)?.place()?;
            replay.step(thread, choice, &naming.at(place))?;
        }
        let mut next = None;
        model.steps(thread, &at, |number, after| {
            if number == step {
                next = Some(after.clone());
            }
        });
        at = next?;
    }
    let threads = (0..).zip(&replay.state.threads).map(|(name, _)| ThreadId(name));
    let numbers = threads.map(|thread| replay.number(thread)).collect();
    Some(Shown { run: replay.run, state: replay.state, numbers })
}
