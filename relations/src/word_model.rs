//! The smallest model in which a guarded word can be run.

use std::collections::BTreeMap;

use reductio_algebra::{Formula, Index, Symbol, Term, TermKind};

use crate::assignment::Assignment;
use crate::enumeration::places;
use crate::relation::PairSet;
use crate::satisfies::FiniteModel;

/// A symbol at processes.
type Place = (Symbol, Vec<usize>);

/// The model of a guarded word `B0 a1 B1 ... an Bn` for the symbols of a formula: states `0..=n`, action `k` leads
/// from state `k - 1` to `k` and nowhere else, and a test holds at a state where its block has it. `tests` are the
/// blocks. `cycle` is the number of actions before those that are repeated for ever: then there is no last block, and
/// the last action leads back to the start of the cycle. With a cycle or a `T` in the word, the model has one more
/// state, which no action reaches. Free indices of the formula are processes of their own.
///
/// A word that tells two regular terms apart tells them apart in this model, unless `T` occurs in them: that relates
/// all states as always. `None` when an action or a test of the word is neither `T` nor a symbol, complemented or not.
///
/// ```
/// use reductio_algebra::{Symbol, Term, Vocabulary, name};
/// use reductio_relations::word_model;
/// let mut names = Vocabulary::new();
/// ["x", "y"].map(|x| names.declare(Symbol::action(x.parse().unwrap(), 0)));
/// let claim = names.parse_formula("(x + y)* = x* y*")?;
/// let word = [Term::action(name!("y")), Term::action(name!("x"))];
/// let model = word_model(&claim, &[vec![], vec![], vec![]], &word, None).unwrap();
/// assert_eq!(model.to_string(), "states 3\nprocesses 1\nx = {(1,2)}\ny = {(0,1)}\n");
/// assert!(!model.satisfies(&claim).unwrap().holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn word_model(
    formula: &Formula,
    tests: &[Vec<Term>],
    actions: &[Term],
    cycle: Option<usize>,
) -> Option<FiniteModel> {
    let indices = formula.free_indices();
    let place = |t: &Term| -> Option<Place> {
        let TermKind::Symbol(symbol, at) = t.kind() else { return None };
        let number = |i: &Index| match i {
            Index::Free(name) => indices.iter().position(|n| n == name),
            Index::Bound(_) | Index::Process(_) => None,
        };
        Some((symbol.clone(), at.iter().map(number).collect::<Option<_>>()?))
    };
    let mut pairs: BTreeMap<Place, Vec<(usize, usize)>> = BTreeMap::new();
    for (state, action) in actions.iter().enumerate().filter(|(_, a)| !a.is_top()) {
        let is_last = state + 1 == tests.len();
        let next = cycle.filter(|_| is_last).unwrap_or(state + 1);
        pairs.entry(place(action)?).or_default().push((state, next));
    }
    for (state, block) in tests.iter().enumerate() {
        for test in block {
            match test.kind() {
                TermKind::Not(p) => drop(place(p)?),
                _ => pairs.entry(place(test)?).or_default().push((state, state)),
            }
        }
    }
    let processes = indices.len().max(1);
    let mut meaning = Assignment::new(processes);
    for (symbol, at) in places(processes, &formula.symbols()) {
        let value: PairSet =
            pairs.remove(&(symbol.clone(), at.clone())).into_iter().flatten().collect();
        meaning.set(&symbol, &at, value);
    }
    let is_alone = cycle.is_none() && !actions.iter().any(Term::is_top);
    FiniteModel::new(tests.len() + usize::from(!is_alone), meaning).ok()
}
