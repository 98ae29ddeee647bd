//! Searches that keep states meet all deadlocks, all control points and all transitions that a walk through all states
//! meets, also where executions go round for ever. The walk is the test's own.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use crate::random;
use reductio_discipline::{Discipline, Outcome, Packed, Protocol, Settings};
use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_search::FindingKind;
use reductio_selective::{
    Ahead, Choice, Granularity, Limits, Selection, SelectionError, Sleep, StateLimits, States,
    Stopped, deepen, explore_states,
};
use reductio_system::{PackedState, System};

/// What is met.
#[derive(Debug, Default, PartialEq, Eq)]
struct Met {
    deadlocks: HashSet<PackedState>,
    points: BTreeSet<(usize, usize)>,
    /// The transitions in which threads fail.
    failures: BTreeSet<(usize, usize)>,
}

/// Walks through all states. Returns what is met, the number of states, and whether some execution never ends; `None`
/// if there are too many states.
fn walk(system: &System) -> Option<(Met, usize, bool)> {
    let mut met = Met::default();
    let mut seen = HashMap::from([(system.initial(), 0)]);
    let mut order = vec![system.initial()];
    let mut edges = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let state = order[at].clone();
        let (mut rests, mut failed) = (true, false);
        for thread in system.thread_ids() {
            let point = system.at(&state, thread);
            met.points.insert((thread.index(), usize::from(point)));
            rests &= system.thread(thread).may_rest(point);
            failed |= system.thread(thread).is_failed(point);
        }
        let next = system.successors(&state);
        if next.is_empty() && !rests && !failed {
            met.deadlocks.insert(state);
        }
        for successor in next {
            let point = system.at(&successor.state, successor.thread);
            if system.thread(successor.thread).is_failed(point) {
                met.failures.insert((successor.thread.index(), successor.transition));
            }
            let to = *seen.entry(successor.state).or_insert_with_key(|state| {
                order.push(state.clone());
                order.len() - 1
            });
            edges.push((at, to));
        }
        at += 1;
        if order.len() > 1_500 {
            return None;
        }
    }
    // States without a way on are taken away until none is left, unless some execution never ends.
    let mut left: HashSet<usize> = (0..order.len()).collect();
    loop {
        let goes_on: HashSet<usize> =
            edges.iter().filter(|(_, to)| left.contains(to)).map(|(from, _)| *from).collect();
        let before = left.len();
        left.retain(|state| goes_on.contains(state));
        if left.len() == before {
            break;
        }
    }
    Some((met, order.len(), !left.is_empty()))
}

fn met<V>(found: &States<PackedState, V>) -> Met {
    let mut met = Met { deadlocks: found.deadlocks.iter().cloned().collect(), ..Met::default() };
    for (thread, reached) in found.reached.iter().enumerate() {
        met.points.extend((0..reached.len()).filter(|k| reached[*k]).map(|point| (thread, point)));
    }
    for finding in &found.findings {
        if let FindingKind::Failure { thread, step: Some(step), .. } = finding.kind {
            met.failures.insert((thread, step));
        }
    }
    met
}

const SLEEPS: [Sleep; 3] = [Sleep::Never, Sleep::Unconditional, Sleep::Conditional];

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    systems: usize,
    /// Systems with executions that never end.
    endless: usize,
    /// All states.
    states: usize,
    /// The states of searches with persistent sets, by sleep set.
    persistent: [usize; 3],
    /// The steps of all searches, by sleep set; first by all steps, then by persistent sets.
    steps: [[u64; 3]; 2],
    /// The states that were expanded again, and in full.
    again: u64,
    in_full: u64,
}

fn compare_sketches(seeds: std::ops::Range<u64>) -> Compared {
    compare(seeds.map(|seed| {
        let sketch = Sketch::random(seed);
        let sketch = if seed % 5 == 0 { sketch.trying(seed) } else { sketch };
        (sketch.build().unwrap(), format!("seed {seed}\n{sketch}"))
    }))
}

