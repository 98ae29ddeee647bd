//! Deciding (22) for all visible actions at once.
//!
//! Fix `q`, all `u_i` and all `p_i`, and a set `Y` of states outside `q`. Which visible actions are there
//! such that no violation is detected from any state of `Y`, that is, `Y` and `N* R` do not meet? Those
//! with
//!
//! - a condition on each pair of `v_j` by itself: (15) compares the two states of a pair, (20) looks at
//!   the first, and from a state of `Y` a pair may only lead to a state from which `u_j*` leads neither
//!   into `q` nor to a state of `p_j` outside `Y`. (Then `M` does not lead from `Y` into `q`, and `N` does
//!   not lead out of `Y`, which is what it means that `Y` does not meet `N* R`.)
//! - (17) `v_j u_i <= u_i [v_j]` for all `i != j`. As `[x]` and products are monotone, if `x` and `y` satisfy
//!   it, so does `x + y`: `(x + y) u_i <= u_i [x] + u_i [y] <= u_i [x + y]`.
//!
//! So the admissible `v_j` are closed under union, there is a greatest one, and it is found by removing
//! pairs: a pair that violates (17) in the union of all admissible actions is in none of them. The
//! left side of (22), `p (u + v)* q`, is monotone in `v`. Hence there is an admissible `v` for which (22)
//! is false at a state of `Y` if and only if it is false there for the greatest one; and (22) is false
//! for some `v` if and only if it is so for one of the at most `2^n` sets `Y`, namely the complement of
//! `N* R` for that `v`. The `v_j` of different processes do not depend on each other.
//!
//! Rows of `v_j` in `q` are left empty: (17) never looks at them (a step of `u_i` into `q` satisfies it),
//! and neither does (22), whose paths may end when they enter `q`.

use super::cores::Core;
use super::hypotheses::{Hypotheses, Hypothesis};
use super::rows::{Rows, States, Word, all_states, image, members, reaching};

/// A number of states, `q`, and the hypotheses that are required.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) states: usize,
    pub(super) q: States,
    pub(super) kept: Hypotheses,
}

impl Frame {
    pub(super) fn outside(&self) -> States {
        all_states(self.states) & !self.q
    }

    /// The greatest `v_j` outside `q` whose pairs lead from `from` only into `to`.
    pub(super) fn greatest(&self, cores: &[Core], j: usize, from: States, to: States) -> Word {
        let mut v = Word(0);
        for s in members(self.outside()) {
            if self.kept.has(Hypothesis::H20) && cores[j].p >> s & 1 == 0 {
                continue;
            }
            let mut row = all_states(self.states);
            if from >> s & 1 == 1 {
                row &= to;
            }
            for (_, other) in others(cores, j) {
                if other.p >> s & 1 == 1 {
                    row &= if self.kept.has(Hypothesis::H15b) { other.p } else { row };
                } else {
                    row &= if self.kept.has(Hypothesis::H15a) { !other.p } else { row };
                }
            }
            v.set_row(s, row);
        }
        if self.kept.has(Hypothesis::H17) {
            while self.prune(cores, j, &mut v) {}
        }
        v
    }

    /// Removes pairs of `v_j` that violate (17). Returns whether there was any.
    fn prune(&self, cores: &[Core], j: usize, v: &mut Word) -> bool {
        let before = *v;
        for (_, other) in others(cores, j) {
            for s in members(self.outside()) {
                let (row, through) = (v.row(s), other.u.row(s));
                if row == 0 || through & self.q != 0 {
                    continue;
                }
                let reached = image(v, through);
                if reached & self.q == 0 {
                    let fits = |t: &usize| other.u.row(*t) & !reached == 0;
                    v.set_row(s, members(row).filter(fits).fold(0, |row, t| row | 1 << t));
                }
            }
        }
        *v != before
    }

    /// The greatest visible actions for which no violation is detected from `missed`.
    pub(super) fn greatest_missing(&self, cores: &[Core], missed: States) -> Vec<Word> {
        let all = all_states(self.states);
        let visible = |j: usize| {
            let fatal = self.q | cores[j].p & !self.q & !missed;
            self.greatest(cores, j, missed, all & !reaching(&cores[j].u, all, fatal))
        };
        (0..cores.len()).map(visible).collect()
    }

    /// Decides whether `(u + v)*` leads from `start` into `q`.
    pub(super) fn reaches_q(&self, cores: &[Core], v: &[Word], start: States) -> bool {
        let mut seen = start;
        loop {
            if seen & self.q != 0 {
                return true;
            }
            let next = cores
                .iter()
                .zip(v)
                .fold(seen, |next, (core, v)| next | image(&core.u, seen) | image(v, seen));
            if next == seen {
                return false;
            }
            seen = next;
        }
    }

    /// The states outside `q` in which every `u_i` is disabled.
    pub(super) fn start(&self, cores: &[Core]) -> States {
        cores.iter().fold(self.outside(), |p, core| p & core.p)
    }

    /// Decides whether for some visible actions a violation can be reached from such a state.
    pub(super) fn is_doomed(&self, cores: &[Core]) -> bool {
        let start = self.start(cores);
        let greatest = |j| self.greatest(cores, j, 0, 0);
        start != 0 && {
            let v: Vec<Word> = (0..cores.len()).map(greatest).collect();
            self.reaches_q(cores, &v, start)
        }
    }

    /// Decides whether for some visible actions a violation can be reached that `R`, without `N*`, misses.
    pub(super) fn needs_n(&self, cores: &[Core]) -> bool {
        let all = all_states(self.states);
        members(self.start(cores)).any(|s| {
            let visible = |j: usize| {
                let safe = all & !reaching(&cores[j].u, all, self.q);
                self.greatest(cores, j, 1 << s, safe)
            };
            let v: Vec<Word> = (0..cores.len()).map(visible).collect();
            self.reaches_q(cores, &v, 1 << s)
        })
    }

    /// The sets `Y` that matter: those with a state in which every `u_i` is disabled, in descending order.
    pub(super) fn missable(&self, cores: &[Core]) -> impl Iterator<Item = States> + use<> {
        let (outside, start) = (self.outside(), self.start(cores));
        let mut next = Some(outside);
        std::iter::from_fn(move || {
            let now = next?;
            next = (now != 0).then(|| (now - 1) & outside);
            Some(now)
        })
        .filter(move |missed| missed & start != 0)
    }

    /// Admissible visible actions for which (22) is false, if there are any.
    pub(super) fn failure(&self, cores: &[Core]) -> Option<Vec<Word>> {
        if !self.is_doomed(cores) {
            return None;
        }
        self.missable(cores).find_map(|missed| {
            let v = self.greatest_missing(cores, missed);
            let start = self.start(cores) & missed;
            self.reaches_q(cores, &v, start).then_some(v)
        })
    }
}

/// The actions of the processes other than `j`.
pub(super) fn others(cores: &[Core], j: usize) -> impl Iterator<Item = (usize, &Core)> {
    cores.iter().enumerate().filter(move |(i, _)| *i != j)
}
