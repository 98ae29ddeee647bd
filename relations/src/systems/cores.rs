//! The invisible actions that a single process may have, up to differences that do not matter.
//!
//! Where `q` holds, (21) keeps `u_i` inside `q`, and then (16), (17) and (22) only ask *whether* `u_i` is
//! enabled: a step of `u_j` or `v_j` from `s` in `q` can be exchanged with one of `u_i` because `u_i`
//! leads from `s` into `q`, and outside `q` a target in `q` matters only as such. A *core* is an action
//! whose rows in `q` are empty or a self-loop; it stands for all actions that differ from it only in
//! the targets of these rows, and is itself one of them, the smallest.

use super::hypotheses::{Hypotheses, Hypothesis, not_commuting};
use super::rows::{Rows, States, Word, all_states, endless, members};
use super::system::disabled;

/// An invisible action, with the states in which it is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Core {
    pub(super) u: Word,
    pub(super) p: States,
}

/// The relations whose pairs are among `cells`.
fn relations(cells: &[(usize, usize)]) -> impl Iterator<Item = Word> {
    (0..1u64 << cells.len()).map(|code| {
        let mut x = Word(0);
        members(code).for_each(|at| x.insert(cells[at].0, cells[at].1));
        x
    })
}

/// The actions `u_i` over `states` states that satisfy those of (13) and (21) that are in `kept`, with
/// the `p_i` that (18) and (19) allow; if (21) is kept, only cores. In ascending order.
///
/// At most `2^(n n)` of them for `n` states, each with at most `2^n` predicates.
pub(super) fn cores(states: usize, q: States, kept: Hypotheses) -> Vec<Core> {
    let (outside, preserved) = (all_states(states) & !q, kept.has(Hypothesis::H21));
    let ends = kept.has(Hypothesis::H13);
    let mut among = Vec::new();
    let mut other = Vec::new();
    for s in 0..states {
        for t in 0..states {
            let into_q = q >> t & 1 == 1;
            if q >> s & 1 == 1 {
                if !preserved || s == t {
                    other.push((s, t));
                }
            } else if into_q {
                other.push((s, t));
            } else if !(ends && s == t) {
                among.push((s, t));
            }
        }
    }
    let others: Vec<Word> = relations(&other).collect();
    let mut found = Vec::new();
    for inner in relations(&among).filter(|x| !ends || endless(x, outside) == 0) {
        for outer in &others {
            let u = Word(inner.0 | outer.0);
            found.extend(predicates(u, states, kept).map(|p| Core { u, p }));
        }
    }
    found.sort_unstable();
    found
}

/// The `p_i` that those of (18) and (19) that are kept allow.
fn predicates(u: Word, states: usize, kept: Hypotheses) -> impl Iterator<Item = States> + use<> {
    let off = disabled(&u, states);
    let least = if kept.has(Hypothesis::H19) { off } else { 0 };
    let most = if kept.has(Hypothesis::H18) { off } else { all_states(states) };
    (least..=most).filter(move |p| p & !most == 0 && least & !p == 0)
}

/// Decides whether two processes may have these actions: (14) and (16), both ways round.
pub(super) fn is_compatible(
    a: &Core,
    b: &Core,
    states: usize,
    q: States,
    kept: Hypotheses,
) -> bool {
    let one_way = |moving: &Core, other: &Core| {
        (0..states).all(|s| {
            let row = moving.u.row(s);
            let here = other.p >> s & 1 == 1;
            row == 0
                || (if here {
                    row & !other.p == 0 || !kept.has(Hypothesis::H14b)
                } else {
                    row & other.p == 0 || !kept.has(Hypothesis::H14a)
                }) && (!kept.has(Hypothesis::H16)
                    || not_commuting(&moving.u, &other.u, q, s) == 0)
        })
    };
    one_way(a, b) && one_way(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Acyclic relations over `r` states: 1, 1, 3, 25, 543.
    #[test]
    fn s5_13_cores_are_acyclic_outside_q() {
        for (states, q, number) in [
            (1, 0, 1),
            (2, 0, 3),
            (3, 0, 25),
            (4, 0, 543),
            // DAGs outside q, any targets in q, a bit for each state of q.
            (3, 0b001, 3 * 4 * 2),
            (4, 0b0001, 25 * 8 * 2),
            (4, 0b0011, 3 * 16 * 4),
            (2, 0b11, 4),
        ] {
            assert_eq!(cores(states, q, Hypotheses::ALL).len(), number);
        }
    }

    #[test]
    fn s5_18_19_dropping_one_frees_p() {
        let number = |kept| cores(1, 0, kept).len();
        assert_eq!(number(Hypotheses::ALL.without(Hypothesis::H13)), 2);
        // Without (18), p may be larger than where u is disabled: u = {} forces p = 1.
        let loops = Hypotheses::ALL.without(Hypothesis::H13);
        assert_eq!(number(loops.without(Hypothesis::H18)), 3);
        assert_eq!(number(loops.without(Hypothesis::H19)), 3);
        assert_eq!(number(Hypotheses::NONE), 4);
    }
}
