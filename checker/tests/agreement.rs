//! Reduced and unreduced searches agree on ten thousand generated systems to which the reduction theorem applies, many
//! of which violate their discipline, deadlock or fail.

#[path = "agreement/mutated.rs"]
mod mutated;

use std::collections::{BTreeSet, HashSet};

use reductio::check::disagreement;
use reductio::discipline::Packed;
use reductio::discipline::{Discipline, Settings, Violation};
use reductio::execution::Execution;
use reductio::language::parse_system;
use reductio::locking::LockViolation;
use reductio::search::{Exploration, FindingKind, Order, Query, Strategy, StuckAnswer, search};
use reductio::system::{PackedState, System, ThreadId};
use reductio::testing::generate::{Sketch, smallest};

/// How many systems are compared.
const WANTED: usize = 10_000;

type Found = Exploration<Violation>;

fn explore(discipline: &Discipline, order: Order, query: Query<'_>) -> Found {
    search(&Packed::new(discipline), &order, &Query { keep_going: true, stuck: true, ..query })
}

fn both(system: &System) -> (Found, Found) {
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(system, &settings, None).unwrap();
    let unreduced = explore(&discipline, Order::Unreduced, Query::default());
    (unreduced, explore(&discipline, Order::Reduced, Query::default()))
}

fn has(found: &Found, kind: fn(&FindingKind<Violation>) -> bool) -> bool {
    found.findings.iter().any(|finding| kind(&finding.kind))
}

#[test]
fn reduced_and_unreduced_agree_on_ten_thousand_systems() {
    agree_on(WANTED, 0, Sketch::random);
}

/// Systems in which threads try locks, and signal without them.
#[test]
fn reduced_and_unreduced_agree_where_locks_are_tried() {
    agree_on(2_000, 0, |seed| Sketch::random(seed).trying(seed));
}

#[test]
#[ignore = "half a minute in a release build"]
fn reduced_and_unreduced_agree_on_many_more() {
    agree_on(300_000, 1 << 32, Sketch::random);
    agree_on(100_000, 1 << 32, |seed| Sketch::random(seed).trying(seed));
}

fn agree_on(wanted: usize, first_seed: u64, draw: impl Fn(u64) -> Sketch) {
    let (mut compared, mut violating, mut deadlocking, mut failing, mut endless) = (0, 0, 0, 0, 0);
    let mut deadlocking_in_order = 0;
    let (mut smaller, mut stuck, mut seeds) = (0, 0, first_seed..);
    while compared < wanted {
        let seed = seeds.next().unwrap();
        let sketch = draw(seed);
        if !sketch.is_applicable() {
            continue;
        }
        let system = sketch.build().unwrap();
        let (unreduced, reduced) = both(&system);
        if let Some(difference) = disagreement(&unreduced, &reduced, true) {
            let differs = |sketch: &Sketch| {
                sketch.is_applicable() && {
                    let (unreduced, reduced) = both(&sketch.build().unwrap());
                    disagreement(&unreduced, &reduced, true).is_some()
                }
            };
            panic!("seed {seed}: {difference:?} in\n{}", smallest(&sketch, differs));
        }
        compared += 1;
        violating +=
            usize::from(has(&unreduced, |kind| matches!(kind, FindingKind::Discipline(_))));
        deadlocking += usize::from(has(&unreduced, |kind| matches!(kind, FindingKind::Deadlock)));
        failing += usize::from(has(&unreduced, |kind| matches!(kind, FindingKind::Failure { .. })));
        endless +=
            usize::from(has(&reduced, |kind| matches!(kind, FindingKind::EndlessLoop { .. })));
        smaller += usize::from(reduced.states < unreduced.states);
        stuck += usize::from(
            reduced.stuck == StuckAnswer::Known
                && has(&reduced, |kind| matches!(kind, FindingKind::Stuck { .. })),
        );
        deadlocking_in_order += usize::from(
            has(&unreduced, |kind| matches!(kind, FindingKind::Deadlock))
                && !has(&unreduced, |kind| matches!(kind, FindingKind::Discipline(_))),
        );
    }
    println!(
        "{compared} systems from {} seeds: {violating} violate, {deadlocking} deadlock, {failing} fail, {endless} loop \
         for ever, in {stuck} in order a thread is stuck where no deadlock comes; {deadlocking_in_order} deadlock and follow their discipline; the reduced search is smaller in {smaller}",
        seeds.start - first_seed
    );
    assert!(violating >= wanted / 5, "{violating} violate");
    assert!(deadlocking >= wanted / 5, "{deadlocking} deadlock");
    assert!(deadlocking_in_order >= wanted / 20, "{deadlocking_in_order} deadlock in order");
    assert!(stuck >= wanted / 20, "{stuck} have a thread that is stuck");
    assert!(smaller >= wanted / 2, "smaller in {smaller}");
    assert!(
        violating <= wanted - wanted / 5,
        "{violating} violate: too few follow their discipline"
    );
}

