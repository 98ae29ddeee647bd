//! The outcomes of selective searches, and their limits.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_search::{Finding, SearchProgress, ThreadStep};

/// A listener that is told the transitions of executions.
pub type Ended<'a> = &'a dyn Fn(&[ThreadStep]);

/// The limits of a state-less search, and who is told of its progress.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The greatest number of executions, those that were cut among them.
    pub executions: u64,
    /// The greatest number of different deadlocks that are kept.
    pub deadlocks: usize,
    /// The flag that ends the search early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// The listener that is told the transitions of each execution that was walked to its end.
    pub ended: Option<Ended<'a>>,
}

impl Default for Limits<'_> {
    /// No limit on executions; a million deadlocks.
    fn default() -> Self {
        Limits {
            executions: u64::MAX,
            deadlocks: 1_000_000,
            cancel: None,
            progress: None,
            ended: None,
        }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("executions", &self.executions).finish_non_exhaustive()
    }
}

impl Limits<'_> {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// The limits of a search that keeps states, and who is told of its progress.
#[derive(Clone, Copy)]
pub struct StateLimits<'a> {
    /// The greatest number of states that are kept.
    pub states: usize,
    /// The greatest number of bytes for them, what is kept beside them, and the stack.
    pub memory: usize,
    /// The greatest number of different deadlocks that are kept.
    pub deadlocks: usize,
    /// The flag that ends the search early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come; its `frontier` is the number of states
    /// on the stack.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
}

impl Default for StateLimits<'_> {
    /// As many states as have numbers, in 4 GiB; a million deadlocks.
    fn default() -> Self {
        StateLimits {
            states: u32::MAX as usize - 1,
            memory: 4 << 30,
            deadlocks: 1_000_000,
            cancel: None,
            progress: None,
        }
    }
}

impl std::fmt::Debug for StateLimits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StateLimits")
            .field("states", &self.states)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

impl StateLimits<'_> {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// The progress of a state-less search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of executions so far.
    pub executions: u64,
    /// The number of transitions so far.
    pub transitions: u64,
    /// The number of steps of the execution that is walked now.
    pub depth: usize,
}

/// The reason why a selective search ended before it had done all that its selection asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The limit on the number of executions was reached.
    Executions,
    /// The limit on the number of stored states was reached.
    States,
    /// The limit on the number of bytes was reached.
    Memory,
    /// The limit on the number of different deadlocks was reached.
    Deadlocks,
    /// The cancel flag was raised.
    Cancelled,
    /// An execution came back to a state, so that there is one that never ends.
    Cycle {
        /// The transitions of the execution.
        run: Vec<ThreadStep>,
        /// The number of transitions after which the state was met first.
        from: usize,
    },
    /// A thread can take more than one invisible transition, or comes back to a state by invisible ones alone, so that
    /// its transitions cannot be put together.
    Invisible {
        /// The transitions to the state.
        run: Vec<ThreadStep>,
        /// The thread.
        thread: usize,
        /// Tells whether the sequence can go on for ever; otherwise it has a choice.
        is_endless: bool,
    },
    /// The model has more threads than the search can tell apart, 64.
    Threads,
}

/// The result of a state-less search.
#[derive(Clone, Debug)]
pub struct Executions<S, V> {
    /// The number of executions that were walked to their end.
    pub executions: u64,
    /// The number of executions that were given up since all steps that they could go on with sleep: others go on so.
    pub asleep: u64,
    /// The number of executions that were cut by the bound.
    pub cut: u64,
    /// The number of steps that were taken, by what the selection takes for a step.
    pub steps: u64,
    /// The number of transitions that were taken.
    pub transitions: u64,
    /// The length of the longest execution, in steps.
    pub longest: usize,
    /// The deadlocks that were met, each once, in the order in which they were met first: states in which no thread can
    /// go on, none has failed, and some may not rest.
    pub deadlocks: Vec<S>,
    /// Tells whether each control point was met, by thread and point.
    pub reached: Vec<Vec<bool>>,
    /// The findings, one of each kind, with the executions that lead to them.
    pub findings: Vec<Finding<V>>,
    /// The reason why the search ended early, or `None` if it did not.
    pub stopped: Option<Stopped>,
}

impl<S, V> Executions<S, V> {
    /// Tells whether all was walked that the selection asks for, up to the end of each execution.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.cut == 0
    }
}

/// The result of a search that keeps states.
#[derive(Clone, Debug)]
pub struct States<S, V> {
    /// The number of stored states.
    pub states: usize,
    /// The number of steps that were taken, by what the selection takes for a step.
    pub steps: u64,
    /// The number of transitions that were taken.
    pub transitions: u64,
    /// The number of times that a state was expanded again, by steps that had slept in it.
    pub again: u64,
    /// The number of states that were expanded in full since their chosen steps all led to states on the stack.
    pub in_full: u64,
    /// The greatest length of the stack, in steps.
    pub depth: usize,
    /// The deadlocks that were met, each once, in the order in which they were met first: states in which no thread can
    /// go on, none has failed, and some may not rest.
    pub deadlocks: Vec<S>,
    /// Tells whether each control point was met, by thread and point.
    pub reached: Vec<Vec<bool>>,
    /// The findings, one of each kind, with the runs that lead to them.
    pub findings: Vec<Finding<V>>,
    /// The number of bytes that the stored states, and what is kept beside them, take at the end.
    pub bytes: usize,
    /// The reason why the search ended early, or `None` if it did not.
    pub stopped: Option<Stopped>,
}

impl<S, V> States<S, V> {
    /// Tells whether everything was searched that the selection asks for.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}
