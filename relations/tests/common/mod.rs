//! What the tests of necessity share.

use reductio_algebra::Formula;
use reductio_relations::{FiniteModel, Satisfaction};

/// The model satisfies what is kept of a theorem's hypotheses, and the theorem without the rest is false in it.
pub(crate) fn refutes(model: &FiniteModel, name: &str, kept: &[Formula], formula: &Formula) {
    for kept in kept {
        let answer = model.satisfies(kept).unwrap();
        assert!(matches!(answer, Satisfaction::Holds), "{name}: {kept}\n{answer:?}");
    }
    let Satisfaction::Fails(witness) = model.satisfies(formula).unwrap() else {
        panic!("{name} holds in\n{model}")
    };
    assert!(witness.replays(formula, model), "{name}");
}
