//! Steps of the model of a program without rules, and their runs.

use reductio_programs::{
    CanonicalModel, Fresh, Program, Renaming, State, StateStore, Status, ThreadId,
};
use reductio_search::{Model, ThreadStep};

use crate::run::{Replay, Taken};
use crate::stuck::Steps;

impl Steps for CanonicalModel<'_> {
    type State = State;
    type Store = StateStore;

    fn initial(&self) -> State {
        Model::initial(self)
    }

    fn program_state<'s>(&self, state: &'s State) -> &'s State {
        state
    }

    fn choices(&self, state: &State, thread: ThreadId) -> usize {
        self.machine().choices(state, thread)
    }

    fn step(&self, state: &State, thread: ThreadId, choice: usize) -> Option<(State, Renaming)> {
        let mut next = state.clone();
        self.take(&mut next, thread, choice, |_, _| {}).then(|| {
            let names = next.make_canonical();
            (next, names)
        })
    }

    fn is_complete(&self) -> bool {
        self.limits().is_empty()
    }

    fn replay(&self, steps: &[Taken]) -> Option<Replay<'_>> {
        let mut replay = replay_begin(self)?;
        for &(thread, choice) in steps {
            replay_step(self, &mut replay, thread, choice)?;
        }
        Some(replay)
    }
}

/// The thread and the choice that a step of a model is, by its number in a state.
pub fn chosen(
    program: &Program,
    state: &State,
    (thread, step): ThreadStep,
) -> Option<(ThreadId, usize)> {
    let thread = ThreadId(u32::try_from(thread).ok()?);
    let is_second_half =
        matches!(state.thread(thread)?.status, Status::Notified { .. } | Status::Waiting { .. });
    let choice = if is_second_half { 0 } else { step / program.instructions().max(1) };
    Some((thread, choice))
}

/// A run that has come to the initial state of a model.
pub fn replay_begin<'p>(model: &CanonicalModel<'p>) -> Option<Replay<'p>> {
    let mut instructions = 0;
    model.begin(|_, _| instructions += 1);
    let mut replay = Replay::new(model.machine());
    for _ in 0..instructions {
        replay.step(ThreadId(0), 0, &Fresh)?;
    }
    replay.make_canonical();
    Some(replay)
}

/// Takes a step of a model, instruction by instruction.
pub fn replay_step(
    model: &CanonicalModel<'_>,
    replay: &mut Replay<'_>,
    thread: ThreadId,
    choice: usize,
) -> Option<()> {
    let mut instructions = 0;
    let mut state = replay.state.clone();
    model.take(&mut state, thread, choice, |_, _| instructions += 1);
    replay.step(thread, choice, &Fresh)?;
    for _ in 1..instructions {
        replay.step(thread, 0, &Fresh)?;
    }
    replay.make_canonical();
    Some(())
}
