//! Reduced and unreduced searches agree on ten thousand generated systems to which the reduction theorem applies, many
//! of which violate their discipline, deadlock or fail.

use reductio::check::disagreement;
use reductio::discipline::{Discipline, Settings};
use reductio::execution::Execution;
use reductio::search::{Exploration, FindingKind, Order, Packed, Query, Strategy, search};
use reductio::system::{System, ThreadId};
use reductio::testing::generate::{Sketch, smallest};

/// How many systems are compared.
const WANTED: usize = 10_000;

type Found = Exploration<reductio::discipline::Violation>;

fn explore(discipline: &Discipline<'_>, query: Query<'_>) -> Found {
    search(&Packed::new(discipline), &Query { keep_going: true, ..query })
}

fn both(system: &System) -> (Found, Found) {
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let discipline = Discipline::with(system, &settings);
    let unreduced = explore(&discipline, Query { order: Order::Unreduced, ..Query::default() });
    (unreduced, explore(&discipline, Query::default()))
}

fn has(found: &Found, kind: fn(&FindingKind<reductio::discipline::Violation>) -> bool) -> bool {
    found.findings.iter().any(|finding| kind(&finding.kind))
}

#[test]
fn reduced_and_unreduced_agree_on_ten_thousand_systems() {
    agree_on(WANTED, 0);
}

#[test]
#[ignore = "half a minute in a release build"]
fn reduced_and_unreduced_agree_on_many_more() {
    agree_on(300_000, 1 << 32);
}

fn agree_on(wanted: usize, first_seed: u64) {
    let (mut compared, mut violating, mut deadlocking, mut failing, mut endless) = (0, 0, 0, 0, 0);
    let mut deadlocking_in_order = 0;
    let (mut smaller, mut seeds) = (0, first_seed..);
    while compared < wanted {
        let seed = seeds.next().unwrap();
        let sketch = Sketch::random(seed);
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
        deadlocking_in_order += usize::from(
            has(&unreduced, |kind| matches!(kind, FindingKind::Deadlock))
                && !has(&unreduced, |kind| matches!(kind, FindingKind::Discipline(_))),
        );
    }
    println!(
        "{compared} systems from {} seeds: {violating} violate, {deadlocking} deadlock, {failing} fail, {endless} loop \
         for ever; {deadlocking_in_order} deadlock and follow their discipline; the reduced search is smaller in {smaller}",
        seeds.start - first_seed
    );
    assert!(violating >= 2_000, "{violating} violate");
    assert!(deadlocking >= 2_000, "{deadlocking} deadlock");
    assert!(deadlocking_in_order >= 500, "{deadlocking_in_order} deadlock in order");
    assert!(smaller >= wanted / 2, "smaller in {smaller}");
    assert!(violating <= wanted - 2_000, "{violating} violate: too few follow their discipline");
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
                explore(&Discipline::with(system, &settings), Query { order, ..Query::default() })
            };
            let (all, few) = (explore(&system), explore(&forgetting));
            assert!(few.states <= all.states, "seed {seed}, {order:?}");
            assert_eq!(disagreement(&all, &few, true), None, "seed {seed}, {order:?}");
            smaller += usize::from(few.states < all.states);
        }
    }
    assert!(smaller > 200, "smaller in {smaller}");
}

#[test]
fn all_searches_of_a_system_find_the_same() {
    let mut compared = 0;
    for seed in 0..600 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        for order in [Order::Unreduced, Order::Reduced] {
            let query = Query { order, ..Query::default() };
            let one = explore(&discipline, query);
            let deep = explore(&discipline, Query { strategy: Strategy::DepthFirst, ..query });
            let three = explore(&discipline, Query { workers: 3, ..query });
            for (name, other) in [("depth-first", &deep), ("three workers", &three)] {
                assert_eq!(one.states, other.states, "seed {seed}, {order:?}, {name}");
                assert_eq!(one.transitions, other.transitions, "seed {seed}, {order:?}, {name}");
                assert_eq!(
                    one.visible_states, other.visible_states,
                    "seed {seed}, {order:?}, {name}"
                );
                assert_eq!(one.reached, other.reached, "seed {seed}, {order:?}, {name}");
                assert_eq!(one.goals, other.goals, "seed {seed}, {order:?}, {name}");
                let kinds = |found: &Found| {
                    let mut kinds: Vec<_> = found
                        .findings
                        .iter()
                        .map(|finding| std::mem::discriminant(&finding.kind))
                        .map(|d| format!("{d:?}"))
                        .collect();
                    kinds.sort_unstable();
                    kinds
                };
                assert_eq!(kinds(&one), kinds(other), "seed {seed}, {order:?}, {name}");
            }
            // Breadth-first, what is found does not depend on the number of workers.
            assert_eq!(one.findings, three.findings, "seed {seed}, {order:?}");
            compared += one.findings.len();
        }
    }
    assert!(compared > 400, "{compared} findings");
}

#[test]
fn every_run_can_be_replayed_and_ends_as_said() {
    let mut replayed = 0;
    for seed in 0..1_500 {
        let system = Sketch::random(seed).build().unwrap();
        let discipline = Discipline::new(&system);
        for (order, strategy) in [
            (Order::Unreduced, Strategy::BreadthFirst),
            (Order::Reduced, Strategy::BreadthFirst),
            (Order::Reduced, Strategy::DepthFirst),
        ] {
            let found = explore(&discipline, Query { order, strategy, ..Query::default() });
            for finding in &found.findings {
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
