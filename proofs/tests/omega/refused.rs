//! Relations outside of the fragment, too large, or true and not proved: never a theorem, and never called false.

use reductio_algebra::Formula;
use reductio_proofs::decide::{Decision, decide};

use crate::omega::lasso::parse;
use crate::omega::laws::decided;

#[test]
fn outside_the_fragment_nothing_is_called_false() {
    for (text, at, word) in [
        // True of all relations, and no word shows it.
        ("x <= x T x", "T", "x"),
        ("x^w = x^w x^w", "x^w", "x^w"),
        // Derivable in no omega algebra where `x^w x^w = 0`.
        ("x^w <= x^w^w", "x^w^w", "x^w"),
        ("(x + y)^w <= (x ? y)^w", "(x ? y)^w", "(x + y)^w"),
        // True, but what follows an omega is compared as a whole.
        ("(x x)^w (y + z) <= x^w y + x^w z", "(x x)^w", "(x x)^w y"),
        // False, but a star of omegas below an omega is a letter.
        ("(x y^w)^w <= y^w", "(x y^w)^w", "(x y^w)^w"),
        ("(x ? y)^w = 0", "(x ? y)^w", "(x ? y)^w"),
    ] {
        match decided(text).1 {
            Decision::Outside { term, word: found } => {
                assert_eq!(
                    (term.to_string(), found.to_string()),
                    (at.into(), word.into()),
                    "{text}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn past_the_limit_the_answer_is_declined() {
    let text =
        "((x + y)* x (x + y) (x + y) (x + y))^w <= ((x + y)* y (x + y) (x + y) (x + y))^w + x^w";
    let Formula::Relation(s, relation, t) = parse(text) else { panic!("{text}") };
    let mut enough = 0;
    while let Decision::Declined { states } = decide(&s, relation, &t, enough).expect("no fault") {
        assert_eq!(states, enough);
        enough += 1;
    }
    assert_eq!(enough, 15);
    assert!(matches!(decide(&s, relation, &t, enough), Ok(Decision::Fails(_))));
}

#[test]
fn what_is_true_and_not_proved_is_no_theorem_and_not_false() {
    for text in [
        "(x + y)^w <= ((x + y)* (x x + y y))^w + (x + y)* (x y)^w",
        "(x + y)^w = (x + y)* (x^w + y^w) + (x x* y y*)^w + (y y* x x*)^w",
    ] {
        assert!(matches!(decided(text).1, Decision::NoProof), "{text}");
    }
}
