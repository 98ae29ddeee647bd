//! The table of laws and near-misses: every one that has a form that is decided is decided rightly.

use reductio_algebra::Formula;
use reductio_proofs::decide::{DecideError, Decision, decide_formula};
use reductio_relations::{SearchLimits, find_countermodel, word_model};

use crate::laws::table::table;

const STATES: usize = 10_000;

#[test]
fn laws_hold_with_a_theorem_and_near_misses_fail_with_a_word_and_a_model() {
    let (mut held, mut failed, mut searched) = (0, 0, 0);
    for row in table() {
        match decide_formula(&row.law, STATES) {
            Ok(Decision::Holds(theorem)) => {
                assert_eq!(*theorem.conclusion(), row.law);
                assert!(theorem.hypotheses().is_empty());
                held += 1;
            }
            // Commutation and the like is proved by scripts.
            Err(DecideError::NotEliminable(_)) => {}
            other => panic!("{} {}: {other:?}", row.section, row.label),
        }
        match decide_formula(&row.near_miss, STATES) {
            Ok(Decision::Fails(word)) => {
                let model = word_model(&row.near_miss, &word.tests, &word.actions, word.cycle);
                if !model.is_some_and(|m| m.satisfies(&row.near_miss).is_ok_and(|a| !a.holds())) {
                    // With `T` the run of the word may be a run of both sides.
                    assert!(refuted(&row.near_miss), "{}: `{word}`", row.label);
                    searched += 1;
                }
                failed += 1;
            }
            Ok(Decision::Outside { .. }) | Err(DecideError::NotEliminable(_)) => {
                assert!(refuted(&row.near_miss), "{}", row.label);
            }
            other => panic!("{}: {other:?}", row.label),
        }
    }
    println!(
        "{held} laws hold; {failed} near-misses fail, {searched} of them in a model found by search"
    );
    assert!(held >= 99 && failed >= 96 && searched == 0, "{held} {failed} {searched}");
}

fn refuted(formula: &Formula) -> bool {
    find_countermodel(formula, &SearchLimits::default()).countermodel().is_some()
}
