//! The ways of invisible steps of one thread, where there are many: they may meet again, or go round for ever.

use rustc_hash::FxHashMap;

use crate::parts::Numbers;
use crate::transition::{Mode, Transition};

/// The states on the ways of invisible steps.
#[derive(Default)]
pub(crate) struct Ways {
    numbers: FxHashMap<(Numbers, Mode, Option<Numbers>), usize>,
    steps: Vec<(usize, usize)>,
    /// Whether some state was met again.
    meets_again: bool,
    /// The transitions that lead there, if they may end there.
    ends: Vec<Option<Transition>>,
}

impl Ways {
    /// Comes to a state from another one. Returns its number, and whether it is new.
    pub(crate) fn come(
        &mut self,
        numbers: &Numbers,
        mode: Mode,
        end: Option<Transition>,
        from: Option<usize>,
    ) -> (usize, bool) {
        let next = self.numbers.len();
        let key = (numbers.clone(), mode, end.as_ref().map(|end| end.after.clone()));
        let number = *self.numbers.entry(key).or_insert(next);
        let is_new = number == next;
        if is_new {
            self.ends.push(end);
        }
        self.meets_again |= !is_new;
        self.steps.extend(from.map(|from| (from, number)));
        (number, is_new)
    }

    /// The states from which the thread may go round, with some behind them: those that are left when states to which
    /// no step leads are taken away, again and again. Of each, the transition that may end there.
    pub(crate) fn round(self) -> Vec<Option<Transition>> {
        if !self.meets_again {
            return Vec::new();
        }
        let mut comes = vec![0_usize; self.ends.len()];
        let mut nexts = vec![Vec::new(); self.ends.len()];
        for (from, to) in self.steps {
            comes[to] += 1;
            nexts[from].push(to);
        }
        let mut open: Vec<usize> = (0..comes.len()).filter(|state| comes[*state] == 0).collect();
        while let Some(state) = open.pop() {
            for &to in &nexts[state] {
                comes[to] -= 1;
                if comes[to] == 0 {
                    open.push(to);
                }
            }
        }
        let ends = comes.into_iter().zip(self.ends);
        ends.filter(|(comes, _)| *comes > 0).map(|(_, end)| end).collect()
    }
}
