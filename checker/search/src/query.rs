//! Queries, and the answers of searches to them.

use std::sync::atomic::{AtomicBool, Ordering};

/// The order in which a search expands states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The state that was found first comes first: runs are shortest.
    #[default]
    BreadthFirst,
    /// The state that was found last comes first.
    DepthFirst,
}

/// A question to a search: what it looks for, its limits, and who is told of its progress.
#[expect(clippy::struct_excessive_bools, reason = "each can be asked for alone")]
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The order in which states are expanded.
    pub strategy: Strategy,
    /// Tells whether bad states are looked for. If not, reduced steps (`N`) may end in them.
    pub discipline: bool,
    /// Tells whether deadlocks are looked for.
    pub deadlocks: bool,
    /// Tells whether failing threads and violated invariants are looked for.
    pub failures: bool,
    /// Tells whether threads are looked for that are stuck for ever. The search then keeps the steps between stored
    /// states, which takes memory, and afterwards works out for each state which threads can still come to move
    /// ([`StuckAnswer`]).
    pub stuck: bool,
    /// Tells whether the search goes on after the first finding. If so, it tells the first finding of each kind:
    /// failures by thread, step and reason ([`Model::failure_reason`](super::Model::failure_reason)), violations of the
    /// discipline by the kinds of the model ([`Model::violation_kind`](super::Model::violation_kind)), invariants by
    /// number, endless loops by thread. If not, a breadth-first search finishes the level of the first finding, so that
    /// its counts do not depend on the order within a level, and tells one failure, one violation and so on.
    pub keep_going: bool,
    /// The largest number of states to store.
    pub max_states: usize,
    /// The largest number of bytes for stored states.
    pub memory: usize,
    /// The number of workers of a breadth-first search. Which states are explored, and which kinds of findings there
    /// are, does not depend on it. From some ten thousand states on, several workers may tell another one of several
    /// shortest runs than one worker does; all numbers of workers above one tell the same.
    pub workers: usize,
    /// The flag that ends the search early.
    pub cancel: Option<&'a AtomicBool>,
    /// The listener that is told from time to time how far the search has come.
    pub progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
}

