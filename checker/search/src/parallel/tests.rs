//! Random models, searched by one worker and by several.

use super::*;
use crate::{FindingKind, MovesAgain, Query, Unreduced, ValueStore, moves_again};

/// A random model of three threads that walk over numbers; a seed always gives the same one. Some numbers are bad, some
/// have no successors, and some steps fail.
pub(crate) struct Walks {
    pub(crate) seed: u64,
    pub(crate) states: u64,
}

impl Walks {
    fn draw(&self, what: u64, at: u64) -> u64 {
        let mut x = self.seed ^ what.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (at << 17);
        for _ in 0..3 {
            x ^= x >> 31;
            x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        x >> 20
    }
}

impl Model for Walks {
    type State = (u64, bool);
    type Violation = u64;
    type Store = ValueStore<(u64, bool)>;

    fn threads(&self) -> usize {
        3
    }

    fn initial(&self) -> (u64, bool) {
        (0, false)
    }

    fn steps(
        &self,
        thread: usize,
        state: &(u64, bool),
        mut visit: impl FnMut(usize, &(u64, bool)),
    ) {
        let &(at, has_failed) = state;
        for step in 0..self.draw(thread as u64, at) % 3 {
            let to = self.draw(3 + thread as u64 + 10 * step, at) % self.states;
            let fails = thread == 1 && self.draw(40 + step, at).is_multiple_of(50);
            if !(has_failed && thread == 1) {
                visit(usize::try_from(step).unwrap(), &(to, has_failed || fails));
            }
        }
    }

    fn store(&self) -> ValueStore<(u64, bool)> {
        ValueStore::default()
    }

    fn violation(&self, state: &(u64, bool)) -> Option<u64> {
        self.draw(50, state.0).is_multiple_of(40).then_some(state.0 % 2)
    }

    fn violation_kind(&self, violation: &u64) -> usize {
        usize::from(*violation == 1)
    }

    fn has_failed(&self, thread: usize, state: &(u64, bool)) -> bool {
        thread == 1 && state.1
    }
}

/// Whether the run of a finding is a run of the model, and ends as the finding says.
pub(crate) fn is_true(model: &Walks, finding: &crate::Finding<u64>) -> bool {
    let mut at = model.initial();
    for &(thread, number) in &finding.run {
        let mut next = None;
        model.steps(thread, &at, |step, after| {
            if step == number {
                next = Some(*after);
            }
        });
        let Some(after) = next else { return false };
        at = after;
    }
    match finding.kind {
        FindingKind::Discipline(kind) => model.violation(&at) == Some(kind),
        FindingKind::Failure { .. } => at.1,
        FindingKind::Deadlock => {
            let mut is_stuck = true;
            (0..3).for_each(|thread| model.steps(thread, &at, |_, _| is_stuck = false));
            is_stuck
        }
        FindingKind::Stuck { thread } => {
            moves_again(model, thread, &at, &Query::default()) == MovesAgain::Never
        }
        FindingKind::Invariant(_)
        | FindingKind::EndlessLoop { .. }
        | FindingKind::Property { .. } => false,
    }
}

/// The kinds of all findings with the lengths of their runs, sorted.
pub(crate) fn lengths(found: &Exploration<u64>) -> Vec<(String, usize)> {
    let kind = |kind: &FindingKind<u64>| match kind {
        FindingKind::Discipline(kind) => format!("bad {kind}"),
        other => format!("{other:?}"),
    };
    let mut all: Vec<_> =
        found.findings.iter().map(|finding| (kind(&finding.kind), finding.run.len())).collect();
    all.sort();
    all
}

#[test]
fn what_several_workers_find_is_true_short_and_no_matter_of_chance() {
    let mut compared = 0;
    for seed in 0..60 {
        let model = Walks { seed: seed * 7919, states: 20 + seed * 15 };
        for keep_going in [false, true] {
            let with = |workers| {
                let query = &Query { keep_going, workers, ..Query::default() };
                let task = Task { model: &model, reduction: &Unreduced, query };
                if workers == 1 { sequential::search(task) } else { search(task, 0) }
            };
            let (one, two) = (with(1), with(2));
            assert!(two.findings.iter().all(|finding| is_true(&model, finding)), "{seed}");
            for other in [with(2), with(3), with(5)] {
                assert_eq!(two.findings, other.findings, "seed {seed}, {keep_going}");
            }
            assert_eq!((one.states, one.transitions), (two.states, two.transitions), "{seed}");
            assert_eq!((one.depth, one.stopped), (two.depth, two.stopped), "{seed}");
            assert_eq!(one.deadlocks, two.deadlocks, "{seed}");
            if keep_going {
                assert_eq!(lengths(&one), lengths(&two), "seed {seed}");
            }
            compared += two.findings.len();
        }
    }
    assert!(compared > 150, "{compared} findings");
}
