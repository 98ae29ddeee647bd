//! What a search asks of the rules by which threads share variables.

use std::fmt::Debug;
use std::hash::Hash;

use reductio_search::Store;
use reductio_system::{PackedState, System, ThreadId};

/// Rules by which the threads of a system share variables: which steps the rules make visible, in which states they are
/// broken, and what has to be remembered of a run to tell. [`Discipline`](crate::Discipline), exclusive access, is one; a
/// lock discipline whose monitor notes which locks were held is another. [`Packed`](crate::Packed) searches a system
/// under any of them.
///
/// That a search which stores visible states alone misses nothing is for a theorem about the protocol.
pub trait Protocol: Sync {
    /// A state of the system with what a monitor remembers of the run to it; [`PackedState`] where the state says all.
    /// States that differ in what is remembered are different states for the search.
    type State: Clone + Default + Eq + Hash + Send + Sync + Debug;
    /// How the rules are broken in a state.
    type Violation: Clone + Debug + PartialEq + Send;
    /// Where visited states are kept.
    type Store: Store<Self::State>;

    /// The system.
    fn system(&self) -> &System;

    /// The state of the system in a monitored one.
    fn state(monitored: &Self::State) -> &PackedState;

    /// The state of the system in a monitored one, to be written.
    fn state_mut(monitored: &mut Self::State) -> &mut PackedState;

    /// The initial state.
    fn initial(&self) -> Self::State;

    /// Writes into `after` what the monitor remembers once a thread has taken a transition, by its number; the state of
    /// the system after it is there already.
    #[inline]
    fn remember(
        &self,
        _before: &Self::State,
        _thread: ThreadId,
        _transition: usize,
        _after: &mut Self::State,
    ) {
    }

    /// An empty store.
    fn store(&self) -> Self::Store;

    /// Whether a thread can take no invisible step from a state. All steps that it can take are visible, or none is; only
    /// its own steps change which.
    fn is_visible(&self, thread: ThreadId, state: &Self::State) -> bool;

    /// How the rules are broken in a state, if they are.
    fn violation(&self, state: &Self::State) -> Option<Self::Violation>;

    /// Every way in which the rules are broken in a state, [`Self::violation`] first.
    fn violations(&self, state: &Self::State) -> Vec<Self::Violation> {
        self.violation(state).into_iter().collect()
    }

    /// The number of the kind of a violation: a search that goes on after a finding tells one violation of each kind.
    fn violation_kind(&self, _violation: &Self::Violation) -> usize {
        0
    }
}
