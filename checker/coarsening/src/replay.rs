//! Runs of findings, run again instruction by instruction on the program's machine.

use reductio_locksets::{Replay, Run};
use reductio_programs::{Failure, Machine, State, ThreadId};
use reductio_search::{Model, ThreadStep};

use crate::model::CoarseModel;

/// A run that was run again.
pub(crate) struct Shown<'p> {
    pub(crate) run: Run,
    /// The state at its end.
    pub(crate) state: State,
    machine: Machine<'p>,
    /// The number of each thread in the run, by its name.
    numbers: Vec<Option<ThreadId>>,
}

impl Shown<'_> {
    /// The number of a thread of the model in the run.
    pub(crate) fn number(&self, thread: ThreadId) -> Option<ThreadId> {
        self.numbers.get(thread.index()).copied().flatten()
    }
}

/// Runs the transitions of a model again. `None` if some step cannot be taken, or leads to another state than the
/// model's.
pub(crate) fn replay<'p>(model: &CoarseModel<'p>, steps: &[ThreadStep]) -> Option<Shown<'p>> {
    let naming = model.naming();
    let machine = model.machine();
    let mut replay = Replay::new(machine);
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
    Some(Shown { run: replay.run, state: replay.state, machine, numbers })
}

/// Decides whether no thread can go on at the end of a run, some thread has not ended, and none has gone wrong.
pub(crate) fn is_deadlock(shown: &Shown<'_>) -> bool {
    let threads = (0..).zip(&shown.state.threads).map(|(number, _)| ThreadId(number));
    let mut choices = threads.map(|thread| shown.machine.choices(&shown.state, thread));
    choices.all(|count| count == 0) && !shown.state.is_over() && !Failure::blocks(&shown.state)
}
