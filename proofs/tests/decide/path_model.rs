//! From a word that tells two sides apart to a relational model that does.

use std::collections::BTreeMap;

use reductio_algebra::{Formula, Index, Symbol, Term, TermKind};
use reductio_proofs::decide::GuardedWord;
use reductio_relations::{Assignment, Model, Relation};

/// A symbol at processes.
type Place = (Symbol, Vec<usize>);

/// The path of `word`: states `0..=n`, action `k` of the word leads from state `k-1` to `k` and nowhere else, and a test
/// holds at a state where the word has it. A cycle leads back to its first state; what it never reaches is
/// one state more. Free indices of the word are processes of their own.
///
/// `T` relates all states as always: where the formula has it, it may be true on the path all the same (`x <= x T x` is
/// true of all relations). `None` when the word has another action that is no symbol, such as `x^w`.
pub(crate) fn path_model(word: &GuardedWord, formula: &Formula) -> Option<Model> {
    let indices = formula.free_indices();
    let place = |t: &Term| -> Option<Place> {
        let TermKind::Symbol(symbol, at) = t.kind() else { return None };
        let number = |i: &Index| match i {
            Index::Free(name) => indices.iter().position(|n| n == name),
            Index::Bound(_) => None,
        };
        Some((symbol.clone(), at.iter().map(number).collect::<Option<_>>()?))
    };
    let mut pairs: BTreeMap<Place, Vec<(usize, usize)>> = BTreeMap::new();
    for (state, action) in word.actions.iter().enumerate() {
        if action.is_top() {
            continue;
        }
        let last = state + 1 == word.tests.len();
        let next = word.cycle.filter(|_| last).unwrap_or(state + 1);
        pairs.entry(place(action)?).or_default().push((state, next));
    }
    for (state, block) in word.tests.iter().enumerate() {
        for test in block {
            match test.kind() {
                TermKind::Not(p) => drop(place(p)?),
                _ => pairs.entry(place(test)?).or_default().push((state, state)),
            }
        }
    }
    let processes = indices.len().max(1);
    let mut meaning = Assignment::new(processes);
    for symbol in formula.symbols() {
        for at in tuples(processes, symbol.arity) {
            let value: Relation =
                pairs.remove(&(symbol.clone(), at.clone())).into_iter().flatten().collect();
            meaning.set(&symbol, &at, value);
        }
    }
    let unreached = usize::from(word.cycle.is_some());
    Model::new(word.tests.len() + unreached, meaning).ok()
}

/// All tuples of processes of a length.
fn tuples(processes: usize, length: usize) -> Vec<Vec<usize>> {
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let longer = |t: Vec<usize>| (0..processes).map(move |i| [&t[..], &[i]].concat());
        shorter.into_iter().flat_map(longer).collect()
    })
}
