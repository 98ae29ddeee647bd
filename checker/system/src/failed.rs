//! Threads that failed. A thread that fails at a control point stays there: it goes to a point of its own for that, at
//! which nothing starts, and which predicates do not tell from the control point. So a failure does not change which
//! thread has exclusive access to an object.

use super::expression::{Comparison, Expression};
use super::ids::{Point, Value};
use super::thread::{ControlPoint, Rest, Thread};

/// Adds to a thread the point `failed at P` for each control point `P` at which it may fail.
pub(super) fn add_failed_points(thread: &mut Thread, can_fail: &[bool]) {
    let points = thread.points.len();
    thread.failed = vec![None; points];
    thread.first_failed = points;
    for (point, can_fail) in can_fail.iter().enumerate() {
        if *can_fail {
            thread.failed[point] =
                Some(Point::try_from(thread.points.len()).expect("at most 8,192"));
            let name = format!("failed at {}", thread.points[point].name);
            thread.points.push(ControlPoint {
                name,
                is_label: false,
                rest: Rest::Never,
                is_end: false,
                place: None,
            });
        }
    }
}

/// The predicate, with `at P` true as well where the thread failed at `P`.
pub(super) fn staying(predicate: Expression, threads: &[Thread]) -> Expression {
    let all =
        |parts: Box<[Expression]>| parts.into_iter().map(|part| staying(part, threads)).collect();
    match predicate {
        Expression::Not(inner) => Expression::Not(Box::new(staying(*inner, threads))),
        Expression::And(parts) => Expression::And(all(parts)),
        Expression::Or(parts) => Expression::Or(all(parts)),
        Expression::If(parts) => {
            Expression::If(Box::new((*parts).map(|part| staying(part, threads))))
        }
        Expression::Compare(comparison, sides) => match (&sides[0], &sides[1], comparison) {
            (counter, Expression::Constant(point), Comparison::Equal | Comparison::Different)
            | (Expression::Constant(point), counter, Comparison::Equal | Comparison::Different)
                if counted(counter, threads).is_some() =>
            {
                let at = staying_at(counter.clone(), vec![*point], threads);
                if comparison == Comparison::Equal { at } else { at.negated() }
            }
            _ => Expression::Compare(comparison, sides),
        },
        Expression::Among(inner, points) if counted(&inner, threads).is_some() => {
            staying_at(*inner, points.into_vec(), threads)
        }
        other => other,
    }
}

/// The thread whose program counter an expression is; one of several threads, if they fail at the same control points
/// and it may be the counter of each.
fn counted<'t>(expression: &Expression, threads: &'t [Thread]) -> Option<&'t Thread> {
    let Expression::Read(place) = expression else { return None };
    let mut found: Option<&Thread> = None;
    let mut is_counter = true;
    place.for_each_candidate(&mut |cell| match (threads.get(cell.index()), found) {
        (Some(thread), None) => found = Some(thread),
        (Some(thread), Some(other)) => is_counter &= thread.failed == other.failed,
        (None, _) => is_counter = false,
    });
    found.filter(|_| is_counter)
}

fn staying_at(counter: Expression, mut points: Vec<Value>, threads: &[Thread]) -> Expression {
    if let Some(thread) = counted(&counter, threads) {
        let failed = |point: &Value| *thread.failed.get(usize::try_from(*point).ok()?)?;
        let more: Vec<Value> = points.iter().filter_map(failed).map(Value::from).collect();
        points.extend(more);
    }
    counter.among(points)
}