impl Default for Query<'_> {
    /// A query that looks for everything but threads that are stuck for ever, breadth-first, until the first finding,
    /// with up to 4 GiB of states.
    fn default() -> Self {
        Query {
            strategy: Strategy::default(),
            discipline: true,
            deadlocks: true,
            failures: true,
            stuck: false,
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

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchProgress {
    /// The number of stored states.
    pub states: usize,
    /// The number of states that are still to be expanded.
    pub frontier: usize,
    /// The largest distance from the initial state so far, in steps; in a reduced search, in reduced steps.
    pub depth: usize,
    /// The number of bytes that the stored states take.
    pub bytes: usize,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FindingKind<V> {
    /// A bad state: the discipline is violated in it.
    Discipline(V),
    /// A violation of the invariant with this number.
    Invariant(usize),
    /// A thread that has failed.
    Failure {
        /// The thread.
        thread: usize,
        /// The number of the step in which it failed, or `None` if it has failed in the initial state.
        step: Option<usize>,
        /// The number of the reason, as [`Model::failure_reason`](super::Model::failure_reason) gives it.
        reason: usize,
    },
    /// A state in which no thread can go on, and not all threads may rest.
    Deadlock,
    /// A cycle of invisible steps, on which a thread can stay for ever.
    EndlessLoop {
        /// The thread.
        thread: usize,
        /// The number of steps of the run that lead to the cycle; the rest of the run goes once around it.
        from: usize,
    },
    /// A state in which a thread is stuck for ever: it may not rest there
    /// ([`Model::may_rest`](super::Model::may_rest)), it has not failed, and on no way on from there does it ever take
    /// a step, although no way on leads to a deadlock that is found anyway. It is the first such state for the thread
    /// in the order of the search.
    Stuck {
        /// The thread.
        thread: usize,
    },
    /// A run of which a formula is false: a property of whole runs, which searches of this crate do not decide.
    Property {
        /// The number of the property.
        number: usize,
        /// The number of steps of the run that lead to where it goes round for ever; none for a run that ends, because
        /// no thread can move.
        from: Option<usize>,
    },
}

impl<V> FindingKind<V> {
    /// Makes a finding of this kind with a violation of another type; `None` if there is none for this one.
    pub fn try_map<W>(self, violation: impl FnOnce(V) -> Option<W>) -> Option<FindingKind<W>> {
        Some(match self {
            FindingKind::Discipline(found) => FindingKind::Discipline(violation(found)?),
            FindingKind::Invariant(number) => FindingKind::Invariant(number),
            FindingKind::Failure { thread, step, reason } => {
                FindingKind::Failure { thread, step, reason }
            }
            FindingKind::Deadlock => FindingKind::Deadlock,
            FindingKind::EndlessLoop { thread, from } => FindingKind::EndlessLoop { thread, from },
            FindingKind::Stuck { thread } => FindingKind::Stuck { thread },
            FindingKind::Property { number, from } => FindingKind::Property { number, from },
        })
    }
}

/// The key by which findings are told apart: a search tells one finding for each key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FindingKey {
    Discipline(usize),
    Invariant(usize),
    Failure { thread: usize, step: Option<usize>, reason: usize },
    Deadlock,
    EndlessLoop { thread: usize },
    Stuck { thread: usize },
    Property(usize),
}

impl FindingKey {
    /// The key of a finding. `number` gives the kind of a violation of the discipline.
    pub(super) fn of<V>(finding: &FindingKind<V>, number: impl FnOnce(&V) -> usize) -> Self {
        match finding {
            FindingKind::Discipline(violation) => FindingKey::Discipline(number(violation)),
            FindingKind::Invariant(number) => FindingKey::Invariant(*number),
            &FindingKind::Failure { thread, step, reason } => {
                FindingKey::Failure { thread, step, reason }
            }
            FindingKind::Deadlock => FindingKey::Deadlock,
            FindingKind::EndlessLoop { thread, .. } => FindingKey::EndlessLoop { thread: *thread },
            FindingKind::Stuck { thread } => FindingKey::Stuck { thread: *thread },
            FindingKind::Property { number, .. } => FindingKey::Property(*number),
        }
    }

    /// The key with another thread, where it has one.
    pub(super) fn by(self, other: impl Fn(usize) -> usize) -> Self {
        match self {
            FindingKey::Failure { thread, step, reason } => {
                FindingKey::Failure { thread: other(thread), step, reason }
            }
            FindingKey::EndlessLoop { thread } => FindingKey::EndlessLoop { thread: other(thread) },
            FindingKey::Stuck { thread } => FindingKey::Stuck { thread: other(thread) },
            FindingKey::Discipline(_)
            | FindingKey::Invariant(_)
            | FindingKey::Deadlock
            | FindingKey::Property(_) => self,
        }
    }

    /// The key of a finding where one finding of each sort is enough.
    pub(super) fn coarse(self) -> Self {
        match self {
            FindingKey::Discipline(_) => FindingKey::Discipline(0),
            FindingKey::Failure { .. } => FindingKey::Failure { thread: 0, step: None, reason: 0 },
            FindingKey::EndlessLoop { .. } => FindingKey::EndlessLoop { thread: 0 },
            FindingKey::Stuck { .. } => FindingKey::Stuck { thread: 0 },
            FindingKey::Invariant(_) | FindingKey::Deadlock | FindingKey::Property(_) => self,
        }
    }
}

/// A step of a run: the number of the thread, and the number of its step in the model.
pub type ThreadStep = (usize, usize);

/// A finding with the run that leads to it. The run consists of single steps, also in a reduced search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<V> {
    /// The finding itself.
    pub kind: FindingKind<V>,
    /// The steps of the run from the initial state.
    pub run: Vec<ThreadStep>,
}

/// The reason why a search ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It found something, and the query did not ask it to go on.
    Found,
    /// The limit on the number of states was reached.
    States,
    /// The limit on the number of bytes was reached.
    Memory,
    /// The cancel flag was raised.
    Cancelled,
}

