//! Sketches of threads that go round for ever, with locks that they wait for and flags that they set and wait for.

use reductio_generate::{
    Action, LockKind, LockRef, PredicateSketch, Read, Sketch, StepSketch, ThreadSketch,
    ValueSketch, VariableRef,
};
use reductio_system::{Fairness, Value};

/// A random sketch of two or three threads. Variable 0 is protected by lock 0.
pub(crate) fn cyclic(choose: &mut impl FnMut(usize) -> usize) -> Sketch {
    let threads = 2 + choose(2);
    let locks = 1 + choose(2);
    let predicates = (0..threads)
        .map(|thread| PredicateSketch::of(Read::Owner(0), [Value::try_from(thread + 1).unwrap()]))
        .collect();
    Sketch {
        threads: (0..threads).map(|_| thread(locks, choose)).collect(),
        flags: 1,
        locks,
        lock_kind: LockKind::Plain,
        semaphores: Vec::new(),
        objects: vec![predicates],
        classes: Vec::new(),
        invariants: Vec::new(),
        goals: Vec::new(),
        properties: Vec::new(),
    }
}

/// A thread of one or two rounds from point 0 back to it, or onto a point where nothing starts.
fn thread(locks: usize, choose: &mut impl FnMut(usize) -> usize) -> ThreadSketch {
    let mut steps = Vec::new();
    let mut points = 1;
    for _ in 0..=choose(2) {
        let actions = round(locks, choose);
        let last = actions.len() - 1;
        let mut at = 0;
        for (number, action) in actions.into_iter().enumerate() {
            let end = if number == last { 0 } else { points };
            points += usize::from(number != last);
            steps.push(StepSketch { start: at, end, action });
            at = end;
        }
    }
    let end = (choose(8) == 0).then_some(points);
    if end.is_some() {
        steps.push(StepSketch { start: 0, end: points, action: Action::skip() });
        points += 1;
    }
    ThreadSketch { points, end, locals: 0, steps, fairness: Fairness::Unfair }
}

fn round(locks: usize, choose: &mut impl FnMut(usize) -> usize) -> Vec<Action> {
    let assign = |variable, value| Action::Plain {
        guard: Vec::new(),
        assignments: vec![(variable, ValueSketch::Constant(value))],
    };
    let lock = LockRef::Number(choose(locks));
    let inside = if lock == LockRef::Number(0) && choose(2) == 0 {
        assign(VariableRef::Data(0), choose(2) == 0)
    } else {
        assign(VariableRef::Flag(0), choose(2) == 0)
    };
    let wait = |value| Action::Plain {
        guard: vec![(VariableRef::Flag(0), value)],
        assignments: Vec::new(),
    };
    match choose(8) {
        0 => vec![assign(VariableRef::Flag(0), choose(2) == 0)],
        1 => vec![wait(choose(2) == 0), assign(VariableRef::Flag(0), choose(2) == 0)],
        2 if locks == 2 => {
            let other = LockRef::Number(usize::from(lock == LockRef::Number(0)));
            // Held overlapping: the first is given back while the second is held.
            vec![
                Action::Acquire(lock),
                Action::Acquire(other),
                Action::Release(lock),
                Action::Acquire(lock),
                Action::Release(other),
                Action::Release(lock),
            ]
        }
        3 => vec![Action::Acquire(lock), inside, Action::Release(lock)],
        4 => vec![Action::Acquire(lock), wait(choose(2) == 0), Action::Release(lock)],
        5 => vec![wait(choose(2) == 0), Action::Acquire(lock), Action::Release(lock)],
        _ => vec![Action::Acquire(lock), Action::Release(lock)],
    }
}
