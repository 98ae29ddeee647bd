//! Random walks: executions with steps that are drawn at random.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_relations::Random;
use rustc_hash::FxHashSet;

use super::rules::Rules;
use super::run::Execution;
use crate::system::{PackedState, StepOutcome, ThreadId};

/// A walk has at most this many single steps.
const MOST_STEPS: usize = 1_000_000;

/// The unit in which a random walk counts its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// A transition of any thread.
    #[default]
    Single,
    /// A reduced step: a transition from a visible state, and then invisible ones of the same thread until it is at a
    /// visible control point. The walk starts with the invisible steps that lead to a visible state; they do not count.
    Reduced,
}

/// The settings of a random walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The seed; equal seeds give equal walks, on every machine.
    pub seed: u64,
    /// The number of steps that the walk has unless it ends before; it never has more than a million single steps.
    pub steps: usize,
    /// The unit in which steps are counted.
    pub pace: Pace,
}

/// Walks at random: each time a thread that can go on is drawn, then one of its transitions, all equally likely. The
/// walk ends where there is something to say ([`Execution::endings`], other than that something was reached or that a
/// thread can take invisible steps for ever), or after its steps, or when `cancel` is raised. Cost: linear in the
/// steps.
///
/// ```
/// # use reductio::discipline::Discipline;
/// # use reductio::execution::{Ending, Pace, Walk, simulate};
/// # use reductio::system::{Domain, SystemBuilder, VariableClass};
/// # let mut system = SystemBuilder::new("bit");
/// # let threads = [system.thread("one")?, system.thread("two")?];
/// # let starts = [system.point(threads[0], "A", true)?, system.point(threads[1], "A", true)?];
/// # let bit = system.variable("bit", VariableClass::Shared, Domain::truth(), 0)?;
/// for (thread, start) in threads.into_iter().zip(starts) {
///     for value in [0, 1] {
///         system.transition(thread, start, start).assign(bit, value).add()?;
///     }
/// }
/// # let system = system.finish()?;
/// let discipline = Discipline::new(&system);
/// let walk = Walk { seed: 7, steps: 20, pace: Pace::Single };
/// let (one, other) = (simulate(&discipline, walk, None), simulate(&discipline, walk, None));
/// assert_eq!((one.steps().len(), one.ending()), (20, Ending::Stopped));
/// assert_eq!(one.steps(), other.steps());
/// # Ok::<(), reductio::system::Defect>(())
/// ```
pub fn simulate<'a>(
    rules: impl Into<Rules<'a>>,
    walk: Walk,
    cancel: Option<&AtomicBool>,
) -> Execution<'a> {
    let is_cancelled = || cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
    let rules = rules.into();
    let execution = Execution { seed: Some(walk.seed), ..Execution::start(rules) };
    let random = Random::new(walk.seed);
    let mut walker = Walker { execution, random, tail: FxHashSet::default() };
    if walk.pace == Pace::Reduced {
        // A reduced search begins in a visible state.
        rules.system().thread_ids().for_each(|thread| walker.settle(thread));
    }
    for _ in 0..walk.steps {
        let is_long = walker.execution.steps.len() >= MOST_STEPS;
        if is_long || is_cancelled() || walker.is_over() || walker.step(walk.pace).is_none() {
            break;
        }
    }
    walker.execution.ending = walker.execution.gravest();
    walker.execution
}

struct Walker<'a> {
    execution: Execution<'a>,
    random: Random,
    /// The states since the last visible step or the last change of threads.
    tail: FxHashSet<PackedState>,
}

impl Walker<'_> {
    /// Whether the last state is an ending, other than that no thread can go on.
    fn is_over(&self) -> bool {
        let (execution, last) = (&self.execution, self.execution.last());
        let system = execution.system();
        let has_failed = execution.steps.last().is_some_and(|step| step.failure.is_some());
        let is_bad = execution.bad[execution.steps.len()].is_some();
        let mut invariants = system.invariants().iter();
        has_failed || is_bad || !invariants.all(|claim| system.holds(&claim.predicate, last))
    }

    /// Whether the last steps are invisible ones of one thread that it could take again and again.
    fn is_loop(&self) -> bool {
        self.tail.contains(self.execution.last())
    }

    /// Takes a step; `None` if no thread can go on.
    fn step(&mut self, pace: Pace) -> Option<()> {
        let system = self.execution.system();
        let open: Vec<(ThreadId, Vec<usize>)> = system
            .thread_ids()
            .map(|thread| (thread, self.enabled(thread)))
            .filter(|(_, numbers)| !numbers.is_empty())
            .collect();
        let (thread, numbers) = self.draw(&open)?;
        let number = *self.draw(numbers)?;
        self.take(*thread, number);
        if pace == Pace::Reduced {
            self.settle(*thread);
        }
        Some(())
    }

    /// Takes invisible steps of a thread until it is at a visible control point.
    fn settle(&mut self, thread: ThreadId) {
        while !self.execution.is_visible_thread(thread, self.execution.steps.len())
            && !self.is_over()
            && !self.is_loop()
            && self.execution.steps.len() < MOST_STEPS
        {
            // An invisible control point never blocks.
            let numbers = self.enabled(thread);
            let Some(&number) = self.draw(&numbers) else { break };
            self.take(thread, number);
        }
    }

    fn take(&mut self, thread: ThreadId, number: usize) {
        let before = self.execution.last().clone();
        if self.execution.push(thread, number).is_err() {
            // Only what is enabled is taken.
            return;
        }
        let steps = &self.execution.steps;
        let goes_on = steps.len() >= 2 && steps[steps.len() - 2].thread == thread;
        if steps[steps.len() - 1].is_visible() {
            self.tail.clear();
        } else {
            if !goes_on {
                self.tail.clear();
            }
            self.tail.insert(before);
        }
    }

    /// The numbers of the transitions that a thread can take in the last state.
    fn enabled(&self, thread: ThreadId) -> Vec<usize> {
        let (system, state) = (self.execution.system(), self.execution.last());
        let owner = system.thread(thread);
        let mut next = state.clone();
        let mut is_enabled = |number: &usize| {
            let transition = &owner.transitions()[*number];
            system.execute(thread, transition, state, &mut next) != StepOutcome::Disabled
        };
        owner.pending_numbers(system.at(state, thread)).filter(&mut is_enabled).collect()
    }

    /// Draws one item of a list, `None` from an empty one.
    fn draw<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        let count = u64::try_from(list.len()).ok().filter(|count| *count > 0)?;
        // Of 64 random bits the remainder is as good as even: lists have at most 2^31 items.
        list.get(usize::try_from(self.random.bits() % count).ok()?)
    }
}
