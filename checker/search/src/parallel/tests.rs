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

/// Random threads that count up and down and exclude each other, dealt by their control points.
pub(crate) struct Counters {
    pub(crate) walks: Walks,
    pub(crate) points: Vec<u8>,
}

impl Counters {
    pub(crate) fn new(seed: u64) -> Self {
        let walks = Walks { seed, states: 1 };
        let draw = |thread| 1 + walks.draw(70, thread).to_le_bytes()[0] % 6;
        let points = (0..2 + seed % 5).map(draw);
        Counters { points: points.collect(), walks }
    }
}

impl Model for Counters {
    type State = Vec<u8>;
    type Violation = ();
    type Store = ValueStore<Vec<u8>>;

    fn threads(&self) -> usize {
        self.points.len()
    }

    fn initial(&self) -> Vec<u8> {
        vec![0; self.points.len()]
    }

    fn steps(&self, thread: usize, state: &Vec<u8>, mut visit: impl FnMut(usize, &Vec<u8>)) {
        let mut next = state.clone();
        for step in 0..2_u8 {
            let at = u64::from(state[thread]) * 2 + u64::from(step);
            let [kind, other, to, ..] = self.walks.draw(80 + thread as u64, at).to_le_bytes();
            // A thread may wait until another one is somewhere.
            if kind % 8 < 5 || state[usize::from(other) % state.len()] > 0 {
                next[thread] = to % self.points[thread];
                visit(step.into(), &next);
            }
        }
    }

    fn store(&self) -> ValueStore<Vec<u8>> {
        ValueStore::default()
    }

    fn violation(&self, state: &Vec<u8>) -> Option<()> {
        state.iter().all(|&at| at > 0).then_some(())
    }

    fn points(&self, thread: usize) -> usize {
        self.points[thread].into()
    }

    fn point(&self, thread: usize, state: &Vec<u8>) -> usize {
        state[thread].into()
    }

    fn deals_by_points(&self) -> bool {
        true
    }
}

/// Decides whether the run of a finding is a run of the model, and ends as the finding says.
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

#[test]
fn what_is_found_does_not_depend_on_who_owns_which_state() {
    let (mut states, mut findings) = (0, 0);
    for seed in 0..100 {
        let model = Counters::new(seed);
        for keep_going in [false, true] {
            let with = |workers| {
                let query = &Query { keep_going, workers, ..Query::default() };
                let task = Task { model: &model, reduction: &Unreduced, query };
                if workers == 1 { sequential::search(task) } else { search(task, 0) }
            };
            let one = with(1);
            let of = |found: &Exploration<()>| {
                let lengths: Vec<usize> = found.findings.iter().map(|one| one.run.len()).collect();
                (lengths, found.reached.clone(), found.deadlocks, found.depth)
            };
            for workers in [2, 3, 5] {
                let many = with(workers);
                assert_eq!((one.states, one.transitions), (many.states, many.transitions));
                assert_eq!(of(&one), of(&many), "seed {seed}, {workers} workers");
            }
            states += one.states;
            findings += one.findings.len();
        }
    }
    assert!(states > 10_000 && findings > 40, "{states} states, {findings} findings");
}
