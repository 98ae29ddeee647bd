//! Dead locals: those that a thread will not read again before it writes them. Two states that differ in dead locals
//! only are alike in everything that can happen from them, so a thread that arrives at a control point gives its dead
//! locals their least values. That is exact, and it makes state spaces smaller.

use super::cell::{Variable, VariableClass};
use super::expression::{Expression, Place};
use super::ids::{CellId, ThreadId};
use super::object::Object;
use super::thread::{StateProperty, Target, Thread};

/// Finds the dead locals of the control points of each thread. Locals that some predicate or claim reads are never
/// dead. Cost: a few passes over the transitions.
pub(super) fn find_dead(
    threads: &mut [Thread],
    variables: &[Variable],
    objects: &[Object],
    claims: &[&[StateProperty]],
) {
    let mut watched: Vec<CellId> = Vec::new();
    let mut watch = |predicate: &Expression| read_by(predicate, &mut watched);
    objects.iter().flat_map(|object| &object.predicates).for_each(&mut watch);
    claims.iter().flat_map(|claims| claims.iter()).for_each(|claim| watch(&claim.predicate));
    watched.sort_unstable();
    for (index, thread) in threads.iter_mut().enumerate() {
        let own = VariableClass::Local(ThreadId::new(index));
        let of_thread = variables.iter().filter(|variable| variable.class == own);
        let locals: Vec<CellId> = of_thread
            .flat_map(|variable| variable.cells.clone())
            .map(|cell| CellId::new(cell as usize))
            .filter(|cell| watched.binary_search(cell).is_err())
            .collect();
        thread.dead = dead(thread, &locals);
    }
}

/// The dead ones among `locals`, by control point. Goes backwards from the reads, until nothing changes.
fn dead(thread: &Thread, locals: &[CellId]) -> Vec<Vec<CellId>> {
    let points = thread.points.len();
    if locals.is_empty() {
        return vec![Vec::new(); points];
    }
    let number = |cell: CellId| locals.binary_search(&cell).ok();
    let mut live = vec![vec![false; locals.len()]; points];
    let mut changes = true;
    while changes {
        changes = false;
        for transition in thread.transitions.iter().rev() {
            let mut now = match transition.target {
                Target::Point(target) => live[usize::from(target)].clone(),
                Target::Failed(_) => vec![false; locals.len()],
            };
            let mut reads = Vec::new();
            for assignment in transition.command.iter().rev() {
                if let Place::Cell(cell) = assignment.target
                    && let Some(local) = number(cell)
                {
                    now[local] = false;
                }
                reads.clear();
                read_by(&assignment.value, &mut reads);
                if let Place::Element { indices, .. } = &assignment.target {
                    indices.iter().for_each(|index| read_by(&index.value, &mut reads));
                }
                reads.iter().filter_map(|&cell| number(cell)).for_each(|local| now[local] = true);
            }
            reads.clear();
            read_by(&transition.guard, &mut reads);
            reads.iter().filter_map(|&cell| number(cell)).for_each(|local| now[local] = true);
            for (known, now) in live[usize::from(transition.start)].iter_mut().zip(now) {
                changes |= now && !*known;
                *known |= now;
            }
        }
    }
    // A thread that failed keeps its values: they say why.
    let of_point = |(point, live): (usize, Vec<bool>)| {
        let dead = locals.iter().zip(live).filter(|(_, live)| !live).map(|(cell, _)| *cell);
        if point < thread.first_failed { dead.collect() } else { Vec::new() }
    };
    live.into_iter().enumerate().map(of_point).collect()
}

/// Adds the cells that an expression may read.
fn read_by(expression: &Expression, cells: &mut Vec<CellId>) {
    expression.for_each_place(&mut |place| place.for_each_candidate(&mut |cell| cells.push(cell)));
}