fn compare_texts(seeds: std::ops::Range<u64>) -> Compared {
    compare(seeds.map(|seed| {
        let text = random::text(seed, true);
        let system = parse_system(&text, "random", &[]);
        (system.unwrap_or_else(|e| panic!("{text} {e:?}")), text)
    }))
}

fn compare(systems: impl Iterator<Item = (System, String)>) -> Compared {
    let mut compared = Compared::default();
    for (system, told) in systems {
        let Some((expected, states, is_endless)) = walk(&system) else { continue };
        compared.systems += 1;
        compared.endless += usize::from(is_endless);
        compared.states += states;
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        let ahead = Ahead::of(&system);
        for (number, sleep) in SLEEPS.into_iter().enumerate() {
            for (kind, choice) in [Choice::All, Choice::Persistent(&ahead)].into_iter().enumerate()
            {
                let selection = Selection { choice, sleep, ..Selection::default() };
                let found = explore_states(&model, &selection, &StateLimits::default()).unwrap();
                assert!(found.is_complete());
                assert_eq!(met(&found), expected, "{selection:?}\n{told}");
                if kind == 0 {
                    // Sleep sets alone leave out steps and no states.
                    assert_eq!(found.states, states, "{selection:?}\n{told}");
                } else {
                    compared.persistent[number] += found.states;
                }
                compared.steps[kind][number] += found.steps;
                compared.again += found.again;
                compared.in_full += found.in_full;
            }
        }
    }
    compared
}

#[test]
fn searches_that_keep_states_meet_what_all_states_meet() {
    for compared in [compare_sketches(0..1_500), compare_texts(0..1_000)] {
        println!("{compared:?}");
        let Compared { systems, endless, states, persistent, steps, again, in_full } = compared;
        assert!(systems > 800 && endless > 300 && again > 100 && in_full > 100);
        assert!(persistent.iter().all(|few| *few < states));
        for [never, unconditional, conditional] in steps {
            assert!(conditional <= unconditional && unconditional < never);
        }
    }
}

/// The same, at length:
/// `cargo test --release -p reductio-selective --test selective stored:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes a minute"]
fn searches_that_keep_states_agree_at_length() {
    for compared in [compare_sketches(10_000..30_000), compare_texts(10_000..30_000)] {
        println!("{compared:?}");
        assert!(compared.systems > 15_000);
    }
}

/// Walks through the composed system under a discipline, by steps of the test's own: a transition and the invisible
/// ones of its thread after it. Returns deadlocks, control points on the way included, and the number of states.
fn walk_composed(system: &System, discipline: &Discipline) -> Option<(Met, usize)> {
    let (mut deadlocks, mut points) = (HashSet::new(), BTreeSet::new());
    let mut seen = HashSet::from([system.initial()]);
    let mut open = vec![system.initial()];
    for thread in system.thread_ids() {
        points.insert((thread.index(), usize::from(system.at(&system.initial(), thread))));
    }
    while let Some(state) = open.pop() {
        if seen.len() > 3_000 {
            return None;
        }
        let (mut rests, mut failed) = (true, false);
        for thread in system.thread_ids() {
            rests &= system.thread(thread).may_rest(system.at(&state, thread));
            failed |= system.thread(thread).is_failed(system.at(&state, thread));
        }
        let mut is_end = true;
        for first in system.successors(&state) {
            let thread = first.thread;
            let (mut now, mut passed) = (first.state, Vec::new());
            let arrived = loop {
                passed.push((thread.index(), usize::from(system.at(&now, thread))));
                if Protocol::is_visible(discipline, thread, &now) {
                    break true;
                }
                match &system.successors_of(thread, &now)[..] {
                    [] => break false,
                    [only] if passed.len() < 100 => now.clone_from(&only.state),
                    _ => return None,
                }
            };
            if arrived {
                is_end = false;
                points.extend(passed);
                if seen.insert(now.clone()) {
                    open.push(now);
                }
            }
        }
        if is_end && !rests && !failed {
            deadlocks.insert(state);
        }
    }
    Some((Met { deadlocks, points, ..Met::default() }, seen.len()))
}

