//! Runs of findings, run again instruction by instruction.

use reductio_locksets::{Replay, Run, Taken};
use reductio_programs::{Address, Failure, Fresh, Machine, State, ThreadId};
use reductio_search::ThreadStep;

use crate::model::ClassifiedModel;
use crate::monitor::{Broken, Kind};

/// A run that was run again.
pub(crate) struct Shown {
    /// The run.
    pub(crate) run: Run,
    /// The state at its end.
    pub(crate) state: State,
    /// The classes that were found to be wrong.
    pub(crate) broken: Vec<Found>,
}

/// Something that was found to be wrong.
pub(crate) struct Found {
    pub(crate) kind: Kind,
    /// The place in the run of the step after which it is wrong.
    pub(crate) at: usize,
    /// The thread that breaks the rule by having come to an instruction which takes a lock, if this is why, with the
    /// object and the line of the instruction.
    pub(crate) come: Option<(ThreadId, Address, u32)>,
}

/// A thread that is about to take a lock, which lock, and where.
fn come_to(
    replay: &Replay<'_>,
    machine: Machine<'_>,
    thread: ThreadId,
) -> Option<(ThreadId, Address, u32)> {
    let object = machine.takes_lock(&replay.state, thread)?;
    let place = replay.state.thread(thread)?.place()?;
    let line = machine.program().line(place);
    Some((replay.number(thread)?, replay.object_number(object)?, line))
}

/// Runs the steps of a model again. `None` if some step cannot be taken.
pub(crate) fn replay(model: &ClassifiedModel<'_>, steps: &[ThreadStep]) -> Option<Shown> {
    let mut replay = Replay::new(model.machine());
    let mut broken = Vec::new();
    let mut taken: Vec<(Taken, Broken)> = Vec::new();
    let mut at = model.begin(|step, found| taken.push((step, found)));
    let mut steps = steps.iter();
    loop {
        for ((thread, choice), found) in taken.drain(..) {
            replay.step(thread, choice, &Fresh)?;
            for (kind, come) in found {
                let come = come.and_then(|thread| come_to(&replay, model.machine(), thread));
                broken.push(Found { kind, at: replay.run.steps.len() - 1, come });
            }
        }
        if replay.state != at.state {
            return None;
        }
        at = model.canonical(at);
        replay.make_canonical();
        let Some(&(thread, step)) = steps.next() else { break };
        let thread = ThreadId(u32::try_from(thread).ok()?);
        let choice = model.choice(&at.state, thread, step)?;
        let more = |step, found| taken.push((step, found));
        if !model.take(&mut at, thread, choice, more) {
            return None;
        }
    }
    Some(Shown { run: replay.run, state: replay.state, broken })
}

/// Decides whether no thread can go on, some thread has not ended, and none has gone wrong.
pub(crate) fn ends_in_deadlock(machine: Machine<'_>, state: &State) -> bool {
    let threads = (0..).zip(&state.threads).map(|(number, _)| ThreadId(number));
    let mut choices = threads.map(|thread| machine.choices(state, thread));
    choices.all(|choices| choices == 0) && !state.is_over() && !Failure::blocks(state)
}