#[test]
fn forgetting_dead_locals_changes_nothing_but_the_number_of_states() {
    let mut smaller = 0;
    for seed in 0..2_000 {
        let system = Sketch::random(seed).build().unwrap();
        let forgetting = system.clone().forgetting();
        for order in [Order::Unreduced, Order::Reduced] {
            let explore = |system: &System| {
                let settings = Settings { exact_reach: true, ..Settings::default() };
                explore(
                    &Discipline::with(system, &settings, None).unwrap(),
                    order,
                    Query::default(),
                )
            };
            let (all, few) = (explore(&system), explore(&forgetting));
            assert!(few.states <= all.states, "seed {seed}, {order:?}");
            assert_eq!(disagreement(&all, &few, true), None, "seed {seed}, {order:?}");
            smaller += usize::from(few.states < all.states);
        }
    }
    assert!(smaller > 200, "smaller in {smaller}");
}

/// The kinds of findings in words. Each finding must be of another kind.
fn kinds(found: &Found) -> BTreeSet<String> {
    let kinds: BTreeSet<String> = found.findings.iter().map(|one| kind(&one.kind)).collect();
    assert_eq!(kinds.len(), found.findings.len(), "{:?}", found.findings);
    kinds
}

fn kind(kind: &FindingKind<Violation>) -> String {
    match *kind {
        FindingKind::Discipline(violation) => rule(violation),
        FindingKind::Invariant(number) => format!("invariant {number}"),
        FindingKind::Failure { thread, step, reason } => {
            format!("thread {thread} fails in {} for {reason}", step.unwrap())
        }
        FindingKind::Deadlock => "deadlock".to_owned(),
        FindingKind::EndlessLoop { thread, .. } => format!("thread {thread} loops"),
        FindingKind::Stuck { thread } => format!("thread {thread} is stuck"),
        FindingKind::Property { number, .. } => format!("property {number}"),
    }
}

fn rule(violation: Violation) -> String {
    match violation {
        Violation::Access { thread, object, .. } => format!("{thread:?} accesses {object:?}"),
        Violation::NotExclusive { object, .. } => format!("{object:?} is not exclusive"),
    }
}

/// The kinds of findings of an unreduced search, from the states and steps of the system alone.
fn kinds_by_hand(system: &System, discipline: &Discipline) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut seen = HashSet::from([system.initial()]);
    let mut todo = vec![system.initial()];
    let mut deadlocks = HashSet::new();
    while let Some(state) = todo.pop() {
        out.extend(discipline.violations(&state).into_iter().map(rule));
        for (number, claim) in system.invariants().iter().enumerate() {
            if !system.holds(&claim.predicate, &state) {
                out.insert(format!("invariant {number}"));
            }
        }
        let steps = system.successors(&state);
        let points = || system.thread_ids().map(|thread| (thread, system.at(&state, thread)));
        let has_failed = points().any(|(thread, at)| system.thread(thread).is_failed(at));
        let rests = points().all(|(thread, at)| {
            let owner = system.thread(thread);
            owner.is_end(at) || owner.points()[usize::from(at)].is_idle()
        });
        if steps.is_empty() && !rests && !has_failed {
            out.insert("deadlock".to_owned());
            deadlocks.insert(state.clone());
        }
        for step in steps {
            if let Some(failure) = step.failure {
                let (thread, reason) = (step.thread.index(), failure.kind());
                out.insert(format!("thread {thread} fails in {} for {reason}", step.transition));
            }
            if seen.insert(step.state.clone()) {
                todo.push(step.state);
            }
        }
    }
    for state in &seen {
        out.extend(stuck_by_hand(system, state, &deadlocks));
    }
    out
}

/// The threads that are stuck in a state, if no deadlock can come after it.
fn stuck_by_hand(
    system: &System,
    state: &PackedState,
    deadlocks: &HashSet<PackedState>,
) -> Vec<String> {
    let (mut later, mut todo) = (HashSet::from([state.clone()]), vec![state.clone()]);
    let mut moves = HashSet::new();
    while let Some(state) = todo.pop() {
        if deadlocks.contains(&state) {
            return Vec::new();
        }
        for step in system.successors(&state) {
            moves.insert(step.thread);
            if later.insert(step.state.clone()) {
                todo.push(step.state);
            }
        }
    }
    let may_rest = |thread: &ThreadId| {
        let (owner, at) = (system.thread(*thread), system.at(state, *thread));
        owner.is_end(at) || owner.points()[usize::from(at)].is_idle() || owner.is_failed(at)
    };
    let stuck = system.thread_ids().filter(|thread| !moves.contains(thread) && !may_rest(thread));
    stuck.map(|thread| format!("thread {} is stuck", thread.index())).collect()
}

