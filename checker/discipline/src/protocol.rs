//! Protocols: the rules by which threads share variables, as a search needs them.

use std::fmt::Debug;
use std::hash::Hash;

use reductio_search::{Accesses, Store};
use reductio_system::{PackedState, Symmetry, System, ThreadId};

use crate::accesses::FixedAccesses;
use crate::theorem::Premise;

/// Rules by which the threads of a system share variables: which steps the rules make visible, which states break them,
/// and what a monitor has to remember of a run to tell. [`Discipline`](crate::Discipline), exclusive access, is one
/// protocol; a lock discipline whose monitor notes which locks were held is another. [`Packed`](crate::Packed) searches
/// a system under any of them.
///
/// That a search which stores only visible states misses nothing must follow from the reduction theorem, whose
/// conditions the protocol [answers for](Self::premises).
pub trait Protocol: Sync {
    /// A state of the system with what a monitor remembers of the run to it, or [`PackedState`] if nothing is
    /// remembered. States that differ in what is remembered are different states for the search.
    type State: Clone + Default + Eq + Hash + Send + Sync + Debug;
    /// The type of violations of the rules.
    type Violation: Clone + Debug + PartialEq + Send;
    /// The type of store that keeps visited states.
    type Store: Store<Self::State>;

    /// The system.
    fn system(&self) -> &System;

    /// The state of the system in a monitored state.
    fn state(monitored: &Self::State) -> &PackedState;

    /// The state of the system in a monitored state, to be written.
    fn state_mut(monitored: &mut Self::State) -> &mut PackedState;

    /// The initial state, with what the monitor remembers at first.
    fn initial(&self) -> Self::State;

    /// Writes into `after` what the monitor remembers once a thread has taken the transition with this number. The
    /// state of the system after it is there already.
    #[inline]
    fn remember(
        &self,
        _before: &Self::State,
        _thread: ThreadId,
        _transition: usize,
        _after: &mut Self::State,
    ) {
    }

    /// Adds to what a transition touches in a state what it touches for the monitor: steps that commute in the system
    /// may not, for what is remembered. `accesses` is what it touches in the system.
    #[inline]
    fn also_touches(
        &self,
        _state: &Self::State,
        _thread: ThreadId,
        _transition: usize,
        _accesses: &mut Accesses,
    ) {
    }

    /// The accesses of the steps of the system, where they are the same in every state: kept with the rules, since a
    /// search asks for them at each step. By default they are worked out anew.
    #[inline]
    fn fixed_accesses(&self) -> Option<&FixedAccesses> {
        None
    }

    /// Makes an empty store.
    fn store(&self) -> Self::Store;

    /// Decides whether a thread can take no invisible step from a state. All steps that it can take must be visible, or
    /// none, and only its own steps may change which.
    fn is_visible(&self, thread: ThreadId, state: &Self::State) -> bool;

    /// The violation of the rules in a state, if they are broken.
    fn violation(&self, state: &Self::State) -> Option<Self::Violation>;

    /// All violations of the rules in a state, first the one that [`Self::violation`] returns.
    fn violations(&self, state: &Self::State) -> Vec<Self::Violation> {
        self.violation(state).into_iter().collect()
    }

    /// Calls `visit` with each thread that is about to fail, and the number of the transition in which it does, where
    /// the state counts as bad for that ([`Model::about_to_fail`](reductio_search::Model::about_to_fail)).
    #[inline]
    fn about_to_fail(&self, _state: &Self::State, _visit: impl FnMut(ThreadId, usize)) {}

    /// The conditions of the reduction theorem under these rules: who has checked each, and whether it holds as far as
    /// it is known before a search. A reduced search speaks for the system where all of them are met.
    fn premises(&self) -> Vec<Premise>;

    /// The number of a violation's kind: a search that goes on after a finding tells one violation of each kind.
    fn violation_kind(&self, _violation: &Self::Violation) -> usize {
        0
    }

    /// The number of a violation's kind where threads can be renamed: the same for violations that become one another.
    fn renamed_violation_kind(&self, violation: &Self::Violation, _symmetry: &Symmetry) -> usize {
        self.violation_kind(violation)
    }
}
