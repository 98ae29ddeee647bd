//! The hypotheses (13)-(21) of S5 section 4, on rows of bits.

use std::fmt;

use super::rows::{Rows, States, endless, image, members};
use super::system::System;

/// A hypothesis of S5 section 4; of (14) and (15), which are equations, each inclusion by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hypothesis {
    /// (13) `(u_i !q)^w = 0`: invisible actions cannot go on for ever without violation.
    H13,
    /// Half of (14), `u_j p_i <= p_i u_j`: no invisible step of another process leads into `p_i`.
    H14a,
    /// The other half of (14), `p_i u_j <= u_j p_i`: none leads out of `p_i`.
    H14b,
    /// Half of (15), `v_j p_i <= p_i v_j`: no visible step of another process leads into `p_i`.
    H15a,
    /// The other half of (15), `p_i v_j <= v_j p_i`: none leads out of `p_i`.
    H15b,
    /// (16) `u_j u_i <= u_i [u_j]`: invisible actions of two processes commute, up to violation.
    H16,
    /// (17) `v_j u_i <= u_i [v_j]`: an invisible action may be moved before a visible one.
    H17,
    /// (18) `p_i u_i = 0`: `u_i` is disabled in `p_i`.
    H18,
    /// (19) `1 <= p_i + u_i T`: `u_i` is enabled outside `p_i`.
    H19,
    /// (20) `!p_i v_i = 0`: `v_i` is disabled outside `p_i`.
    H20,
    /// (21) `q u_i <= u_i q`: invisible actions preserve `q`.
    H21,
}

use Hypothesis::{H13, H14a, H14b, H15a, H15b, H16, H17, H18, H19, H20, H21};

impl Hypothesis {
    /// All hypotheses, in the order of their numbers.
    pub const ALL: [Hypothesis; 11] = [H13, H14a, H14b, H15a, H15b, H16, H17, H18, H19, H20, H21];

    /// The label, as in the statement file: `(13)`, `(14a)`.
    pub fn label(self) -> &'static str {
        match self {
            H13 => "(13)",
            H14a => "(14a)",
            H14b => "(14b)",
            H15a => "(15a)",
            H15b => "(15b)",
            H16 => "(16)",
            H17 => "(17)",
            H18 => "(18)",
            H19 => "(19)",
            H20 => "(20)",
            H21 => "(21)",
        }
    }

    /// Tells whether the hypothesis is a condition on two different processes.
    pub fn is_binary(self) -> bool {
        matches!(self, H14a | H14b | H15a | H15b | H16 | H17)
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// A set of hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hypotheses(u16);

impl Hypotheses {
    /// The empty set.
    pub const NONE: Hypotheses = Hypotheses(0);
    /// The set of all hypotheses, (13)-(21).
    pub const ALL: Hypotheses = Hypotheses((1 << Hypothesis::ALL.len()) - 1);

    /// Decides whether `hypothesis` is in the set.
    #[must_use]
    pub const fn has(self, hypothesis: Hypothesis) -> bool {
        self.0 >> hypothesis as u16 & 1 == 1
    }

    /// The set without `hypothesis`.
    #[must_use]
    pub const fn without(self, hypothesis: Hypothesis) -> Self {
        Hypotheses(self.0 & !(1 << hypothesis as u16))
    }

    /// The set with `hypothesis`.
    #[must_use]
    pub const fn with(self, hypothesis: Hypothesis) -> Self {
        Hypotheses(self.0 | 1 << hypothesis as u16)
    }

    /// The hypotheses in the set, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Hypothesis> {
        Hypothesis::ALL.into_iter().filter(move |h| self.has(*h))
    }
}

impl fmt::Debug for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<&str> = self.iter().map(Hypothesis::label).collect();
        f.write_str(&labels.join(", "))
    }
}

/// A place where a hypothesis is false: for these indices, in row `state` of its left side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenHypothesis {
    /// The hypothesis.
    pub hypothesis: Hypothesis,
    /// The index `i`.
    pub i: usize,
    /// The index `j`, equal to `i` where the hypothesis has no `j`.
    pub j: usize,
    /// The source state.
    pub state: usize,
    /// The targets of `state` on the left side that the right side lacks.
    pub targets: States,
}

