//! A search that stores states together against one that stores each at once: the same model with two stores. What they
//! answer is the same, in the same order, wherever a limit ends them.

use smallvec::{SmallVec, smallvec};

use crate::{
    Exploration, Model, PackedStore, Query, Store, Unreduced, ValueStore, Visibility,
    VisibleStates, search,
};

type State = SmallVec<[u64; 1]>;

/// A random graph. `make` makes its store.
struct Graph<S> {
    seed: u64,
    nodes: u64,
    make: fn() -> S,
}

impl<S> Graph<S> {
    /// A number that depends on the seed and these two.
    fn draw(&self, what: u64, node: u64) -> u64 {
        let mixed = (self.seed ^ node << 20 ^ what << 50).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 31).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 33
    }
}

impl<S: Store<State>> Model for Graph<S> {
    type State = State;
    type Violation = u64;
    type Store = S;

    fn threads(&self) -> usize {
        2
    }

    fn initial(&self) -> State {
        smallvec![0]
    }

    fn steps(&self, thread: usize, state: &State, mut visit: impl FnMut(usize, &State)) {
        if self.has_failed(thread, state) {
            return;
        }
        let what = thread as u64;
        for step in 0..self.draw(what, state[0]) % 4 {
            let far = self.draw(4 + what * 4 + step, state[0]) % self.nodes;
            // Mostly a little further on, so that there are many levels.
            let next = if far.is_multiple_of(7) { far } else { (state[0] + far % 23) % self.nodes };
            visit(usize::try_from(step).unwrap(), &smallvec![next]);
        }
    }

    fn store(&self) -> S {
        (self.make)()
    }

    fn violation(&self, state: &State) -> Option<u64> {
        self.draw(20, state[0]).is_multiple_of(97).then_some(state[0])
    }

    fn violation_kind(&self, violation: &u64) -> usize {
        usize::from(violation.is_multiple_of(2))
    }

    fn has_failed(&self, thread: usize, state: &State) -> bool {
        self.draw(21 + thread as u64, state[0]).is_multiple_of(89)
    }

    fn may_rest(&self, _thread: usize, state: &State) -> bool {
        state[0].is_multiple_of(3)
    }

    fn points(&self, _thread: usize) -> usize {
        5
    }

    fn point(&self, _thread: usize, state: &State) -> usize {
        usize::try_from(state[0] % 5).unwrap()
    }

    fn invariants(&self) -> usize {
        2
    }

    fn invariant(&self, number: usize, state: &State) -> bool {
        !self.draw(24 + number as u64, state[0]).is_multiple_of(101)
    }

    fn goals(&self) -> usize {
        1
    }

    fn goal(&self, _number: usize, state: &State) -> bool {
        state[0] + 2 == self.nodes
    }
}

impl<S: Store<State>> Visibility for Graph<S> {
    fn is_visible(&self, _thread: usize, state: &State) -> bool {
        !state[0].is_multiple_of(4)
    }
}

/// Everything that a search answers, but for the memory that it took. A search that ends early may have looked ahead at
/// control points.
fn told(mut found: Exploration<u64>) -> String {
    found.bytes = 0;
    if found.stopped.is_some() {
        found.reached.clear();
        found.goals.clear();
        found.cut_short = false;
    }
    format!("{found:?}")
}

#[test]
fn states_that_are_stored_together_are_as_those_stored_at_once() {
    let (mut several, mut ended) = (0, 0);
    for seed in 0..150 {
        let nodes = 1 + seed * 13 % 900;
        let together = Graph { seed, nodes, make: || PackedStore::new(1) };
        let at_once = Graph { seed, nodes, make: ValueStore::<State>::default };
        for max_states in [1, 2, 30, 64, 65, 200, 10_000] {
            for keep_going in [false, true] {
                let query =
                    Query { max_states, keep_going, stuck: seed % 2 == 0, ..Query::default() };
                let (a, b) =
                    (search(&together, &Unreduced, &query), search(&at_once, &Unreduced, &query));
                several += usize::from(a.findings.len() > 2);
                ended += usize::from(a.stopped == Some(crate::Stopped::States));
                assert_eq!(told(a), told(b), "{seed}, {max_states}, {keep_going}");
                let a = search(&together, &VisibleStates, &query);
                let b = search(&at_once, &VisibleStates, &query);
                assert_eq!(told(a), told(b), "reduced: {seed}, {max_states}, {keep_going}");
            }
        }
    }
    assert!(several > 100 && ended > 100, "{several} with several findings, {ended} ended");
}
