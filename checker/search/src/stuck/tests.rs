//! Random models, whose threads that are stuck are worked out from the definition, one thread and one state at a time.

use std::collections::{BTreeMap, BTreeSet};

use super::sets::sweep;
use super::settle::solve;
use super::*;
use crate::edges::Edge;
use crate::{Exploration, Finding, Strategy, Unreduced, ValueStore, search};

/// A random model over numbers; a seed always gives the same one. Most steps lead to larger numbers, so that many
/// states have no way back.
struct Drift {
    seed: u64,
    states: u64,
    threads: usize,
}

impl Drift {
    fn draw(&self, what: u64, at: u64) -> u64 {
        let mut x = self.seed ^ what.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (at << 17);
        for _ in 0..3 {
            x ^= x >> 31;
            x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        x >> 20
    }

    /// Where a thread can step from a state.
    fn ways(&self, thread: usize, at: u64) -> Vec<u64> {
        let thread = thread as u64;
        let many = self.draw(thread, at) % (self.threads as u64 + 2);
        (0..if many < 3 { many } else { 0 })
            .map(|step| match self.draw(100 + 10 * thread + step, at) {
                far if far.is_multiple_of(9) => far / 9 % self.states,
                near => (at + near % 4).min(self.states - 1),
            })
            .collect()
    }
}

impl Model for Drift {
    type State = u64;
    type Violation = ();
    type Store = ValueStore<u64>;

    fn threads(&self) -> usize {
        self.threads
    }

    fn initial(&self) -> u64 {
        0
    }

    fn steps(&self, thread: usize, state: &u64, mut visit: impl FnMut(usize, &u64)) {
        for (step, to) in self.ways(thread, *state).iter().enumerate() {
            visit(step, to);
        }
    }

    fn store(&self) -> ValueStore<u64> {
        ValueStore::default()
    }

    fn may_rest(&self, thread: usize, state: &u64) -> bool {
        self.draw(1_000 + thread as u64, *state).is_multiple_of(3)
    }

