//! Models: the threads, states and steps that are searched. Packed systems are one kind of model, users' own types are
//! another.

use std::fmt::Debug;
use std::hash::Hash;

use super::access::Accesses;
use super::renamings::Renamings;
use super::store::Store;

/// A finite system of threads whose states are values of a Rust type.
///
/// Only the first four functions are needed; the others say what to look for, and how to tell it.
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
    /// The type of states.
    type State: Clone + Eq + Hash + Send + Sync + Debug;
    /// The type of reasons why a state is bad.
    type Violation: Clone + Debug + PartialEq + Send;
    /// The type of store that keeps visited states: [`super::ValueStore`] works for any type of states.
    type Store: Store<Self::State>;

    /// The number of threads.
    fn threads(&self) -> usize;

    /// The initial state.
    fn initial(&self) -> Self::State;

    /// Calls `visit` for each step of a thread that is enabled in a state, with the number of the step and the state
    /// after it; always in the same order.
    fn steps(&self, thread: usize, state: &Self::State, visit: impl FnMut(usize, &Self::State));

    /// Calls `visit` for each step that is enabled in a state, with the thread, the number of the step and the state
    /// after it: thread by thread, the steps of each as [`Self::steps`] has them. It is for models that do this faster.
    #[inline]
    fn all_steps(&self, state: &Self::State, mut visit: impl FnMut(usize, usize, &Self::State)) {
        for thread in 0..self.threads() {
            self.steps(thread, state, |step, next| visit(thread, step, next));
        }
    }

    /// Calls `visit` for each step of a thread as [`Self::steps`] does, where the state is one that the thread has come
    /// to by steps of its own from `origin`. Of the steps that do the same to one or another of several threads that
    /// are alike in both states, all but the one that does it to the first may be left out.
    #[inline]
    fn steps_from(
        &self,
        thread: usize,
        _origin: &Self::State,
        state: &Self::State,
        visit: impl FnMut(usize, &Self::State),
    ) {
        self.steps(thread, state, visit);
    }

    /// Makes an empty store.
    fn store(&self) -> Self::Store;

    /// The reason why a state is bad, if it is: the discipline is violated in it.
    fn violation(&self, _state: &Self::State) -> Option<Self::Violation> {
        None
    }

    /// Calls `visit` with every reason why a state is bad, [`Self::violation`] among them. Searches that go on after a
    /// finding ask it of bad states.
    fn violations(&self, state: &Self::State, visit: impl FnMut(Self::Violation)) {
        self.violation(state).into_iter().for_each(visit);
    }

    /// The number of a violation's kind: a search that goes on after a finding tells one violation of each kind. By
    /// default all are of one kind; there should be few kinds.
    fn violation_kind(&self, _violation: &Self::Violation) -> usize {
        0
    }

    /// Decides whether a thread has failed. A failed thread takes no more steps.
    fn has_failed(&self, _thread: usize, _state: &Self::State) -> bool {
        false
    }

    /// Decides whether a thread has failed in a way that leaves undone what it had to do: a state in which no thread
    /// can go on is then no deadlock, since the failure is the finding. By default every failure is of this kind; one
    /// that ends its thread is not.
    fn failure_blocks(&self, thread: usize, state: &Self::State) -> bool {
        self.has_failed(thread, state)
    }

    /// Calls `visit` with each thread that is about to fail, and the number of the step in which it does, where others
    /// may prevent this or bring it about. Such a step is enabled in the state. For a reduction that ends in bad states
    /// ([`Reduction::ends_in_bad_states`](super::Reduction::ends_in_bad_states)) the state is a bad one, and the
    /// finding is the failure, one step later; other reductions do not ask. What happens after it such a search does
    /// not know, as with a violation.
    fn about_to_fail(&self, _state: &Self::State, _visit: impl FnMut(usize, usize)) {}

    /// The number of the reason why a step of a thread fails: a search that goes on after a finding tells one failure
    /// for each thread, step and reason. It is asked of steps that are enabled in the state `before` and lead to a
    /// state in which the thread has failed.
    fn failure_reason(&self, _thread: usize, _step: usize, _before: &Self::State) -> usize {
        0
    }

    /// Decides whether a thread may rest in a state for ever, because it has ended or is idle. A state without
    /// successors in which some thread may not rest is a deadlock.
    fn may_rest(&self, _thread: usize, _state: &Self::State) -> bool {
        false
    }

    /// Decides whether a thread that can move in a state may stop there for ever, in runs that claims about whole runs
    /// speak of, although nobody else moves and whatever is assumed of how often it moves: it is idle. This may depend
    /// on nothing that a step of another thread changes.
    fn may_stop(&self, _thread: usize, _state: &Self::State) -> bool {
        false
    }

    /// The number of a thread's control points; 0 if searches need not note which are reached.
    fn points(&self, _thread: usize) -> usize {
        0
    }

    /// The number of a thread's control point in a state; it is less than [`Self::points`].
    fn point(&self, _thread: usize, _state: &Self::State) -> usize {
        0
    }

    /// Tells whether several workers deal the states among themselves by the control points of some threads, so that
    /// most steps lead to a state of the same worker. It serves where a step takes little time beside handing a state
    /// over; by default a hash of the whole state says who owns it. All processes must then number control points
    /// alike.
    fn deals_by_points(&self) -> bool {
        false
    }

    /// The renamings of threads up to which states are stored, if states that differ by one are stored once. The search
    /// then calls [`Self::all_steps`] for states that stand for others. There steps of threads that are alike may be
    /// left out, but for those of the first; and of the steps of a thread that do the same to one or another of several
    /// that are alike, all but the one that does it to the first. Reductions that remember something of threads must
    /// not be used. By default nothing is renamed.
    #[inline]
    fn renamings(&self) -> Option<&dyn Renamings<Self::State>> {
        None
    }

    /// The number of invariants.
    fn invariants(&self) -> usize {
        0
    }

    /// Decides whether an invariant holds in a state.
    fn invariant(&self, _number: usize, _state: &Self::State) -> bool {
        true
    }

    /// The number of goals. A goal is a set of states of which a search says whether it is reached.
    fn goals(&self) -> usize {
        0
    }

    /// Decides whether a state belongs to a goal.
    fn goal(&self, _number: usize, _state: &Self::State) -> bool {
        false
    }

    /// The accesses of a step of a thread, in a state in which it is enabled, to everything that is not the thread's
    /// own. Reductions that need to know which steps commute ask it; by default nothing is known. The thread's control
    /// point, and local variables that no steps or conditions of other threads read, may be left out.
    ///
    /// A step of another thread that commutes with this one must leave the accesses as they are. Searches that look for
    /// races ask for more: only a step that touches an object of the accesses may change them, and only as far as that
    /// object is concerned. So what the step would touch if other threads had written something else belongs to them,
    /// unless it is the object that was read to decide it; and what the thread could do instead, if it waits for
    /// something ([`Access::Watch`](super::Access::Watch)).
    fn accesses(&self, _thread: usize, _step: usize, _state: &Self::State) -> Accesses {
        Accesses::unknown()
    }

    /// The accesses that decide which steps a thread can take from a state: as long as no other thread touches one of
    /// these objects in a dependent way, the thread can take the same steps. Reductions that must know what a blocked
    /// thread waits for ask it; by default nothing is known.
    fn waits_for(&self, _thread: usize, _state: &Self::State) -> Accesses {
        Accesses::unknown()
    }

    /// The notes that were made while steps were taken and are no part of states, such as a limit of the model that was
    /// met; and the facts that the model has to be told elsewhere before states mean the same there. Searches by
    /// workers that share no memory tell all of them after each level, and checkpoints have them. By default there are
    /// none.
    fn noted(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes what this model has [noticed](Self::noted) in another process. Returns whether it can be: if not, the
    /// model there is another one.
    fn note(&self, _elsewhere: &[u8]) -> bool {
        true
    }

    /// The name of a thread, for reports.
    fn thread_name(&self, thread: usize) -> String {
        format!("thread {thread}")
    }

    /// The text of a step of a thread, for reports.
    fn step_text(&self, _thread: usize, step: usize) -> String {
        format!("step {step}")
    }

    /// The parts of a state with their names, for reports. Two different states must differ in a part.
    fn parts(&self, state: &Self::State) -> Vec<(String, String)> {
        vec![("state".to_owned(), format!("{state:?}"))]
    }
}

/// A [`Model`] that says which steps are visible, for the reduction [`VisibleStates`](super::VisibleStates).
pub trait Visibility: Model {
    /// Decides whether a thread is at a visible point (`p_i`): it can take no invisible step. All steps that it can
    /// take from a state must be visible, or none, and only its own steps may change which.
    ///
    /// Reduced searches are right about what they do not find only if this function is.
    /// `reductio_validate::validate_model` decides for a small instance whether the hypotheses of the theorem are met.
    fn is_visible(&self, thread: usize, state: &Self::State) -> bool;

    /// Decides whether a state is visible (`p`): all threads are at visible points.
    fn is_visible_state(&self, state: &Self::State) -> bool {
        (0..self.threads()).all(|thread| self.is_visible(thread, state))
    }
}
