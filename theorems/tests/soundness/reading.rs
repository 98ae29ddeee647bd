//! Reading a theorem, and giving up deep proofs.

use reductio_theorems::StepSet;
use reductio_theorems::kernel::{sym, trans};

use crate::soundness::language::assume;

#[test]
fn a_step_is_counted_once_however_often_it_is_used() {
    let given = assume("x = y");
    let back = sym(&given).unwrap();
    // `given` is a premise of both premises.
    let both = trans(&given, &back).unwrap();
    let mut counted = StepSet::default();
    assert_eq!(given.count_steps(&mut StepSet::default()), 1);
    assert_eq!(both.count_steps(&mut StepSet::default()), 3);
    assert_eq!(back.count_steps(&mut counted), 2);
    assert_eq!(both.count_steps(&mut counted), 1);
    assert_eq!(both.count_steps(&mut counted), 0);
}

#[test]
fn a_theorem_is_shown_as_its_sequent() {
    let back = sym(&assume("x = y")).unwrap();
    assert_eq!(
        (back.to_string().as_str(), format!("{back:?}").as_str()),
        ("x = y |- y = x", "x = y |- y = x")
    );
}

#[test]
fn a_deep_proof_can_be_dropped() {
    let mut proof = assume("x = y");
    for _ in 0..1_000_000 {
        proof = sym(&proof).unwrap();
    }
    assert_eq!(proof.count_steps(&mut StepSet::default()), 1_000_001);
    drop(proof);
}