#[test]
fn all_searches_of_a_system_find_the_same() {
    let mut compared = 0;
    for seed in 0..600 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        for order in [Order::Unreduced, Order::Reduced] {
            let query = Query::default();
            let one = explore(&discipline, order, query);
            let deep =
                explore(&discipline, order, Query { strategy: Strategy::DepthFirst, ..query });
            let three = explore(&discipline, order, Query { workers: 3, ..query });
            for (name, other) in [("depth-first", &deep), ("three workers", &three)] {
                assert_eq!(one.states, other.states, "seed {seed}, {order:?}, {name}");
                assert_eq!(one.transitions, other.transitions, "seed {seed}, {order:?}, {name}");
                assert_eq!(
                    one.visible_states, other.visible_states,
                    "seed {seed}, {order:?}, {name}"
                );
                assert_eq!(one.reached, other.reached, "seed {seed}, {order:?}, {name}");
                assert_eq!(one.goals, other.goals, "seed {seed}, {order:?}, {name}");
                assert_eq!(kinds(&one), kinds(other), "seed {seed}, {order:?}, {name}");
            }
            // Reached from the other side: one finding of each kind, and none that a single step shows is missing.
            if order == Order::Unreduced {
                assert_eq!(kinds(&one), kinds_by_hand(&system, &discipline), "seed {seed}");
            }
            // Breadth-first, what is found in a small system does not depend on the number of workers.
            assert_eq!(one.findings, three.findings, "seed {seed}, {order:?}");
            compared += one.findings.len();
        }
    }
    assert!(compared > 400, "{compared} findings");
}

/// Two threads and two branches that fail, a statement that fails in two ways, two objects without their lock.
const MANY: &str = "
    lock m
    protected a : 0 .. 1 by m
    protected b : 0 .. 1 by m
    thread one { choose { assert false } or { assert 1 == 2 } }
    thread two { assert false }
    thread three { local y : 0 .. 2; local x : 0 .. 2; A: y := any; B: x := 4 div y }
    thread four { C: a := 1 }
    thread five { D: b := 1 }";

#[test]
fn findings_are_told_apart_by_thread_place_and_reason() {
    let system = parse_system(MANY, "many", &[]).unwrap();
    let discipline = Discipline::new(&system);
    for order in [Order::Unreduced, Order::Reduced] {
        let query = Query::default();
        let deep = Query { strategy: Strategy::DepthFirst, ..query };
        let found = [query, deep, Query { workers: 3, ..query }]
            .map(|query| explore(&discipline, order, query));
        let count = |found: &Found, is_meant: fn(&FindingKind<Violation>) -> bool| {
            found.findings.iter().filter(|finding| is_meant(&finding.kind)).count()
        };
        for found in &found {
            // Both accesses are bad in the initial state already: a reduced search tells them, and goes no further.
            assert_eq!(count(found, |kind| matches!(kind, FindingKind::Discipline(_))), 2);
            assert!(!kinds(found).is_empty());
            let failures = if order == Order::Unreduced { 5 } else { 0 };
            assert_eq!(
                count(found, |kind| matches!(kind, FindingKind::Failure { .. })),
                failures,
                "{order:?}: {:?}",
                found.findings
            );
        }
        // To the first finding, one of a sort is told.
        let first = search(&Packed::new(&discipline), &order, &Query::default());
        assert_eq!(count(&first, |kind| matches!(kind, FindingKind::Discipline(_))), 1);
    }
    // Without the accesses the reduced search has all failures as well.
    let text: Vec<&str> = MANY.lines().filter(|line| !line.contains(":= 1")).collect();
    let system = parse_system(&text.join("\n"), "failures", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let [all, few] = [Order::Unreduced, Order::Reduced]
        .map(|order| explore(&discipline, order, Query::default()));
    assert_eq!(kinds(&all), kinds(&few));
    assert_eq!(kinds(&all).len(), 5);
}

#[test]
fn every_run_can_be_replayed_and_ends_as_said() {
    let mut replayed = 0;
    for seed in 0..1_500 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        for (order, strategy, workers) in [
            (Order::Unreduced, Strategy::BreadthFirst, 1),
            (Order::Unreduced, Strategy::BreadthFirst, 2),
            (Order::Reduced, Strategy::BreadthFirst, 1),
            (Order::Reduced, Strategy::BreadthFirst, 2),
            (Order::Reduced, Strategy::DepthFirst, 1),
        ] {
            let query = Query { strategy, workers, ..Query::default() };
            let found = explore(&discipline, order, query).map(LockViolation::Exclusive);
            // Where the theorem does not apply, a reduced search does not show that a thread is stuck.
            let shows = order == Order::Unreduced
                || found.stuck == StuckAnswer::Known && discipline.outside().next().is_none();
            for finding in &found.findings {
                if matches!(finding.kind, FindingKind::Stuck { .. }) && !shows {
                    continue;
                }
                let steps: Vec<_> = finding
                    .run
                    .iter()
                    .map(|&(thread, step)| (ThreadId::new(thread), step))
                    .collect();
                let execution = Execution::replay(&discipline, &steps).unwrap();
                let ending = reductio::check::ending(&finding.kind, &execution);
                execution
                    .ending_in(ending)
                    .unwrap_or_else(|error| panic!("seed {seed}, {order:?}: {error}"));
                replayed += 1;
            }
        }
    }
    assert!(replayed > 1_500, "{replayed} runs");
}
