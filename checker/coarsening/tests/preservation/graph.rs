//! Graphs of states, and whether two show the same.

use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum End {
    Over,
    Deadlock,
    /// A thread goes wrong in this line.
    Failed(u32),
}

/// States by number, the initial one first: what is observed in them, how runs end there, the steps from them, and the
/// threads that have begun and not ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) seen: Vec<Vec<i64>>,
    pub(crate) ends: Vec<Option<End>>,
    pub(crate) nexts: Vec<Vec<(usize, usize)>>,
    pub(crate) alive: Vec<Vec<bool>>,
}

/// What a run shows next: other values, or its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Shown {
    Values(Vec<i64>),
    End(End),
}

impl Graph {
    pub(crate) fn ends(&self) -> BTreeSet<End> {
        self.ends.iter().flatten().copied().collect()
    }

    /// All states that are reached from some without a change of what is observed.
    fn closed(&self, from: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut all = from.clone();
        let mut open: Vec<usize> = from.into_iter().collect();
        while let Some(state) = open.pop() {
            for &(_, next) in &self.nexts[state] {
                if self.seen[next] == self.seen[state] && all.insert(next) {
                    open.push(next);
                }
            }
        }
        all
    }

    /// What can be shown next from some states, and the states after it.
    fn shown(&self, from: &BTreeSet<usize>) -> BTreeMap<Shown, BTreeSet<usize>> {
        let mut out: BTreeMap<Shown, BTreeSet<usize>> = BTreeMap::new();
        for &state in from {
            if let Some(end) = self.ends[state] {
                out.entry(Shown::End(end)).or_default();
            }
            for &(_, next) in &self.nexts[state] {
                if self.seen[next] != self.seen[state] {
                    out.entry(Shown::Values(self.seen[next].clone())).or_default().insert(next);
                }
            }
        }
        out.into_iter().map(|(shown, next)| (shown, self.closed(next))).collect()
    }

    /// Whether some thread that has not ended takes no step on any way on from some state. Known where nothing goes
    /// wrong.
    pub(crate) fn has_stuck(&self) -> bool {
        let threads = self.alive.iter().map(Vec::len).max().unwrap_or(0);
        (0..threads).any(|thread| {
            // The states from which the thread can come to move.
            let mut moves: Vec<bool> =
                self.nexts.iter().map(|nexts| nexts.iter().any(|next| next.0 == thread)).collect();
            loop {
                let more: Vec<usize> = (0..moves.len())
                    .filter(|&state| {
                        !moves[state] && self.nexts[state].iter().any(|next| moves[next.1])
                    })
                    .collect();
                if more.is_empty() {
                    break;
                }
                for state in more {
                    moves[state] = true;
                }
            }
            let is_alive = |state: usize| self.alive[state].get(thread).copied().unwrap_or(false);
            (0..moves.len()).any(|state| is_alive(state) && !moves[state])
        })
    }
}

/// A sequence of observations, without stuttering, that one of two graphs shows and the other does not; `None` if there
/// is none. The sets of these sequences decide the formulas of linear temporal logic without next (S2 section 4).
pub(crate) fn difference(one: &Graph, two: &Graph) -> Option<Vec<Shown>> {
    let start = |graph: &Graph| graph.closed(BTreeSet::from([0]));
    let mut seen = HashSet::new();
    let mut open = vec![(start(one), start(two), Vec::new())];
    while let Some((left, right, path)) = open.pop() {
        if !seen.insert((left.clone(), right.clone())) {
            continue;
        }
        let (mut after_left, mut after_right) = (one.shown(&left), two.shown(&right));
        let all: BTreeSet<Shown> = after_left.keys().chain(after_right.keys()).cloned().collect();
        for shown in all {
            let mut path = path.clone();
            path.push(shown.clone());
            match (after_left.remove(&shown), after_right.remove(&shown)) {
                (Some(left), Some(right)) => open.push((left, right, path)),
                _ => return Some(path),
            }
        }
    }
    None
}
