//! Laws that hold, each with its theorem, and near-misses, each with its word.

use reductio_algebra::Formula;
use reductio_proofs::decide::{Decision, decide};

use crate::omega::lasso::{parse, refutes};

const STATES: usize = 10_000;

pub(crate) fn decided(text: &str) -> (Formula, Decision) {
    let formula = parse(text);
    let Formula::Relation(s, relation, t) = &formula else { panic!("no relation: {text}") };
    let decision = decide(s, *relation, t, STATES).unwrap_or_else(|e| panic!("{text}: {e}"));
    (formula, decision)
}

const LAWS: &[&str] = &[
    "x^w = x x^w",
    "x* x^w = x^w",
    "x^w x* = x^w",
    "x^w T = x^w",
    "x^w y <= x^w",
    "x^w y z <= x^w + z",
    "0^w = 0",
    "p^w = p T",
    "(x*)^w = T",
    "(1 + x)^w = T",
    "(p + x)^w = x^w + x* p T",
    "(p + x y)^w <= x T + p T",
    "(x x)^w = x^w",
    "(x x x)^w = (x x)^w",
    "(x x*)^w = x^w",
    "(x y)^w = x (y x)^w",
    "(x y z)^w = x y (z x y)^w",
    "(x (y + z))^w = x ((y + z) x)^w",
    "x^w + y^w <= (x + y)^w",
    "(x + y)^w = y^w + y* x (x + y)^w",
    "(x + y)^w = (x* y)^w + (x* y)* x^w",
    "(x + y)^w = (x* y)^w + (x + y)* x^w",
    "(x + y)^w = ((x + y)* x)^w + (x + y)* y^w",
    "(x + y)^w = (x y* + y x*)^w + (x + y)* (x^w + y^w)",
    "(x + y + z)^w = ((x + y)* z)^w + (x + y + z)* (x* y)^w + (x + y + z)* x^w",
    "(x* y)^w <= (x + y)^w",
    "(x y + z)^w = z* x (y z* x)^w + (x y + z)* z^w",
    "(x (y x)* z)^w <= x (y x + z x)^w",
    "(x y* z)^w <= ((x + z) y*)^w",
    "(p x)^w <= p x^w",
    "(p x)^w = p (x p)^w",
    "(x p)^w <= x^w",
    "(p x + !p x)^w = x^w",
    "(p x + !p y)^w = (p x)* !p y (p x + !p y)^w + (p x)^w",
    "(p x + !p y)^w <= ((p x)* !p y)^w + ((p x)* !p y)* (p x)^w",
    "(p x !p)^w = 0",
    "(p x !p + !p y p)^w = (p x !p y p)^w + (!p y p x !p)^w",
    "(x p y + x !p z)^w <= x (y x + z x)^w",
    "(p x p)^w = p (x p)^w",
    // Omegas of omegas, and what follows an omega.
    "x^w^w <= x^w",
    "(x^w y)^w <= x^w",
    "(x y^w)^w <= (x y)^w + x y^w",
    "(x ? y)^w <= (x + y)^w",
    "(x + y) ? z = (x ? y) ? (x ? z)",
    "(y y^w) z = y^w z",
    "(x y)^w z = x (y x)^w z",
    "(x + y)^w z <= (x* y)^w z + (x* y)* x^w z",
    "(x^w)* = 1 + x^w (x^w)*",
    "(x^w + y)* z <= y* z + y* x^w",
    "(x x)^w (y y)^w = x^w y^w",
    "x (y x)^w z <= (x y)^w T",
    "x^w y <= ((p + x)^w)* y",
    "x ? 0 = x^w",
    "x ? y = y + x (x ? y)",
    "x ? (y + z) = (x ? y) + (x ? z)",
    "(x ? y) z <= x ? (y z)",
    "x ? (x ? y) = x ? y",
    "x ((y x) ? z) = (x y) ? (x z)",
    "(x + y) ? z = (x* y) ? (x ? z)",
    "x* y^w <= x ? y^w",
    "x (x + y)^w <= (x + y)^w",
    "(x y)^w <= x T",
    "x^w y + z <= z + x^w y",
    "x (y x)^w z <= (x y)^w",
    "(x + x x)^w = ((x + x x) (x + x x))^w",
    "(x x)^w <= (x x x)^w + x x",
    "(T x)* T = T",
    "((p + x)^w)* y <= y + (p + x)^w",
    "x y <= ((p + x)^w)* x y",
    "x <= (T x)* + (x^w)*",
    "(x^w)* = 1 + x^w",
    "(x y^w)* = 1 + x y^w",
    "x^w (y*)^w = x^w",
    "x^w (1 + y z) = x^w",
    "(x ? y)* <= (x + y)* + (x + y)* x^w",
    "x* (x x)^w <= x* (x x x)^w",
    "((x + x y) (y + y x))^w = (x + x y) ((y + y x) (x + x y))^w",
    "((y + y x) (x + y))^w = ((y + y x) (x + y) (y + y x) (x + y))^w",
    "(p x + x p x)^w <= x* (x x)^w",
    "(p x p)^w + (p y p)^w <= (p (x + y) p)^w",
];

