//! From a word, finite or infinite, to a relational model in which only the word can be run.

use reductio_algebra::{Formula, Symbol, Vocabulary};
use reductio_proofs::decide::GuardedWord;
use reductio_relations::word_model;

/// `x`, `y`, `z`, and the predicates `p`, `q`.
pub(crate) fn symbols() -> Vec<Symbol> {
    let actions = ["x", "y", "z"].map(|x| Symbol::action(x.parse().unwrap(), 0));
    actions
        .into_iter()
        .chain(["p", "q"].map(|p| Symbol::predicate(p.parse().unwrap(), 0)))
        .collect()
}

pub(crate) fn parse(text: &str) -> Formula {
    let mut names = Vocabulary::new();
    for symbol in symbols() {
        assert!(names.declare(symbol));
    }
    names.parse_formula(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// Whether the formula is false where only the word can be run.
pub(crate) fn refutes(word: &GuardedWord, formula: &Formula) -> bool {
    let model = word_model(formula, &word.tests, &word.actions, word.cycle);
    model.expect("symbols").satisfies(formula).is_ok_and(|answer| !answer.holds())
}
