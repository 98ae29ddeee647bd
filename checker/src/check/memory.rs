//! The variables of which the answers assume that memory is sequentially consistent: open ones, which a thread reads
//! and another writes, without one lock that both own.
//!
//! A search lets each thread read what was written last. Where one lock orders all accesses, memory is so on every
//! machine; of variables without one it is true of atomic and `volatile` variables, and of plain ones it is not.

use std::collections::BTreeSet;

use crate::system::{
    CellId, OperationKind, Place, Point, System, Target, Thread, ThreadId, Transition, Variable,
    VariableClass,
};

/// The locks that a thread owns wherever it is at a point, by their first cells; none where no path leads to the point.
type Owned = Option<BTreeSet<CellId>>;

/// An access of an open variable.
struct Access {
    variable: usize,
    thread: ThreadId,
    is_written: bool,
    owned: BTreeSet<CellId>,
}

/// The open variables that some thread reads and another one writes, and of which the accesses have no lock in common
/// that is seen to be owned. A thread is seen to own a lock where it does on each way through its code.
pub fn read_without_lock(system: &System) -> Vec<&Variable> {
    let mut accesses = Vec::new();
    for thread in system.thread_ids() {
        let owned = owned(system.thread(thread));
        for transition in system.thread(thread).transitions() {
            let Some(owned) = owned[usize::from(transition.start())].as_ref() else { continue };
            for (place, is_written) in places(transition) {
                place.for_each_candidate(&mut |cell| {
                    let variable = system.cell(cell).variable().index();
                    if system.variables()[variable].class() == VariableClass::Shared {
                        let owned = owned.clone();
                        accesses.push(Access { variable, thread, is_written, owned });
                    }
                });
            }
        }
    }
    let is_meant = |(number, _): &(usize, &Variable)| {
        let own: Vec<&Access> = accesses.iter().filter(|one| one.variable == *number).collect();
        let reads = || own.iter().filter(|one| !one.is_written);
        let is_handed_on =
            reads().any(|r| own.iter().any(|w| w.is_written && w.thread != r.thread));
        let is_guarded = own.first().is_some_and(|first| {
            first.owned.iter().any(|lock| own.iter().all(|one| one.owned.contains(lock)))
        });
        is_handed_on && !is_guarded
    };
    let variables = system.variables().iter().enumerate().filter(is_meant);
    variables.map(|(_, variable)| variable).collect()
}

fn places(transition: &Transition) -> Vec<(&Place, bool)> {
    let mut all = Vec::new();
    transition.guard().for_each_place(&mut |place| all.push((place, false)));
    for assignment in transition.command() {
        assignment.value.for_each_place(&mut |place| all.push((place, false)));
        if let Place::Element { indices, .. } = &assignment.target {
            for index in indices {
                index.value.for_each_place(&mut |place| all.push((place, false)));
            }
        }
        all.push((&assignment.target, true));
    }
    all
}

/// The locks that a thread owns at each of its points, whichever way it came.
fn owned(thread: &Thread) -> Vec<Owned> {
    let mut owned: Vec<Owned> = vec![None; thread.points().len()];
    let mut open: Vec<Point> = vec![0];
    if let Some(first) = owned.first_mut() {
        *first = Some(BTreeSet::new());
    }
    while let Some(point) = open.pop() {
        let Some(before) = owned[usize::from(point)].clone() else { continue };
        for transition in thread.pending(point) {
            let Target::Point(target) = transition.target() else { continue };
            let after = after(&before, transition);
            let known = &mut owned[usize::from(target)];
            let both = known.as_ref().map_or_else(|| after.clone(), |known| known & &after);
            if known.as_ref() != Some(&both) {
                *known = Some(both);
                open.push(target);
            }
        }
    }
    owned
}

/// Whether a transition writes the owner of a lock.
fn takes(transition: &Transition, lock: CellId) -> bool {
    transition.command().iter().any(|one| one.target == Place::Cell(lock))
}

/// The locks that a thread owns after a step. A lock that it may give up is none of them.
fn after(before: &BTreeSet<CellId>, transition: &Transition) -> BTreeSet<CellId> {
    let mut owned = before.clone();
    let Some(operation) = transition.operation() else { return owned };
    let Some(place) = operation.place() else { return owned };
    match (operation.kind(), place) {
        (OperationKind::Acquire | OperationKind::EndWait, Place::Cell(lock)) => {
            owned.insert(*lock);
        }
        // The side of a try that does not take the lock leaves it alone.
        (OperationKind::TryAcquire, Place::Cell(lock)) if takes(transition, *lock) => {
            owned.insert(*lock);
        }
        (OperationKind::Release | OperationKind::StartWait, place) => {
            place.for_each_candidate(&mut |lock| {
                owned.remove(&lock);
            });
        }
        _ => {}
    }
    owned
}
