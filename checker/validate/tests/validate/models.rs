//! Validation of models that are no packed systems: what it refuses and what it passes; over packed systems it agrees
//! with the validation of systems.

use std::sync::atomic::AtomicBool;

use reductio_discipline::Packed;
use reductio_discipline::{Discipline, Requirement};
use reductio_generate::Sketch;
use reductio_search::Verdict;
use reductio_search::{
    Exploration, FindingKind, Model, Order, Query, ValueStore, Visibility, search,
};
use reductio_validate::{
    Check, Parting, Space, Undecided, Validation, ValidationOptions, render, validate,
    validate_model,
};

/// A model of two threads that acquire a lock, read a counter, write it one larger, and release the lock.
#[derive(Clone, Copy)]
struct Locked {
    /// Whether a thread at the control point `own` is visible while the other one is at `other`.
    is_visible: fn(own: u8, other: u8) -> bool,
    /// A deviation from this.
    twist: Twist,
}

#[derive(Clone, Copy, PartialEq)]
enum Twist {
    None,
    /// A thread that has ended goes on without doing anything.
    Spin,
    /// A thread that has released the lock fails where the counter is 2.
    Fail,
    /// No thread releases the lock.
    Keep,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    at: [u8; 2],
    read: [u8; 2],
    counter: u8,
    owner: Option<u8>,
    /// Whether the lock is broken in a state that is never reached.
    is_broken: bool,
}

const START: State = State { at: [0; 2], read: [0; 2], counter: 0, owner: None, is_broken: false };

/// The right visibility: a thread is visible before it acquires the lock, and at its end.
fn right(own: u8, _: u8) -> bool {
    own == 0 || own >= 4
}

impl Model for Locked {
    type State = State;
    type Violation = String;
    type Store = ValueStore<State>;

    fn threads(&self) -> usize {
        2
    }

    fn initial(&self) -> State {
        START
    }

    fn steps(&self, thread: usize, state: &State, mut visit: impl FnMut(usize, &State)) {
        let mut next = *state;
        match state.at[thread] {
            0 if state.owner.is_none() || state.is_broken => {
                next.owner = u8::try_from(thread).ok();
            }
            1 => next.read[thread] = state.counter,
            2 => (next.counter, next.read[thread]) = (state.read[thread] + 1, 0),
            3 if self.twist != Twist::Keep => next.owner = None,
            4 if self.twist == Twist::Spin => return visit(4, state),
            4 if self.twist == Twist::Fail && state.counter == 2 => {}
            _ => return,
        }
        next.at[thread] += 1;
        visit(usize::from(state.at[thread]), &next);
    }

    fn store(&self) -> ValueStore<State> {
        ValueStore::default()
    }

    fn violation(&self, state: &State) -> Option<String> {
        let is_inside = |thread: &usize| (1..3).contains(&state.at[*thread]);
        let owns = |thread: &usize| state.owner.map(usize::from) == Some(*thread);
        (0..2).find(|t| is_inside(t) && !owns(t)).map(|t| format!("{t} goes without the lock"))
    }

    fn has_failed(&self, thread: usize, state: &State) -> bool {
        state.at[thread] == 5
    }

    fn may_rest(&self, thread: usize, state: &State) -> bool {
        state.at[thread] == 4
    }

    fn invariants(&self) -> usize {
        1
    }

    fn invariant(&self, _: usize, state: &State) -> bool {
        state.counter < 3
    }

    fn parts(&self, state: &State) -> Vec<(String, String)> {
        vec![
            ("at".to_owned(), format!("{:?}", state.at)),
            ("read".to_owned(), format!("{:?}", state.read)),
            ("counter".to_owned(), state.counter.to_string()),
            ("owner".to_owned(), format!("{:?}", state.owner)),
        ]
    }
}

impl Visibility for Locked {
    fn is_visible(&self, thread: usize, state: &State) -> bool {
        (self.is_visible)(state.at[thread], state.at[1 - thread])
    }
}

