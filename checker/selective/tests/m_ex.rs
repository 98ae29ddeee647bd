//! S1's example `M_ex`: which pairs of control points a search with invisible transitions first meets.

use std::collections::BTreeSet;
use std::sync::Mutex;

use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_search::{Accesses, Model, ValueStore, Visibility};
use reductio_selective::{Choice, Granularity, Limits, Selection, Sleep, explore};
use reductio_system::{PackedState, System, ThreadId};

const M_EX: &str = include_str!("../../examples/m_ex.sys");

/// A model that notes the pairs of control points that a search looks at.
struct Noting<'s> {
    model: Packed<'s>,
    pairs: Mutex<BTreeSet<(usize, usize)>>,
}

impl Model for Noting<'_> {
    type State = PackedState;
    type Violation = ();
    type Store = ValueStore<PackedState>;

    fn threads(&self) -> usize {
        self.model.threads()
    }
    fn initial(&self) -> PackedState {
        self.model.initial()
    }
    fn steps(&self, thread: usize, state: &PackedState, visit: impl FnMut(usize, &PackedState)) {
        self.model.steps(thread, state, visit);
    }
    fn store(&self) -> Self::Store {
        ValueStore::default()
    }
    fn violation(&self, state: &PackedState) -> Option<()> {
        let pair = (self.model.point(0, state), self.model.point(1, state));
        self.pairs.lock().unwrap().insert(pair);
        None
    }
    fn accesses(&self, thread: usize, step: usize, state: &PackedState) -> Accesses {
        self.model.accesses(thread, step, state)
    }
    fn waits_for(&self, thread: usize, state: &PackedState) -> Accesses {
        self.model.waits_for(thread, state)
    }
    fn may_rest(&self, thread: usize, state: &PackedState) -> bool {
        self.model.may_rest(thread, state)
    }
}

impl Visibility for Noting<'_> {
    fn is_visible(&self, thread: usize, state: &PackedState) -> bool {
        self.model.is_visible(thread, state)
    }
}

/// The pairs of control points that are met, by name.
fn pairs(system: &System, granularity: Granularity, sleep: Sleep) -> BTreeSet<(String, String)> {
    let discipline = Discipline::new(system);
    let model = Noting { model: Packed::new(&discipline), pairs: Mutex::default() };
    let selection = Selection { granularity, sleep, choice: Choice::All, bound: None };
    let found = explore(&model, &selection, &Limits::default());
    assert!(found.stopped.is_none() && found.deadlocks.is_empty());
    let name = |thread: usize, point: usize| {
        system.thread(ThreadId::new(thread)).points()[point].name().to_owned()
    };
    let pairs = model.pairs.into_inner().unwrap();
    pairs.into_iter().map(|(one, two)| (name(0, one), name(1, two))).collect()
}

/// The paper's second thread releases both locks in one transition: it has no control point between the releases.
fn of_the_paper(pairs: &BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    pairs.iter().filter(|(_, two)| two != "e2b").cloned().collect()
}

#[test]
fn invisible_first_misses_the_pairs_that_the_paper_says_it_does() {
    let system = parse_system(M_EX, "m_ex", &[]).unwrap();
    let all = pairs(&system, Granularity::Transition, Sleep::Never);
    assert_eq!((all.len(), of_the_paper(&all).len()), (35, 30));
    let few = pairs(&system, Granularity::InvisibleFirst, Sleep::Never);
    assert_eq!((few.len(), of_the_paper(&few).len()), (31, 28));
    let (all, met) = (of_the_paper(&all), of_the_paper(&few));
    let missed: Vec<_> = all.difference(&met).map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(missed, [("b1", "b2"), ("c1", "b2")]);
    // The transitions of the composed system pass through the same states.
    assert_eq!(pairs(&system, Granularity::Composed, Sleep::Never), few);
    // Sleep sets leave out more pairs, and no control point of a thread.
    let fewer = pairs(&system, Granularity::InvisibleFirst, Sleep::Unconditional);
    assert!(fewer.is_subset(&few));
    let points = |pairs: &BTreeSet<(String, String)>| {
        let each = pairs.iter().flat_map(|(one, two)| [(0, one.clone()), (1, two.clone())]);
        each.collect::<BTreeSet<_>>()
    };
    assert_eq!(points(&fewer), points(&few));
}
