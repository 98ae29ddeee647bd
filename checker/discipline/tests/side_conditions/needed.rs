//! Each condition is needed: there is a small system in which a hypothesis fails without it.

use reductio_discipline::{Discipline, LocalHypothesis, Requirement};
use reductio_generate::{
    Action, LockKind, LockRef, PredicateSketch, Read, Sketch, StepSketch, ThreadSketch,
    ValueSketch, VariableRef,
};
use reductio_system::Fairness;
use reductio_validate::{MAX_STATES, Parting, Space, render, validate};

const X: VariableRef = VariableRef::Data(0);
const LOCAL: VariableRef = VariableRef::Local(0);
const FLAG: VariableRef = VariableRef::Flag(0);
const LOCK: LockRef = LockRef::Number(0);

/// A thread with control points, local variables, and steps from A = 0, B = 1, ...
fn thread<const N: usize>(
    points: usize,
    locals: usize,
    steps: [(usize, usize, Action); N],
) -> ThreadSketch {
    let step = |(start, end, action)| StepSketch { start, end, action };
    let steps: Vec<StepSketch> = steps.into_iter().map(step).collect();
    let end = (0..points).rev().find(|point| steps.iter().all(|step| step.start != *point));
    ThreadSketch { points, end, locals, steps, fairness: Fairness::Unfair }
}

/// A system of these threads with one protected variable and its predicates.
fn system<const N: usize>(threads: [(ThreadSketch, PredicateSketch); N]) -> Sketch {
    let (threads, predicates) = threads.into_iter().unzip();
    Sketch {
        threads,
        flags: 0,
        locks: 0,
        lock_kind: LockKind::Plain,
        semaphores: Vec::new(),
        classes: Vec::new(),
        objects: vec![predicates],
        invariants: Vec::new(),
        goals: Vec::new(),
        properties: Vec::new(),
    }
}

fn skip() -> Action {
    Action::skip()
}

fn set(target: VariableRef, source: ValueSketch) -> Action {
    Action::Plain { guard: Vec::new(), assignments: vec![(target, source)] }
}

fn write(target: VariableRef) -> Action {
    set(target, ValueSketch::Constant(true))
}

fn when(variable: VariableRef, value: bool) -> Action {
    Action::Plain { guard: vec![(variable, value)], assignments: Vec::new() }
}

fn always() -> PredicateSketch {
    PredicateSketch(vec![Vec::new()])
}

fn never() -> PredicateSketch {
    PredicateSketch::default()
}

/// The condition that a thread is at one of these control points.
fn at<const N: usize>(thread: usize, points: [i32; N]) -> PredicateSketch {
    PredicateSketch::of(Read::Point(thread), points)
}

/// Asserts that without the requirement the theorem is said to apply, (13) holds, and exactly `labels` fail in the
/// reachable states, and of the local hypotheses, those that follow from others left out, the one that the requirement
/// decides; and that with it everything but (13) holds, or the theorem is said not to apply.
fn shows(left_out: Requirement, sketch: &Sketch, labels: &[&str]) {
    shows_local(left_out, sketch, labels, left_out.decides().as_slice());
}

/// Asserts what [`shows`] does, where these local hypotheses fail.
fn shows_local(
    left_out: Requirement,
    sketch: &Sketch,
    labels: &[&str],
    expected: &[LocalHypothesis],
) {
    let system = sketch.build().unwrap();
    let without = Discipline::without(&system, left_out);
    assert_eq!(without.outside().count(), 0, "{left_out:?}\n{sketch}");
    let validation = validate(&without, Space::Reachable, MAX_STATES, None).unwrap();
    let failing: Vec<&str> = validation.failing().map(|check| check.label.as_str()).collect();
    assert_eq!(failing, labels, "{left_out:?}\n{sketch}{}", render(&validation));
    assert!(validation.failing().all(|check| check.fault.is_some()));
    let local = validation.local.as_ref().unwrap();
    let basic = local.failing().filter(|check| !check.hypothesis.is_derived());
    let basic: Vec<LocalHypothesis> = basic.map(|check| check.hypothesis).collect();
    assert_eq!(basic, expected, "{left_out:?}\n{sketch}{}", render(&validation));
    let with = Discipline::new(&system);
    if with.outside().next().is_none() {
        let validation = validate(&with, Space::All, MAX_STATES, None).unwrap();
        assert!(validation.failing().all(|check| check.label == "13"), "{left_out:?}\n{sketch}");
    }
}

