//! Small systems, one at a time.

use super::hypotheses::Hypotheses;
use super::rows::{Rows, States, Word, all_states};
use super::system::System;

impl Word {
    /// The relation whose pair `(s, t)` is bit `n s + t` of `code`, for `n` states.
    ///
    /// ```
    /// use reductio_relations::systems::{Rows, Word};
    /// assert!(Word::from_code(3, 0b10_0000).contains(1, 2));
    /// ```
    #[must_use]
    pub fn from_code(states: usize, code: u64) -> Self {
        let mut x = Word(0);
        (0..states).for_each(|s| x.set_row(s, code >> (states * s) & all_states(states)));
        x
    }
}

/// Calls `visit` with every system of `states` states and `processes` processes that satisfies
/// `hypotheses`, each `p_i` the states in which `u_i` is disabled.
///
/// Goes through all `2^(2 n n k + n)` of them, in ascending order of `q`, then of `u` and `v`: for `n n k` up
/// to 12 or so. [`count`](super::count()) counts without going through.
///
/// # Panics
/// When `states` is 0 or more than 4, or `processes` is 0.
pub fn for_each_system(
    states: usize,
    processes: usize,
    hypotheses: Hypotheses,
    mut visit: impl FnMut(&System),
) {
    assert!((1..=4).contains(&states) && processes > 0, "systems this large are not gone through");
    let relations: Vec<Word> =
        (0..1u64 << (states * states)).map(|code| Word::from_code(states, code)).collect();
    for q in 0..=all_states(states) {
        let mut search = Search { states, q, hypotheses, relations: &relations, visit: &mut visit };
        search.invisible(processes, &mut Vec::new());
    }
}

struct Search<'a, F> {
    states: usize,
    q: States,
    hypotheses: Hypotheses,
    relations: &'a [Word],
    visit: &'a mut F,
}

impl<F: FnMut(&System)> Search<'_, F> {
    fn system(&self, u: &[Word], v: &[Word]) -> System {
        let v = u.iter().enumerate().map(|(i, _)| v.get(i).copied().unwrap_or_default()).collect();
        System::new(self.states, self.q, u.to_vec(), v).expect("relations over these states")
    }

    /// Chooses `u`. Without any `v` all hypotheses about `u` can be checked, and those about `v` hold.
    fn invisible(&mut self, processes: usize, u: &mut Vec<Word>) {
        if u.len() == processes {
            return self.visible(u, &mut Vec::new());
        }
        for at in 0..self.relations.len() {
            u.push(self.relations[at]);
            if self.system(u, &[]).satisfies(self.hypotheses) {
                self.invisible(processes, u);
            }
            u.pop();
        }
    }

    fn visible(&mut self, u: &[Word], v: &mut Vec<Word>) {
        if v.len() == u.len() {
            let system = self.system(u, v);
            return (self.visit)(&system);
        }
        for at in 0..self.relations.len() {
            v.push(self.relations[at]);
            if self.system(u, v).satisfies(self.hypotheses) {
                self.visible(u, v);
            }
            v.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_hypotheses_every_system_is_visited() {
        let mut seen = Vec::new();
        for_each_system(1, 2, Hypotheses::NONE, |system| seen.push(system.clone()));
        assert_eq!(seen.len(), 1 << 5);
        assert!(seen.iter().enumerate().all(|(k, s)| !seen[..k].contains(s)));
    }

    #[test]
    fn the_smallest_counts_are_known() {
        for (states, processes, number) in [(1, 1, 5), (2, 1, 123)] {
            let mut seen = 0;
            for_each_system(states, processes, Hypotheses::ALL, |system| {
                assert!(system.conclusion());
                seen += 1;
            });
            assert_eq!(seen, number);
        }
    }
}
