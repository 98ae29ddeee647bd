//! Random exclusive access predicates.

use super::random::{Draw, Manner, always, semaphore_values};
use super::sketch::{
    Action, Literal, LockRef, PredicateSketch, Read, Sketch, ValueSketch, VariableRef,
};
use reductio_system::Value;

/// The predicates `e(x, i)` of a protected variable: mostly of families that programs follow (the owner of a lock, the
/// control points where the variable is accessed, a flag that says whose turn it is), and arbitrary tables.
pub(super) fn for_object(
    draw: &mut Draw,
    sketch: &Sketch,
    manner: Manner,
    object: usize,
) -> Vec<PredicateSketch> {
    let family = if draw.happens(70) { manner } else { Manner::Any };
    let lock =
        if draw.happens(80) { object % sketch.locks.max(1) } else { draw.below(sketch.locks) };
    let flag = draw.below(sketch.flags);
    let kind = draw.below(10);
    let threads = 0..sketch.threads.len();
    let mut predicates: Vec<PredicateSketch> = threads
        .map(|thread| {
            let own = own_points(draw, sketch, thread, object);
            match (family, kind) {
                (Manner::Locks, 0) => owned(lock, thread).and(&own),
                (Manner::Locks, _) => owned(lock, thread),
                (Manner::Turns, _) => {
                    let turn = PredicateSketch::of(Read::Flag(flag), [value(thread.min(1))]);
                    if kind < 5 { turn.and(&own) } else { turn }
                }
                (Manner::Any, 0) => table(draw, sketch, thread).and(&own),
                (Manner::Any, 1) => table(draw, sketch, thread).or(&own),
                (Manner::Any, 2..6) => table(draw, sketch, thread),
                _ => own,
            }
        })
        .collect();
    // One thread's predicate in relation to another's.
    if draw.happens(15) {
        let (one, other) = (draw.below(predicates.len()), draw.below(predicates.len()));
        let extra = PredicateSketch::of(Read::Point(other), some_points(draw, sketch, other));
        predicates[one] = predicates[one].and(&extra);
    }
    predicates
}

/// A number as a value of a cell.
pub(super) fn value(number: usize) -> Value {
    Value::try_from(number).unwrap_or(Value::MAX)
}

fn owned(lock: usize, thread: usize) -> PredicateSketch {
    PredicateSketch::of(Read::Owner(lock), [value(thread + 1)])
}

/// The control points where the thread accesses the object, or some more or less.
fn own_points(draw: &mut Draw, sketch: &Sketch, thread: usize, object: usize) -> PredicateSketch {
    let steps = &sketch.threads[thread].steps;
    let mut points: Vec<Value> = steps
        .iter()
        .filter(|step| touches(&step.action, object))
        .map(|step| value(step.start))
        .collect();
    if draw.happens(30) {
        points.extend(some_points(draw, sketch, thread));
    }
    if draw.happens(15) {
        points.pop();
    }
    points.sort_unstable();
    points.dedup();
    PredicateSketch::of(Read::Point(thread), points)
}

fn some_points(draw: &mut Draw, sketch: &Sketch, thread: usize) -> Vec<Value> {
    (0..sketch.threads[thread].points).filter(|_| draw.happens(50)).map(value).collect()
}

fn touches(action: &Action, object: usize) -> bool {
    let is = |x: &VariableRef| {
        matches!(x, VariableRef::Data(k) if *k == object) || matches!(x, VariableRef::DataAt(_))
    };
    let reads = |source: &ValueSketch| match source {
        ValueSketch::Constant(_) => false,
        ValueSketch::Copy(x) | ValueSketch::Not(x) | ValueSketch::Next(x) => is(x),
    };
    match action {
        Action::Plain { guard, assignments } => {
            guard.iter().any(|(x, _)| is(x)) || assignments.iter().any(|(x, e)| is(x) || reads(e))
        }
        Action::Assert(x, _) => is(x),
        Action::Try(_, into, _) => into.as_ref().is_some_and(is),
        _ => false,
    }
}

/// A random table over one to three things, the thread's own control point among them more often than not.
pub(super) fn table(draw: &mut Draw, sketch: &Sketch, thread: usize) -> PredicateSketch {
    let mut reads = Vec::new();
    for number in 0..sketch.threads.len() {
        let weight = if number == thread { 4 } else { 2 };
        reads.extend(std::iter::repeat_n(Read::Point(number), weight));
        reads.extend((0..sketch.threads[number].locals).map(|k| Read::Local(number, k)));
    }
    reads.extend((0..sketch.flags).flat_map(|k| [Read::Flag(k); 2]));
    reads.extend((0..sketch.locks).flat_map(|k| [Read::Owner(k); 2]));
    reads.extend((0..sketch.semaphores.len()).map(Read::Semaphore));
    reads.extend((0..sketch.objects.len()).map(Read::Data));
    let mut chosen = Vec::new();
    for _ in 0..=draw.below(3) {
        chosen.extend(draw.pick(&reads));
    }
    chosen.dedup();
    let density = 20 + draw.below(60);
    rows(sketch, &chosen).into_iter().filter(|_| draw.happens(density)).fold(
        PredicateSketch::default(),
        |mut all, row| {
            all.0.push(row);
            all
        },
    )
}

/// The conjunctions of a table, one for each combination of values.
fn rows(sketch: &Sketch, reads: &[Read]) -> Vec<Vec<Literal>> {
    reads.iter().fold(always().0, |rows, read| {
        let values = 0..values_of(sketch, *read);
        let with = |row: &Vec<Literal>, number| {
            let literal = Literal { read: *read, values: vec![value(number)] };
            row.iter().cloned().chain([literal]).collect()
        };
        rows.iter().flat_map(|row| values.clone().map(move |number| with(row, number))).collect()
    })
}

fn values_of(sketch: &Sketch, read: Read) -> usize {
    match read {
        Read::Point(thread) => sketch.threads[thread].points,
        Read::Owner(_) => sketch.threads.len() + 1,
        Read::Semaphore(_) => semaphore_values(),
        Read::Local(..) | Read::Flag(_) | Read::Data(_) => 2,
    }
}

/// Decides whether an action names the lock itself, not by a local variable.
pub(super) fn names_lock(action: &Action, number: usize) -> bool {
    let (Action::Acquire(lock)
    | Action::Release(lock)
    | Action::Wait(lock)
    | Action::Notify(lock)
    | Action::NotifyAll(lock)
    | Action::Try(lock, ..)
    | Action::Signal(lock)
    | Action::Broadcast(lock)) = action
    else {
        return false;
    };
    *lock == LockRef::Number(number) || matches!(lock, LockRef::At(_))
}
