//! From a chain of terms to theorems: each step that the search reports is proved.

use reductio_algebra::{Relation, Term};
use reductio_theorems::Theorem;

use super::FlatStep;
use super::normal::{is_same, simple, words};

/// A link of a proved chain.
#[derive(Clone, Debug)]
pub(crate) struct Proved {
    /// The theorem of the link: from the term before to its right side.
    pub(crate) theorem: Theorem,
    /// The term that the link ends in.
    pub(crate) term: Term,
    /// The facts that prove it.
    pub(crate) facts: Vec<usize>,
}

/// A step of a chain that does not follow from the fact that is named for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search proposed `{from}` = `{to}`, which does not follow from what it named")]
pub(crate) struct Refused {
    /// The term before.
    pub(crate) from: Term,
    /// The term that is said to follow.
    pub(crate) to: Term,
    /// The fact, `None` for the laws.
    pub(crate) fact: Option<usize>,
}

/// Proves `s relation t` from the facts.
pub(crate) type Prove<'a> = dyn Fn(&Term, Relation, &Term, &[usize]) -> Option<Theorem> + 'a;

/// The most terms that are passed over at once, where that can be proved.
const MAX_STRIDE: usize = 32;

/// The most words that may serve as stepping stones.
const MAX_STONES: usize = 40;

/// Proves a chain, leaving out the terms that are not needed. Its first link is an inclusion where `relation`
/// is; all others are equations. For an inclusion the words of the chain are tried as stepping stones first, which
/// gives a chain of words instead of growing sums.
///
/// # Errors
/// The first step that cannot be proved from the fact that it names.
pub(crate) fn compile(
    chain: &[FlatStep],
    relation: Relation,
    prove: &Prove<'_>,
) -> Result<Vec<Proved>, Refused> {
    let chain = simplified(chain);
    if relation == Relation::Below
        && let Some(links) = over_stones(&chain, prove)
    {
        return Ok(links);
    }
    let mut links = Vec::new();
    let mut at = 0;
    while at + 1 < chain.len() {
        let relation = if at == 0 { relation } else { Relation::Equal };
        let from = &chain[at].term;
        let longest = MAX_STRIDE.min(chain.len() - 1 - at);
        let found = (1..=longest).rev().find_map(|stride| {
            let range = &chain[at + 1..=at + stride];
            let link = reason(from, relation, &range[stride - 1].term, &facts_of(range), prove)?;
            Some((at + stride, link))
        });
        let Some((end, link)) = found else {
            let next = &chain[at + 1];
            return Err(Refused { from: from.clone(), to: next.term.clone(), fact: next.fact });
        };
        links.push(link);
        at = end;
    }
    Ok(links)
}

/// The chain with its inner terms as sums of words, equal neighbours left out.
fn simplified(chain: &[FlatStep]) -> Vec<FlatStep> {
    let mut found: Vec<FlatStep> = Vec::new();
    for (k, step) in chain.iter().enumerate() {
        let is_end = k == 0 || k + 1 == chain.len();
        let term = if is_end { step.term.clone() } else { simple(&step.term) };
        let is_new = is_end || !found.last().is_some_and(|last| is_same(&last.term, &term));
        if is_new || step.fact.is_some() {
            found.push(FlatStep { term, fact: step.fact });
        }
    }
    found
}

fn facts_of(range: &[FlatStep]) -> Vec<usize> {
    let mut facts: Vec<usize> = range.iter().filter_map(|s| s.fact).collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// Proves a link by the laws alone, or by one of the facts.
fn reason(
    from: &Term,
    relation: Relation,
    to: &Term,
    facts: &[usize],
    prove: &Prove<'_>,
) -> Option<Proved> {
    let none: &[usize] = &[];
    std::iter::once(none).chain(facts.chunks(1)).find_map(|facts| {
        let theorem = prove(from, relation, to, facts)?;
        Some(Proved { theorem, term: to.clone(), facts: facts.to_vec() })
    })
}

/// Inclusions from word to word, from the first term to the last, the fewest that there are.
fn over_stones(chain: &[FlatStep], prove: &Prove<'_>) -> Option<Vec<Proved>> {
    let (first, last) = (&chain.first()?.term, &chain.last()?.term);
    let facts = facts_of(chain);
    let mut stones: Vec<Term> = vec![last.clone()];
    for word in chain.iter().filter_map(|s| words(&s.term)).flatten() {
        if word != *first && !stones.contains(&word) {
            stones.push(word);
        }
    }
    stones.truncate(MAX_STONES);
    // Each stone that was reached, with the way there, breadth first.
    let mut reached: Vec<(Term, Option<(usize, Proved)>)> = vec![(first.clone(), None)];
    let mut at = 0;
    while at < reached.len() {
        let here = reached[at].0.clone();
        let mut k = 0;
        while k < stones.len() {
            let Some(link) = reason(&here, Relation::Below, &stones[k], &facts, prove) else {
                k += 1;
                continue;
            };
            let stone = stones.remove(k);
            let is_last = stone == *last;
            reached.push((stone, Some((at, link))));
            if is_last {
                return Some(way(&reached));
            }
        }
        at += 1;
    }
    None
}

/// The links that lead to the term reached last.
fn way(reached: &[(Term, Option<(usize, Proved)>)]) -> Vec<Proved> {
    let mut links = Vec::new();
    let mut at = reached.len().saturating_sub(1);
    while let Some((before, link)) = &reached[at].1 {
        links.push(link.clone());
        at = *before;
    }
    links.reverse();
    links
}
