//! The fewest visible steps that make (22) false.
//!
//! Given invisible actions and a set `Y` of states from which no violation shall be detected, every `v` below
//! the greatest admissible one that satisfies (17) and leads from `Y` and `p` to `q` will do. Starting from
//! nothing, pairs are added on demand, each demand answered in all possible ways: an instance of (17)
//! that fails asks for one of the pairs that would satisfy it; if there is none, a pair that leaves the
//! states reached so far is missing. Iterative deepening on the number of pairs finds the fewest.

use crate::systems::cores::Core;
use crate::systems::greatest::{Frame, others};
use crate::systems::hypotheses::{Hypothesis, not_commuting};
use crate::systems::rows::{Rows, States, Word, all_states, image, members};
use crate::watch::Watch;

/// A pair of `v_j`.
type Pair = (usize, usize, usize);

pub(super) struct Least<'a> {
    pub(super) frame: Frame,
    pub(super) cores: &'a [Core],
    /// The greatest admissible visible actions.
    pub(super) greatest: &'a [Word],
    /// The states of `Y` in which `p` holds.
    pub(super) start: States,
    /// The watch, which may stop the search; it then finds nothing.
    pub(super) watch: Watch<'a>,
}

impl Least<'_> {
    /// Visible actions with the fewest pairs, fewer than `limit`.
    pub(super) fn find(&self, limit: u32) -> Option<(u32, Vec<Word>)> {
        (0..limit).take_while(|_| !self.watch.is_cancelled()).find_map(|size| {
            let mut v = vec![Word(0); self.cores.len()];
            self.complete(&mut v, size).then_some((size, v))
        })
    }

    /// Completes `v` by at most `budget` pairs, if that is possible. Returns whether it is.
    fn complete(&self, v: &mut [Word], budget: u32) -> bool {
        let Some(pairs) = self.demand(v) else { return true };
        if budget == 0 || self.watch.is_cancelled() {
            return false;
        }
        for (j, s, t) in pairs {
            v[j].insert(s, t);
            if self.complete(v, budget - 1) {
                return true;
            }
            v[j].remove(s, t);
        }
        false
    }

    /// Pairs of which one must be added, `None` when `v` is complete.
    fn demand(&self, v: &[Word]) -> Option<Vec<Pair>> {
        if self.frame.kept.has(Hypothesis::H17) {
            for (j, x) in v.iter().enumerate() {
                for (_, other) in others(self.cores, j) {
                    for s in members(self.frame.outside()) {
                        let lacking = not_commuting(x, &other.u, self.frame.q, s);
                        if lacking != 0 {
                            return Some(self.answers(j, other.u.row(s), lacking));
                        }
                    }
                }
            }
        }
        self.leaving(v)
    }

    /// The pairs of `v_j` from a state of `through` to the first state of `lacking`, or into `q`.
    fn answers(&self, j: usize, through: States, lacking: States) -> Vec<Pair> {
        let wanted = lacking & lacking.wrapping_neg() | self.frame.q;
        let pairs = |s: usize| members(self.greatest[j].row(s) & wanted).map(move |t| (j, s, t));
        members(through & self.frame.outside()).flat_map(pairs).collect()
    }

    /// The pairs that leave the states reached so far, `None` when `q` is reached.
    fn leaving(&self, v: &[Word]) -> Option<Vec<Pair>> {
        let mut seen = self.start;
        loop {
            if seen & self.frame.q != 0 {
                return None;
            }
            let next = self
                .cores
                .iter()
                .zip(v)
                .fold(seen, |next, (core, v)| next | image(&core.u, seen) | image(v, seen));
            if next == seen {
                break;
            }
            seen = next;
        }
        let fresh = all_states(self.frame.states) & !seen;
        let mut found = Vec::new();
        for (j, x) in self.greatest.iter().enumerate() {
            for s in members(seen & self.frame.outside()) {
                found.extend(members(x.row(s) & fresh).map(|t| (j, s, t)));
            }
        }
        Some(found)
    }
}
