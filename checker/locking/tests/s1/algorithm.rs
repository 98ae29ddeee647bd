//! Algorithms 2-LD and 2-LD': Theorems 6 and 10, and section 6's example.

use reductio_discipline::{Packed, Protocol};
use reductio_locking::{Classes, LockDiscipline, LockForesight, Rule};
use reductio_search::Model;
use reductio_selective::foreseen_threads;
use reductio_system::{PackedState, ThreadId};

use crate::s1::oracle::{Monitored, Single, Steps, is_persistent};
use crate::s1::systems::{Draw, generated, parsed};

/// Section 6's philosophers: from the state in which the first has its left fork, and the others nothing, the set for
/// the first is it and the second.
#[test]
fn the_set_of_section_6_is_the_papers() {
    let text = "
        const N = 3
        lock f[i : 0 .. N - 1]
        thread philosopher[i : 0 .. N - 1] {
          A: acquire f[i]
          B: acquire f[(i + 1) mod N]
          release f[(i + 1) mod N]
          release f[i]
        }";
    let system = parsed(text);
    let discipline = LockDiscipline::new(&Classes::new(&system), Rule::Repaired).unwrap();
    let model = Packed::new(&discipline);
    let foresight = LockForesight::new(&discipline);
    let mut at_b = model.initial();
    model.steps(0, &model.initial(), |_, next| at_b.clone_from(next));
    assert_eq!(foreseen_threads(&foresight, &at_b, 0), [0, 1]);
    // At first everybody may take the fork of the neighbour who comes to it later.
    assert_eq!(foreseen_threads(&foresight, &model.initial(), 0), [0, 1, 2]);
}

/// The states of a monitored system, as far as no state is bad, and whether one is.
fn monitored(discipline: &LockDiscipline, most: usize) -> Option<(Vec<PackedState>, bool)> {
    let model = Packed::new(discipline);
    let mut seen = std::collections::HashSet::from([model.initial()]);
    let mut open = vec![model.initial()];
    let (mut states, mut is_violated) = (Vec::new(), false);
    while let Some(state) = open.pop() {
        if Protocol::violation(discipline, &state).is_some() {
            is_violated = true;
            continue;
        }
        for thread in 0..model.threads() {
            model.steps(thread, &state, |_, next| {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            });
        }
        states.push(state);
        if states.len() > most {
            return None;
        }
    }
    Some((states, is_violated))
}

/// What was looked at.
#[derive(Debug, Default)]
struct Counts {
    systems: usize,
    violated: usize,
    sets: usize,
    /// Sets that leave out a thread with an enabled step.
    proper: usize,
    /// Sets of composed transitions.
    composed: usize,
    /// Those that are not persistent, and one of which violates the discipline.
    violating: usize,
    /// Enabled threads that are not persistent alone.
    wrong: usize,
}

/// The threads with an enabled step.
fn enabled(steps: &impl Steps, state: &PackedState) -> Vec<usize> {
    let threads = steps.system().thread_ids();
    let enabled = threads.filter(|thread| !steps.of(*thread, state).is_empty());
    enabled.map(ThreadId::index).collect()
}

/// Looks at the sets from each enabled thread in the states of systems: they are persistent by definition, among single
/// transitions and among composed ones, or one of their composed transitions violates the discipline.
fn look(seeds: std::ops::Range<u64>, rule: Rule, draw: Draw) -> Counts {
    let mut counts = Counts::default();
    for number in seeds {
        let (classes, told) = generated(number, draw);
        let discipline = LockDiscipline::new(&classes, rule).unwrap();
        let Some((states, is_violated)) = monitored(&discipline, 150) else { continue };
        counts.systems += 1;
        counts.violated += usize::from(is_violated);
        let system = Protocol::system(&discipline);
        let foresight = LockForesight::new(&discipline);
        let (single, composed) = (Single(system), Monitored(&discipline));
        for monitored in &states {
            let state = composed.plain(monitored);
            for first in enabled(&single, &state) {
                let set = foreseen_threads(&foresight, monitored, first);
                let is = is_persistent(&single, &state, &set);
                assert_ne!(is, Some(false), "{rule:?} {set:?} from {first} in {state:?}\n{told}");
                counts.sets += 1;
                counts.proper +=
                    usize::from(enabled(&single, &state).iter().any(|t| !set.contains(t)));
                counts.wrong +=
                    usize::from(is_persistent(&single, &state, &[first]) == Some(false));
            }
            // Among composed transitions only the states matter in which all threads are at visible control points.
            if !system.thread_ids().all(|thread| discipline.is_visible(thread, monitored)) {
                continue;
            }
            for first in enabled(&composed, monitored) {
                let set = foreseen_threads(&foresight, monitored, first);
                let is_bad =
                    |state: &PackedState| Protocol::violation(&discipline, state).is_some();
                let is_violating = set.iter().any(|thread| {
                    let all = composed.of(ThreadId::new(*thread), monitored);
                    all.iter().any(|step| step.states.iter().any(&is_bad))
                });
                let is = is_persistent(&composed, monitored, &set);
                counts.composed += 1;
                counts.violating += usize::from(is == Some(false) && is_violating);
                let told = || {
                    format!(
                        "{rule:?} {set:?} from {first} in {state:?}\n{told}\n{:?}",
                        classes.cells()
                    )
                };
                assert!(is != Some(false) || is_violating, "{}", told());
                assert!(is != Some(false) || is_violated, "{}", told());
            }
        }
    }
    counts
}

#[test]
fn sets_by_lock_disciplines_are_persistent() {
    for rule in Rule::ALL {
        let draw = if rule == Rule::Eraser { Draw::Disciplined } else { Draw::Initialized };
        let counts = look(0..400, rule, draw);
        println!("{rule:?} {counts:?}");
        assert!(counts.sets > 3_000 && counts.proper > 100 && counts.wrong > 300, "{counts:?}");
    }
}

/// The same, for more than 5,000 systems that follow the discipline (Theorem 6), and more that need not (Theorem 10).
#[test]
#[ignore = "takes minutes"]
fn sets_by_lock_disciplines_are_persistent_at_length() {
    for rule in Rule::ALL {
        let draw = if rule == Rule::Eraser { Draw::Disciplined } else { Draw::Initialized };
        let counts = look(10_000..30_000, rule, draw);
        println!("{rule:?} {counts:?}");
        assert!(counts.systems - counts.violated > 5_000, "{counts:?}");
    }
}
