//! What is searched: threads, states, steps. Packed systems are one case; users' own states are another.

use std::fmt::Debug;
use std::hash::Hash;

use super::access::Accesses;
use super::store::Store;

/// A finite system of threads whose states are values of a Rust type.
///
/// Only the first four functions are needed; the rest say what to look for.
///
/// ```
/// use reductio_search::{FindingKind, Model, Query, Unreduced, ValueStore, search};
///
/// /// Two threads that count together to three; nobody may see four.
/// struct Counter;
///
/// impl Model for Counter {
///     type State = u8;
///     type Violation = String;
///     type Store = ValueStore<u8>;
///     fn threads(&self) -> usize {
///         2
///     }
///     fn initial(&self) -> u8 {
///         0
///     }
///     fn steps(&self, _thread: usize, state: &u8, mut visit: impl FnMut(usize, &u8)) {
///         if *state < 4 {
///             visit(0, &(state + 1));
///         }
///     }
///     fn store(&self) -> ValueStore<u8> {
///         ValueStore::default()
///     }
///     fn violation(&self, state: &u8) -> Option<String> {
///         (*state == 4).then(|| "somebody sees four".to_owned())
///     }
/// }
///
/// let found = search(&Counter, &Unreduced, &Query::default());
/// assert_eq!(found.states, 5);
/// assert_eq!(found.findings[0].kind, FindingKind::Discipline("somebody sees four".to_owned()));
/// assert_eq!(found.findings[0].run.len(), 4);
/// ```
pub trait Model: Sync {
    /// A state.
    type State: Clone + Eq + Hash + Send + Sync + Debug;
    /// Why a state is bad.
    type Violation: Clone + Debug + PartialEq + Send;
    /// Where visited states are kept: [`super::ValueStore`] does for any type.
    type Store: Store<Self::State>;

    /// How many threads there are.
    fn threads(&self) -> usize;

    /// The initial state.
    fn initial(&self) -> Self::State;

    /// Calls `visit` with the number of each step of a thread that is enabled in a state, and the state after it;
    /// always in the same order.
    fn steps(&self, thread: usize, state: &Self::State, visit: impl FnMut(usize, &Self::State));

    /// An empty store.
    fn store(&self) -> Self::Store;

    /// Why the state is bad: the discipline is violated when one is reached.
    fn violation(&self, _state: &Self::State) -> Option<Self::Violation> {
        None
    }

    /// Calls `visit` with every reason why the state is bad, [`Self::violation`] among them. Asked of bad states only,
    /// by searches that go on after a finding.
    fn violations(&self, state: &Self::State, visit: impl FnMut(Self::Violation)) {
        self.violation(state).into_iter().for_each(visit);
    }

    /// The number of the kind of a violation: a search that goes on after a finding tells one violation of each kind.
    /// All are of one kind unless the model says otherwise; there should be few.
    fn violation_kind(&self, _violation: &Self::Violation) -> usize {
        0
    }

    /// Whether a thread has failed: it never goes on.
    fn has_failed(&self, _thread: usize, _state: &Self::State) -> bool {
        false
    }

    /// Why a step of a thread fails from a state in which it is enabled, as a number: a search that goes on after a
    /// finding tells one failure for each thread, step and reason. Asked of steps that lead to a state in which the
    /// thread has failed.
    fn failure_reason(&self, _thread: usize, _step: usize, _before: &Self::State) -> usize {
        0
    }

    /// Whether a thread may rest in a state for ever: it has ended, or is idle.
    fn may_rest(&self, _thread: usize, _state: &Self::State) -> bool {
        false
    }

    /// How many control points a thread has; 0 if they are not to be counted.
    fn points(&self, _thread: usize) -> usize {
        0
    }

    /// The control point of a thread, below [`Self::points`].
    fn point(&self, _thread: usize, _state: &Self::State) -> usize {
        0
    }

    /// How many invariants there are.
    fn invariants(&self) -> usize {
        0
    }

    /// Whether an invariant holds in a state.
    fn invariant(&self, _number: usize, _state: &Self::State) -> bool {
        true
    }

    /// How many claims there are that something can be reached.
    fn goals(&self) -> usize {
        0
    }

    /// Whether a state is one that a claim speaks of.
    fn goal(&self, _number: usize, _state: &Self::State) -> bool {
        false
    }

    /// What a step of a thread touches that is not the thread's own, from a state in which it is enabled. Reductions that
    /// rest on which steps commute ask this; by default nothing is known. Its own control point and local variables,
    /// which no other thread's steps or conditions read, need not be told.
    fn accesses(&self, _thread: usize, _step: usize, _state: &Self::State) -> Accesses {
        Accesses::unknown()
    }

    /// The name of a thread, for reports.
    fn thread_name(&self, thread: usize) -> String {
        format!("thread {thread}")
    }

    /// What a step of a thread does, for reports.
    fn step_text(&self, _thread: usize, step: usize) -> String {
        format!("step {step}")
    }

    /// The parts of a state by name, for reports: two states that differ, differ in a part.
    fn parts(&self, state: &Self::State) -> Vec<(String, String)> {
        vec![("state".to_owned(), format!("{state:?}"))]
    }
}

/// A [`Model`] that says which steps are visible, for the reduction [`VisibleStates`](super::VisibleStates).
pub trait Visibility: Model {
    /// Whether a thread can take no invisible step: `p_i`. All steps that it can take from a state are visible, or
    /// none is, and only its own steps change which.
    ///
    /// What a search by reduced steps does not find rests on this. `reductio_validate::validate_model`
    /// decides for a small instance whether the hypotheses of the theorem are met.
    fn is_visible(&self, thread: usize, state: &Self::State) -> bool;

    /// Whether the whole state is visible: `p`.
    fn is_visible_state(&self, state: &Self::State) -> bool {
        (0..self.threads()).all(|thread| self.is_visible(thread, state))
    }
}
