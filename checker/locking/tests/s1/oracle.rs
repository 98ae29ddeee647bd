//! What holds of a system by definition, found by walking through its states.

use std::collections::{BTreeSet, HashSet};

use reductio_discipline::Protocol;
use reductio_locking::LockDiscipline;
use reductio_system::{PackedState, Successor, System, ThreadId};

/// A step of a system as the oracle sees it: a transition, or several of one thread that were put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) thread: ThreadId,
    /// The number of the first transition, which names the step.
    pub(crate) first: usize,
    /// The states on the way, and the one after the step as the last.
    pub(crate) states: Vec<PackedState>,
}

impl Step {
    pub(crate) fn after(&self) -> &PackedState {
        self.states.last().expect("a step leads somewhere")
    }

    pub(crate) fn name(&self) -> (usize, usize) {
        (self.thread.index(), self.first)
    }
}

/// A system whose steps are walked: how the steps of a thread from a state are found.
pub(crate) trait Steps {
    fn system(&self) -> &System;
    fn of(&self, thread: ThreadId, state: &PackedState) -> Vec<Step>;

    /// The state without what a monitor remembers of the run to it.
    fn plain(&self, state: &PackedState) -> PackedState {
        let mut state = state.clone();
        state.truncate(self.system().layout().words());
        state
    }
}

/// Single transitions.
pub(crate) struct Single<'s>(pub(crate) &'s System);

impl Steps for Single<'_> {
    fn system(&self) -> &System {
        self.0
    }

    fn of(&self, thread: ThreadId, state: &PackedState) -> Vec<Step> {
        let step = |found: Successor| {
            let states = vec![found.state];
            Step { thread: found.thread, first: found.transition, states }
        };
        self.0.successors_of(thread, state).into_iter().map(step).collect()
    }
}

/// Composed transitions of a system under a lock discipline; the states are monitored.
pub(crate) struct Monitored<'s>(pub(crate) &'s LockDiscipline);

impl Monitored<'_> {
    /// The states after single transitions.
    pub(crate) fn single(&self, state: &PackedState) -> Vec<PackedState> {
        let mut next = Vec::new();
        for found in self.system().successors(state) {
            let mut after = found.state;
            self.0.remember(state, found.thread, found.transition, &mut after);
            next.push(after);
        }
        next
    }
}

impl Steps for Monitored<'_> {
    fn system(&self) -> &System {
        Protocol::system(self.0)
    }

    fn of(&self, thread: ThreadId, state: &PackedState) -> Vec<Step> {
        let next = |state: &PackedState| {
            let mut next = Vec::new();
            for found in self.system().successors_of(thread, state) {
                let mut after = found.state;
                self.0.remember(state, thread, found.transition, &mut after);
                next.push((found.transition, after));
            }
            next
        };
        let mut found = Vec::new();
        for (first, after) in next(state) {
            let mut states = vec![after];
            let arrived = loop {
                let now = states.last().expect("there is one");
                if self.0.is_visible(thread, now) {
                    break true;
                }
                match next(now).into_iter().next() {
                    Some((_, only)) if states.len() < 60 => states.push(only),
                    _ => break false,
                }
            };
            if arrived {
                found.push(Step { thread, first, states });
            }
        }
        found
    }
}

/// Whether two steps that are enabled in a state are independent there: neither disables the other, and both orders
/// lead to the same state.
fn are_independent(steps: &impl Steps, one: &Step, two: &Step) -> bool {
    let then = |first: &Step, second: &Step| -> Option<PackedState> {
        let next = steps.of(second.thread, first.after());
        next.into_iter().find(|s| s.name() == second.name()).map(|s| steps.plain(s.after()))
    };
    let (there, back) = (then(one, two), then(two, one));
    there.is_some() && there == back
}

/// Whether the enabled steps of some threads are persistent in a state (Godefroid 1996, definition 4.1): on every run
/// of steps of the other threads no step depends on one of these, where it is taken. `None` if there is too much to
/// walk through.
pub(crate) fn is_persistent(
    steps: &impl Steps,
    state: &PackedState,
    threads: &[usize],
) -> Option<bool> {
    let own: Vec<ThreadId> = threads.iter().map(|thread| ThreadId::new(*thread)).collect();
    let names = |at: &PackedState| -> Vec<Step> {
        own.iter().flat_map(|thread| steps.of(*thread, at)).collect()
    };
    let expected: Vec<_> = names(state).iter().map(Step::name).collect();
    let mut seen = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(at) = open.pop() {
        if seen.len() > 400 {
            return None;
        }
        let here = names(&at);
        if here.iter().map(Step::name).collect::<Vec<_>>() != expected {
            return Some(false);
        }
        for thread in steps.system().thread_ids().filter(|thread| !own.contains(thread)) {
            for other in steps.of(thread, &at) {
                if here.iter().any(|step| !are_independent(steps, step, &other)) {
                    return Some(false);
                }
                if seen.insert(other.after().clone()) {
                    open.push(other.after().clone());
                }
            }
        }
    }
    Some(true)
}

/// What is met in all states.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Met {
    pub(crate) deadlocks: HashSet<PackedState>,
    pub(crate) points: BTreeSet<(usize, usize)>,
}

/// Walks through all states, and says what is met; `None` if there are more than a limit.
pub(crate) fn met(steps: &impl Steps, most: usize) -> Option<Met> {
    let system = steps.system();
    let mut met = Met::default();
    let initial = system.initial();
    for thread in system.thread_ids() {
        met.points.insert((thread.index(), usize::from(system.at(&initial, thread))));
    }
    let mut seen = HashSet::from([initial.clone()]);
    let mut open = vec![initial];
    while let Some(state) = open.pop() {
        let all: Vec<Step> =
            system.thread_ids().flat_map(|thread| steps.of(thread, &state)).collect();
        let (mut rests, mut failed) = (true, false);
        for thread in system.thread_ids() {
            rests &= system.thread(thread).may_rest(system.at(&state, thread));
            failed |= system.thread(thread).is_failed(system.at(&state, thread));
        }
        for step in &all {
            for on_the_way in &step.states {
                let point = usize::from(system.at(on_the_way, step.thread));
                met.points.insert((step.thread.index(), point));
            }
            if seen.insert(step.after().clone()) {
                open.push(step.after().clone());
            }
        }
        if all.is_empty() && !rests && !failed {
            met.deadlocks.insert(state);
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(met)
}
