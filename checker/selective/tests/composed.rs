//! Where a discipline is followed, searches whose steps are a visible transition and the invisible ones after it meet
//! the same deadlocks and control points as a walk through all states (S1, Theorems 3 and 5, with S5's conditions in
//! place of S1's). The walk is the test's own.

use std::collections::{BTreeSet, HashSet};

use reductio_discipline::{Discipline, Outcome, Packed, Protocol, Settings};
use reductio_generate::Sketch;
use reductio_selective::{
    Ahead, Choice, Executions, Granularity, Limits, Selection, Sleep, Stopped, explore,
};
use reductio_system::{PackedState, System};

/// What is met: deadlocks, control points.
type Met = (HashSet<PackedState>, BTreeSet<(usize, usize)>);

/// Walks through all states; `None` if there are too many, or if one of them is bad.
fn walk(system: &System, discipline: &Discipline) -> Option<Met> {
    let (mut deadlocks, mut points) = (HashSet::new(), BTreeSet::new());
    let mut seen = HashSet::from([system.initial()]);
    let mut open = vec![system.initial()];
    while let Some(state) = open.pop() {
        if seen.len() > 3_000 || discipline.is_bad(&state) {
            return None;
        }
        let (mut rests, mut failed) = (true, false);
        for thread in system.thread_ids() {
            let at = system.at(&state, thread);
            points.insert((thread.index(), usize::from(at)));
            rests &= system.thread(thread).may_rest(at);
            failed |= system.thread(thread).is_failed(at);
        }
        let next = system.successors(&state);
        if next.is_empty() && !rests && !failed {
            deadlocks.insert(state);
        }
        for successor in next {
            if seen.insert(successor.state.clone()) {
                open.push(successor.state);
            }
        }
    }
    Some((deadlocks, points))
}

fn met<V>(found: &Executions<PackedState, V>) -> Met {
    let mut points = BTreeSet::new();
    for (thread, reached) in found.reached.iter().enumerate() {
        points.extend((0..reached.len()).filter(|k| reached[*k]).map(|point| (thread, point)));
    }
    (found.deadlocks.iter().cloned().collect(), points)
}

/// Compares on systems from some seeds. Returns the number of systems, the executions by transitions and by composed
/// steps, the systems with deadlocks, and those that were given up.
fn compare(seeds: std::ops::Range<u64>, most: u64) -> [u64; 5] {
    let mut counts = [0; 5];
    for seed in seeds {
        let sketch = Sketch::random(seed);
        if !sketch.is_applicable() {
            continue;
        }
        let system = sketch.build().unwrap();
        // Where an `up` is invisible, systems with an overflow are left out.
        let settings = Settings { visible_ups: seed % 2 == 0, ..Settings::default() };
        let discipline = Discipline::with(&system, &settings, None).unwrap();
        let is_refuted = discipline.premises().iter().any(|p| p.outcome == Outcome::NotMet);
        if is_refuted {
            continue;
        }
        let Some(expected) = walk(&system, &discipline) else { continue };
        let model = Packed::new(&discipline);
        let ahead = Ahead::of(&system);
        let limits = Limits { executions: most, ..Limits::default() };
        let mut is_compared = false;
        for granularity in [Granularity::InvisibleFirst, Granularity::Composed] {
            for sleep in [Sleep::Never, Sleep::Unconditional, Sleep::Conditional] {
                for choice in
                    [Choice::All, Choice::Persistent(&ahead), Choice::Dynamic, Choice::Source]
                {
                    let selection = Selection { granularity, choice, sleep, bound: None };
                    let found = explore(&model, &selection, &limits);
                    match found.stopped {
                        None => {}
                        // An execution that never ends, and an initial state that is not visible, are for others.
                        Some(
                            Stopped::Cycle { .. } | Stopped::Executions | Stopped::Invisible { .. },
                        ) => {
                            counts[4] += 1;
                            continue;
                        }
                        stopped => panic!("{stopped:?}"),
                    }
                    is_compared = true;
                    assert_eq!(met(&found), expected, "seed {seed}, {selection:?}\n{sketch}");
                    if matches!(choice, Choice::Source) && sleep == Sleep::Unconditional {
                        counts[2] += found.executions;
                        let by_transitions = explore(
                            &model,
                            &Selection { granularity: Granularity::Transition, ..selection },
                            &limits,
                        );
                        counts[1] += by_transitions.executions;
                    }
                }
            }
        }
        counts[0] += u64::from(is_compared);
        counts[3] += u64::from(is_compared && !expected.0.is_empty());
    }
    counts
}

#[test]
fn composed_steps_meet_the_same_deadlocks_and_control_points() {
    let counts = compare(0..2_000, 2_000);
    println!("{counts:?}");
    assert!(counts[0] > 200 && counts[2] < counts[1] && counts[3] > 100, "{counts:?}");
}

/// The same on ten thousand systems.
#[test]
#[ignore = "half a minute"]
fn composed_steps_agree_at_length() {
    let counts = compare(2_000..80_000, 2_000);
    println!("{counts:?}");
    assert!(counts[0] > 9_000, "{counts:?}");
}

/// Where a semaphore leaves room for one of two threads, either may be the one that fails.
#[test]
fn sleep_sets_see_where_a_semaphore_leaves_room_for_one() {
    let text = "
        semaphore s = 1 max 3
        var x : 0 .. 1
        thread t { A: await x in 0 .. 1; up s; up s }
        thread u { B: await x in 0 .. 1; up s }";
    let system = reductio_language::parse_system(text, "twice", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let model = Packed::new(&discipline);
    let failed = |granularity, sleep| {
        let selection = Selection { granularity, sleep, ..Selection::default() };
        let found = explore(&model, &selection, &Limits::default());
        let threads = found.findings.iter().filter_map(|finding| match finding.kind {
            reductio_search::FindingKind::Failure { thread, .. } => Some(thread),
            _ => None,
        });
        threads.collect::<BTreeSet<_>>()
    };
    let all = failed(Granularity::Transition, Sleep::Never);
    assert_eq!(all, BTreeSet::from([0, 1]));
    for sleep in [Sleep::Unconditional, Sleep::Conditional] {
        assert_eq!(failed(Granularity::Transition, sleep), all, "{sleep:?}");
    }
}
