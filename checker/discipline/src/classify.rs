//! The classification of transitions: which are visible, and why.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::conditions::SideConditions;
use super::effects::{Effect, EffectKind, Effects};
use super::locks::PlainLocks;
use super::paths::Paths;
use super::requirement::{Requirement, Table};
use super::semaphores::PlainSemaphores;
use super::set_c::SetC;
use super::survey::{Survey, points};
use super::usage::{Role, Usage, for_each_place, support};
use reductio_system::{
    CellId, Expression, ObjectId, Point, System, ThreadId, Transition, Value, VariableId,
};

/// A reason why a transition is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is an operation on a lock, semaphore or queue that may block or that other threads may see. An `up` is one
    /// only where something else than `up` and `down` is done to its semaphore, or
    /// [`Settings::visible_ups`](crate::Settings) says so; `release` and the first half of `wait` are where somebody
    /// tries the lock, `notify`, `notifyAll` and that half where somebody signals without it.
    Operation(VariableId),
    /// It touches an open variable.
    Open(CellId),
    /// In some state no transition of its control point is enabled (`NonBlockInvis`).
    Blocks,
    /// It may make another thread's predicate true: condition (a).
    Gives(ObjectId, ThreadId),
    /// It may make another thread's predicate false: condition (a). If it may do so where its own thread's predicate
    /// does not hold, it breaks (b) as well.
    Takes(ObjectId, ThreadId),
    /// It may make its own thread's predicate false: condition (c), or (c') where another thread can get access
    /// while its own thread has it; and a step of another thread may lead to two threads with access before it.
    Drops(ObjectId),
    /// It may hide that a claim was violated, or reached. The number of the claim counts invariants first.
    Hides(usize),
    /// It may change the truth of an atom of the property that is looked at ([`Settings::observed`](crate::Settings));
    /// both by their numbers.
    Observed {
        /// The property.
        property: usize,
        /// The atom.
        atom: usize,
    },
    /// It may change whether this thread, which is fair, can move; where a property is looked at.
    Enables(ThreadId),
    /// It could not be decided whether it changes a predicate of this object, so this is assumed.
    Undecided(ObjectId),
    /// It starts where its thread may stop although it can go on
    /// ([`Thread::may_stop`](reductio_system::Thread::may_stop)); where a property is looked at.
    MayStop,
    /// It belongs to a loop of invisible transitions, and [`Settings::visible`](crate::Settings) names it.
    Repeats,
    /// It starts where another thread of its family, which can become it by a renaming, is at a visible control point.
    Alike,
    /// Another transition of its control point is visible (Separation), the one with this number.
    Neighbour(usize),
    /// In some state another transition of its control point is enabled as well (`DetermInvis`). Only with
    /// [`Settings::visible_choices`](crate::Settings).
    Chooses,
}

/// The reasons why transitions are visible, for all transitions of a system.
#[derive(Clone, Debug)]
pub struct Classification {
    /// The reasons, by thread and transition.
    reasons: Vec<Vec<Vec<Reason>>>,
    /// Whether control points are visible, by thread and point.
    visible: Vec<Vec<bool>>,
}

impl Classification {
    /// The classification with more reasons, and what follows for the control points.
    pub(super) fn with(
        &self,
        system: &System,
        more: impl IntoIterator<Item = (ThreadId, usize, Reason)>,
        table: Table,
    ) -> Self {
        let mut out = self.clone();
        for (thread, number, reason) in more {
            out.reasons[thread.index()][number].push(reason);
        }
        for thread in system.thread_ids() {
            let reasons = &mut out.reasons[thread.index()];
            for point in points(system, thread) {
                let pending = system.thread(thread).pending_numbers(point);
                separate(reasons, pending.clone(), table);
                out.visible[thread.index()][usize::from(point)] =
                    pending.clone().all(|number| !reasons[number].is_empty());
            }
        }
        out
    }

    /// The reasons why a transition is visible; empty for an invisible one.
    pub fn reasons(&self, thread: ThreadId, number: usize) -> &[Reason] {
        &self.reasons[thread.index()][number]
    }