/// The targets of row `s` of `x u` that `u [x]` lacks, `[x] = x + q T + x q T` (12).
pub(super) fn not_commuting<R: Rows>(x: &R, u: &R, q: States, s: usize) -> States {
    let left = image(u, x.row(s));
    if left == 0 || u.row(s) & q != 0 {
        return 0;
    }
    let right = image(x, u.row(s));
    if right & q == 0 { left & !right } else { 0 }
}

impl<R: Rows> System<R> {
    /// The targets of `state` for which `hypothesis` fails at the indices `i` and `j`.
    fn breach_at(&self, hypothesis: Hypothesis, i: usize, j: usize, s: usize) -> States {
        let (q, p, here) = (self.q(), self.p(i), self.p(i) >> s & 1 == 1);
        let (all, out) = (self.all(), self.all() & !p);
        let when = |wrong: bool, targets: States| if wrong { targets } else { 0 };
        match hypothesis {
            H13 => when(self.u(i).row(s) & endless(self.u(i), all & !q) != 0, all),
            H14a => when(!here, self.u(j).row(s) & p),
            H14b => when(here, self.u(j).row(s) & out),
            H15a => when(!here, self.v(j).row(s) & p),
            H15b => when(here, self.v(j).row(s) & out),
            H16 => not_commuting(self.u(j), self.u(i), q, s),
            H17 => not_commuting(self.v(j), self.u(i), q, s),
            H18 => when(here, self.u(i).row(s)),
            H19 => when(!here && self.u(i).row(s) == 0, 1 << s),
            H20 => when(!here, self.v(i).row(s)),
            H21 => when(q >> s & 1 == 1, self.u(i).row(s) & !q),
        }
    }

    /// The first place where `hypothesis` is false.
    pub fn breach(&self, hypothesis: Hypothesis) -> Option<BrokenHypothesis> {
        let k = self.processes();
        let binary = hypothesis.is_binary();
        for i in 0..k {
            for j in (0..k).filter(|j| (*j != i) == binary) {
                for state in members(self.all()) {
                    let targets = self.breach_at(hypothesis, i, j, state);
                    if targets != 0 {
                        return Some(BrokenHypothesis { hypothesis, i, j, state, targets });
                    }
                }
            }
        }
        None
    }

    /// Decides whether `hypothesis` holds for all processes.
    pub fn holds(&self, hypothesis: Hypothesis) -> bool {
        self.breach(hypothesis).is_none()
    }

    /// Decides whether all of `hypotheses` hold.
    pub fn satisfies(&self, hypotheses: Hypotheses) -> bool {
        hypotheses.iter().all(|h| self.holds(h))
    }

    /// The hypotheses (13)-(21) that hold.
    pub fn satisfied(&self) -> Hypotheses {
        Hypothesis::ALL
            .into_iter()
            .filter(|h| self.holds(*h))
            .fold(Hypotheses::NONE, Hypotheses::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::rows::Word;

    #[test]
    fn sets_of_hypotheses() {
        assert_eq!(Hypotheses::ALL.iter().count(), 11);
        assert_eq!(Hypotheses::NONE.with(H14a).with(H13).to_string(), "(13), (14a)");
        assert!(!Hypotheses::ALL.without(H20).has(H20));
    }

    #[test]
    fn s5_13_a_loop_outside_q_is_a_breach_a_loop_through_q_is_none() {
        let loop_0 = System::new(2, 2, vec![Word(1)], vec![Word(0)]).unwrap();
        let breach = loop_0.breach(H13).unwrap();
        assert_eq!((breach.state, breach.targets), (0, 3));
        let loop_1 = System::new(2, 2, vec![Word(0x200)], vec![Word(0)]).unwrap();
        assert!(loop_1.holds(H13));
    }

    #[test]
    fn s5_14_says_which_pair_is_wrong() {
        // u_1 leads from 0, where u_0 is enabled, to 1, where it is not.
        let system = System::new(2, 0, vec![Word(1), Word(2)], vec![Word(0); 2]).unwrap();
        let breach = system.breach(H14a).unwrap();
        assert_eq!((breach.i, breach.j, breach.state, breach.targets), (0, 1, 0, 2));
        assert!(system.holds(H14b));
    }
}
