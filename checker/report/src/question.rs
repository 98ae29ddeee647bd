//! The hypotheses of answers in words, and the meaning of names, which `decide`, `prove --formula` and `models --find`
//! tell alike.

use reductio::Verdict;
use reductio::question::FormulaAnswer;
use reductio_algebra::{Formula, Label, Sort, Symbol};

use crate::page::ranges;

/// The names of one sort in a formula, each once, by their letters.
pub(crate) fn names_of(formula: &Formula, sort: Sort) -> Vec<String> {
    let of_sort = formula.symbols().into_iter().filter(|symbol| symbol.sort == sort);
    let mut names: Vec<String> = of_sort.map(|symbol| declared(&symbol)).collect();
    names.sort();
    names
}

/// A symbol with its indices: `u_i`, `w_{i,j}`.
pub(crate) fn declared(symbol: &Symbol) -> String {
    const LETTERS: [&str; 4] = ["i", "j", "k", "l"];
    let index = |k: usize| LETTERS.get(k).map_or_else(|| format!("i{k}"), |l| (*l).to_owned());
    match symbol.arity {
        0 => symbol.name.to_string(),
        1 => format!("{}_i", symbol.name),
        n => format!("{}_{{{}}}", symbol.name, (0..n).map(index).collect::<Vec<_>>().join(",")),
    }
}

/// The words for what the names of a formula stand for, `p, q: predicates; x: action`; none for a formula without
/// names.
pub(crate) fn names_in_words(formula: &Formula) -> Option<String> {
    let told = |sort, one: &str, several: &str| match &names_of(formula, sort)[..] {
        [] => None,
        [name] => Some(format!("{name}: {one}")),
        names => Some(format!("{}: {several}", names.join(", "))),
    };
    let predicates = told(Sort::Predicate, "predicate", "predicates");
    let actions = told(Sort::Action, "action", "actions");
    let all: Vec<String> = predicates.into_iter().chain(actions).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The words for the hypotheses on which an answer rests, if its theory has some.
pub(crate) fn hypotheses_in_words(answer: &FormulaAnswer) -> Option<String> {
    if answer.assumed.is_empty() {
        return None;
    }
    let of = |labels: &[Label]| format!("{} of {}", ranges(labels), answer.theory);
    Some(match &answer.verdict {
        Verdict::Holds(proof) if proof.hypotheses.is_empty() => "uses no hypothesis".to_owned(),
        Verdict::Holds(proof) => {
            format!("in every omega algebra that satisfies {}", of(&proof.hypotheses))
        }
        Verdict::Fails(_) | Verdict::Declined(_) => format!("under {}", of(&answer.assumed)),
    })
}
