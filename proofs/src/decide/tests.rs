//! The decision on laws and near-misses.

use reductio_algebra::{Formula, Symbol, Vocabulary};

use super::{Decision, decide};

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for x in ["x", "y", "z"] {
        names.declare(Symbol::action(x, 0));
    }
    for p in ["p", "q", "r"] {
        names.declare(Symbol::predicate(p, 0));
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