fn failing(model: &Locked) -> (Vec<String>, Validation) {
    let Verdict::Fails(found) = validate_model(model, &ValidationOptions::default()) else {
        panic!("it should be refused")
    };
    (found.failing().map(|check| check.label.clone()).collect(), found)
}

fn explore(model: &impl Visibility<Violation = String>, order: Order) -> Exploration<String> {
    search(model, &order, &Query { keep_going: true, ..Query::default() })
}

#[test]
fn what_is_right_passes_and_reduces() {
    let all = [Twist::None, Twist::Fail, Twist::Keep];
    let reduces = [(right as fn(u8, u8) -> bool, true), (|_, _| true, false)];
    for twist in all {
        for (is_visible, is_smaller) in reduces {
            // Who keeps the lock has nothing left to be done before the end.
            let keeps: fn(u8, u8) -> bool = |own, other| right(own, other) || own == 3;
            let is_kept = is_smaller && twist == Twist::Keep;
            let is_visible = if is_kept { keeps } else { is_visible };
            let model = Locked { is_visible, twist };
            let verdict = validate_model(&model, &ValidationOptions::default());
            let found = verdict.evidence().expect("all hypotheses hold");
            assert_eq!(found.space, Space::Reachable);
            // Both searches say the same.
            let [all, few] = [Order::Unreduced, Order::Reduced].map(|order| explore(&model, order));
            let kinds = |found: &Exploration<String>| -> Vec<_> {
                let mut kinds: Vec<String> =
                    found.findings.iter().map(|one| format!("{:?}", one.kind)).collect();
                kinds.sort_unstable();
                kinds
            };
            assert_eq!(kinds(&all), kinds(&few));
            assert_eq!(few.states < all.states, is_smaller);
            // The remark is checked for the invariant, and for failures and deadlocks where there are some.
            let claims: Vec<&str> =
                found.checks.iter().filter_map(|check| check.claim.as_deref()).collect();
            assert!(claims.contains(&"invariant 0"));
            assert_eq!(claims.contains(&"thread 1 has failed"), twist == Twist::Fail);
            assert_eq!(claims.contains(&"deadlock"), twist == Twist::Keep);
        }
    }
}

#[test]
fn each_wrong_is_visible_is_refused_by_its_hypothesis() {
    // Acquiring may block: an invisible control point must not.
    let (labels, found) = failing(&Locked { is_visible: |own, _| own >= 4, twist: Twist::None });
    assert!(labels.contains(&"19".to_owned()), "{labels:?}");
    let fault = found.check("19").unwrap().fault.as_ref().unwrap();
    assert_eq!(fault.pair.0.number, fault.pair.1.number);
    // The other thread decides whether this one is visible.
    let is_visible = |own: u8, other: u8| right(own, other) && other != 2;
    let (labels, _) = failing(&Locked { is_visible, twist: Twist::None });
    assert!(labels.contains(&"14".to_owned()) || labels.contains(&"15".to_owned()), "{labels:?}");
    // An endless loop of invisible steps.
    let is_visible = |own: u8, _: u8| own == 0;
    let (labels, found) = failing(&Locked { is_visible, twist: Twist::Spin });
    assert_eq!(labels.first().map(String::as_str), Some("13"));
    assert!(found.check("13").unwrap().fault.as_ref().unwrap().path.contains("^w"));
    // Without a step at the end, what is said not to be visible has no invisible step.
    let (labels, _) = failing(&Locked { is_visible, twist: Twist::None });
    assert!(labels.contains(&"19".to_owned()), "{labels:?}");
}

/// A model of two threads that raise their flags and look whether the other has; both may go in.
struct Flags {
    hides_raising: bool,
}

impl Model for Flags {
    type State = [u8; 2];
    type Violation = String;
    type Store = ValueStore<[u8; 2]>;

    fn threads(&self) -> usize {
        2
    }

    fn initial(&self) -> [u8; 2] {
        [0; 2]
    }

    /// At 0 a thread looks at the other's flag, and goes to 1, about to raise its own, if that flag is down; at 1 it
    /// raises its flag (2).
    fn steps(&self, thread: usize, at: &[u8; 2], mut visit: impl FnMut(usize, &[u8; 2])) {
        let mut next = *at;
        next[thread] = match at[thread] {
            0 if at[1 - thread] == 2 => 3,
            0 => 1,
            1 => 2,
            _ => return,
        };
        visit(0, &next);
    }