    /// Decides whether a transition is visible.
    pub fn is_visible(&self, thread: ThreadId, number: usize) -> bool {
        !self.reasons(thread, number).is_empty()
    }

    /// The number of visible transitions.
    pub(super) fn visible_transitions(&self) -> usize {
        self.reasons.iter().flatten().filter(|reasons| !reasons.is_empty()).count()
    }

    /// Decides whether a control point is visible: all transitions that start there are.
    #[inline]
    pub fn is_visible_point(&self, thread: ThreadId, point: Point) -> bool {
        self.visible[thread.index()][usize::from(point)]
    }
}

/// The facts that a classification rests on.
pub(super) struct Basis<'a> {
    pub(super) system: &'a System,
    pub(super) survey: &'a Survey<'a>,
    pub(super) usage: &'a Usage,
    pub(super) effects: &'a Effects,
    /// The set, A or B, of each object.
    pub(super) sets: &'a [SideConditions],
    pub(super) set_c: &'a SetC,
    pub(super) wanted: Wanted<'a>,
    pub(super) table: Table,
    pub(super) cancel: Option<&'a AtomicBool>,
}

/// Wishes about visibility: transitions that are to be visible beside those that must be, and transitions that may be
/// invisible.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// The semaphores of which an `up` may be invisible.
    pub(super) semaphores: &'a PlainSemaphores,
    /// The locks of which operations may be invisible.
    pub(super) locks: &'a PlainLocks,
    /// The number of claims that no invisible transition may hide.
    pub(super) exact_claims: usize,
    /// Tells whether choices are visible.
    pub(super) choices: bool,
}

pub(super) fn classify(basis: &Basis<'_>) -> Classification {
    let Basis { system, survey, wanted, table, cancel, .. } = *basis;
    let mut paths = survey.paths(cancel);
    let mut out = Classification { reasons: Vec::new(), visible: Vec::new() };
    for thread in system.thread_ids() {
        let owner = system.thread(thread);
        let numbers = 0..owner.transitions().len();
        let mut reasons: Vec<Vec<Reason>> =
            numbers.map(|number| reasons(basis, thread, number)).collect();
        let mut visible = Vec::with_capacity(owner.points().len());
        for point in points(system, thread) {
            let pending = owner.pending_numbers(point);
            let any = pending.clone().find(|&number| !reasons[number].is_empty());
            let matters = any.is_none() && table.requires(Requirement::NonBlockInvis);
            if matters && may_block(survey, &mut paths, thread, point) {
                pending.clone().for_each(|number| reasons[number].push(Reason::Blocks));
            } else if any.is_none()
                && wanted.choices
                && may_choose(survey, &mut paths, thread, point)
            {
                pending.clone().for_each(|number| reasons[number].push(Reason::Chooses));
            }
            separate(&mut reasons, pending.clone(), table);
            visible.push(pending.clone().all(|number| !reasons[number].is_empty()));
        }
        out.reasons.push(reasons);
        out.visible.push(visible);
    }
    out
}

/// Makes all transitions of a control point visible if one is.
fn separate(reasons: &mut [Vec<Reason>], pending: Range<usize>, table: Table) {
    let any = pending.clone().find(|&number| !reasons[number].is_empty());
    if let Some(neighbour) = any.filter(|_| table.requires(Requirement::Separation)) {
        for number in pending.filter(|&number| number != neighbour) {
            if reasons[number].is_empty() {
                reasons[number].push(Reason::Neighbour(neighbour));
            }
        }
    }
}

