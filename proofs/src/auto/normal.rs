//! Terms as sums of words, for comparing the terms of a chain and for showing them.

use reductio_algebra::{Term, TermKind};

use crate::tactic::product::{factors_of, product};

/// The most words that a term is multiplied out to.
const MAX_WORDS: usize = 24;

/// The words of a term: products multiplied out, but nothing inside `*`, `^w` and `?`, without repetition; `None`
/// when there are too many.
pub(super) fn words(term: &Term) -> Option<Vec<Term>> {
    let mut found: Vec<Vec<Term>> = vec![Vec::new()];
    if let TermKind::Plus(a, b) = term.kind() {
        let mut all = words(a)?;
        all.extend(words(b)?);
        return distinct(all);
    }
    for factor in factors_of(term) {
        let parts = match factor.kind() {
            TermKind::Plus(..) | TermKind::Zero => words_or_zero(&factor)?,
            TermKind::Star(x) => vec![simple(x).star()],
            TermKind::Omega(x) if !factor.is_top() => vec![simple(x).omega()],
            TermKind::Loop(x, y) => vec![simple(x).looping(&simple(y))],
            _ => vec![factor.clone()],
        };
        let longer = |word: &Vec<Term>| {
            let word = word.clone();
            parts.clone().into_iter().map(move |p| {
                let mut word = word.clone();
                word.extend(factors_of(&p));
                word
            })
        };
        found = found.iter().flat_map(longer).collect();
        if found.len() > MAX_WORDS {
            return None;
        }
    }
    distinct(found.iter().map(|word| product(word)).collect())
}

fn words_or_zero(term: &Term) -> Option<Vec<Term>> {
    if *term.kind() == TermKind::Zero { Some(Vec::new()) } else { words(term) }
}

fn distinct(mut words: Vec<Term>) -> Option<Vec<Term>> {
    let mut seen: Vec<Term> = Vec::new();
    words.retain(|w| {
        !seen.contains(w) && {
            seen.push(w.clone());
            true
        }
    });
    (words.len() <= MAX_WORDS).then_some(words)
}

/// The sum of the words of a term, or the term where there are too many.
pub(super) fn simple(term: &Term) -> Term {
    let sum = |words: Vec<Term>| words.into_iter().reduce(|a, b| a.plus(&b));
    words(term).map_or_else(|| term.clone(), |words| sum(words).unwrap_or_else(Term::zero))
}

/// Decides whether two terms have the same words.
pub(super) fn is_same(a: &Term, b: &Term) -> bool {
    match (words(a), words(b)) {
        (Some(a), Some(b)) => a.len() == b.len() && a.iter().all(|w| b.contains(w)),
        _ => a == b,
    }
}
