//! Words as lists of factors: put in order, multiplied out, cut.

use reductio_algebra::{Term, TermKind};

use crate::tactic::product::{all_factors, product, rewritten};
use crate::tactic::word::Word;

/// A list of factors, whose product is a word.
pub(super) type Factors = Vec<Term>;

/// The words as terms.
pub(super) fn terms(words: &[Factors]) -> Vec<Term> {
    words.iter().map(|w| product(w)).collect()
}

/// The list without the tests between a star and the action after it, or before it.
pub(super) fn without_tests(list: &[Term]) -> Vec<Factors> {
    let is_star = |f: &Term| matches!(f.kind(), TermKind::Star(_));
    let mut found = Vec::new();
    let mut from = 0;
    while from < list.len() {
        let to = from + list[from..].iter().take_while(|f| f.is_predicate()).count();
        if to == from {
            from += 1;
            continue;
        }
        if from > 0 && to < list.len() && (is_star(&list[from - 1]) || is_star(&list[to])) {
            found.push([&list[..from], &list[to..]].concat());
        }
        from = to;
    }
    found
}

/// The factors of a word from one place to another, with the tests of both.
pub(super) fn part(word: &Word, from: usize, to: usize) -> Factors {
    let mut out = Vec::new();
    for k in from..=to {
        out.extend(word.tests[k].iter().cloned());
        if k < to {
            out.push(word.actions[k].clone());
        }
    }
    out
}

/// The list with products flattened, units dropped, the tests of a place in order and once, equal stars side by side
/// joined.
pub(super) fn canonical(list: &[Term]) -> Factors {
    let mut out: Factors = Vec::new();
    let mut block: Vec<(String, Term)> = Vec::new();
    let flush = |block: &mut Vec<(String, Term)>, out: &mut Factors| {
        block.sort_by(|a, b| a.0.cmp(&b.0));
        block.dedup_by(|a, b| a.1 == b.1);
        out.extend(block.drain(..).map(|(_, t)| t));
    };
    for factor in all_factors(list) {
        if factor.is_predicate() && *factor.kind() != TermKind::Zero {
            block.push((factor.to_string(), factor));
            continue;
        }
        flush(&mut block, &mut out);
        let again = matches!(factor.kind(), TermKind::Star(_)) && out.last() == Some(&factor);
        if !again {
            out.push(factor);
        }
    }
    flush(&mut block, &mut out);
    out
}

/// The words of a list with a sum among its factors, `None` when there is none.
pub(super) fn multiplied(list: &[Term]) -> Option<Vec<Factors>> {
    if list.iter().any(|f| *f.kind() == TermKind::Zero) {
        return Some(Vec::new());
    }
    let at =
        list.iter().position(|f| matches!(f.kind(), TermKind::Plus(..) | TermKind::Loop(..)))?;
    let open = match list[at].kind() {
        TermKind::Plus(..) => list[at].clone(),
        _ => rewritten(&list[at])?,
    };
    let mut words: Vec<Factors> = Vec::new();
    for summand in summands(&open) {
        let mut next = list[..at].to_vec();
        next.push(summand);
        next.extend(list[at + 1..].iter().cloned());
        let next = canonical(&next);
        if !words.contains(&next) {
            words.push(next);
        }
    }
    Some(words)
}

/// All words of a list, sums multiplied out.
pub(super) fn expanded(list: &[Term]) -> Vec<Factors> {
    let tidy = canonical(list);
    let Some(words) = multiplied(&tidy) else { return vec![tidy] };
    let mut out: Vec<Factors> = Vec::new();
    for word in words.iter().flat_map(|w| expanded(w)) {
        if !out.contains(&word) && Word::new(&word).contradiction().is_none() {
            out.push(word);
        }
    }
    out
}

/// The summands of a term.
pub(super) fn summands(t: &Term) -> Vec<Term> {
    match t.kind() {
        TermKind::Plus(a, b) => summands(a).into_iter().chain(summands(b)).collect(),
        TermKind::Zero => Vec::new(),
        _ => vec![t.clone()],
    }
}
