//! The laws library: what it says of infinite repetition, and its near-misses.

use reductio_algebra::{Formula, Term, TermKind, Theory};
use reductio_proofs::decide::{DecideError, Decision, decide_formula};
use reductio_theorems::bundled;

use crate::omega::lasso::refutes;

/// Whether an infinite repetition other than `T` occurs.
fn repeats(t: &Term) -> bool {
    matches!(t.kind(), TermKind::Omega(_) | TermKind::Loop(..)) && !t.is_top()
        || t.operands().into_iter().any(repeats)
}

fn mentions(formula: &Formula) -> bool {
    match formula {
        Formula::Relation(s, _, t) => repeats(s) || repeats(t),
        Formula::Implies(premise, conclusion) => mentions(premise) || mentions(conclusion),
        _ => false,
    }
}

/// The formulas about infinite repetition in a file.
fn formulas(text: &str) -> Vec<Formula> {
    let theory = Theory::parse(text, &[]).unwrap_or_else(|e| panic!("{e:?}"));
    let all = theory.statements().iter().map(|s| s.formula.clone());
    all.filter(mentions).collect()
}

#[test]
fn laws_without_premises_hold_and_others_hold_where_they_are_decided() {
    let (mut plain, mut horn, mut beyond) = (0, 0, 0);
    for law in formulas(bundled::LAWS.text) {
        let has_premise = matches!(law, Formula::Implies(..));
        match decide_formula(&law, 10_000) {
            Ok(Decision::Holds(theorem)) => {
                assert_eq!(*theorem.conclusion(), law);
                *if has_premise { &mut horn } else { &mut plain } += 1;
            }
            Err(DecideError::NotEliminable(_)) if has_premise => beyond += 1,
            other => panic!("{law}: {other:?}"),
        }
    }
    println!("{plain} laws, {horn} with premises that say 0, {beyond} with others");
    assert!(plain >= 20 && horn >= 3, "{plain} {horn}");
}

#[test]
fn near_misses_are_never_proved() {
    let (mut failed, mut open) = (0, 0);
    for near_miss in formulas(include_str!("../laws/false.oa")) {
        match decide_formula(&near_miss, 10_000) {
            Ok(Decision::Fails(word)) => {
                failed += 1;
                assert!(refutes(&word, &near_miss), "{near_miss}: `{word}`");
            }
            // What follows an omega, and premises that do not say 0.
            Ok(Decision::Outside { .. }) | Err(DecideError::NotEliminable(_)) => open += 1,
            other => panic!("{near_miss}: {other:?}"),
        }
    }
    println!("{failed} fail with a countermodel, {open} are not decided");
    assert!(failed >= 15, "{failed}");
}
