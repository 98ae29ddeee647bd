//! Decides whether facts about the values of cells can hold at once: intervals are contracted, then halved, until each
//! fact is decided. Facts about one cell need no search, because the store knows the values that it may have.

use super::ranges::Ranges;
use super::terms::{Store, TermId, Terms};

/// The number of times that each fact contracts its intervals, before an interval is halved.
const ROUNDS: usize = 8;

/// The answer of a search for values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The facts hold with these values, by variable.
    Values(Vec<(u32, i64)>),
    /// There are no values with which the facts hold.
    None,
    /// The search was given up.
    Unknown,
}

/// Searches for values of the store's variables with which all facts hold. Each step takes one from `budget`.
pub(super) fn solve(
    terms: &Terms,
    store: &Store,
    facts: &[(TermId, bool)],
    budget: &mut usize,
) -> Answer {
    if store.values().any(Ranges::is_empty) {
        return Answer::None;
    }
    if facts.is_empty() {
        return Answer::Values(least(store));
    }
    search(terms, store.clone(), facts.to_vec(), budget)
}

fn search(
    terms: &Terms,
    mut store: Store,
    mut facts: Vec<(TermId, bool)>,
    budget: &mut usize,
) -> Answer {
    let Some(rest) = budget.checked_sub(1) else { return Answer::Unknown };
    *budget = rest;
    for _ in 0..ROUNDS {
        let mut changes = false;
        for &(fact, is_true) in &facts {
            match terms.contract(fact, is_true, &mut store) {
                Ok(changed) => changes |= changed,
                Err(_) => return Answer::None,
            }
        }
        if !changes {
            break;
        }
    }
    let mut is_contradicted = false;
    facts.retain(|&(fact, is_true)| {
        let truth = terms.truth(fact, &store);
        is_contradicted |= truth == Some(!is_true);
        truth.is_none()
    });
    if is_contradicted {
        return Answer::None;
    }
    if facts.is_empty() {
        return Answer::Values(least(&store));
    }
    // The least values are right more often than not.
    let values = least(&store);
    let corner: Store =
        values.iter().map(|&(v, value)| (v, Ranges::between(value, value))).collect();
    if facts.iter().all(|&(fact, is_true)| terms.truth(fact, &corner) == Some(is_true)) {
        return Answer::Values(values);
    }
    let mut smallest: Option<(u64, u32)> = None;
    for (fact, _) in &facts {
        terms.for_each_variable(*fact, &mut |variable| {
            let size = store.get(&variable).map_or(1, Ranges::size);
            if size > 1 && smallest.is_none_or(|found| (size, variable) < found) {
                smallest = Some((size, variable));
            }
        });
    }
    // Where each variable has one value, each fact is decided, or says something of a quotient that there is not.
    let Some((_, variable)) = smallest else { return Answer::None };
    let Some((low, high)) = store.get(&variable).and_then(Ranges::hull) else {
        return Answer::None;
    };
    let middle = low + (high - low) / 2;
    for half in [Ranges::between(low, middle), Ranges::between(middle + 1, high)] {
        let mut part = store.clone();
        if let Some(values) = part.get_mut(&variable) {
            *values = values.and(&half);
        }
        let answer = search(terms, part, facts.clone(), budget);
        if answer != Answer::None {
            return answer;
        }
    }
    Answer::None
}

/// The least value of each variable.
fn least(store: &Store) -> Vec<(u32, i64)> {
    let of = |(variable, values): (&u32, &Ranges)| Some((*variable, values.hull()?.0));
    let mut out: Vec<_> = store.iter().filter_map(of).collect();
    out.sort_unstable();
    out
}