#[test]
fn laws_hold() {
    let mut missed = Vec::new();
    for text in LAWS {
        let (formula, decision) = decided(text);
        match decision {
            Decision::Holds(theorem) => {
                assert_eq!(*theorem.conclusion(), formula, "{text}");
                assert!(theorem.hypotheses().is_empty(), "{theorem}");
            }
            other => missed.push(format!("{text}: {other:?}")),
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(LAWS.len() >= 30);
}

/// A relation, and the word that shows that it is false.
const NEAR_MISSES: &[(&str, &str)] = &[
    ("x^w = y^w", "x^w"),
    ("x^w = 0", "x^w"),
    ("x^w = x", "x^w"),
    ("x <= x^w", "x"),
    ("x* <= x^w", "1"),
    ("T <= x^w", "T"),
    ("x^w <= x*", "x^w"),
    ("x^w <= (x y)^w", "x^w"),
    ("(x y)^w = y (x y)^w", "(x y)^w"),
    ("(x y)^w = (y x)^w", "(x y)^w"),
    ("(x + y)^w = x^w + y^w", "y x^w"),
    ("(x + y)^w = (x y)^w + x^w + y^w", "y x^w"),
    ("(x + y)^w = (x* y)^w", "x^w"),
    ("(x + y)^w = (x* y)^w + x^w", "y x^w"),
    ("(x + y)^w <= y^w + y* x x^w", "x y^w"),
    ("(x* y)^w <= (x y)^w + y^w", "x y y^w"),
    ("(x x + y)^w <= (x + y y)^w", "y (x x)^w"),
    ("(x + y)^w <= ((x + y)* x)^w", "y^w"),
    ("(x x y)^w <= (x y)^w", "(x x y)^w"),
    ("p^w <= p", "p T"),
    ("p T <= (p x)^w", "p T"),
    ("x^w = (p x)^w", "(!p x)^w"),
    ("p x^w = (p x)^w", "p x (!p x)^w"),
    ("(x p)^w = p (x p)^w", "!p x (p x)^w"),
    ("(p x + !p y)^w <= (p x)^w + (!p y)^w", "!p y (p x)^w"),
    ("(p x + !p y)^w <= (p x)* !p y (p x + !p y)^w", "(p x)^w"),
    ("(p + x)^w = x^w + p T", "!p x p T"),
    ("(1 + x)^w = x^w", "T"),
    ("x ? y = x* y", "x^w"),
    ("x ? y = x^w", "y"),
    ("(x + y) ? z = (x* y) ? z", "x^w"),
    ("x* y^w = y^w", "x y^w"),
    ("(x y + z)^w = z* x (y z* x)^w", "z^w"),
    ("(x + y + z)^w = ((x + y)* z)^w + (x + y + z)* x^w + (x + y + z)* y^w", "(x y)^w"),
];

#[test]
fn near_misses_fail_with_a_word() {
    let mut missed = Vec::new();
    for (text, word) in NEAR_MISSES {
        let (formula, decision) = decided(text);
        match decision {
            Decision::Fails(found) => {
                assert!(refutes(&found, &formula), "{text}: `{found}` is no countermodel");
                if found.to_string() != *word {
                    missed.push(format!("{text}: {found}"));
                }
            }
            other => missed.push(format!("{text}: {other:?}")),
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(NEAR_MISSES.len() >= 30);
}
