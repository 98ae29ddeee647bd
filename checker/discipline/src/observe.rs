//! The part of a temporal property in a classification: transitions that may change what its formula sees, and those
//! that may change whether a fair thread can move, are visible.
//!
//! Then invisible transitions change nothing that the formula, or fairness, speaks of. A classification with more
//! visible transitions meets the side conditions where one with fewer does: (a) is asked of fewer, and a transition
//! that was invisible meets (b) and (b') as visible one because it met (a).
//!
//! **Rest.** What starts at a control point where a thread may stop although it can go on is visible. So a run that
//! ends, since nobody has to go on, ends in a visible state: who is at an invisible point can go on, and has to.
//!
//! **Atoms.** A transition is visible if in some state it makes an atom true, or false.
//!
//! **Fairness.** Let `t` be a fair thread and `c` a control point at which it may be unable to move.
//!
//! 1. A transition of another thread is visible if it may change whether `t`, at `c`, can move. Then "t can move" is as
//!    good as an atom.
//! 2. An exception: if all threads are fair, and at `c` every transition of `t` takes the same one lock, which is the
//!    same for as long as `t` waits, then the steps that free the lock may be invisible. Let a run in which all threads
//!    are fair leave `t` at `c` for ever. If the lock is taken infinitely often, then it is taken infinitely often in
//!    the reduced run, by visible steps, after each of which `t` cannot move, and is free between them in both. If it
//!    is taken finitely often, its last owner never frees it, for else `t` could always move; no owner stops within
//!    invisible steps, because it is fair and can move there, so the lock is never freed in the reduced run either. `t`
//!    may be one that waits to be notified first: what notifies it is visible by rule 1.
//!
//!    With a thread that is not fair this breaks: it may stop within invisible steps and keep the lock. With two locks
//!    it breaks as well: each of them is free at some moment of the reduced run, though in the full run one of them may
//!    be owned at every moment.

use std::sync::atomic::AtomicBool;

use reductio_system::{
    CellId, Fairness, OperationKind, Place, Point, System, ThreadId, Transition, Value, VariableId,
};

use crate::classify::{Reason, may_block};
use crate::effects::One;
use crate::paths::Paths;
use crate::requirement::Table;
use crate::survey::{Survey, meet, points};
use crate::usage::{Role, Usage, support};

/// A reason why a transition is visible for a property.
pub(super) type Observed = (ThreadId, usize, Reason);

/// Finds the transitions that are visible for a property, with the reasons. Cost: one question for each atom, and for
/// each control point at which a fair thread may wait, and each transition that writes what it reads.
pub(super) fn observed(
    survey: &Survey<'_>,
    usage: &Usage,
    property: usize,
    table: Table,
    cancel: Option<&AtomicBool>,
) -> Vec<Observed> {
    let system = survey.system;
    let mut paths = survey.paths(cancel);
    let atoms = system.properties().get(property).map_or(&[][..], |property| property.atoms());
    let atoms: Vec<_> =
        atoms.iter().map(|atom| (&atom.predicate, support(&atom.predicate))).collect();
    let waits = waits(survey, usage, &mut paths);
    let mut out = Vec::new();
    for thread in system.thread_ids() {
        let owner = system.thread(thread);
        for point in points(system, thread).filter(|point| owner.may_stop(*point)) {
            out.extend(
                owner.pending_numbers(point).map(|number| (thread, number, Reason::MayStop)),
            );
        }
        for number in 0..system.thread(thread).transitions().len() {
            if paths.is_cancelled() {
                return out;
            }
            let one = One::new(survey, thread, number, table);
            for (atom, (predicate, support)) in atoms.iter().enumerate() {
                let truth = |paths: &mut Paths<'_>| paths.holds(predicate);
                if one.may_change(&mut paths, support, None, truth) {
                    out.push((thread, number, Reason::Observed { property, atom }));
                }
            }
            for wait in waits.iter().filter(|wait| wait.thread != thread) {
                let reason = (thread, number, Reason::Enables(wait.thread));
                if !out.contains(&reason) && wait.may_be_changed_by(&one, &mut paths) {
                    out.push(reason);
                }
            }
        }
    }
    out
}

/// A control point at which a fair thread may be unable to move.
struct Wait<'s> {
    thread: ThreadId,
    point: Point,
    pending: &'s [Transition],
    /// The cells that decide whether it can move, sorted.
    read: Vec<CellId>,
    /// The cells of these that matter by rule 2, where it applies, sorted.
    beside_lock: Option<Vec<CellId>>,
}