#[test]
fn searches_of_composed_systems_meet_what_their_states_meet() {
    let (mut systems, mut fewer, mut deadlocks) = (0, 0, 0);
    for seed in 0..3_500 {
        let sketch = Sketch::random(seed);
        let sketch = if seed < 3_000 { sketch } else { sketch.trying(seed) };
        if !sketch.is_applicable() {
            continue;
        }
        let system = sketch.build().unwrap();
        let settings = Settings { visible_ups: seed % 2 == 0, ..Settings::default() };
        let discipline = Discipline::with(&system, &settings, None).unwrap();
        if discipline.premises().iter().any(|p| p.outcome == Outcome::NotMet) {
            continue;
        }
        let Some((expected, states)) = walk_composed(&system, &discipline) else { continue };
        let model = Packed::new(&discipline);
        let ahead = Ahead::of(&system);
        systems += 1;
        deadlocks += usize::from(!expected.deadlocks.is_empty());
        for sleep in SLEEPS {
            for choice in [Choice::All, Choice::Persistent(&ahead)] {
                let granularity = Granularity::Composed;
                let selection = Selection { granularity, choice, sleep, bound: None };
                let found = explore_states(&model, &selection, &StateLimits::default()).unwrap();
                assert_eq!(found.stopped, None, "seed {seed}\n{sketch}");
                let met = Met { failures: BTreeSet::new(), ..met(&found) };
                if matches!(choice, Choice::All) {
                    assert_eq!(found.states, states, "seed {seed}, {selection:?}\n{sketch}");
                }
                assert_eq!(met, expected, "seed {seed}, {selection:?}\n{sketch}");
                fewer += usize::from(found.states < states);
            }
        }
    }
    println!("{systems} systems, {fewer} searches of fewer states, {deadlocks} with deadlocks");
    assert!(systems > 400 && fewer > 300 && deadlocks > 100);
}

