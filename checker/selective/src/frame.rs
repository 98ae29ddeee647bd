//! The execution that is walked: a stack of states, each with the steps that are taken from it.

use reductio_search::{Accesses, ThreadStep};

use crate::clock::Clock;
use crate::moves::Move;

/// A step that sleeps: its thread, the number of its first transition.
pub(crate) type Sleeping = (usize, usize);

/// A state of the execution, and what is done there.
pub(crate) struct Frame<S> {
    pub(crate) state: S,
    /// The enabled steps, by thread.
    pub(crate) moves: Vec<Move<S>>,
    /// The steps that sleep here, each an enabled one, and those that were taken from here.
    pub(crate) asleep: Vec<(Sleeping, Accesses)>,
    /// The number of steps that slept when the state was entered.
    pub(crate) slept: usize,
    /// The threads whose steps are to be taken, by bit.
    pub(crate) chosen: u64,
    /// The number of the step that is being taken.
    pub(crate) current: Option<usize>,
    /// The clock of the steps that happen before that step.
    pub(crate) clock: Clock,
}

impl<S> Frame<S> {
    /// The threads with an enabled step, by bit.
    pub(crate) fn enabled(&self) -> u64 {
        self.moves.iter().fold(0, |all, found| all | 1 << found.thread)
    }

    /// The threads with an enabled step, none of which slept when the state was entered, by bit: what can be done after
    /// their steps is found from here.
    pub(crate) fn awake(&self) -> u64 {
        let slept = self.asleep[..self.slept].iter();
        self.enabled() & !slept.fold(0, |all, ((thread, _), _)| all | 1 << thread)
    }

    pub(crate) fn is_asleep(&self, found: &Move<S>) -> bool {
        self.asleep.iter().any(|(name, _)| *name == found.name())
    }

    /// The step that is being taken.
    pub(crate) fn step(&self) -> Option<&Move<S>> {
        self.moves.get(self.current?)
    }
}

/// The transitions of the execution, up to the state on top of the stack.
pub(crate) fn run<S>(frames: &[Frame<S>]) -> Vec<ThreadStep> {
    let steps = frames.iter().filter_map(Frame::step);
    steps.flat_map(|found| found.path.iter().map(|step| (found.thread, *step))).collect()
}
