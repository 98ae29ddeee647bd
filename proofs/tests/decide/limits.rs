//! Right sides with many states are declined at the stated limit, and decided one past it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reductio_algebra::{Formula, Relation, Term, name};
use reductio_proofs::decide::{Decision, DecisionLimits, TooManyStates, counterexample, decide};

/// `x + y`.
fn either() -> Term {
    Term::action(name!("x")).plus(&Term::action(name!("y")))
}

/// `(x + y)* x (x + y)^n x + (x + y)* y (x + y)^n y`: the last letter but `n` is the same. Which of the letters in
/// between were x has to be remembered, and no state lies below another.
fn repeated(n: usize) -> Term {
    let around = |letter: &str| {
        let letter = Term::action(letter.parse().unwrap());
        let start = either().star().seq(&letter);
        (0..n).fold(start, |t, _| t.seq(&either())).seq(&letter)
    };
    around("x").plus(&around("y"))
}

/// All words of `n + 2` letters.
fn all(n: usize) -> Term {
    (0..=n).fold(either(), |t, _| t.seq(&either()))
}

/// Declined with less than `states` states, also without a proof; decided with as many.
fn is_decided_with(states: usize, left: &Term, relation: Relation, right: &Term) -> Decision {
    for limit in [0, 1, states / 2, states - 1] {
        let stopped = decide(left, relation, right, limit).expect("the kernel takes the proof");
        let Decision::Declined { states: got } = stopped else { panic!("{limit}: {stopped:?}") };
        assert_eq!(got, limit);
        let refused = counterexample(left, relation, right, limit);
        assert_eq!(refused, Err(TooManyStates { states: limit }));
    }
    assert!(counterexample(left, relation, right, states).is_ok());
    decide(left, relation, right, states).expect("the kernel takes the proof")
}

#[test]
fn a_true_inclusion_is_proved_at_the_limit() {
    for n in 0..5 {
        let right = repeated(n).plus(&either().star());
        let states = 4 << n;
        let decision = is_decided_with(states, &all(n), Relation::Below, &right);
        let Decision::Holds(theorem) = decision else { panic!("{decision:?}") };
        assert_eq!(*theorem.conclusion(), Formula::below(&all(n), &right));
    }
}

#[test]
fn a_false_inclusion_is_refuted_at_the_limit() {
    for n in 0..5 {
        let decision = is_decided_with(6 << n, &all(n), Relation::Below, &repeated(n));
        let Decision::Fails(word) = decision else { panic!("{decision:?}") };
        assert_eq!(word.actions.len(), n + 2);
        assert_ne!(word.actions.first(), word.actions.last(), "{word}");
    }
}

/// `e = f` is declined when either direction is.
#[test]
fn an_equation_has_the_limit_of_its_larger_direction() {
    let (small, large) = (all(3).plus(&either().star()), repeated(3).plus(&either().star()));
    let states = 4 << 3;
    for (left, right) in [(&small, &large), (&large, &small)] {
        let decision = is_decided_with(states, left, Relation::Equal, right);
        assert!(matches!(decision, Decision::Holds(_)), "{decision:?}");
    }
    assert_eq!(counterexample(&large, Relation::Below, &small, states - 1), Ok(None));
}

/// States of the right side that another one lies below are not met: of `(x + y)* x (x + y)^n`, which has 2^(n+1), few.
#[test]
fn larger_states_are_left_out() {
    let x = Term::action(name!("x"));
    for n in [0, 1, 5, 10] {
        let last_but = (0..n).fold(either().star().seq(&x), |t, _| t.seq(&either()));
        let decision = is_decided_with(2 * n + 3, &last_but, Relation::Below, &last_but);
        assert!(matches!(decision, Decision::Holds(_)), "{n}: {decision:?}");
    }
}

/// Millions of states are allowed, and the flag ends the decision long before they are made.
#[test]
fn a_decision_ends_soon_after_its_flag_is_raised() {
    let (left, right) = (all(24), repeated(24));
    let stop = AtomicBool::new(false);
    let bound = DecisionLimits { states: usize::MAX, cancel: Some(&stop) };
    let start = Instant::now();
    let decision = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        decide(&left, Relation::Below, &right, bound)
    });
    assert!(matches!(decision, Ok(Decision::Cancelled)), "{decision:?}");
    // To decide it takes hours, and more memory than there is.
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}
