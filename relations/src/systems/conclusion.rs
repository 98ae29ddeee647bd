//! The conclusion of Theorem 1, (22) `p (u + v)* q <= N* R`, on sets of states.
//!
//! `R = (1 + M) q T` and `N* R` relate a state to all states or to none, so `N* R` is the set of the
//! states from which a violation is *detected*: those in `q`, those with an `M`-step into `q`, and those
//! with an `N`-step to a state from which one is detected. A step of `M_i = v_i u_i*` is a visible step
//! and then any number of invisible steps of the same process; a step of `N_i = M_i p_i !q` is one that
//! ends where `u_i` is disabled and `q` does not hold. All of it goes backwards from `q`, by sets of
//! states; no closure of a relation is computed.

use super::rows::{Rows, States, image, members, preimage, reaching};
use super::system::System;

/// A step of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessStep {
    /// The process.
    pub process: usize,
    /// Tells whether the step is one of `v` and not of `u`.
    pub visible: bool,
    /// The state before.
    pub from: usize,
    /// The state after.
    pub to: usize,
}

/// A pair of states on the left side of (22) that its right side lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// A state in which `p` holds and from which no violation is detected.
    pub from: usize,
    /// A state in which `q` holds.
    pub to: usize,
    /// A shortest path from `from` to `to`.
    pub path: Vec<ProcessStep>,
}

impl<R: Rows> System<R> {
    /// The states from which `M = (+i : v_i u_i*)` leads into `to`; `M_i` ends in `ends(i)`.
    fn before_m(&self, to: States, ends: impl Fn(usize) -> States) -> States {
        let all = self.all();
        (0..self.processes()).fold(0, |found, i| {
            let mid = reaching(self.u(i), all, to & ends(i));
            found | preimage(self.v(i), all, mid)
        })
    }

    /// The states from which `R = (1 + M) q T` detects a violation: S5 (11).
    pub fn detected_at_once(&self) -> States {
        self.q() | self.before_m(self.q(), |_| self.all())
    }

    /// The states from which `N* R` detects a violation.
    pub fn detected(&self) -> States {
        let mut found = self.detected_at_once();
        loop {
            let more = found | self.before_m(found, |i| self.p(i) & !self.q());
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The states from which `(u + v)*` leads into `q`.
    pub fn doomed(&self) -> States {
        let mut found = self.q();
        loop {
            let more = (0..self.processes()).fold(found, |found, i| {
                let by_u = reaching(self.u(i), self.all(), found);
                reaching(self.v(i), self.all(), by_u)
            });
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Tells whether (22) holds.
    pub fn conclusion(&self) -> bool {
        let start = self.p_all() & !self.q();
        start == 0 || start & self.doomed() & !self.detected() == 0
    }

    /// A pair for which (22) is false: the least source state, and a shortest path from there.
    pub fn violation(&self) -> Option<Violation> {
        let from = members(self.p_all() & self.doomed() & !self.detected()).next()?;
        let path = self.path_to_q(from);
        let to = path.last().map_or(from, |step| step.to);
        Some(Violation { from, to, path })
    }

    /// The states that `M` leads to from a set of states, and those that `N` leads to.
    pub fn after(&self, from: States) -> (States, States) {
        (0..self.processes()).fold((0, 0), |(by_m, by_n), i| {
            let mut to = image(self.v(i), from);
            while image(self.u(i), to) & !to != 0 {
                to |= image(self.u(i), to);
            }
            (by_m | to, by_n | to & self.p(i) & !self.q())
        })
    }

    /// A shortest path of `u + v` from a doomed state into `q`; of those with the same length, one whose
    /// steps have the least process, invisible before visible, and the least target.
    fn path_to_q(&self, from: usize) -> Vec<ProcessStep> {
        let mut came: Vec<Option<ProcessStep>> = vec![None; self.states()];
        let mut seen: States = 1 << from;
        let mut level = vec![from];
        while !level.is_empty() && seen & self.q() == 0 {
            let mut next = Vec::new();
            for &s in &level {
                for process in 0..self.processes() {
                    for visible in [false, true] {
                        let x = if visible { self.v(process) } else { self.u(process) };
                        for to in members(x.row(s) & !seen) {
                            seen |= 1 << to;
                            came[to] = Some(ProcessStep { process, visible, from: s, to });
                            next.push(to);
                        }
                    }
                }
            }
            level = next;
        }
        let mut path = Vec::new();
        let mut at = members(seen & self.q()).next();
        while let Some(step) = at.and_then(|s| came[s]) {
            path.push(step);
            at = Some(step.from);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::rows::Word;

    /// `0 -v_0-> 1 -v_0-> 2` in q, u empty: one `N`-step, then an `M`-step.
    #[test]
    fn s5_22_two_visible_steps_need_an_n_step() {
        let v = Word(0x0402);
        let system = System::new(3, 4, vec![Word(0)], vec![v]).unwrap();
        assert_eq!(system.doomed(), 7);
        assert_eq!(system.detected_at_once(), 6);
        assert_eq!(system.detected(), 7);
        assert!(system.conclusion() && system.violation().is_none());
        assert_eq!(system.after(1), (2, 2));
        assert_eq!(system.after(2), (4, 0));
    }

    #[test]
    fn s5_22_a_violation_by_an_invisible_step_alone_is_missed() {
        // p_0 is free: 0 is in p although u_0 leads from 0 to 1 in q.
        let system = System::new(2, 2, vec![Word(2)], vec![Word(0)]).unwrap();
        assert!(system.conclusion());
        let free = system.with_p(vec![1]).unwrap();
        assert!(!free.conclusion());
        let step = ProcessStep { process: 0, visible: false, from: 0, to: 1 };
        assert_eq!(free.violation(), Some(Violation { from: 0, to: 1, path: vec![step] }));
    }
}
