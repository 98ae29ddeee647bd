//! The local hypotheses that are evaluated are those from which the kernel proves Theorem 1.

use std::collections::BTreeSet;

use reductio_algebra::{Formula, Index, Label, Style, Theory};
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

#[test]
fn the_formulas_are_those_of_the_statement_files() {
    let theory = theory();
    for hypothesis in LocalHypothesis::ALL {
        let label = hypothesis.label();
        let statement = theory.statement(&Label::new(label).unwrap()).unwrap();
        let (_, body) = statement.formula.stripped(&[]);
        let (premises, conclusion) = body.horn();
        let formula = conclusion.to_statement(Style::Ascii);
        // What is said in words of the indices of f is said with n there.
        let formula = formula.replace("n_{i,j} e_{g,i} e_{g,j}", "f_{g,i,j}");
        assert_eq!(formula, hypothesis.formula(), "({label})");

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
        let threads: Vec<String> = conclusion
            .free_indices()
            .iter()
            .map(ToString::to_string)
            .filter(|index| index != "g")
            .collect();
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
