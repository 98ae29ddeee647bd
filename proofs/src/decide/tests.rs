//! The decision on laws and near-misses.

use reductio_algebra::{Formula, Symbol, Term, Vocabulary, name};

use super::sums::{seq_sum_below, sum_seq_below};
use super::{DecideError, Decision, decide, decide_formula};
use crate::step_error::{Proposer, StepError};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for x in ["x", "y", "z"] {
        names.declare(Symbol::action(x.parse().unwrap(), 0));
    }
    for p in ["p", "q", "r"] {
        names.declare(Symbol::predicate(p.parse().unwrap(), 0));
    }
    names
}

fn decided(text: &str) -> Decision {
    let formula = names().parse_formula(text).unwrap();
    let Formula::Relation(s, relation, t) = &formula else { panic!("no relation: {text}") };
    let decision = decide(s, *relation, t, 10_000).unwrap_or_else(|e| panic!("{text}: {e}"));
    if let Decision::Holds(theorem) = &decision {
        assert_eq!(*theorem.conclusion(), formula, "{text}");
        assert!(theorem.hypotheses().is_empty());
    }
    decision
}

#[test]
fn laws_hold() {
    for text in [
        "x <= x",
        "x y <= x y + z",
        "x (y + z) = x y + x z",
        "x (y z) = x y z",
        "x* x* = x*",
        "x** = x*",
        "(x + 1)* = x*",
        "x* = 1 + x + x x x*",
        "x* x = x x*",
        "(x + y)* = x* (y x*)*",
        "(x + y)* = (x* y)* x*",
        "(x + y)* = (x* y*)*",
        "x (y x)* = (x y)* x",
        "(x y)* = 1 + x (y x)* y",
        "(x x)* + x (x x)* = x*",
        "(x x x)* (1 + x + x x) = x*",
        "(x + y)* = (1 + x) (y x + y + x x)*",
        "x* y* x* <= (x + y)*",
        "0* = 1",
        "x 0 y + z = z",
        "((x + y)* x) (x + y) (x + y) <= (x + y)* x (x + y) (x + y)",
        "x <= T",
        "(x + y)* <= T",
        "x T y <= T T y",
        "T T = T",
        "x* T = T",
        "p p = p",
        "p q = q p",
        "p + !p = 1",
        "p !p = 0",
        "p x !p p y = 0",
        "!(p + q) = !p !q",
        "p + q = q + !q p",
        "p q + p !q + !p = 1",
        "p x + !p x = x",
        "(p x)* !p = (p x p + p x !p)* !p",
        "(p x)* !p (p x)* !p = (p x)* !p",
        "p x (p x)* !p + !p = (p x)* !p",
        "(p x + !p y)* = (p x)* (!p y (p x)*)*",
        "(p (q x)* !q y)* !p <= (p (q x + !q y))* !p + (x + y)*",
        "(p* x)* = x*",
        "!(p q) x = !p x + !q x",
        "p (!p x + y) = p y",
        "(p + x)* = x*",
        "!p (p x)* = !p",
        "x p T + x !p T = x T",
    ] {
        assert!(matches!(decided(text), Decision::Holds(_)), "{text}");
    }
}

#[test]
fn near_misses_fail_with_a_word() {
    for (text, word) in [
        ("x y = y x", "x y"),
        ("x <= y", "x"),
        ("1 <= 0", "1"),
        ("x* <= x x*", "1"),
        ("(x + y)* <= x* y*", "y x"),
        ("(x + y)* <= (x + y x)*", "y"),
        ("x* <= 1 + x + x x x x*", "x x"),
        ("(x x)* = x*", "x"),
        ("p <= q", "p !q"),
        ("p x <= x p", "p x !p"),
        ("x <= p x", "!p x"),
        ("(p x)* = (p x)* !p", "p"),
        ("p x !p <= 0", "p x !p"),
        ("x T = T", "T"),
        ("p + q = 1", "!p !q"),
    ] {
        match decided(text) {
            Decision::Fails(found) => assert_eq!(found.to_string(), word, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

fn under(text: &str) -> Result<Decision, DecideError> {
    let formula = names().parse_formula(text).unwrap();
    let decision = decide_formula(&formula, 10_000);
    if let Ok(Decision::Holds(theorem)) = &decision {
        assert_eq!(*theorem.conclusion(), formula, "{text}");
        assert!(theorem.hypotheses().is_empty());
    }
    decision
}

#[test]
fn hypotheses_that_say_zero_are_eliminated() {
    for text in [
        "x = 0 => x y + z = z",
        "x y = 0 => x (y z)* = x",
        "p x = p x q => p x !q = 0",
        "p x <= x q => p x = p x q",
        "x p = p x => (p x)* p = p (x p)*",
        "x p = p x => x !p = !p x",
        "x p = p x => y p = p y => (x + y)* p <= p (x + y)*",
        "p <= q => p x <= q x",
        "p q x !p = 0 => p (q x)* !q = p (q x)* !q p",
        "p x !q = 0 => q y !r = 0 => p x y !r = 0",
        "q p x !r = 0 => q !p y !r = 0 => q (p x + !p y) !r = 0",
        "0 = x => x* = 1",
        "p = q => p x = q x",
        "p x y !p = 0 => p (x y)* !p = 0",
        "x y <= p x y => !p x y = 0",
    ] {
        assert!(matches!(under(text), Ok(Decision::Holds(_))), "{text}: {:?}", under(text));
    }
}

#[test]
fn other_hypotheses_are_refused() {
    for text in [
        "x y <= y x => x* y <= y x*",
        "x <= 1 => x* = 1",
        // Defining letters prove, and do not refute.
        "x <= y => y^w <= x^w",
        "x = y => x* = y",
        "x = x y => x <= y",
        "x + y <= y => y* <= x*",
    ] {
        assert!(matches!(under(text), Err(DecideError::NotEliminable(_))), "{text}");
    }
}

#[test]
fn hypotheses_that_define_a_letter_are_substituted() {
    for text in [
        "x <= y => x^w <= y^w",
        "x = y => x* = y*",
        "y = x + z => x* z* <= y*",
        "x <= y => x ? z <= y ? z",
        "x <= y => p y = 0 => p x* = p",
        "x <= y => y <= z => x* <= z*",
        "x z <= y => p x z <= p y",
    ] {
        assert!(matches!(under(text), Ok(Decision::Holds(_))), "{text}: {:?}", under(text));
    }
}

#[test]
fn false_implications_fail_with_a_word() {
    for (text, word) in [
        ("x y = 0 => y x = 0", "y x"),
        ("p x <= x q => x q <= p x", "!p x q"),
        ("p x !q = 0 => p x !p = 0", "p x !p q"),
        ("p x !q = 0 => p x* !q = 0", "p !q"),
        ("x p = p x => y p <= p y", "!p y p"),
    ] {
        match under(text) {
            Ok(Decision::Fails(found)) => assert_eq!(found.to_string(), word, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Where the decision and its proof disagree, the decision says so itself: the kernel was not asked.
#[test]
fn a_fault_of_the_decision_is_no_error_of_the_kernel() {
    let x = Term::action(name!("x"));
    let terms = [x.clone(), x.clone()];
    let unfit = StepError::Unfit { by: Proposer::Decision, about: x.clone() };
    assert_eq!(sum_seq_below(&terms, &x, &[], &x).unwrap_err(), unfit);
    assert_eq!(seq_sum_below(&x, &terms, &[], &x).unwrap_err(), unfit);
    let text = "the decision procedure found something else about `x` than its proof needs";
    assert_eq!(unfit.to_string(), text);
}
