//! Persistent sets are persistent by definition (Godefroid 1996; S1, Theorem 6 without a discipline): on every run of
//! the other threads from a state, no step depends on a step of the set, in the state in which it is taken.

use std::collections::HashSet;

use reductio_discipline::{Discipline, Packed};
use reductio_generate::Sketch;
use reductio_selective::{Ahead, persistent_threads};
use reductio_system::{PackedState, Successor, System, ThreadId};

/// The states after the steps of a thread from a state.
fn after(system: &System, thread: ThreadId, state: &PackedState) -> Vec<Successor> {
    system.successors_of(thread, state)
}

/// Whether two steps that are enabled in a state are independent there: neither disables the other, or changes how its
/// thread can go on, and both orders lead to the same state.
fn are_independent(system: &System, state: &PackedState, one: &Successor, two: &Successor) -> bool {
    let then = |first: &Successor, second: &Successor| {
        let next = after(system, second.thread, &first.state);
        let same = after(system, second.thread, state);
        // The thread of the second step can take the same steps as before.
        let names = |all: &[Successor]| all.iter().map(|s| s.transition).collect::<Vec<_>>();
        (names(&next) == names(&same))
            .then(|| next.into_iter().find(|s| s.transition == second.transition))
            .flatten()
            .map(|s| s.state)
    };
    let (there, back) = (then(one, two), then(two, one));
    there.is_some() && there == back
}

/// What was looked at: sets, those that leave out a thread, steps of others that were compared.
#[derive(Debug, Default)]
struct Met {
    sets: usize,
    proper: usize,
    compared: usize,
}

/// Checks a set in a state by walking through all that the other threads can do. Returns whether the set is persistent;
/// `None` if there is too much to walk through.
fn is_persistent(
    system: &System,
    state: &PackedState,
    set: &[usize],
    met: &mut Met,
) -> Option<bool> {
    let own: Vec<ThreadId> = set.iter().map(|thread| ThreadId::new(*thread)).collect();
    let steps: Vec<(ThreadId, usize)> = own
        .iter()
        .flat_map(|thread| after(system, *thread, state))
        .map(|step| (step.thread, step.transition))
        .collect();
    let mut seen = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(at) = open.pop() {
        if seen.len() > 400 {
            return None;
        }
        // The steps of the set are enabled here as they were, or a step before was dependent.
        let here: Vec<Successor> =
            own.iter().flat_map(|thread| after(system, *thread, &at)).collect();
        let names: Vec<_> = here.iter().map(|step| (step.thread, step.transition)).collect();
        if names != steps {
            return Some(false);
        }
        for thread in system.thread_ids().filter(|thread| !own.contains(thread)) {
            for other in after(system, thread, &at) {
                for step in &here {
                    met.compared += 1;
                    if !are_independent(system, &at, step, &other) {
                        return Some(false);
                    }
                }
                if seen.insert(other.state.clone()) {
                    open.push(other.state);
                }
            }
        }
    }
    Some(true)
}

/// Some of the reachable states.
fn states(system: &System, most: usize) -> Vec<PackedState> {
    let mut states = vec![system.initial()];
    let mut at = 0;
    while at < states.len() && states.len() < most {
        for next in system.successors(&states[at]) {
            if !states.contains(&next.state) {
                states.push(next.state);
            }
        }
        at += 1;
    }
    states
}

#[test]
fn persistent_sets_are_persistent_by_definition() {
    let mut met = Met::default();
    let mut wrong = 0;
    for seed in 0..500 {
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        let ahead = Ahead::of(&system);
        for state in states(&system, 40) {
            let set = persistent_threads(&model, &ahead, &state);
            let is_empty = set.is_empty();
            assert_eq!(is_empty, system.successors(&state).is_empty(), "seed {seed}");
            if is_empty {
                continue;
            }
            let Some(is) = is_persistent(&system, &state, &set, &mut met) else { continue };
            assert!(is, "seed {seed}: {set:?} in {state:?}\n{sketch}");
            met.sets += 1;
            met.proper += usize::from(set.len() < system.threads().len());
            // One thread alone is often none: the check can fail.
            let alone = system.thread_ids().find(|t| !system.successors_of(*t, &state).is_empty());
            let alone = [alone.map_or(0, ThreadId::index)];
            wrong += usize::from(is_persistent(&system, &state, &alone, &mut met) == Some(false));
        }
    }
    println!("{met:?}, {wrong} threads alone are not persistent");
    assert!(met.sets > 3_000 && met.proper > 1_000 && met.compared > 10_000 && wrong > 500);
}
