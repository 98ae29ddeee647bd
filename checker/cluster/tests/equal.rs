//! What several workers find is what one finds: on all bundled systems and on generated ones.

use crate::support::together;
use reductio_discipline::{Discipline, Packed, Violation};
use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_search::{Exploration, Finding, FindingKind, Model, Order, Query, search};

/// A system with the name by which a failing test tells it.
struct Named {
    name: String,
    discipline: Discipline,
}

fn examples() -> Vec<Named> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let mut all: Vec<Named> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "sys") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let system = parse_system(&text, &name, &[]).unwrap();
            all.push(Named { name, discipline: Discipline::new(system) });
        }
    }
    all.sort_by(|one, two| one.name.cmp(&two.name));
    assert!(all.len() > 50, "{} examples", all.len());
    all
}

fn generated(seeds: std::ops::Range<u64>) -> Vec<Named> {
    let one = |seed| Named {
        name: format!("seed {seed}"),
        discipline: Discipline::new(Sketch::random(seed).build().unwrap()),
    };
    seeds.map(one).collect()
}

/// Everything that does not depend on which of several runs is told.
fn counts(found: &Exploration<Violation>) -> impl PartialEq + std::fmt::Debug {
    let Exploration { states, transitions, visible_states, depth, deadlocks, .. } = *found;
    let numbers = (states, transitions, visible_states, depth, deadlocks);
    let seen = (found.reached.clone(), found.goals.clone(), found.cut_short);
    (numbers, seen, found.stuck, found.stopped)
}

/// The kinds of findings, with the lengths of their runs where these are shortest.
fn kinds(found: &Exploration<Violation>, order: Order) -> Vec<(String, usize)> {
    let kind = |finding: &Finding<Violation>| {
        let kind = match finding.kind {
            FindingKind::Discipline(_) => "discipline".to_owned(),
            FindingKind::EndlessLoop { thread, .. } => format!("loop {thread}"),
            ref other => format!("{other:?}"),
        };
        let is_shortest = order == Order::Unreduced;
        (kind, if is_shortest { finding.run.len() } else { 0 })
    };
    let mut all: Vec<_> = found.findings.iter().map(kind).collect();
    all.sort();
    all
}

/// Whether a run is one of the model.
fn is_run<M: Model>(model: &M, run: &[(usize, usize)]) -> bool {
    let mut state = model.initial();
    run.iter().all(|&(thread, step)| {
        let mut after = None;
        model.steps(thread, &state, |taken, next| {
            if taken == step {
                after = Some(next.clone());
            }
        });
        let is_step = after.is_some();
        state = after.unwrap_or_else(|| state.clone());
        is_step
    })
}

/// Lets workers search all systems, both ways, to the first finding and on; with findings told as one worker does, and
/// as several do. Returns how many findings were compared, and how many states.
fn compare(systems: &[Named], workers: usize, few: &[usize]) -> (usize, usize) {
    let mut compared = (0, 0);
    for &few in few {
        let asked = || {
            systems.iter().flat_map(|system| {
                [Order::Reduced, Order::Unreduced]
                    .into_iter()
                    .flat_map(move |order| [false, true].map(|goes| (system, order, goes)))
            })
        };
        let all = together(workers, |cluster| {
            cluster.set_few(few);
            let mut found = Vec::new();
            for (system, order, keep_going) in asked() {
                let query = Query { keep_going, stuck: true, ..Query::default() };
                let model = Packed::new(&system.discipline);
                found.push(cluster.search(&model, &order, &query).unwrap());
            }
            found
        });
        for (place, (system, order, keep_going)) in asked().enumerate() {
            let query = Query { keep_going, stuck: true, ..Query::default() };
            let model = Packed::new(&system.discipline);
            let alone = search(&model, &order, &query);
            let name = format!("{}, {order:?}, {keep_going}, {workers} workers", system.name);
            for one in all.iter().map(|found| &found[place]) {
                assert_eq!(counts(one), counts(&alone), "{name}");
                assert_eq!(one.findings, all[0][place].findings, "{name}");
                if few > 0 {
                    assert_eq!(one.findings, alone.findings, "{name}");
                } else if keep_going {
                    assert_eq!(kinds(one, order), kinds(&alone, order), "{name}");
                }
                assert!(one.findings.iter().all(|finding| is_run(&model, &finding.run)), "{name}");
            }
            compared.0 += alone.findings.len();
            compared.1 += alone.states;
        }
    }
    compared
}

#[test]
fn examples_and_generated_systems_are_searched_as_by_one() {
    let mut systems = examples();
    systems.extend(generated(0..10));
    let (findings, states) = compare(&systems, 2, &[0]);
    assert!(findings > 150 && states > 50_000, "{findings} findings, {states} states");
}

#[test]
fn one_worker_and_three_search_as_one_does() {
    let systems = generated(20..30);
    for workers in [1, 3] {
        let (findings, states) = compare(&systems, workers, &[0, usize::MAX]);
        assert!(findings > 20 && states > 500, "{findings} findings, {states} states");
    }
}

/// What is sent in a round takes many messages here, and workers tell how far they have come.
#[test]
fn a_system_of_many_states_is_searched_as_by_one() {
    let text = include_str!("../../examples/philosophers.sys");
    let system = parse_system(text, "philosophers", &[("SEATS".to_owned(), 9)]).unwrap();
    let systems = [Named { name: "philosophers".to_owned(), discipline: Discipline::new(system) }];
    let (_, states) = compare(&systems, 2, &[0]);
    assert!(states > 100_000, "{states} states");
}

#[test]
#[ignore = "minutes"]
fn three_hundred_generated_systems_are_searched_as_by_one() {
    let mut systems = examples();
    systems.extend(generated(1_000..1_300));
    for workers in [1, 2, 3] {
        let (findings, states) = compare(&systems, workers, &[0, usize::MAX]);
        println!("{workers} workers: {findings} findings, {states} states");
        assert!(findings > 1_000, "{findings} findings, {states} states");
    }
}