/// One thread goes round alone; its steps are persistent in every state, so that without the proviso the other would
/// never move.
#[test]
fn a_step_is_not_put_off_for_ever() {
    let text = "
        var x : 0 .. 1
        var y : 0 .. 1
        thread round { loop { x := 1 - x } }
        thread late { y := 1; y := 0; B: y := 1 }";
    let system = parse_system(text, "round", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let ahead = Ahead::of(&system);
    for sleep in SLEEPS {
        let selection =
            Selection { choice: Choice::Persistent(&ahead), sleep, ..Selection::default() };
        let found =
            explore_states(&Packed::new(&discipline), &selection, &StateLimits::default()).unwrap();
        assert!(found.reached.iter().flatten().all(|reached| *reached), "{sleep:?} {found:?}");
        assert!(found.in_full > 0);
        // With greater and greater bounds nothing notices that: Theorem 1 of S1 asks for all steps there.
        let selection = Selection { bound: NonZeroUsize::new(30), ..selection };
        let limits = Limits { executions: 100_000, ..Limits::default() };
        let found = deepen(&Packed::new(&discipline), &selection, &limits);
        assert!(found.last.reached[1].iter().any(|reached| !*reached), "{sleep:?} {found:?}");
        let selection = Selection { choice: Choice::All, bound: NonZeroUsize::new(6), ..selection };
        let found = deepen(&Packed::new(&discipline), &selection, &limits);
        assert!(found.last.reached.iter().flatten().all(|reached| *reached), "{sleep:?}");
    }
}

const ROUND: &str = "
    const MOST = 50
    var x[i : 0 .. 2] : 0 .. MOST
    thread t[i : 0 .. 2] { loop { x[i] := (x[i] + 1) mod (MOST + 1) } }";

#[test]
fn limits_are_kept() {
    let system = parse_system(ROUND, "round", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let model = Packed::new(&discipline);
    let search =
        |limits: &StateLimits<'_>| explore_states(&model, &Selection::default(), limits).unwrap();
    assert_eq!(search(&StateLimits::default()).states, 51 * 51 * 51);
    let few = search(&StateLimits { states: 1_000, ..StateLimits::default() });
    assert_eq!(few.stopped, Some(Stopped::States));
    assert!(few.states <= 1_001);
    let at_the_limit = search(&StateLimits { states: 51 * 51 * 51, ..StateLimits::default() });
    assert!(at_the_limit.is_complete());
    let small = search(&StateLimits { memory: 1 << 20, ..StateLimits::default() });
    assert_eq!(small.stopped, Some(Stopped::Memory));
    assert!(small.states < 10_000 && small.bytes < 2 << 20, "{small:?}");
    let cancel = AtomicBool::new(true);
    let cancelled = search(&StateLimits { cancel: Some(&cancel), ..StateLimits::default() });
    assert_eq!(cancelled.stopped, Some(Stopped::Cancelled));
    let told = Mutex::new(0);
    let progress = |progress: reductio_search::SearchProgress| {
        *told.lock().unwrap() = progress.states;
    };
    search(&StateLimits { progress: Some(&progress), ..StateLimits::default() });
    assert!(*told.lock().unwrap() > 100_000);
}

#[test]
fn selections_that_need_whole_executions_are_refused() {
    let system = parse_system(ROUND, "round", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let model = Packed::new(&discipline);
    for (choice, bound, expected) in [
        (Choice::Dynamic, None, SelectionError::Dynamic),
        (Choice::Source, None, SelectionError::Dynamic),
        (Choice::All, NonZeroUsize::new(9), SelectionError::Bounded),
    ] {
        let selection = Selection { choice, bound, ..Selection::default() };
        let found = explore_states(&model, &selection, &StateLimits::default());
        assert_eq!(found.unwrap_err(), expected);
    }
}

/// Where all executions end, deepening ends, with the deadlocks, control points and failures of all states; where some
/// do not, it never is complete, but meets the same, once the bound is the number of states.
#[test]
fn deepening_meets_what_all_states_meet() {
    let (ended, cut) = compare_deepening(0..600);
    println!("{ended} ended, {cut} up to the bound");
    assert!(ended > 200 && cut > 50);
}

/// The same, at length.
#[test]
#[ignore = "takes a minute"]
fn deepening_agrees_at_length() {
    let (ended, cut) = compare_deepening(10_000..26_000);
    println!("{ended} ended, {cut} up to the bound");
    assert!(ended > 5_000 && cut > 5_000);
}

/// Compares on systems from some seeds. Returns how many searches ended, and how many were cut by the greatest bound.
fn compare_deepening(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut ended, mut cut) = (0, 0);
    for seed in seeds {
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let Some((expected, states, is_endless)) = walk(&system) else { continue };
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        for sleep in [Sleep::Unconditional, Sleep::Conditional] {
            let limits = Limits { executions: 4_000, ..Limits::default() };
            let bound = is_endless.then(|| NonZeroUsize::new(states).unwrap());
            let selection = Selection { sleep, bound, ..Selection::default() };
            let found = deepen(&model, &selection, &limits);
            let walked = found.executions + found.last.cut + found.last.asleep;
            assert!(walked <= 4_001);
            let mut met_points = BTreeSet::new();
            for (thread, reached) in found.last.reached.iter().enumerate() {
                met_points.extend((0..reached.len()).filter(|k| reached[*k]).map(|k| (thread, k)));
            }
            let deadlocks: HashSet<_> = found.last.deadlocks.iter().cloned().collect();
            assert!(met_points.is_subset(&expected.points));
            assert!(deadlocks.is_subset(&expected.deadlocks));
            if found.last.stopped.is_some() {
                assert_eq!(found.last.stopped, Some(Stopped::Executions));
                continue;
            }
            assert_eq!(found.is_complete(), !is_endless, "seed {seed}\n{sketch}");
            assert!(found.last.longest <= found.bound.get());
            assert_eq!(met_points, expected.points, "seed {seed}, {selection:?}\n{sketch}");
            assert_eq!(deadlocks, expected.deadlocks, "seed {seed}, {selection:?}\n{sketch}");
            if is_endless {
                cut += 1;
                assert_eq!(found.bound.get(), states);
            } else {
                ended += 1;
            }
        }
    }
    (ended, cut)
}
