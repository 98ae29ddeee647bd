//! Reductions: which of the steps from a state a search takes, and what it remembers beside a state.

use super::model::{Model, Visibility};

/// A way to leave out steps of a [`Model`] from a search without losing what the search looks for.
///
/// A search stores states. From each it takes the steps that the reduction hands it, and follows each of them through
/// the states that the reduction [passes](Reduction::passes) to the next states that are stored: a *reduced step* is
/// one step and then the steps of the same thread through such states. Beside each stored state lies the reduction's
/// own [memory](Reduction::Memory): nothing, a sleep set, or sets of locks.
///
/// A finding is true whatever the reduction leaves out, since it comes with a run. That nothing was missed where
/// nothing is found must follow from a theorem about the reduction.
///
/// Only the first function is needed; by default the others take every step. A reduction that hands the search steps of
/// the first thread alone where that thread touches nothing shared, as its model says ([`Model::accesses`]), is a few
/// lines:
///
/// ```
/// use reductio_search::{Accesses, Model, Query, Reduction, Unreduced, ValueStore, search};
///
/// /// Two threads count to three, each for itself.
/// struct Counters;
///
/// impl Model for Counters {
///     type State = [u8; 2];
///     type Violation = ();
///     type Store = ValueStore<[u8; 2]>;
///     fn threads(&self) -> usize {
///         2
///     }
///     fn initial(&self) -> [u8; 2] {
///         [0, 0]
///     }
///     fn steps(&self, thread: usize, state: &[u8; 2], mut visit: impl FnMut(usize, &[u8; 2])) {
///         let mut next = *state;
///         next[thread] += 1;
///         if next[thread] <= 3 {
///             visit(0, &next);
///         }
///     }
///     fn store(&self) -> ValueStore<[u8; 2]> {
///         ValueStore::default()
///     }
///     fn may_rest(&self, thread: usize, state: &[u8; 2]) -> bool {
///         state[thread] == 3
///     }
///     fn accesses(&self, _thread: usize, _step: usize, _state: &[u8; 2]) -> Accesses {
///         Accesses::none()
///     }
/// }
///
/// /// Where a step touches nothing that others touch, it alone is enough, as long as no thread runs for ever.
/// struct Alone;
///
/// impl<M: Model> Reduction<M> for Alone {
///     type Memory = ();
///     fn initial(&self, _model: &M) {}
///     fn successors(
///         &self,
///         model: &M,
///         state: &M::State,
///         _memory: &(),
///         mut take: impl FnMut(usize, usize, &M::State, ()),
///     ) -> bool {
///         for thread in 0..model.threads() {
///             let mut steps = Vec::new();
///             model.steps(thread, state, |step, next| steps.push((step, next.clone())));
///             if let [(step, next)] = &steps[..]
///                 && model.accesses(thread, *step, state) == Accesses::none()
///             {
///                 take(thread, *step, next, ());
///                 return true;
///             }
///         }
///         Unreduced.successors(model, state, &(), take)
///     }
/// }
///
/// assert_eq!(search(&Counters, &Unreduced, &Query::default()).states, 16);
/// let reduced = search(&Counters, &Alone, &Query::default());
/// assert_eq!((reduced.states, reduced.findings.len()), (7, 0));
/// ```
pub trait Reduction<M: Model>: Sync {
    /// The type of the reduction's memory beside each stored state.
    type Memory: Clone + Send + Sync;

    /// The memory beside each state in which the search begins.
    fn initial(&self, model: &M) -> Self::Memory;

    /// Hands `take` the steps to take from a stored state: the thread, the number of the step, the state after it, and
    /// the memory beside the stored states that it leads to. Returns whether *any* step is enabled, taken or not; if
    /// none is, the search asks whether the state is a deadlock. By default every step of every thread is taken.
    #[expect(clippy::inline_always, reason = "a call for each step costs 6 % of a reduced search")]
    #[inline(always)]
    fn successors(
        &self,
        model: &M,
        state: &M::State,
        memory: &Self::Memory,
        mut take: impl FnMut(usize, usize, &M::State, Self::Memory),
    ) -> bool {
        let mut goes_on = false;
        model.all_steps(state, |thread, step, next| {
            goes_on = true;
            take(thread, step, next, memory.clone());
        });
        goes_on
    }

