//! Runs of findings, run again instruction by instruction.

use reductio_locksets::{Replay, Run, Taken};
use reductio_programs::{Failure, Fresh, Machine, ThreadId};
use reductio_search::ThreadStep;

use crate::model::ClaimedModel;
use crate::store::Owned;

/// A run that was run again, and its end.
pub(crate) struct Shown {
    pub(crate) run: Run,
    pub(crate) end: Owned,
}

/// Runs the steps of a model again. `None` if some step cannot be taken, or leads elsewhere.
pub(crate) fn replay(model: &ClaimedModel<'_>, steps: &[ThreadStep]) -> Option<Shown> {
    let mut replay = Replay::new(model.machine());
    let mut taken: Vec<Taken> = Vec::new();
    let mut at = model.begin(|step| taken.push(step));
    let mut steps = steps.iter();
    loop {
        for (number, (thread, choice)) in taken.drain(..).enumerate() {
            // Only the first instruction of a step can have been chosen.
            replay.step(thread, if number == 0 { choice } else { 0 }, &Fresh)?;
        }
        if replay.state != at.state {
            return None;
        }
        at = model.canonical(at);
        replay.make_canonical();
        let Some(&(thread, step)) = steps.next() else { break };
        let thread = ThreadId(u32::try_from(thread).ok()?);
        let choice = model.choice(&at.state, thread, step)?;
        if !model.take(&mut at, thread, choice, |step| taken.push(step)) {
            return None;
        }
    }
    Some(Shown { run: replay.run, end: at })
}

/// Whether no thread can go on, some thread has not ended, and none has gone wrong.
pub(crate) fn is_deadlock(machine: Machine<'_>, Owned { state, .. }: &Owned) -> bool {
    let threads = (0..).zip(&state.threads).map(|(number, _)| ThreadId(number));
    let mut choices = threads.map(|thread| machine.choices(state, thread));
    choices.all(|choices| choices == 0) && !state.is_over() && !Failure::blocks(state)
}
