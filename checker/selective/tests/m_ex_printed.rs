//! S1's example `M_ex` as printed, as a model of its own: the second thread releases both locks in one transition, and
//! its releases are invisible. The language has one operation for each transition, so no text has both.

use std::collections::BTreeSet;
use std::sync::Mutex;

use reductio_search::{Model, Query, Unreduced, ValueStore, Visibility, VisibleStates, search};
use reductio_selective::{Choice, Granularity, Limits, Selection, Sleep, explore};

/// A state: where the threads are, the owners of the two locks, x, y and z.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    at: [u8; 2],
    owner: [Option<usize>; 2],
    x: u8,
    y: u8,
    z: u8,
}

/// `M_ex`, which notes the states that a search looks at.
#[derive(Default)]
struct Printed {
    met: Mutex<BTreeSet<State>>,
}

const L1: usize = 0;
const L2: usize = 1;

impl State {
    /// Takes a lock, if it is free.
    fn acquire(&mut self, lock: usize, thread: usize) -> bool {
        let is_free = self.owner[lock].is_none();
        self.owner[lock] = Some(thread);
        is_free
    }

    /// Takes the transition of a thread; whether it is enabled.
    fn step(&mut self, thread: usize) -> bool {
        let is_enabled = match (thread, self.at[thread]) {
            (0, 0) => self.acquire(L1, 0),
            (0, 1) => {
                self.x += 1;
                true
            }
            (0, 2) => {
                self.owner[L1] = None;
                true
            }
            (0, 3) => self.acquire(L2, 0),
            (0, 4) | (1, 1) => {
                self.y += 1;
                true
            }
            (0, 5) => {
                self.owner[L2] = None;
                true
            }
            (1, 0) => self.acquire(L2, 1),
            (1, 2) => self.acquire(L1, 1),
            (1, 3) => {
                self.z = self.x + self.y;
                true
            }
            (1, 4) => {
                self.owner = [None, None];
                true
            }
            _ => false,
        };
        self.at[thread] += 1;
        is_enabled
    }

    /// The control points, by their names in the paper: `a1` to `g1`, `a2` to `f2`.
    fn pair(&self) -> (char, char) {
        (char::from(b'a' + self.at[0]), char::from(b'a' + self.at[1]))
    }
}

impl Model for Printed {
    type State = State;
    type Violation = ();
    type Store = ValueStore<State>;

    fn threads(&self) -> usize {
        2
    }
    fn initial(&self) -> State {
        State { at: [0, 0], owner: [None, None], x: 0, y: 0, z: 0 }
    }
    fn steps(&self, thread: usize, state: &State, mut visit: impl FnMut(usize, &State)) {
        let mut next = state.clone();
        if next.step(thread) {
            visit(0, &next);
        }
    }
    fn store(&self) -> Self::Store {
        ValueStore::default()
    }
    fn violation(&self, state: &State) -> Option<()> {
        self.met.lock().unwrap().insert(state.clone());
        None
    }
    fn may_rest(&self, thread: usize, state: &State) -> bool {
        state.at[thread] == [6, 5][thread]
    }
}

impl Visibility for Printed {
    fn is_visible(&self, thread: usize, state: &State) -> bool {
        [&[0, 3, 6][..], &[0, 2, 5]][thread].contains(&state.at[thread])
    }
}

/// The pairs of control points that were met.
fn pairs(model: Printed) -> BTreeSet<(char, char)> {
    let met = model.met.into_inner().unwrap();
    met.iter().map(State::pair).collect()
}

#[test]
fn figure_1_has_thirty_pairs_and_thirty_five_states() {
    let model = Printed::default();
    let found = search(&model, &Unreduced, &Query::default());
    assert_eq!((found.states, found.findings.len()), (35, 0));
    assert_eq!(pairs(model).len(), 30);
}

#[test]
fn the_composed_system_has_nine_pairs_and_twelve_states() {
    let model = Printed::default();
    let found = search(&model, &VisibleStates, &Query::default());
    assert_eq!((found.states, found.findings.len()), (12, 0));
    let met = model.met.into_inner().unwrap();
    let visible = |state: &&State| (0..2).all(|t| Printed::default().is_visible(t, state));
    let visible: BTreeSet<_> = met.iter().filter(visible).map(State::pair).collect();
    assert_eq!(visible.len(), 9);
}

#[test]
fn invisible_first_visits_all_but_two_pairs() {
    let walked = |granularity| {
        let model = Printed::default();
        let selection =
            Selection { granularity, sleep: Sleep::Never, choice: Choice::All, bound: None };
        let found = explore(&model, &selection, &Limits::default());
        assert!(found.stopped.is_none() && found.deadlocks.is_empty());
        pairs(model)
    };
    let all = walked(Granularity::Transition);
    let few = walked(Granularity::InvisibleFirst);
    assert_eq!((all.len(), few.len()), (30, 28));
    let missed: Vec<_> = all.difference(&few).copied().collect();
    assert_eq!(missed, [('b', 'b'), ('c', 'b')]);
    assert_eq!(walked(Granularity::Composed), few);
}