/// The knowledge of a search about threads that are stuck for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StuckAnswer {
    /// The query did not ask.
    #[default]
    NotAsked,
    /// It is known of every stored state which threads can still come to move. A thread that is stuck in one of them is
    /// among the findings, or a deadlock in which it does not move is.
    Known,
    /// From some states not all steps were taken: the search ended early, or they are bad states. Threads that were
    /// found are stuck as far as the steps of the reduction go; others may be.
    Unexplored,
    /// The reduction leaves out steps of threads ([`Reduction::takes_every_step`](super::Reduction::takes_every_step)):
    /// nothing is known.
    LeavesOutSteps,
    /// This limit was reached, for the steps that the search keeps or for what it works out of them, or the search was
    /// cancelled: nothing is known.
    Stopped(Stopped),
}

/// The answer of a search to a query.
#[derive(Clone, Debug)]
pub struct Exploration<V> {
    /// The number of stored states; in a reduced search these are the visible states.
    pub states: usize,
    /// The number of steps that were taken between stored states; of reduced steps in a reduced search.
    pub transitions: u64,
    /// The number of stored states that are visible, as [`Reduction::counts`](super::Reduction::counts) says.
    pub visible_states: usize,
    /// The longest distance of a stored state from the initial state, in steps (in a reduced search, in reduced steps).
    /// Depth-first it is the length of the longest run that was followed.
    pub depth: usize,
    /// The findings, one of each kind.
    pub findings: Vec<Finding<V>>,
    /// Tells whether each control point is reached, by thread and point; states on the way of reduced steps count.
    pub reached: Vec<Vec<bool>>,
    /// Tells whether each goal is reached, by the number of the goal; states on the way of reduced steps count.
    pub goals: Vec<bool>,
    /// Tells whether no steps were taken from some state because a thread was about to fail in it
    /// ([`Model::about_to_fail`](super::Model::about_to_fail)): the search does not know what happens after that, and
    /// what it has not found may exist. The failure is among the findings, if failures were looked for.
    pub cut_short: bool,
    /// The number of stored states that are deadlocks; 0 if they were not looked for.
    pub deadlocks: usize,
    /// The knowledge about threads that are stuck for ever.
    pub stuck: StuckAnswer,
    /// The reason why the search is not complete, or `None` if it is.
    pub stopped: Option<Stopped>,
    /// The number of bytes that the stored states take at the end, with the steps between them where these are kept.
    pub bytes: usize,
}

impl<V> Exploration<V> {
    /// The answer of a search that was cancelled before it looked at the initial state. `goals` is the number of goals
    /// of the model.
    pub fn cancelled(goals: usize) -> Self {
        Exploration {
            states: 0,
            transitions: 0,
            visible_states: 0,
            depth: 0,
            findings: Vec::new(),
            reached: Vec::new(),
            goals: vec![false; goals],
            cut_short: false,
            deadlocks: 0,
            stuck: StuckAnswer::NotAsked,
            stopped: Some(Stopped::Cancelled),
            bytes: 0,
        }
    }

    /// The answer with violations of another type.
    pub fn map<W>(self, mut violation: impl FnMut(V) -> W) -> Exploration<W> {
        let findings = self.findings.into_iter().filter_map(|Finding { kind, run }| {
            let kind = kind.try_map(|found| Some(violation(found)))?;
            Some(Finding { kind, run })
        });
        let findings = findings.collect();
        Exploration {
            states: self.states,
            transitions: self.transitions,
            visible_states: self.visible_states,
            depth: self.depth,
            findings,
            reached: self.reached,
            goals: self.goals,
            deadlocks: self.deadlocks,
            stuck: self.stuck,
            cut_short: self.cut_short,
            stopped: self.stopped,
            bytes: self.bytes,
        }
    }

    /// Tells whether all states were explored.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// The average number of bytes for a stored state.
    #[expect(clippy::cast_precision_loss)]
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes as f64 / self.states.max(1) as f64
    }
}
