//! Runs that go on for ever, run again instruction by instruction on the program's machine.

use reductio_liveness::{Ending, Lasso};
use reductio_programs::{Condition, Machine, State, ThreadId};
use reductio_search::{Model, ThreadStep};
use reductio_temporal::{Formula, holds_on};
use reductio_watched::{Replay, Run};

use crate::coarse::Coarse;
use crate::naming::Naming;
use crate::runs::Runs;
use crate::single::Taken;

/// A run that goes on for ever, or ends where nobody can go on: then its last state counts as repeated for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessRun {
    /// The steps, once round.
    pub run: Run,
    /// The number of steps before those that can be repeated for ever; `None` if the run ends.
    pub cycle: Option<usize>,
}

/// A run in the making, with its states: one more than it has steps.
struct Made<'p> {
    replay: Replay<'p>,
    naming: Naming,
    states: Vec<State>,
    movers: Vec<ThreadId>,
}

impl<'p> Made<'p> {
    fn new(machine: Machine<'p>, naming: Naming) -> Self {
        let replay = Replay::new(machine);
        let states = vec![replay.state.clone()];
        Made { replay, naming, states, movers: Vec::new() }
    }

    fn take(&mut self, steps: &[Taken]) -> Option<()> {
        for &(thread, choice) in steps {
            let place = self.replay.state.thread(thread)?.place()?;
            self.replay.step(thread, choice, &self.naming.at(place))?;
            self.states.push(self.replay.state.clone());
            self.movers.push(thread);
        }
        Some(())
    }
}

/// The state of the model after a step.
fn after(runs: &Runs<'_, '_>, at: &Coarse, (thread, step): ThreadStep) -> Option<Coarse> {
    let mut next = None;
    runs.steps(thread, at, |number, after| {
        if number == step {
            next = Some(after.clone());
        }
    });
    next
}

/// Runs a lasso again in single steps, and decides once more that the formula is false of it and that it is fair.
/// `None` if it is not so, or some step cannot be taken.
pub(crate) fn replay(
    runs: &Runs<'_, '_>,
    lasso: &Lasso,
    formula: &Formula<Condition>,
    is_claimed_of_fair: bool,
) -> Option<EndlessRun> {
    let (model, machine) = (runs.model, runs.model.machine());
    let mut made = Made::new(machine, model.naming());
    let mut at = model.initial();
    for &step in &lasso.stem {
        // Who goes round leaves the state as it is.
        if !runs.is_round(step.0, &at, step.1) {
            made.take(&model.taken(step.0, &at, step.1))?;
        }
        at = after(runs, &at, step)?;
    }
    let Ending::Repeats(cycle) = &lasso.ending else {
        let last = made.states.last()?;
        let threads = (0..).zip(&last.threads).map(|(number, _)| ThreadId(number));
        let goes_on = threads.into_iter().any(|thread| machine.choices(last, thread) > 0);
        let shows = !goes_on && is_false(machine, formula, &made.states, &[]);
        return shows.then_some(EndlessRun { run: made.replay.run, cycle: None });
    };
    // A thread that does nothing but go round is led to its round first.
    let mut rounds = Vec::new();
    let mut state = at.clone();
    for &step in cycle {
        if runs.is_round(step.0, &state, step.1)
            && rounds.iter().all(|(thread, _)| *thread != step.0)
        {
            rounds.push((step.0, at.clone()));
        }
        state = after(runs, &state, step)?;
    }
    let mut state = at.clone();
    for &step in cycle {
        if !runs.is_round(step.0, &state, step.1) {
            rounds.retain(|(thread, _)| *thread != step.0);
        }
        state = after(runs, &state, step)?;
    }
    let mut turns = Vec::new();
    for (thread, from) in rounds {
        let round = model.round(thread, &from)?;
        made.take(&round.stem)?;
        turns.push((thread, round.cycle));
    }
    let first = made.movers.len();
    for &step in cycle {
        if !runs.is_round(step.0, &at, step.1) {
            made.take(&model.taken(step.0, &at, step.1))?;
        } else if let Some(place) = turns.iter().position(|(thread, _)| *thread == step.0) {
            let (_, turn) = turns.swap_remove(place);
            made.take(&turn)?;
        }
        at = after(runs, &at, step)?;
    }
    let (stem, around) = made.states[..made.movers.len()].split_at(first);
    let comes_back = !around.is_empty() && made.states.get(first) == made.states.last();
    let is_fair = !is_claimed_of_fair || is_fair(machine, around, &made.movers[first..]);
    let shows = comes_back && is_fair && is_false(machine, formula, stem, around);
    shows.then_some(EndlessRun { run: made.replay.run, cycle: Some(first) })
}

fn is_false(
    machine: Machine<'_>,
    formula: &Formula<Condition>,
    stem: &[State],
    cycle: &[State],
) -> bool {
    let program = machine.program();
    // Between two states of the model there may be a second object of a class of which a condition means the only one.
    let is_clear = |state: &State| {
        formula.occurrences().all(|condition| condition.ambiguous(program, state).is_none())
    };
    let mut all = stem.iter().chain(cycle);
    all.all(is_clear)
        && !holds_on(formula, stem, cycle, |condition, state| condition.holds(program, state))
}

/// Whether each thread moves on a cycle, or cannot move in one of its states.
fn is_fair(machine: Machine<'_>, around: &[State], movers: &[ThreadId]) -> bool {
    let most = around.iter().map(|state| state.threads.len()).max().unwrap_or(0);
    (0..).take(most).map(ThreadId).all(|thread| {
        let rests =
            |state: &State| state.thread(thread).is_none() || machine.choices(state, thread) == 0;
        movers.contains(&thread) || around.iter().any(rests)
    })
}
