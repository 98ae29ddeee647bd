//! Runs of findings, run again instruction by instruction.

use reductio_locksets::{Replay, Steps, Taken};
use reductio_programs::{Failure, Fresh, Machine, Renaming, State, ThreadId};
use reductio_search::{Model, ThreadStep};

use crate::ghost::{Owned, OwnedStore};
use crate::model::ClaimedModel;

/// A run that was run again, and its end.
pub(crate) struct Shown<'m> {
    pub(crate) replay: Replay<'m>,
    pub(crate) end: Owned,
}

/// Runs the steps of a model again. `None` if some step cannot be taken, or leads elsewhere.
pub(crate) fn replay<'m>(model: &'m ClaimedModel<'_>, steps: &[ThreadStep]) -> Option<Shown<'m>> {
    let mut steps = steps.iter();
    let next = |at: &Owned| {
        let &(thread, step) = steps.next()?;
        let thread = ThreadId(u32::try_from(thread).ok()?);
        Some(model.choice(&at.state, thread, step).map(|choice| (thread, choice)))
    };
    let (replay, end) = replay_by(model, next)?;
    Some(Shown { replay, end })
}

/// Runs steps again, as `next` says which comes in a state; `None` in it stands for a step that there is not.
fn replay_by<'m>(
    model: &'m ClaimedModel<'_>,
    mut next: impl FnMut(&Owned) -> Option<Option<Taken>>,
) -> Option<(Replay<'m>, Owned)> {
    let mut replay = Replay::new(model.machine());
    let mut taken: Vec<Taken> = Vec::new();
    let mut at = model.begin(|step| taken.push(step));
    loop {
        for (number, (thread, choice)) in taken.drain(..).enumerate() {
            // Only the first instruction of a step can have been chosen.
            replay.step(thread, if number == 0 { choice } else { 0 }, &Fresh)?;
        }
        if replay.state != at.state {
            return None;
        }
        at = ClaimedModel::canonical(at).0;
        replay.make_canonical();
        let Some(step) = next(&at) else { break };
        let (thread, choice) = step?;
        if !model.take(&mut at, thread, choice, |step| taken.push(step)) {
            return None;
        }
    }
    Some((replay, at))
}

impl Steps for ClaimedModel<'_> {
    type State = Owned;
    type Store = OwnedStore;

    fn initial(&self) -> Owned {
        Model::initial(self)
    }

    fn program_state<'s>(&self, at: &'s Owned) -> &'s State {
        &at.state
    }

    fn choices(&self, state: &State, thread: ThreadId) -> usize {
        self.machine().choices(state, thread)
    }

    fn step(&self, at: &Owned, thread: ThreadId, choice: usize) -> Option<(Owned, Renaming)> {
        let mut next = at.clone();
        self.take(&mut next, thread, choice, |_| {}).then(|| Self::canonical(next))
    }

    fn is_complete(&self) -> bool {
        self.limits().is_empty()
    }

    fn replay(&self, steps: &[Taken]) -> Option<Replay<'_>> {
        let mut steps = steps.iter();
        replay_by(self, |_| steps.next().map(|step| Some(*step))).map(|(replay, _)| replay)
    }
}

/// Decides whether no thread can go on, some thread has not ended, and none has gone wrong.
pub(crate) fn is_deadlock(machine: Machine<'_>, Owned { state, .. }: &Owned) -> bool {
    let threads = (0..).zip(&state.threads).map(|(number, _)| ThreadId(number));
    let mut choices = threads.map(|thread| machine.choices(state, thread));
    choices.all(|choices| choices == 0) && !state.is_over() && !Failure::blocks(state)
}