    fn store(&self) -> ValueStore<[u8; 2]> {
        ValueStore::default()
    }

    fn violation(&self, at: &[u8; 2]) -> Option<String> {
        (*at == [2, 2]).then(|| "both are in".to_owned())
    }

    fn may_rest(&self, thread: usize, at: &[u8; 2]) -> bool {
        at[thread] >= 2
    }

    fn thread_name(&self, thread: usize) -> String {
        ["left", "right"][thread].to_owned()
    }

    fn step_text(&self, _: usize, _: usize) -> String {
        "go on".to_owned()
    }
}

impl Visibility for Flags {
    fn is_visible(&self, thread: usize, at: &[u8; 2]) -> bool {
        !self.hides_raising || at[thread] != 1
    }
}

#[test]
fn a_violation_that_a_reduced_search_misses_is_told_by_its_steps() {
    let wrong = Flags { hides_raising: true };
    assert!(explore(&wrong, Order::Reduced).findings.is_empty(), "it is missed");
    let all = explore(&wrong, Order::Unreduced);
    assert!(all.findings.iter().any(|one| matches!(one.kind, FindingKind::Discipline(_))));
    let Verdict::Fails(found) = validate_model(
        &wrong,
        &ValidationOptions { name: "flags", ..ValidationOptions::default() },
    ) else {
        panic!("it should be refused")
    };
    let labels: Vec<&str> = found.failing().map(|check| &*check.label).collect();
    assert_eq!(labels, ["17", "22", "22, from any state"]);
    let fault = found.check("17").unwrap().fault.as_ref().unwrap();
    let exchange = fault.exchange.as_ref().unwrap();
    let names = |steps: &[reductio_validate::StepView]| -> Vec<String> {
        steps.iter().map(|step| format!("{}: {}", step.thread.name, step.text)).collect()
    };
    assert_eq!(names(&exchange.given), ["right: go on", "left: go on"]);
    assert_eq!(names(&exchange.exchanged), ["left: go on", "right: go on"]);
    let parting = Parting::Different { cells: vec!["state".to_owned()], violated: false };
    assert_eq!(exchange.parting, parting);
    // The run that is missed, step by step.
    let missed = found.check("22").unwrap().fault.as_ref().unwrap();
    assert!(missed.steps.len() == 4 && missed.pair.1.violated, "{missed:?}");
    let text = render(&found);
    assert!(text.starts_with("flags: "), "{text}");
    assert!(text.contains("right: go on (visible) -> state"), "{text}");

    let right = Flags { hides_raising: false };
    assert!(validate_model(&right, &ValidationOptions::default()).evidence().is_some());
    assert!(!explore(&right, Order::Reduced).findings.is_empty());
}

#[test]
fn states_that_no_run_meets_need_not_be_right() {
    let model = Locked { is_visible: right, twist: Twist::None };
    let reachable = validate_model(&model, &ValidationOptions::default());
    assert!(reachable.evidence().is_some());
    // From a state with a broken lock a thread takes the lock away: (17) fails there, and nowhere else.
    let broken = [State { is_broken: true, ..START }];
    let options = ValidationOptions { from: &broken, ..ValidationOptions::default() };
    let Verdict::Fails(given) = validate_model(&model, &options) else {
        panic!("it should be refused")
    };
    assert_eq!(given.space, Space::Given);
    assert!(!given.check("17").unwrap().holds);
    assert!(given.states > reachable.evidence().unwrap().states);
    // What is given is completed by what can be reached, so that no step leaves it.
    let later = [State { at: [1, 0], owner: Some(0), is_broken: true, ..START }];
    let Verdict::Fails(later) =
        validate_model(&model, &ValidationOptions { from: &later, ..options })
    else {
        panic!("it should be refused")
    };
    assert!(!later.check("17").unwrap().holds);
}

