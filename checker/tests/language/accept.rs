//! Texts that are accepted mean what they say: all reachable states are looked at.

use std::collections::{BTreeSet, HashSet};

use reductio::system::{PackedState, System};

use crate::language::{good, marked, texts};

/// All reachable states, and the reasons of failures of threads.
fn explore(system: &System) -> (HashSet<PackedState>, BTreeSet<String>) {
    let mut seen = HashSet::from([system.initial()]);
    let mut open = vec![system.initial()];
    let mut failures = BTreeSet::new();
    while let Some(state) = open.pop() {
        for next in system.successors(&state) {
            if let Some(failure) = next.failure {
                let name = format!("{failure:?}");
                failures.insert(name.split('(').next().unwrap().to_owned());
            }
            if seen.insert(next.state.clone()) {
                open.push(next.state);
            }
        }
        assert!(seen.len() < 100_000, "too many states for a test");
    }
    (seen, failures)
}

#[test]
fn accepted_texts_mean_what_they_claim() {
    let texts = texts("tests/systems/accept");
    assert!(texts.len() >= 10);
    let mut wrong = Vec::new();
    for (name, text) in texts {
        let system = good(&text);
        let (states, failures) = explore(&system);
        assert!(system.reachable().len() + system.invariants().len() > 0, "{name} claims nothing");
        for claim in system.invariants() {
            if !states.iter().all(|state| system.holds(&claim.predicate, state)) {
                wrong.push(format!("{name}: not always: {}", claim.name));
            }
        }
        for claim in system.reachable() {
            if !states.iter().any(|state| system.holds(&claim.predicate, state)) {
                wrong.push(format!("{name}: never: {}", claim.name));
            }
        }
        let expected = marked(&text, "--! states ").next().unwrap();
        if states.len().to_string() != expected {
            wrong.push(format!("{name}: {} states, not {expected}", states.len()));
        }
        let failures = failures.into_iter().collect::<Vec<_>>().join(", ");
        if failures != marked(&text, "--! fails ").next().unwrap_or("") {
            wrong.push(format!("{name} fails: {failures}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
