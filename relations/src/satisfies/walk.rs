//! Shortest walks through states.

use std::collections::VecDeque;

/// The states of a shortest walk of one or more steps from `from` to a goal, both included; empty when
/// there is none.
pub(super) fn walk(
    states: usize,
    from: usize,
    step: impl Fn(usize, usize) -> bool,
    goal: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut before: Vec<Option<usize>> = vec![None; states];
    let mut frontier = VecDeque::from([from]);
    while let Some(state) = frontier.pop_front() {
        for next in 0..states {
            if before[next].is_some() || !step(state, next) {
                continue;
            }
            before[next] = Some(state);
            if goal(next) {
                return back(&before, from, state, next);
            }
            frontier.push_back(next);
        }
    }
    Vec::new()
}

/// The states from `from` to `last`, then `goal`.
fn back(before: &[Option<usize>], from: usize, last: usize, goal: usize) -> Vec<usize> {
    let mut states = vec![goal];
    let mut at = last;
    while at != from {
        states.push(at);
        at = before[at].expect("a state that was reached was reached from one");
    }
    states.push(from);
    states.reverse();
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_back_to_its_start_has_a_step() {
        let ring = |a: usize, b: usize| b == (a + 1) % 3;
        assert_eq!(walk(3, 0, ring, |s| s == 0), [0, 1, 2, 0]);
        assert_eq!(walk(3, 1, ring, |s| s == 0), [1, 2, 0]);
        assert_eq!(walk(2, 0, |a, b| a == b, |s| s == 0), [0, 0]);
        assert_eq!(walk(2, 0, |_, _| false, |s| s == 0), [0; 0]);
    }
}
