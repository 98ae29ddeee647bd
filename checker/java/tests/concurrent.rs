//! Programs with several threads: all states of each are searched.

use std::path::Path;

use crate::support::{classes, run_program};
use reductio_java::{Lowered, Options, lower};
use reductio_programs::{Bounds, CanonicalModel, Granularity};
use reductio_search::{FindingKind, Query, Unreduced, search};

fn lowered(name: &str, fold: bool) -> Lowered {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/concurrent/classes").join(name);
    let path = classes(&[&folder]).unwrap();
    lower(&path, &Options { fold, ..Options::default() }).unwrap()
}

/// What a search finds, and how many states there are.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    is_deadlock: bool,
    /// The failures, each once.
    failures: Vec<String>,
}

fn found(name: &str, fold: bool) -> (Found, usize) {
    let program = lowered(name, fold).program.forgetting();
    let model = CanonicalModel::new(&program, Bounds::default(), Granularity::Instruction);
    let query = Query { keep_going: true, max_states: 2_000_000, ..Query::default() };
    let all = search(&model, &Unreduced, &query);
    assert!(all.stopped.is_none(), "{name}: {:?}", all.stopped);
    let halts = |problem: &String| problem.contains("limit") || problem.contains("not supported");
    let lowered = lowered(name, fold);
    let problems = run_program(&lowered).problems;
    assert!(!problems.iter().any(halts), "{name} is halted: {problems:?}");
    let mut found = Found::default();
    for finding in &all.findings {
        match &finding.kind {
            FindingKind::Deadlock => found.is_deadlock = true,
            FindingKind::Discipline(failure) => {
                found.failures.push(failure.told(&program).to_string());
            }
            _ => {}
        }
    }
    found.failures.sort();
    found.failures.dedup();
    (found, all.states)
}

#[test]
fn initializers_that_need_each_other_deadlock() {
    let (found, states) = found("InitDeadlock", true);
    assert!(found.is_deadlock && found.failures.is_empty(), "{found:?}, {states} states");
}

#[test]
fn a_class_without_an_initializer_waits_for_the_one_above_that_needs_it() {
    let (found, _) = found("InitSuper", true);
    assert!(found.is_deadlock && found.failures.is_empty(), "{found:?}");
}

#[test]
fn an_initializer_that_waits_for_a_user_of_its_class_deadlocks() {
    let (found, _) = found("InitThread", true);
    assert!(found.is_deadlock && found.failures.is_empty(), "{found:?}");
    // There is no other way.
    assert!(run_program(&lowered("InitThread", true)).is_stuck);
}

#[test]
fn an_initializer_runs_once() {
    for fold in [true, false] {
        let (found, _) = found("InitOnce", fold);
        assert_eq!(found, Found::default());
    }
    assert_eq!(run_program(&lowered("InitOnce", true)).printed, "once\n");
}

#[test]
fn a_long_computation_of_one_thread_is_not_interrupted() {
    let program = lowered("InitLong", true).program.forgetting();
    let model = CanonicalModel::new(&program, Bounds::default(), Granularity::AloneAfter);
    let query = Query { keep_going: true, max_states: 20_000, ..Query::default() };
    let all = search(&model, &Unreduced, &query);
    assert!(all.stopped.is_none(), "{:?} after {} states", all.stopped, all.states);
    assert!(all.findings.is_empty() && model.limits().is_empty());
    // 400,000 instructions, which two threads come to.
    assert!(all.states < 500, "{} states", all.states);
}

#[test]
fn locks_in_two_orders_deadlock() {
    let (found, _) = found("Locks", true);
    assert!(found.is_deadlock);
    assert!(found.failures.iter().all(|told| told.contains("IllegalStateException")), "{found:?}");
}

#[test]
fn a_value_is_handed_on() {
    let (folded, few) = found("Hand", true);
    assert_eq!(folded, Found::default());
    let (unfolded, many) = found("Hand", false);
    assert_eq!(unfolded, Found::default());
    assert!(many > few, "{many} and {few} states");
}