    fn has_failed(&self, thread: usize, state: &u64) -> bool {
        // Who has failed takes no more steps.
        self.draw(2_000 + thread as u64, *state).is_multiple_of(7)
            && self.ways(thread, *state).is_empty()
    }
}

/// The threads that are to be told, each with the length of the shortest run to a state.
fn wanted(model: &Drift) -> BTreeMap<usize, usize> {
    let mut distance = BTreeMap::from([(0_u64, 0_usize)]);
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(at) = queue.pop_front() {
        for to in (0..model.threads).flat_map(|thread| model.ways(thread, at)) {
            if !distance.contains_key(&to) {
                distance.insert(to, distance[&at] + 1);
                queue.push_back(to);
            }
        }
    }
    let from = |start: u64| {
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(at) = open.pop() {
            for to in (0..model.threads).flat_map(|thread| model.ways(thread, at)) {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let mut told = BTreeMap::new();
    for (&state, &steps) in &distance {
        let later = from(state);
        let ends_in_deadlock = later.iter().any(|at| {
            let all = || 0..model.threads;
            all().all(|thread| model.ways(thread, *at).is_empty())
                && !all().all(|thread| model.may_rest(thread, at))
                && !all().any(|thread| model.has_failed(thread, at))
        });
        for thread in 0..model.threads {
            let moves = later.iter().any(|at| !model.ways(thread, *at).is_empty());
            let rests = model.may_rest(thread, &state) || model.has_failed(thread, &state);
            if !moves && !rests && !ends_in_deadlock {
                let best = told.entry(thread).or_insert(steps);
                *best = steps.min(*best);
            }
        }
    }
    told
}

fn told(found: &Exploration<()>) -> BTreeMap<usize, usize> {
    let stuck = found.findings.iter().filter_map(|Finding { kind, run }| match kind {
        FindingKind::Stuck { thread } => Some((*thread, run.len())),
        _ => None,
    });
    stuck.collect()
}

fn model(seed: u64) -> Drift {
    let threads = [1, 2, 3, 7, 8, 17][usize::try_from(seed % 6).unwrap()];
    Drift { seed: seed * 7919, states: 3 + seed % 70, threads }
}

fn asking<'a>() -> Query<'a> {
    Query { stuck: true, keep_going: true, ..Query::default() }
}

#[test]
fn threads_that_are_stuck_are_those_of_the_definition() {
    let (mut stuck, mut fine) = (0, 0);
    for seed in 0..3_000 {
        let model = model(seed);
        let wanted = wanted(&model);
        let found = search(&model, &Unreduced, &asking());
        assert_eq!((told(&found), found.stuck), (wanted.clone(), StuckAnswer::Known), "{seed}");
        let deep = Query { strategy: Strategy::DepthFirst, ..asking() };
        let deep = search(&model, &Unreduced, &deep);
        assert!(told(&deep).keys().eq(wanted.keys()), "{seed}");
        assert_eq!(deep.stuck, StuckAnswer::Known);
        let task = Task { model: &model, reduction: &Unreduced, query: &asking() };
        for workers in [2, 3] {
            let query = &Query { workers, ..asking() };
            let several = crate::parallel::search(Task { query, ..task }, 0);
            assert_eq!((told(&several), several.stuck), (wanted.clone(), found.stuck), "{seed}");
            let again = crate::parallel::search(Task { query, ..task }, 0);
            let runs = |found: &Exploration<()>| -> Vec<Finding<()>> {
                let is_stuck = |one: &&Finding<()>| matches!(one.kind, FindingKind::Stuck { .. });
                found.findings.iter().filter(is_stuck).cloned().collect()
            };
            assert_eq!(runs(&several), runs(&again), "{seed}");
        }
        let one = search(&model, &Unreduced, &Query { keep_going: false, ..asking() });
        assert!(told(&one).len() <= 1);
        if one.stopped.is_none() {
            assert_eq!(told(&one).values().next(), wanted.values().min(), "{seed}");
        }
        stuck += wanted.len();
        fine += usize::from(wanted.is_empty());
    }
    assert!(stuck > 1_000 && fine > 500, "{stuck} stuck, {fine} systems without");
}

#[test]
fn a_search_that_ends_early_tells_only_what_is_so() {
    let (mut told_early, mut open) = (0, 0);
    for seed in 0..2_000 {
        let model = model(seed);
        let wanted = wanted(&model);
        for strategy in [Strategy::BreadthFirst, Strategy::DepthFirst] {
            for max_states in [1, 2, 5, 20] {
                let query = Query { strategy, max_states, ..asking() };
                let found = search(&model, &Unreduced, &query);
                let all = told(&found);
                assert!(all.keys().all(|thread| wanted.contains_key(thread)), "{seed}");
                assert_eq!(found.stuck == StuckAnswer::Known, found.is_complete());
                told_early += usize::from(!found.is_complete() && !all.is_empty());
                open += usize::from(!found.is_complete());
            }
        }
    }
    assert!(told_early > 100 && open > 1_000, "{told_early} of {open}");
}

#[test]
fn sweeps_and_components_have_the_same_solution() {
    let mut late = 0;
    for seed in 0..2_000 {
        let model = model(seed);
        let mut edges = Edges::new(model.threads, false);
        let states = usize::try_from(model.states).unwrap();
        for at in (0..model.states).rev() {
            for thread in 0..model.threads {
                for to in model.ways(thread, at) {
                    let [source, target] = [at, to].map(|state| u32::try_from(state).unwrap());
                    edges.push(
                        Edge { source: source.into(), thread, parts: 0, target },
                        false,
                        states,
                    );
                }
            }
        }
        edges.finish();
        let parts = [&edges];
        let graph = Graph::new(&parts);
        let with = |memory| {
            let mut sets = Sets::new(model.threads, states, usize::MAX).unwrap();
            graph.each(|source, edge, _| sets.add(source, edge.thread), || false).unwrap();
            solve(&graph, &mut sets, None, &Query { memory, ..Query::default() }, 0).unwrap();
            sets
        };
        let mut wanted = Sets::new(model.threads, states, usize::MAX).unwrap();
        graph.each(|source, edge, _| wanted.add(source, edge.thread), || false).unwrap();
        sweep(&graph, &mut wanted, &Query::default()).unwrap();
        // Without memory for successors, sets are joined step by step.
        for memory in [usize::MAX, 10, states * 30] {
            assert_eq!(with(memory), wanted, "seed {seed}, {memory} bytes");
        }
        late += usize::from(states > 30);
    }
    assert!(late > 500);
}

/// A counter that one thread turns down, from any number on; then the other one moves.
struct Countdown(u32);

impl Model for Countdown {
    type State = (u32, bool);
    type Violation = ();
    type Store = ValueStore<(u32, bool)>;
    fn threads(&self) -> usize {
        2
    }
    fn initial(&self) -> (u32, bool) {
        (u32::MAX, false)
    }
    fn steps(
        &self,
        thread: usize,
        state: &Self::State,
        mut visit: impl FnMut(usize, &Self::State),
    ) {
        match (thread, *state) {
            // Small numbers come first, so that each step down leads back in the order of the search.
            (0, (u32::MAX, _)) => {
                (0..self.0).for_each(|number| visit(number as usize, &(number, false)));
            }
            (0, (number, false)) if number > 0 => {
                // And some way up.
                visit(0, &(number - 1, false));
                visit(1, &((number * 7 + 3) % self.0, false));
            }
            (1, (0, false)) => visit(0, &(0, true)),
            _ => {}
        }
    }
    fn store(&self) -> ValueStore<(u32, bool)> {
        ValueStore::default()
    }
    fn may_rest(&self, _: usize, state: &Self::State) -> bool {
        state.0 == 0
    }
}

#[test]
fn limits_end_what_is_kept_and_not_the_search() {
    let model = Countdown(60_000);
    let all = search(&model, &Unreduced, &asking());
    assert_eq!((told(&all), all.stuck), (BTreeMap::new(), StuckAnswer::Known));
    let plain = search(&model, &Unreduced, &Query { keep_going: true, ..Query::default() });
    assert_eq!(plain.stuck, StuckAnswer::NotAsked);
    assert!(plain.bytes + 100_000 < all.bytes);
    for workers in [1, 2, 3] {
        for strategy in [Strategy::BreadthFirst, Strategy::DepthFirst] {
            let query = Query { strategy, workers, ..asking() };
            let plain = search(&model, &Unreduced, &Query { stuck: false, ..query });
            // Pending states count as well.
            let most = if strategy == Strategy::DepthFirst { 50 << 20 } else { plain.bytes };
            let memory = most + (1 << 18);
            let found = search(&model, &Unreduced, &Query { memory, ..query });
            assert_eq!((found.states, found.stopped), (plain.states, None));
            if strategy == Strategy::BreadthFirst {
                assert_eq!(found.stuck, StuckAnswer::Stopped(Stopped::Memory), "{workers}");
                assert!(found.bytes <= memory);
            }
        }
    }
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let found = search(&model, &Unreduced, &Query { cancel: Some(&cancel), ..asking() });
    assert_eq!((found.stuck, found.findings.len()), (StuckAnswer::Unexplored, 0));
}

/// Takes the steps of the first thread that can move, and no others.
struct FirstOnly;

impl Reduction<Drift> for FirstOnly {
    type Memory = ();
    fn initial(&self, _: &Drift) {}
    fn successors(
        &self,
        model: &Drift,
        state: &u64,
        (): &(),
        mut take: impl FnMut(usize, usize, &u64, ()),
    ) -> bool {
        let can = |thread: &usize| !model.ways(*thread, *state).is_empty();
        let Some(thread) = (0..model.threads).find(can) else { return false };
        model.steps(thread, state, |step, next| take(thread, step, next, ()));
        true
    }
}

#[test]
fn a_reduction_that_leaves_out_steps_says_nothing() {
    for seed in 0..50 {
        let found = search(&model(seed), &FirstOnly, &asking());
        assert_eq!((told(&found), found.stuck), (BTreeMap::new(), StuckAnswer::LeavesOutSteps));
    }
}

/// Two threads that step between numbered states, some of which are bad.
struct Table {
    /// State, thread, state after it.
    steps: &'static [(u8, usize, u8)],
    bad: &'static [u8],
    /// States in which the first thread is at an invisible point.
    invisible: &'static [u8],
}

impl Model for Table {
    type State = u8;
    type Violation = ();
    type Store = ValueStore<u8>;
    fn threads(&self) -> usize {
        2
    }
    fn initial(&self) -> u8 {
        0
    }
    fn steps(&self, thread: usize, state: &u8, mut visit: impl FnMut(usize, &u8)) {
        for (number, (from, who, to)) in self.steps.iter().enumerate() {
            if (*from, *who) == (*state, thread) {
                visit(number, to);
            }
        }
    }
    fn store(&self) -> ValueStore<u8> {
        ValueStore::default()
    }
    fn violation(&self, state: &u8) -> Option<()> {
        self.bad.contains(state).then_some(())
    }
}

impl crate::Visibility for Table {
    fn is_visible(&self, thread: usize, state: &u8) -> bool {
        thread == 1 || !self.invisible.contains(state)
    }
}

/// Each thread moves again in the end, after a state from which the reduced search takes no steps, or on the way of a
/// step that may have no end.
#[test]
fn what_comes_after_states_without_steps_is_not_known() {
    const ROUND: &[(u8, usize, u8)] = &[(0, 0, 1), (1, 0, 2), (2, 1, 3), (3, 0, 0), (3, 1, 0)];
    for (name, steps, bad, invisible) in [
        ("a bad state is stored", ROUND, &[2_u8][..], &[][..]),
        ("a bad state is on the way", ROUND, &[1][..], &[1][..]),
        ("a bad state is the first", ROUND, &[0][..], &[][..]),
        // The second thread could leave the loop of the first one.
        ("a loop", &[(0, 0, 1), (1, 0, 2), (2, 0, 1), (1, 1, 3), (3, 0, 0)][..], &[][..], &[1, 2]),
    ] {
        let model = Table { steps, bad, invisible };
        for strategy in [Strategy::BreadthFirst, Strategy::DepthFirst] {
            let query = Query { strategy, ..asking() };
            let found = search(&model, &crate::VisibleStates, &query);
            assert_eq!(
                (told(&found), found.stuck),
                (BTreeMap::new(), StuckAnswer::Unexplored),
                "{name}"
            );
            let all = search(&model, &Unreduced, &query);
            assert_eq!((told(&all), all.stuck), (BTreeMap::new(), StuckAnswer::Known), "{name}");
        }
        let query = &Query { workers: 2, ..asking() };
        let task = Task { model: &model, reduction: &crate::VisibleStates, query };
        let found = crate::parallel::search(task, 0);
        assert_eq!(
            (told(&found), found.stuck),
            (BTreeMap::new(), StuckAnswer::Unexplored),
            "{name}"
        );
    }
}

/// One thread traps one of two others, which are alike; the one that is left goes round for ever.
struct Trap {
    /// Whether states are stored up to the exchange of the two.
    is_symmetric: bool,
}

const FREE: u8 = 0;
const ROUND: u8 = 1;
const TRAPPED: u8 = 2;

impl Model for Trap {
    /// Whether one is trapped, and where the two are.
    type State = (bool, [u8; 2]);
    type Violation = ();
    type Store = ValueStore<(bool, [u8; 2])>;

    fn threads(&self) -> usize {
        3
    }

    fn initial(&self) -> Self::State {
        (false, [FREE, FREE])
    }

    fn steps(
        &self,
        thread: usize,
        state: &Self::State,
        mut visit: impl FnMut(usize, &Self::State),
    ) {
        let (has_acted, mut places) = *state;
        match thread.checked_sub(1) {
            None if !has_acted => {
                for other in 0..2 {
                    let mut places = places;
                    places[other] = TRAPPED;
                    visit(other, &(true, places));
                }
            }
            Some(own) if has_acted && places[own] != TRAPPED => {
                places[own] = ROUND - places[own];
                visit(0, &(true, places));
            }
            _ => {}
        }
    }

    /// To trap the second is the same as to trap the first, as long as they are alike.
    fn all_steps(&self, state: &Self::State, mut visit: impl FnMut(usize, usize, &Self::State)) {
        let are_alike = self.is_symmetric && state.1[0] == state.1[1];
        for thread in 0..if are_alike { 2 } else { 3 } {
            self.steps(thread, state, |step, next| {
                if !(are_alike && thread == 0 && step == 1) {
                    visit(thread, step, next);
                }
            });
        }
    }

    fn store(&self) -> Self::Store {
        ValueStore::default()
    }

    fn may_rest(&self, thread: usize, _: &Self::State) -> bool {
        thread == 0
    }

    fn renamings(&self) -> Option<&dyn Renamings<Self::State>> {
        self.is_symmetric.then_some(self as &dyn Renamings<Self::State>)
    }
}

impl Renamings<(bool, [u8; 2])> for Trap {
    fn canonize(&self, state: &mut (bool, [u8; 2]), parts: &mut Vec<u8>) {
        parts.clear();
        parts.extend(match state.1[0].cmp(&state.1[1]) {
            std::cmp::Ordering::Less => [0, 1, 2],
            std::cmp::Ordering::Equal => [0, 1, 1],
            std::cmp::Ordering::Greater => [0, 2, 1],
        });
        state.1.sort_unstable();
    }

    fn is_as_earlier(&self, thread: usize, state: &(bool, [u8; 2])) -> bool {
        thread == 2 && state.1[0] == state.1[1]
    }

    fn first_alike(&self, thread: usize) -> usize {
        thread.min(1)
    }

    fn renaming(&self, state: &(bool, [u8; 2])) -> Vec<usize> {
        if state.1[0] > state.1[1] { vec![0, 2, 1] } else { vec![0, 1, 2] }
    }

    fn renamed(&self, state: &(bool, [u8; 2]), threads: &[usize]) -> (bool, [u8; 2]) {
        let [one, other] = state.1;
        (state.0, if threads[1] == 2 { [other, one] } else { [one, other] })
    }

    fn exchange(&self, one: usize, other: usize) -> Vec<usize> {
        if one == other { vec![0, 1, 2] } else { vec![0, 2, 1] }
    }

    fn breaking(&self, _: usize, _: &(bool, [u8; 2])) -> Option<Vec<usize>> {
        None
    }
}

#[test]
fn what_is_done_to_one_of_several_that_are_alike_may_be_done_to_another() {
    for strategy in [Strategy::BreadthFirst, Strategy::DepthFirst] {
        for is_symmetric in [false, true] {
            let query = Query { strategy, ..asking() };
            let found = search(&Trap { is_symmetric }, &Unreduced, &query);
            assert_eq!(found.stuck, StuckAnswer::Known);
            assert_eq!(found.states, if is_symmetric { 3 } else { 5 });
            // Neither is stuck before one is trapped.
            let stuck: BTreeMap<usize, usize> = told(&found);
            assert_eq!(stuck, BTreeMap::from([(1, 1), (2, 1)]), "{strategy:?} {is_symmetric}");
        }
    }
}
