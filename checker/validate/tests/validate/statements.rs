//! Which threads are different in the local hypotheses: what is evaluated is what the kernel's theorems assume.

use std::collections::BTreeSet;

use reductio_algebra::{Formula, Index, Label, Theory};
use reductio_discipline::LocalHypothesis;
use reductio_theorems::bundled::{DISCIPLINE, REDUCTION, S5};

/// The theory of the local facts.
fn theory() -> Theory {
    let mut known: Vec<Theory> = Vec::new();
    for source in [S5, *REDUCTION.last().unwrap()].into_iter().chain(DISCIPLINE) {
        let bases: Vec<&Theory> = known.iter().collect();
        known.push(Theory::parse(source.text, &bases).unwrap());
    }
    known.into_iter().find(|theory| theory.name() == "Discipline").unwrap()
}

/// The premises of the statements say that all threads are different, but `j` and `l` in X and C.
#[test]
fn the_premises_say_which_threads_are_different() {
    let theory = theory();
    for hypothesis in LocalHypothesis::ALL {
        let label = hypothesis.label();
        let statement = theory.statement(&Label::new(label).unwrap()).unwrap();
        let (_, body) = statement.formula.stripped(&[]);
        let (premises, conclusion) = body.horn();
        let apart: BTreeSet<String> = premises
            .into_iter()
            .map(|premise| match premise {
                Formula::Apart(Index::Free(i), Index::Free(j)) => {
                    let mut pair = [i.to_string(), j.to_string()];
                    pair.sort();
                    pair.concat()
                }
                other => panic!("({label}): {other}"),
            })
            .collect();
        let indices = conclusion.free_indices();
        let threads: Vec<String> =
            indices.iter().map(ToString::to_string).filter(|index| index != "g").collect();
        let may_be_equal = |i: &str, j: &str| ["X", "C"].contains(&label) && [i, j] == ["j", "l"];
        let mut different = BTreeSet::new();
        for i in &threads {
            for j in &threads {
                if i < j && !may_be_equal(i, j) {
                    different.insert(format!("{i}{j}"));
                }
            }
        }
        assert_eq!(apart, different, "({label})");
    }
}