/// The reasons of a transition that do not depend on other transitions of its control point.
fn reasons(basis: &Basis<'_>, thread: ThreadId, number: usize) -> Vec<Reason> {
    let Basis { system, usage, effects, sets, set_c, wanted, table, .. } = *basis;
    let transition = &system.thread(thread).transitions()[number];
    let mut out = Vec::new();
    if let Some(operation) = transition.operation()
        && !wanted.locks.allow(operation)
        && !wanted.semaphores.allow(transition)
        && table.requires(Requirement::VisibleOperations)
    {
        out.push(Reason::Operation(operation.variable()));
    }
    for_each_place(transition, &mut |place, _| {
        place.for_each_candidate(&mut |cell| {
            if usage.role(cell) == Role::Open
                && table.requires(Requirement::VisibleOpen)
                && !out.iter().any(|reason| matches!(reason, Reason::Open(_)))
            {
                out.push(Reason::Open(cell));
            }
        });
    });
    for (index, set) in sets.iter().enumerate() {
        let object = ObjectId::new(index);
        let effect = |kind| effects.get(object, thread, number, kind);
        let mut add = |effect: &Effect, reason: Reason| {
            let reason = if effect.is_shown { reason } else { Reason::Undecided(object) };
            if !out.contains(&reason) {
                out.push(reason);
            }
        };
        if let Some(effect) = effect(EffectKind::Gives)
            && table.requires(Requirement::NoInvisibleGift)
        {
            add(effect, Reason::Gives(object, effect.other));
        }
        let takes = [EffectKind::Takes, EffectKind::TakesBack].map(effect);
        let shown = takes.iter().flatten().find(|effect| effect.is_shown);
        if let Some(effect) = shown.or(takes.iter().flatten().next())
            && table.requires(Requirement::NoInvisibleTaking)
        {
            add(effect, Reason::Takes(object, effect.other));
        }
        let drops = effect(EffectKind::Drops);
        let may_drop = set.allows_drop(effects, object, thread, table)
            || set_c.allows(object, thread, transition.start());
        if let Some(drops) = drops
            && !may_drop
        {
            add(drops, Reason::Drops(object));
        }
    }
    let hidden = effects.hides(thread, number).map(|(claim, _)| claim);
    let exact_claims = if table.requires(Requirement::NoHiding) { wanted.exact_claims } else { 0 };
    out.extend(hidden.filter(|&claim| claim < exact_claims).map(Reason::Hides));
    out
}

/// Decides whether there is a state in which the thread is at `point` and nothing that starts there is enabled, or this
/// is not known.
pub(super) fn may_block(
    survey: &Survey<'_>,
    paths: &mut Paths<'_>,
    thread: ThreadId,
    point: Point,
) -> bool {
    let pending = survey.system.thread(thread).pending(point);
    if pending.is_empty()
        || pending.iter().any(|transition| *transition.guard() == Expression::TRUE)
    {
        return false;
    }
    may_be(survey, paths, thread, point, |paths, pending| {
        pending.iter().all(|transition| paths.is_false(transition.guard()))
    })
}

/// Whether there is a state in which the thread is at `point` and two transitions that start there are enabled, or this
/// is not known.
fn may_choose(survey: &Survey<'_>, paths: &mut Paths<'_>, thread: ThreadId, point: Point) -> bool {
    let pending = survey.system.thread(thread).pending(point);
    pending.len() > 1
        && may_be(survey, paths, thread, point, |paths, pending| {
            let is_enabled = |transition: &&Transition| !paths.is_false(transition.guard());
            pending.iter().filter(is_enabled).count() > 1
        })
}

/// Whether there is a state in which the thread is at `point` and the guards of what starts there are as wanted, or
/// this is not known.
fn may_be(
    survey: &Survey<'_>,
    paths: &mut Paths<'_>,
    thread: ThreadId,
    point: Point,
    mut is_wanted: impl FnMut(&mut Paths<'_>, &[Transition]) -> bool,
) -> bool {
    let pending = survey.system.thread(thread).pending(point);
    let mut read = vec![thread.counter()];
    for transition in pending {
        read.extend(support(transition.guard()));
    }
    read.sort_unstable();
    let asked = survey.ask(paths, &read, &[()], |paths| {
        paths.assume_is(thread.counter(), Value::from(point));
        is_wanted(paths, pending).then_some(())
    });
    !asked.is_complete || !asked.found.is_empty()
}