#[test]
fn a_invisible_transitions_give_no_access() {
    // t1 gives t0 access by an invisible step. If it comes before t0's step to the access, no state is bad.
    let threads = |first| {
        system([
            (thread(3, 0, [(0, 1, first), (1, 2, write(X))]), at(1, [1])),
            (thread(2, 0, [(0, 1, skip())]), never()),
        ])
    };
    shows(Requirement::NoInvisibleGift, &threads(skip()), &["16"]);
    let visible = Sketch { semaphores: vec![1], ..threads(Action::Down(0)) };
    shows(Requirement::NoInvisibleGift, &visible, &["17", "22, from any state"]);
}

#[test]
fn a_invisible_transitions_take_no_access() {
    let sketch = system([
        (thread(2, 1, [(0, 1, set(LOCAL, ValueSketch::Copy(X)))]), at(1, [0])),
        (thread(2, 0, [(0, 1, skip())]), never()),
    ]);
    shows(Requirement::NoInvisibleTaking, &sketch, &["16"]);
}

#[test]
fn b_visible_transitions_take_no_access() {
    let sketch = system([
        (thread(2, 0, [(0, 1, skip())]), never()),
        (thread(2, 0, [(0, 1, write(X))]), at(0, [0])),
    ]);
    shows(Requirement::NoVisibleTaking, &sketch, &["17", "22, from any state"]);
}

#[test]
fn b_prime_visible_transitions_give_no_access_where_invisible_ones_drop_it() {
    // t0 gives t1 access while it has access itself: both have it. t1 drops it by an invisible step.
    shows(Requirement::NoVisibleGift, &given_and_dropped(), &["17", "22, from any state"]);
}

#[test]
fn c_invisible_transitions_do_not_drop_access_that_is_given() {
    shows(Requirement::NoDropInSetA, &given_and_dropped(), &["17", "22, from any state"]);
    // Here the reduced search misses the violation.
    let missed = system([
        (thread(3, 0, [(0, 1, write(FLAG)), (1, 2, skip())]), at(0, [1])),
        (thread(2, 0, [(0, 1, when(FLAG, true))]), at(1, [1]).and(&at(0, [1, 2]))),
    ]);
    let missed = Sketch { flags: 1, ..missed };
    shows(Requirement::NoDropInSetA, &missed, &["17", "22", "22, from any state"]);
}

fn given_and_dropped() -> Sketch {
    system([
        (thread(2, 0, [(0, 1, skip())]), always()),
        (thread(2, 0, [(0, 1, skip())]), at(0, [1]).and(&at(1, [0]))),
    ])
}

#[test]
fn c_prime_invisible_transitions_do_not_drop_access_that_can_be_stolen() {
    let sketch = system([
        (thread(2, 0, [(0, 1, skip())]), at(0, [0])),
        (thread(2, 0, [(0, 1, skip())]), at(1, [1])),
    ]);
    shows(Requirement::NoStealingInSetB, &sketch, &["16"]);
    // An early flag: t0 gets access while t1 still has it. With t1's drop invisible the reduced search misses it.
    let early = system([
        (thread(2, 0, [(0, 1, when(FLAG, true))]), at(0, [1])),
        (thread(3, 0, [(0, 1, write(FLAG)), (1, 2, skip())]), at(1, [1])),
    ]);
    let early = Sketch { flags: 1, ..early };
    shows(Requirement::NoStealingInSetB, &early, &["17", "22", "22, from any state"]);
}

#[test]
fn separation_of_visible_and_invisible_control_points() {
    let mixed = thread(2, 0, [(0, 1, Action::Acquire(LOCK)), (0, 1, skip())]);
    let sketch = Sketch { locks: 1, ..system([(mixed, never())]) };
    shows(Requirement::Separation, &sketch, &["20"]);
}

#[test]
fn invisible_control_points_do_not_block() {
    let sketch = system([(thread(1, 1, [(0, 0, when(LOCAL, true))]), never())]);
    shows(Requirement::NonBlockInvis, &sketch, &["19"]);
}

#[test]
fn what_touches_open_variables_is_visible() {
    let sketch = system([
        (thread(2, 0, [(0, 1, set(X, ValueSketch::Not(FLAG)))]), always()),
        (thread(2, 0, [(0, 1, write(FLAG))]), never()),
    ]);
    shows(Requirement::VisibleOpen, &Sketch { flags: 1, ..sketch }, &["16"]);
}