#[test]
fn what_is_too_large_is_not_decided() {
    /// A model that counts for ever, with this number of threads.
    struct Endless(usize);

    impl Model for Endless {
        type State = u64;
        type Violation = ();
        type Store = ValueStore<u64>;

        fn threads(&self) -> usize {
            self.0
        }

        fn initial(&self) -> u64 {
            0
        }

        fn steps(&self, _: usize, state: &u64, mut visit: impl FnMut(usize, &u64)) {
            visit(0, &(state + 1));
        }

        fn store(&self) -> ValueStore<u64> {
            ValueStore::default()
        }
    }

    impl Visibility for Endless {
        fn is_visible(&self, _: usize, _: &u64) -> bool {
            true
        }
    }

    let declined = |model: &Endless, options: ValidationOptions<'_, u64>| match validate_model(
        model, &options,
    ) {
        Verdict::Declined(why) => why,
        other => panic!("{other:?}"),
    };
    let model = Endless(2);
    let few = ValidationOptions { max_states: 100, ..ValidationOptions::default() };
    assert_eq!(declined(&model, few), Undecided::States { limit: 100 });
    let most = ValidationOptions {
        max_states: usize::MAX,
        memory: usize::MAX,
        ..ValidationOptions::default()
    };
    assert!(matches!(declined(&model, most), Undecided::States { .. }));
    let little = ValidationOptions { memory: 1 << 20, ..ValidationOptions::default() };
    assert!(
        matches!(declined(&model, little), Undecided::Memory { limit, .. } if limit == 1 << 20)
    );
    let flag = AtomicBool::new(true);
    let cancelled = ValidationOptions { cancel: Some(&flag), ..ValidationOptions::default() };
    assert_eq!(declined(&model, cancelled), Undecided::Cancelled);
    assert_eq!(declined(&Endless(0), ValidationOptions::default()), Undecided::NoThread);
    // At the limit, and one past it.
    let locked = Locked { is_visible: right, twist: Twist::None };
    let states = validate_model(&locked, &ValidationOptions::default()).evidence().unwrap().states;
    let at = |max_states| {
        validate_model(&locked, &ValidationOptions { max_states, ..ValidationOptions::default() })
    };
    assert!(at(states).evidence().is_some());
    assert_eq!(at(states - 1), Verdict::Declined(Undecided::States { limit: states - 1 }));
}

/// Over packed systems both validations say the same, word for word. One goes by the classification of transitions, the
/// other by the functions of [`Model`].
#[test]
fn over_packed_systems_both_validations_agree() {
    let (mut compared, mut refuted) = (0, 0);
    for seed in 0..500 {
        let system = Sketch::random(seed).build().unwrap();
        // Separation makes a control point visible or invisible, which the functions of a model take for granted.
        let disciplines = [
            Discipline::new(&system),
            Discipline::without(&system, Requirement::VisibleOpen),
            Discipline::without(&system, Requirement::NonBlockInvis),
        ];
        for discipline in &disciplines {
            let Ok(expected) = validate(discipline, Space::Reachable, 60, None) else { continue };
            let options = ValidationOptions { max_states: 60, ..ValidationOptions::default() };
            let found = match validate_model(&Packed::new(discipline), &options) {
                Verdict::Holds(found) | Verdict::Fails(found) => found,
                Verdict::Declined(why) => panic!("seed {seed}: {why}"),
            };
            assert_eq!(
                (found.states, found.steps),
                (expected.states, expected.steps),
                "seed {seed}"
            );
            // Claims have no names in a model; goals, failures and deadlocks come after those of the discipline.
            let nameless = |check: &Check| Check { claim: None, ..check.clone() };
            for (own, other) in found.checks.iter().zip(&expected.checks) {
                assert_eq!(nameless(own), nameless(other), "seed {seed}");
            }
            assert!(found.checks.len() >= expected.checks.len(), "seed {seed}");
            compared += 1;
            refuted += usize::from(!expected.holds());
        }
    }
    println!("{compared} validations compared, {refuted} of them refuted");
    assert!(compared > 1_000 && refuted > 80, "{compared} compared, {refuted} refuted");
}