    /// Decides whether a reduced step of `thread` goes on through a state instead of ending there. The search looks for
    /// findings in the states on the way, and does not store them. Only the thread's own steps may change the answer,
    /// and steps through passed states must commute to the front of every run: the search begins in the states that
    /// they lead to from the initial state.
    #[inline]
    fn passes(&self, _model: &M, _thread: usize, _state: &M::State) -> bool {
        false
    }

    /// Tells whether the search begins in the states to which steps through passed states lead from the initial state.
    /// If not, it begins in the initial state, and the first reduced step of a thread may be such steps alone.
    #[inline]
    fn begins_behind_passed(&self) -> bool {
        true
    }

    /// Tells whether no steps are taken from bad states ([`Model::violation`], [`Model::about_to_fail`]).
    #[inline]
    fn ends_in_bad_states(&self) -> bool {
        false
    }

    /// Tells whether every enabled step of every thread is taken from each stored state. Only then can a search say
    /// that a thread is stuck for ever ([`Query::stuck`](super::Query::stuck)): a step that is left out may be the one
    /// that lets it go on.
    fn takes_every_step(&self) -> bool {
        false
    }

    /// Decides what happens when a stored state is met again, perhaps with another memory. `stored` is the memory
    /// beside it, `met` the one it is met with now. Returns whether the state's steps must be taken once more, with the
    /// memory that `stored` is afterwards. A search ends only if this happens finitely often for each state.
    #[inline]
    fn meets_again(&self, _stored: &mut Self::Memory, _met: &Self::Memory) -> bool {
        false
    }

    /// Decides whether a stored state counts among [`Exploration::visible_states`](super::Exploration::visible_states).
    #[inline]
    fn counts(&self, _model: &M, _state: &M::State) -> bool {
        true
    }
}

/// The reduction that leaves out nothing: every step of every thread is taken (`u + v`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unreduced;

impl<M: Model> Reduction<M> for Unreduced {
    type Memory = ();

    fn initial(&self, _model: &M) {}

    fn takes_every_step(&self) -> bool {
        true
    }
}

/// The reduction of S5's Theorem 1, which stores only visible states. A reduced step is a visible step and then all
/// invisible steps of the same thread until it can take no more (`N`). Bad states on the way are found (`M`, as in `R =
/// (1 + M) q T`), and no steps are taken from them (`N` ends in `!q`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisibleStates;

impl<M: Visibility> Reduction<M> for VisibleStates {
    type Memory = ();

    fn initial(&self, _model: &M) {}

    #[inline]
    fn passes(&self, model: &M, thread: usize, state: &M::State) -> bool {
        !model.is_visible(thread, state)
    }

    #[inline]
    fn ends_in_bad_states(&self) -> bool {
        true
    }

    fn takes_every_step(&self) -> bool {
        true
    }
}

/// The composed system C(M) (S1, section 5): a transition and then the invisible ones of the same thread, up to its
/// next visible point, are one. The states on the way are looked at and not stored, and bad ones are passed like
/// others. Each thread should have one invisible transition at a time, and come to an end of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Composed;

impl<M: Visibility> Reduction<M> for Composed {
    type Memory = ();

    fn initial(&self, _model: &M) {}

    fn passes(&self, model: &M, thread: usize, state: &M::State) -> bool {
        VisibleStates.passes(model, thread, state)
    }

    fn begins_behind_passed(&self) -> bool {
        false
    }
}

/// The choice between the two reductions of S5 when a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The reduction [`Unreduced`]; the stored states that are visible are counted.
    Unreduced,
    /// The reduction [`VisibleStates`].
    #[default]
    Reduced,
}

impl<M: Visibility> Reduction<M> for Order {
    type Memory = ();

    fn initial(&self, _model: &M) {}

    #[inline]
    fn passes(&self, model: &M, thread: usize, state: &M::State) -> bool {
        *self == Order::Reduced && !model.is_visible(thread, state)
    }

    #[inline]
    fn ends_in_bad_states(&self) -> bool {
        *self == Order::Reduced
    }

    fn takes_every_step(&self) -> bool {
        true
    }

    #[inline]
    fn counts(&self, model: &M, state: &M::State) -> bool {
        *self == Order::Reduced || model.is_visible_state(state)
    }
}
