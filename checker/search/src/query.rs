//! What a search is asked, and what it answers.

use std::sync::atomic::{AtomicBool, Ordering};

/// Which state is looked at next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The one that was found first: runs are shortest.
    #[default]
    BreadthFirst,
    /// The one that was found last.
    DepthFirst,
}

/// What is asked.
#[expect(clippy::struct_excessive_bools, reason = "each can be asked for alone")]
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// In which order states are looked at.
    pub strategy: Strategy,
    /// Whether bad states are looked for. Without, `N` steps may end in them.
    pub discipline: bool,
    /// Whether deadlocks are looked for.
    pub deadlocks: bool,
    /// Whether threads that fail and violated invariants are looked for.
    pub failures: bool,
    /// Whether the search goes on after the first finding. It tells the first finding of each kind then: failures by
    /// thread, step and reason ([`Model::failure_reason`](super::Model::failure_reason)), violations of the discipline as the model
    /// tells them apart ([`Model::violation_kind`](super::Model::violation_kind)), invariants by number, endless loops by thread. Otherwise a
    /// breadth-first search ends with the level of the first finding, so that its counts do not depend on the order
    /// within a level, and tells one failure, one violation and so on.
    pub keep_going: bool,
    /// The most states to store.
    pub max_states: usize,
    /// The most bytes for stored states.
    pub memory: usize,
    /// Threads that search, for breadth-first. What is explored, and which kinds of findings there are, does not depend
    /// on it. Among some ten thousand states and more, several workers may tell another one of equally short runs than
    /// one does; it is the same whatever their number.
    pub workers: usize,
    /// Set to end the search early.
    pub cancel: Option<&'a AtomicBool>,
    /// Told now and then how far the search is.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
}

impl Default for Query<'_> {
    /// Everything is looked for, breadth-first, until the first finding, with up to 4 GiB of states.
    fn default() -> Self {
        Query {
            strategy: Strategy::default(),
            discipline: true,
            deadlocks: true,
            failures: true,
            keep_going: false,
            max_states: u32::MAX as usize - 1,
            memory: 4 << 30,
            workers: 1,
            cancel: None,
            progress: None,
        }
    }
}

impl std::fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query")
            .field("strategy", &self.strategy)
            .field("keep_going", &self.keep_going)
            .finish_non_exhaustive()
    }
}

impl Query<'_> {
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchProgress {
    /// States stored.
    pub states: usize,
    /// States stored and not looked at yet.
    pub frontier: usize,
    /// Steps (reduced: reduced steps) from the initial state.
    pub depth: usize,
    /// Bytes for stored states.
    pub bytes: usize,
}

/// Something that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FindingKind<V> {
    /// A bad state: the discipline is violated.
    Discipline(V),
    /// The invariant with this number is violated.
    Invariant(usize),
    /// A thread failed.
    Failure {
        /// The thread.
        thread: usize,
        /// The number of the step in which it failed; none if it has failed in the initial state.
        step: Option<usize>,
        /// For which of the reasons for which the step can fail, as the model numbers them.
        reason: usize,
    },
    /// No thread can go on, and not all may rest.
    Deadlock,
    /// A thread can take invisible steps for ever.
    EndlessLoop {
        /// The thread.
        thread: usize,
        /// How many steps of the run lead to the loop; the rest of them is the loop.
        from: usize,
    },
}

/// What tells findings apart: of each kind one is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FindingKey {
    Discipline(usize),
    Invariant(usize),
    Failure { thread: usize, step: Option<usize>, reason: usize },
    Deadlock,
    EndlessLoop { thread: usize },
}

impl FindingKey {
    /// The kind of a finding; `number` is that of a violation of the discipline.
    pub(super) fn of<V>(finding: &FindingKind<V>, number: impl FnOnce(&V) -> usize) -> Self {
        match finding {
            FindingKind::Discipline(violation) => FindingKey::Discipline(number(violation)),
            FindingKind::Invariant(number) => FindingKey::Invariant(*number),
            &FindingKind::Failure { thread, step, reason } => {
                FindingKey::Failure { thread, step, reason }
            }
            FindingKind::Deadlock => FindingKey::Deadlock,
            FindingKind::EndlessLoop { thread, .. } => FindingKey::EndlessLoop { thread: *thread },
        }
    }

    /// The kind where one finding of a sort is enough.
    pub(super) fn coarse(self) -> Self {
        match self {
            FindingKey::Discipline(_) => FindingKey::Discipline(0),
            FindingKey::Failure { .. } => FindingKey::Failure { thread: 0, step: None, reason: 0 },
            FindingKey::EndlessLoop { .. } => FindingKey::EndlessLoop { thread: 0 },
            FindingKey::Invariant(_) | FindingKey::Deadlock => self,
        }
    }
}

/// A step of a run: a thread, and the number of its step.
pub type ThreadStep = (usize, usize);

/// A finding, with the run that leads to it in single steps, whatever was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<V> {
    /// What was found.
    pub kind: FindingKind<V>,
    /// The run from the initial state.
    pub run: Vec<ThreadStep>,
}

/// Why a search ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It found something, and was not to go on.
    Found,
    /// As many states as allowed.
    States,
    /// As many bytes as allowed.
    Memory,
    /// It was told to.
    Cancelled,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Exploration<V> {
    /// States stored: reduced, visible states.
    pub states: usize,
    /// Steps taken between them: reduced, reduced steps.
    pub transitions: u64,
    /// How many of the stored states are visible ones, as the reduction counts them.
    pub visible_states: usize,
    /// The longest distance from the initial state at which a state was found, in steps (reduced: reduced steps);
    /// depth-first: the longest run that was followed.
    pub depth: usize,
    /// What was found, the first of each kind.
    pub findings: Vec<Finding<V>>,
    /// By thread and control point: whether some state was there, those on the way of reduced steps included.
    pub reached: Vec<Vec<bool>>,
    /// By number of the claim: whether some state that it speaks of was reached, on the way of a reduced step too.
    pub goals: Vec<bool>,
    /// Why the search is not complete, if it is not.
    pub stopped: Option<Stopped>,
    /// Bytes for stored states at the end.
    pub bytes: usize,
}

impl<V> Exploration<V> {
    /// What is known after a search that was cancelled before it looked at the initial state. `goals` is the number of
    /// goals of the model.
    pub fn cancelled(goals: usize) -> Self {
        Exploration {
            states: 0,
            transitions: 0,
            visible_states: 0,
            depth: 0,
            findings: Vec::new(),
            reached: Vec::new(),
            goals: vec![false; goals],
            stopped: Some(Stopped::Cancelled),
            bytes: 0,
        }
    }

    /// Whether everything was explored.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Bytes for each stored state.
    #[expect(clippy::cast_precision_loss)]
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes as f64 / self.states.max(1) as f64
    }
}