/// All control points at which fair threads may be unable to move.
fn waits<'s>(survey: &Survey<'s>, usage: &Usage, paths: &mut Paths<'_>) -> Vec<Wait<'s>> {
    let system = survey.system;
    let is_fair = |thread: &ThreadId| system.thread(*thread).fairness() != Fairness::Unfair;
    let all_fair = system.thread_ids().all(|thread| is_fair(&thread));
    let mut out = Vec::new();
    for thread in system.thread_ids().filter(is_fair) {
        for point in points(system, thread) {
            if !may_block(survey, paths, thread, point) {
                continue;
            }
            let pending = system.thread(thread).pending(point);
            let mut read: Vec<CellId> =
                pending.iter().flat_map(|transition| support(transition.guard())).collect();
            read.sort_unstable();
            read.dedup();
            let lock = lock_of(pending, thread, usage).filter(|_| all_fair);
            let beside_lock = lock.map(|variable| beside(system, &read, variable));
            out.push(Wait { thread, point, pending, read, beside_lock });
        }
    }
    out
}

/// The variable of the one lock that all these transitions take, if it is the same lock for as long as the thread
/// waits.
fn lock_of(pending: &[Transition], thread: ThreadId, usage: &Usage) -> Option<VariableId> {
    fn taken(transition: &Transition) -> Option<(VariableId, &Place)> {
        let operation = transition.operation()?;
        let takes = matches!(operation.kind(), OperationKind::Acquire | OperationKind::EndWait);
        let place = operation.place().filter(|_| takes)?;
        Some((operation.variable(), place))
    }
    let (variable, lock) = taken(pending.first()?)?;
    let is_own = |cell| match usage.role(cell) {
        Role::Constant => true,
        Role::Unshared(owner) => owner == thread,
        _ => false,
    };
    let is_fixed = match lock {
        Place::Cell(_) => true,
        Place::Element { indices, .. } => {
            indices.iter().all(|index| support(&index.value).into_iter().all(is_own))
        }
    };
    let is_it = |transition: &Transition| taken(transition) == Some((variable, lock));
    (is_fixed && pending.iter().all(is_it)).then_some(variable)
}

/// The cells of `read` but for owners and depths of locks of this variable: none for `acquire`, but for what the thread
/// alone writes; for a thread that waits to be notified whether it still waits.
fn beside(system: &System, read: &[CellId], variable: VariableId) -> Vec<CellId> {
    // Whether a thread waits is a truth value. An owner is one of two threads at least, or none: where there is one
    // thread, no other writes anything.
    let is_sign = |cell: &CellId| system.cell(*cell).domain().size() == 2;
    let matters = |cell: &CellId| system.cell(*cell).variable() != variable || is_sign(cell);
    read.iter().copied().filter(matters).collect()
}

impl Wait<'_> {
    /// Whether a transition of another thread may change whether the thread can move.
    fn may_be_changed_by(&self, one: &One<'_, '_>, paths: &mut Paths<'_>) -> bool {
        if let Some(cells) = &self.beside_lock {
            return meet(cells, &one.written);
        }
        let at = Some((self.thread.counter(), Value::from(self.point)));
        one.may_change(paths, &self.read, at, |paths| {
            self.pending.iter().any(|transition| !paths.is_false(transition.guard()))
        })
    }
}

impl One<'_, '_> {
    /// Whether the transition may change a truth value, which reads the cells of `support`, or this is not known; in
    /// states in which a cell has this value, if one is given.
    fn may_change(
        &self,
        paths: &mut Paths<'_>,
        support: &[CellId],
        given: Option<(CellId, Value)>,
        mut truth: impl FnMut(&mut Paths<'_>) -> bool,
    ) -> bool {
        if !meet(support, &self.written) {
            return false;
        }
        let plan = self.plan(support);
        paths.focus_on(support);
        let asked = self.ask(paths, support, &[()], |paths| {
            if let Some((cell, value)) = given {
                paths.assume_is(cell, value);
            }
            if !self.happens(paths, &plan, support) {
                return None;
            }
            let before = truth(paths);
            paths.look_back(false);
            (truth(paths) != before).then_some(())
        });
        !asked.is_complete || !asked.found.is_empty()
    }
}
