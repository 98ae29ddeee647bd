//! A search from one state for a step of one thread: it shows that a thread is stuck, whatever theorem holds.

use crate::model::Model;
use crate::query::{FindingKind, Query, Stopped, Strategy, ThreadStep};
use crate::reduction::Unreduced;
use crate::search;

/// The answer to the question whether a thread can come to take a step, from some state on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesAgain {
    /// It takes no step on any way from the state: all states after it were looked at.
    Never,
    /// After these steps of others, as few as there can be, it can take one.
    After(Vec<ThreadStep>),
    /// The search for such a step came to its limit.
    NotKnown(Stopped),
}

/// Looks for a step of a thread in all states that can come after a state, by all steps of all threads, within the
/// limits of a query. Cost: as an unreduced search from that state.
///
/// ```
/// use reductio_search::{Model, MovesAgain, Query, ValueStore, moves_again};
///
/// /// One thread counts to three; the other takes a step when it sees two.
/// struct Count;
///
/// impl Model for Count {
///     type State = u8;
///     type Violation = ();
///     type Store = ValueStore<u8>;
///     fn threads(&self) -> usize {
///         2
///     }
///     fn initial(&self) -> u8 {
///         0
///     }
///     fn steps(&self, thread: usize, state: &u8, mut visit: impl FnMut(usize, &u8)) {
///         match (thread, *state) {
///             (0, 0..3) => visit(0, &(state + 1)),
///             (1, 2) => visit(0, state),
///             _ => {}
///         }
///     }
///     fn store(&self) -> ValueStore<u8> {
///         ValueStore::default()
///     }
/// }
///
/// let again = |state| moves_again(&Count, 1, &state, &Query::default());
/// assert_eq!(again(1), MovesAgain::After(vec![(0, 0)]));
/// assert_eq!(again(3), MovesAgain::Never);
/// ```
pub fn moves_again<M: Model>(
    model: &M,
    thread: usize,
    state: &M::State,
    query: &Query<'_>,
) -> MovesAgain {
    let later = Later { model, thread, state };
    let query = Query {
        strategy: Strategy::BreadthFirst,
        discipline: true,
        deadlocks: false,
        failures: false,
        stuck: false,
        keep_going: false,
        ..*query
    };
    let found = search(&later, &Unreduced, &query);
    let mut moves =
        found.findings.into_iter().filter(|one| one.kind == FindingKind::Discipline(()));
    match (moves.next(), found.stopped) {
        (Some(one), _) => MovesAgain::After(one.run),
        (None, Some(stopped)) => MovesAgain::NotKnown(stopped),
        (None, None) => MovesAgain::Never,
    }
}

/// A model from another state on. A state is bad if the thread can take a step in it.
struct Later<'a, M: Model> {
    model: &'a M,
    thread: usize,
    state: &'a M::State,
}

impl<M: Model> Model for Later<'_, M> {
    type State = M::State;
    type Violation = ();
    type Store = M::Store;

    fn threads(&self) -> usize {
        self.model.threads()
    }

    fn initial(&self) -> M::State {
        self.state.clone()
    }

    fn steps(&self, thread: usize, state: &M::State, visit: impl FnMut(usize, &M::State)) {
        self.model.steps(thread, state, visit);
    }

    fn store(&self) -> M::Store {
        self.model.store()
    }

    fn violation(&self, state: &M::State) -> Option<()> {
        let mut moves = None;
        self.model.steps(self.thread, state, |_, _| moves = Some(()));
        moves
    }
}
