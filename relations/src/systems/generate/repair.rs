//! From any relations to a system that satisfies (13)-(21), with as few changes as a simple method makes.
//!
//! The predicates `p_i` are given first and kept where possible. Invisible actions: pairs against (14), (18)
//! and (21), and those that close a loop against (13), are removed; a row that must not be empty by (19),
//! and one that breaks (16), gets a target in `q` if there is one with the same `p_i`, all i (every action
//! commutes with such a row); if there is none, the state joins `p_i`, or the pair that cannot be
//! commuted goes. Visible actions: pairs against (15) and (20) are removed; for (17) the missing pairs
//! are added where (15) and (20) allow; then all pairs that still break (17) are removed, over and over.
//!
//! The method ends: `p_i` only grows, and for given `p_i` no pair that was added is removed unless its
//! state joins `p_i`.

use crate::systems::hypotheses::not_commuting;
use crate::systems::rows::{Rows, States, Wide, all_states, endless, image, members};
use crate::systems::system::LargeSystem;

/// Relations that are to be repaired.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) states: usize,
    pub(super) q: States,
    pub(super) p: Vec<States>,
    pub(super) u: Vec<Wide>,
    pub(super) v: Vec<Wide>,
}

impl From<&LargeSystem> for Draft {
    fn from(system: &LargeSystem) -> Self {
        let all = || 0..system.processes();
        Draft {
            states: system.states(),
            q: system.q(),
            p: all().map(|i| system.p(i)).collect(),
            u: all().map(|i| system.u(i).clone()).collect(),
            v: all().map(|i| system.v(i).clone()).collect(),
        }
    }
}

impl Draft {
    /// A system that satisfies (13)-(21).
    pub(super) fn repaired(mut self) -> LargeSystem {
        while !self.invisible() {}
        self.visible();
        LargeSystem::new(self.states, self.q, self.u, self.v).expect("relations over these states")
    }

    /// The states that agree with `s` on all `p_i`, `i != j`: (14) and (15) let `j` go there.
    fn class(&self, j: usize, s: usize) -> States {
        self.p
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != j)
            .fold(all_states(self.states), |c, (_, p)| c & if p >> s & 1 == 1 { *p } else { !*p })
    }

    /// A state of `q` that agrees with `s` on all `p_i`, if any, as a set. All processes that are enabled in `s` may
    /// lead there or none, so that a pair added for one is not removed for another.
    fn exit(&self, s: usize) -> States {
        let exits = self.class(usize::MAX, s) & self.q;
        exits & exits.wrapping_neg()
    }

    /// Repairs rows and loops of invisible actions, then (16). Returns whether nothing is left to do.
    fn invisible(&mut self) -> bool {
        let k = self.u.len();
        for i in 0..k {
            for s in 0..self.states {
                self.confine(i, s);
            }
            while !self.ends(i) {}
        }
        for i in 0..k {
            for j in (0..k).filter(|j| *j != i) {
                for s in 0..self.states {
                    let lacking = not_commuting(&self.u[j], &self.u[i], self.q, s);
                    if lacking != 0 {
                        self.commute(j, i, s, lacking);
                        return false;
                    }
                }
            }
        }
        (0..k).all(|i| (0..self.states).all(|s| self.is_confined(i, s)))
    }

    fn is_confined(&self, i: usize, s: usize) -> bool {
        let row = self.u[i].row(s);
        row & !self.room(i, s) == 0 && (row == 0) == (self.p[i] >> s & 1 == 1)
    }

    /// The states that `u_i` may lead to from `s` by (14), (18) and (21).
    fn room(&self, i: usize, s: usize) -> States {
        if self.p[i] >> s & 1 == 1 {
            return 0;
        }
        self.class(i, s) & if self.q >> s & 1 == 1 { self.q } else { all_states(self.states) }
    }

    fn confine(&mut self, i: usize, s: usize) {
        let row = self.u[i].row(s) & self.room(i, s);
        self.set(i, s, row);
    }

    /// Makes `row` the row `s` of `u_i`, with a way out or `s` in `p_i` if it is empty.
    fn set(&mut self, i: usize, s: usize, row: States) {
        let disabled = self.p[i] >> s & 1 == 1;
        let row = if row == 0 && !disabled { self.exit(s) } else { row };
        if row == 0 {
            self.p[i] |= 1 << s;
        }
        self.u[i].set_row(s, row);
    }

    /// Opens a loop of `u_i` outside `q`. Returns whether there was none.
    fn ends(&mut self, i: usize) -> bool {
        let loops = endless(&self.u[i], all_states(self.states) & !self.q);
        // The last state of the loops keeps its way to the others, if it has one.
        let Some(s) = members(loops).last() else { return true };
        let row = self.u[i].row(s) & !loops;
        self.set(i, s, row);
        false
    }

    /// Repairs (16) for `u_j`, `u_i` at `s`: a violation of `u_i`, or else less of `u_j`.
    fn commute(&mut self, j: usize, i: usize, s: usize, lacking: States) {
        let exit = if self.p[i] >> s & 1 == 1 { 0 } else { self.exit(s) };
        if exit != 0 {
            let row = self.u[i].row(s) | exit;
            self.u[i].set_row(s, row);
            return;
        }
        let bad = members(self.u[j].row(s)).filter(|t| self.u[i].row(*t) & lacking != 0);
        let left = self.u[j].row(s) & !bad.fold(0, |bad, t| bad | 1 << t);
        if left == 0 {
            self.p[j] |= 1 << s;
        }
        self.u[j].set_row(s, left);
    }

    /// Repairs all visible actions; the invisible ones are left as they are.
    fn visible(&mut self) {
        for j in 0..self.v.len() {
            let room: Vec<States> = (0..self.states)
                .map(|s| if self.p[j] >> s & 1 == 1 { self.class(j, s) } else { 0 })
                .collect();
            let mut v = self.v[j].clone();
            (0..self.states).for_each(|s| v.set_row(s, v.row(s) & room[s]));
            for _ in 0..self.states {
                if !self.complete(j, &room, &mut v) {
                    break;
                }
            }
            while self.prune(j, &mut v) {}
            self.v[j] = v;
        }
    }

    /// Adds pairs of `v_j` that (17) asks for, where there is room. Returns whether there were any.
    fn complete(&self, j: usize, room: &[States], v: &mut Wide) -> bool {
        let mut added = false;
        for i in (0..self.u.len()).filter(|i| *i != j) {
            for s in 0..self.states {
                let lacking = not_commuting(v, &self.u[i], self.q, s);
                for t in members(lacking) {
                    let way = members(self.u[i].row(s)).find(|m| room[*m] >> t & 1 == 1);
                    if let Some(m) = way {
                        v.insert(m, t);
                        added = true;
                    }
                }
            }
        }
        added
    }

    /// Removes pairs of `v_j` that break (17). Returns whether there were any.
    fn prune(&self, j: usize, v: &mut Wide) -> bool {
        let mut removed = false;
        for i in (0..self.u.len()).filter(|i| *i != j) {
            for s in 0..self.states {
                let lacking = not_commuting(v, &self.u[i], self.q, s);
                if lacking != 0 {
                    let keep = |t: &usize| image(&self.u[i], 1 << t) & lacking == 0;
                    v.set_row(s, members(v.row(s)).filter(keep).fold(0, |row, t| row | 1 << t));
                    removed = true;
                }
            }
        }
        removed
    }
}