#[test]
fn operations_that_others_see_are_visible() {
    // t0's `down` does not wait: nobody else lowers the semaphore, as the invariant says. t1's `up`, which is visible
    // since t1 may do something else there, fails before it and not after it.
    let mut sketch = system([
        (thread(2, 0, [(0, 1, Action::Down(0))]), never()),
        (thread(2, 0, [(0, 1, Action::Up(0)), (0, 1, write(FLAG))]), never()),
        (thread(2, 0, [(0, 1, when(FLAG, true))]), never()),
    ]);
    let there = PredicateSketch::of(Read::Semaphore(0), [1, 2]);
    sketch.invariants.push(PredicateSketch([at(0, [1]).0, there.0].concat()));
    let sketch = Sketch { semaphores: vec![2], flags: 1, ..sketch };
    shows(Requirement::VisibleOperations, &sketch, &["17"]);
}

#[test]
fn a_state_is_bad_where_a_thread_is_about_to_fail_at_an_up() {
    // One place is free: who comes second fails.
    let sketch = system([
        (thread(2, 0, [(0, 1, Action::Up(0))]), never()),
        (thread(2, 0, [(0, 1, Action::Up(0))]), never()),
    ]);
    let sketch = Sketch { semaphores: vec![1], ..sketch };
    shows(Requirement::FullSemaphores, &sketch, &["16"]);
}

#[test]
fn what_hides_a_violated_invariant_is_visible() {
    let mut sketch = system([(thread(2, 0, [(0, 1, skip())]), never())]);
    sketch.invariants.push(at(0, [1]));
    shows(Requirement::NoHiding, &sketch, &["21'"]);
}

#[test]
fn rule_1_accesses_without_access() {
    shows(Requirement::Rule1, &race(never()), &["16"]);
}

#[test]
fn rule_2_two_threads_have_access() {
    shows(Requirement::Rule2, &race(always()), &["16"]);
}

/// A system in which one thread writes the variable that the other reads.
fn race(access: PredicateSketch) -> Sketch {
    system([
        (thread(2, 0, [(0, 1, write(X))]), access.clone()),
        (thread(2, 1, [(0, 1, set(LOCAL, ValueSketch::Copy(X)))]), access),
    ])
}

#[test]
fn effects_count_where_two_threads_have_access() {
    // t0's second step takes back the access that both have had since its first.
    let sketch = system([
        (thread(2, 0, [(0, 1, skip())]), at(0, [1]).and(&at(1, [0]))),
        (thread(2, 0, [(0, 1, skip())]), always()),
    ]);
    shows(Requirement::OverlappingStates, &sketch, &["16"]);
    // Here the reduced search misses the violation.
    let missed = system([
        (
            thread(3, 0, [(0, 1, Action::Acquire(LOCK)), (1, 2, skip())]),
            at(1, [1]).and(&at(0, [1])),
        ),
        (thread(2, 0, [(0, 1, skip()), (1, 0, skip())]), always()),
    ]);
    let missed = Sketch { locks: 1, ..missed };
    let labels = ["17", "22", "22, from any state"];
    let local = [LocalHypothesis::A1, LocalHypothesis::A];
    shows_local(Requirement::OverlappingStates, &missed, &labels, &local);
}

#[test]
fn effects_count_where_another_thread_has_begun_a_forbidden_access() {
    let sketch = system([
        (thread(2, 0, [(0, 1, skip())]), never()),
        (thread(3, 0, [(0, 1, skip()), (1, 2, write(X))]), at(1, [1]).and(&at(0, [1]))),
    ]);
    shows(Requirement::BadStates, &sketch, &["16"]);
    // Not what `OverlappingStates` is about.
    let system = sketch.build().unwrap();
    let other = Discipline::without(&system, Requirement::OverlappingStates);
    assert!(validate(&other, Space::All, MAX_STATES, None).unwrap().holds());
}

/// The fault of a failing hypothesis has both orders of the transitions.
#[test]
fn a_fault_shows_both_orders() {
    let system = given_and_dropped().build().unwrap();
    let without = Discipline::without(&system, Requirement::NoDropInSetA);
    let validation = validate(&without, Space::Reachable, MAX_STATES, None).unwrap();
    let fault = validation.check("17").unwrap().fault.clone().unwrap();
    let exchange = fault.exchange.unwrap();
    let names = |steps: &[reductio_validate::StepView]| -> Vec<String> {
        steps.iter().map(|step| step.thread.name.clone()).collect()
    };
    assert_eq!(names(&exchange.given), ["t0", "t1"]);
    assert_eq!(names(&exchange.exchanged), ["t1", "t0"]);
    assert_eq!(exchange.parting, Parting::Different { cells: Vec::new(), violated: true });
}

/// Every requirement has a test above.
#[test]
fn all_requirements_are_shown() {
    let text = include_str!("needed.rs");
    for requirement in Requirement::ALL {
        assert!(text.contains(&format!("shows(Requirement::{requirement:?}")), "{requirement:?}");
    }
}
