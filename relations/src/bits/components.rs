//! Strongly connected components, each after those that it leads to.

use super::rows::{BITS, Rows, has, remove, unite};

/// Calls `visit` with each strongly connected component of `x`: its states, and the set of the states that they are
/// related to. A component is visited after all others that it leads to.
///
/// Kosaraju's algorithm: a depth-first search of the converse ([`finished`]) puts the states in `order`; then, from
/// the last state to the first, the states that a state leads to and that are in no component yet are its component.
/// Both searches take the states that are left out of a row word by word, so they cost `n^2 / 64` and not the number
/// of pairs.
pub(super) fn components(x: &Rows, order: &[usize], mut visit: impl FnMut(&[usize], &[u64])) {
    let mut left = Left::all_of(x);
    let mut component = Vec::new();
    for &state in order.iter().rev() {
        if !has(&left.states, state) {
            continue;
        }
        left.take(state);
        component.clear();
        component.push(state);
        let mut targets = x.no_states();
        let mut next = 0;
        while let Some(&state) = component.get(next) {
            next += 1;
            let row = x.row(state);
            unite(&mut targets, row);
            while let Some((_, new)) = left.first_in(row, 0) {
                left.take(new);
                component.push(new);
            }
        }
        visit(&component, &targets);
    }
}

/// The states in the order in which a depth-first search leaves them. No recursion: a path may be as long as the
/// number of states.
pub(super) fn finished(x: &Rows) -> Vec<usize> {
    let mut new = Left::all_of(x);
    let mut order = Vec::with_capacity(x.states());
    // The states on the path, each with the word of its row at which its search goes on.
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..x.states() {
        if has(&new.states, root) {
            new.take(root);
            path.push((root, 0));
        }
        while let Some((state, from)) = path.last_mut() {
            if let Some((word, next)) = new.first_in(x.row(*state), *from) {
                *from = word;
                new.take(next);
                path.push((next, 0));
            } else {
                order.push(*state);
                path.pop();
            }
        }
    }
    order
}

/// The states that a search has not reached.
struct Left {
    states: Vec<u64>,
    /// The first word that may have a state.
    first: usize,
}

impl Left {
    fn all_of(x: &Rows) -> Self {
        Left { states: x.all_states(), first: 0 }
    }

    fn take(&mut self, state: usize) {
        remove(&mut self.states, state);
        while self.states.get(self.first) == Some(&0) {
            self.first += 1;
        }
    }

    /// The first state that is left in `row` from the word `from` on, after its word.
    fn first_in(&self, row: &[u64], from: usize) -> Option<(usize, usize)> {
        let from = from.max(self.first);
        let words = row[from..].iter().zip(&self.states[from..]).map(|(row, left)| row & left);
        let (k, word) = words.enumerate().find(|(_, word)| *word != 0)?;
        Some((from + k, BITS * (from + k) + word.trailing_zeros() as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::add;
    use super::*;

    fn rows(states: usize, pairs: &[(usize, usize)]) -> Rows {
        let mut x = Rows::zero(states);
        for &(s, t) in pairs {
            x.insert(s, t);
        }
        x
    }

    fn found(x: &Rows) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        components(x, &finished(&x.converse()), |component, _| {
            let mut component = component.to_vec();
            component.sort_unstable();
            all.push(component);
        });
        all
    }

    #[test]
    fn a_component_comes_after_those_that_it_leads_to() {
        let x = rows(10, &[(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2), (5, 0), (6, 6)]);
        let all = found(&x);
        let at = |component: &[usize]| all.iter().position(|c| c == component).unwrap();
        assert_eq!(all.len(), 7);
        assert!(at(&[2, 3, 4]) < at(&[0, 1]) && at(&[0, 1]) < at(&[5]));
        assert!(at(&[6]) < 7 && at(&[9]) < 7);
    }

    #[test]
    fn the_targets_are_those_of_all_members() {
        let x = rows(70, &[(0, 69), (69, 0), (69, 5), (0, 66)]);
        let mut seen = 0;
        components(&x, &finished(&x.converse()), |component, targets| {
            if component.len() == 2 {
                let mut expected = x.no_states();
                for state in [0, 5, 66, 69] {
                    add(&mut expected, state);
                }
                assert_eq!(targets, expected);
                seen += 1;
            }
        });
        assert_eq!(seen, 1);
    }

    #[test]
    fn a_path_through_all_states_does_not_exhaust_the_stack() {
        let n = crate::Bits::MAX_STATES;
        let mut chain = Rows::zero(n);
        (1..n).for_each(|s| chain.insert(s - 1, s));
        let all = found(&chain);
        assert_eq!(all.len(), n);
        assert!(all.iter().enumerate().all(|(k, c)| c == &[n - 1 - k]));
        chain.insert(n - 1, 0);
        assert_eq!(found(&chain).len(), 1);
    }
}
