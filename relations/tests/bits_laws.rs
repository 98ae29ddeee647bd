//! The laws of omega algebra (S5 section 3) hold in the model on rows of bits: in all models with one or two states,
//! and in random ones with one word, with one word for each row, and with several.

use reductio_algebra::{Evaluator, Formula, Symbol, Vocabulary};
use reductio_relations::{Assignment, Bits, Naive, PairSet, Random};

const SEED: u64 = 0x5EED_0003;

const LAWS: [&str; 28] = [
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
    "x* (y x*)* = (x + y)*",
    "x (y x)* = (x y)* x",
    "x ? y = x^w + x* y",
    "x^w = x x^w",
    "x <= y x + z => x <= y ? z",
    "(x + y)^w = (x* y)^w + (x* y)* x^w",
    "x <= T",
    "x^w T = x^w",
    "p <= 1",
    "p !p = 0",
    "p + !p = 1",
    "!(p + q) = !p !q",
    "p q = q p",
    "!0 = 1",
];

/// Each with the number of states that a countermodel needs.
const NO_LAWS: [(&str, usize); 8] = [
    ("x y = y x", 2),
    ("x* = 1 + x", 3),
    ("x* = x x*", 1),
    ("x^w = x* x", 2),
    ("x ? y = x* y", 1),
    ("!p = p", 1),
    ("(x + y)^w = x^w + y^w", 2),
    ("T x = T", 2),
];

fn formula(text: &str) -> Formula {
    let mut names = Vocabulary::new();
    for n in ["x", "y", "z"] {
        assert!(names.declare(Symbol::action(n.parse().unwrap(), 0)));
    }
    for n in ["p", "q"] {
        assert!(names.declare(Symbol::predicate(n.parse().unwrap(), 0)));
    }
    names.parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn holds(formula: &Formula, states: usize, values: &Assignment<PairSet>) -> bool {
    let model = Bits::new(states).expect("the size is in range");
    let values = model.assignment(values).expect("the states are in range");
    Evaluator::new(&model, &values).formula(formula).expect("every symbol has a value")
}

#[test]
fn s5_section_3_laws_hold_in_all_models_with_one_or_two_states() {
    for law in LAWS {
        let formula = formula(law);
        for states in [1, 2] {
            let symbols = formula.symbols();
            for values in (Naive { states }).assignments(1, &symbols) {
                assert!(holds(&formula, states, &values), "{law} in {values}");
            }
        }
    }
}

#[test]
fn s5_section_3_laws_hold_in_random_models() {
    let mut random = Random::new(SEED);
    let mut seen = 0;
    for states in [3, 7, 8, 9, 17, 64, 65, 130] {
        for law in LAWS {
            let formula = formula(law);
            for _ in 0..8 {
                let values = random.assignment(Naive { states }, 1, &formula.symbols());
                assert!(holds(&formula, states, &values), "{law} in {values}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 8 * 8 * LAWS.len());
}

#[test]
fn formulas_that_are_no_laws_fail_in_some_model() {
    for (wrong, states) in NO_LAWS {
        let formula = formula(wrong);
        let symbols = formula.symbols();
        let mut all = Naive { states }.assignments(1, &symbols);
        assert!(all.any(|values| !holds(&formula, states, &values)), "{wrong} has no countermodel");
    }
}
