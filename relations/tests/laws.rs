//! The laws of omega algebra (S5 section 3) hold in every relational model with one or two states, all
//! relations and predicates tried; formulas that are no laws fail in some.
//!
//! The laws are written down here once more, as text: the kernel's own list is not consulted.

use reductio_algebra::{Evaluator, Formula, Symbol, Vocabulary};
use reductio_relations::Naive;

const LAWS: [&str; 31] = [
    "(x + y) + z = x + (y + z)",
    "x + y = y + x",
    "x + x = x",
    "0 + x = x",
    "x (y z) = (x y) z",
    "0 x = 0",
    "x 0 = 0",
    "1 x = x",
    "x 1 = x",
    "x (y + z) = x y + x z",
    "(x + y) z = x z + y z",
    "x* = 1 + x + x* x*",
    "x y <= x => x y* = x",
    "x y <= y => x* y = y",
    "x ? y = x^w + x* y",
    "x^w = x x^w",
    "x <= y x + z => x <= y ? z",
    "x <= T",
    "T x <= T",
    "p <= 1",
    "p !p = 0",
    "!p p = 0",
    "p + !p = 1",
    "!!p = p",
    "p q = q p",
    "p p = p",
    "!(p + q) = !p !q",
    "!(p q) = !p + !q",
    "p + q r = (p + q) (p + r)",
    "p (q + r) = p q + p r",
    "!0 = 1",
];

const NO_LAWS: [&str; 12] = [
    "x y = y x",
    "x (y + z) = x y",
    "x* = 1 + x",
    "x* = x x*",
    "x y <= y => x y* = y",
    "x^w = x",
    "x^w = x* x",
    "x ? y = x* y",
    "T x = T",
    "p + !p = !p",
    "!p = p",
    "(x + y)^w = x^w + y^w",
];

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    for n in ["x", "y", "z"] {
        assert!(names.declare(Symbol::action(n.parse().unwrap(), 0)));
    }
    for n in ["p", "q", "r"] {
        assert!(names.declare(Symbol::predicate(n.parse().unwrap(), 0)));
    }
    names
}

/// The first model with `states` states in which the formula is false.
fn refuted(formula: &Formula, states: usize) -> Option<String> {
    let model = Naive { states };
    model
        .assignments(1, &formula.symbols())
        .find(|a| !Evaluator::new(&model, a).formula(formula).unwrap())
        .map(|a| a.to_string())
}

#[test]
fn s5_section_3_laws_hold_in_all_models_with_one_or_two_states() {
    for law in LAWS {
        let formula = names().parse_formula(law).unwrap();
        for states in [1, 2] {
            assert_eq!(refuted(&formula, states), None, "{law}");
        }
    }
}

#[test]
fn formulas_that_are_no_laws_fail_in_some_model() {
    for wrong in NO_LAWS {
        let formula = names().parse_formula(wrong).unwrap();
        // With two states x* is 1 + x: a path of two steps needs three.
        let refuted = refuted(&formula, 2).or_else(|| refuted(&formula, 3));
        assert!(refuted.is_some(), "{wrong} has no countermodel");
    }
}
