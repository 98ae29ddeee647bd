//! Ways of invisible steps of one thread that lead round and round.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::parts::Numbers;
use crate::single::{Kind, Singles, Taken};

/// The greatest number of states that are looked at.
const MOST: usize = 1 << 16;

/// A way of invisible steps: to where the round begins, and once round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) stem: Vec<Taken>,
    pub(crate) cycle: Vec<Taken>,
}

/// Finds a way of invisible steps of a thread that it can go round and round, depth-first; `None` if none is found.
pub(crate) fn round(singles: &mut Singles<'_>, from: &[u32], thread: usize) -> Option<Round> {
    let begin = Numbers::from_slice(from);
    let mut looked_at: FxHashSet<Numbers> = std::iter::once(begin.clone()).collect();
    // The states on the way, with the number of the step that is looked at next, and their places.
    let mut places: FxHashMap<Numbers, usize> = std::iter::once((begin.clone(), 0)).collect();
    let mut way: Vec<(Numbers, usize)> = vec![(begin, 0)];
    let mut taken: Vec<Box<[Taken]>> = Vec::new();
    while let Some((numbers, next)) = way.last_mut() {
        let effects = singles.of(numbers, thread);
        let Some(effect) = effects.get(*next) else {
            places.remove(numbers);
            way.pop();
            taken.pop();
            continue;
        };
        *next += 1;
        if effect.kind != Kind::Invisible {
            continue;
        }
        let after = effect.apply(numbers);
        if let Some(&place) = places.get(&after) {
            taken.push(effect.taken.clone());
            let cycle = taken.split_off(place);
            let all = |parts: Vec<Box<[Taken]>>| parts.into_iter().flatten().collect();
            return Some(Round { stem: all(taken), cycle: all(cycle) });
        }
        if looked_at.len() < MOST && looked_at.insert(after.clone()) {
            places.insert(after.clone(), way.len());
            taken.push(effect.taken.clone());
            way.push((after, 0));
        }
    }
    None
}
