//! Set C: the invisible transitions that may drop their thread's access where Set B does not allow it.
//!
//! The question is about a transition of a thread `j` and another thread `i` at a control point from which an invisible
//! transition of `i` drops its access: can the step of `j` lead from a state in which no two threads have access into
//! one in which `i` and another thread have? If not, the drop cannot mend anything. As elsewhere, what is not decided
//! is assumed.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::conditions::SideConditions;
use crate::effects::{EffectKind, Effects, One, chosen};
use crate::paths::{Asked, Paths};
use crate::plan::ClassId;
use crate::requirement::Table;
use crate::survey::{Survey, meet};
use reductio_system::{ObjectId, Point, ThreadId};

/// The control points from which a thread may drop its access invisibly under Set C, among those where Set B does not
/// allow it.
#[derive(Clone, Debug, Default)]
pub(super) struct SetC {
    allowed: Vec<(ObjectId, ThreadId, Point)>,
}

impl SetC {
    /// Decides Set C for each drop that Set B does not allow. Cost: for each of them, and for the transitions of all
    /// other threads that may change a predicate of the object, one question.
    pub(super) fn new(
        survey: &Survey<'_>,
        effects: &Effects,
        sets: &[SideConditions],
        table: Table,
        cancel: Option<&AtomicBool>,
    ) -> Self {
        let mut paths = survey.paths(cancel);
        let mut out = SetC::default();
        for (number, class) in (0..).zip(&survey.classes) {
            // Objects of a class have the same effects, and so the same set.
            let Some(&first) = class.objects.first() else { continue };
            if matches!(sets[first.index()], SideConditions::Watched) {
                continue;
            }
            let mut by_point: FxHashMap<(ThreadId, Point), bool> = FxHashMap::default();
            for (thread, transition, kind, _) in effects.of_object(first) {
                let set = &sets[first.index()];
                if kind != EffectKind::Drops || set.allows_drop(effects, first, thread, table) {
                    continue;
                }
                let start = survey.system.thread(thread).transitions()[transition].start();
                let is_allowed = *by_point.entry((thread, start)).or_insert_with(|| {
                    !may_overlap(survey, &mut paths, number, (thread, start), table)
                });
                if is_allowed {
                    let points = class.objects.iter().map(|&object| (object, thread, start));
                    out.allowed.extend(points);
                }
            }
        }
        out.allowed.sort_unstable();
        out.allowed.dedup();
        out
    }

    /// Decides whether a drop from a control point may be invisible because of Set C.
    pub(super) fn allows(&self, object: ObjectId, thread: ThreadId, point: Point) -> bool {
        self.allowed.binary_search(&(object, thread, point)).is_ok()
    }

    /// Decides whether some drop of the object is one that only Set C allows.
    pub(super) fn is_used(&self, object: ObjectId) -> bool {
        self.allowed.iter().any(|(dropped, ..)| *dropped == object)
    }
}

/// Whether a step of another thread may lead from a good state into one in which a thread at a control point has access
/// to the objects of a class together with another thread.
fn may_overlap(
    survey: &Survey<'_>,
    paths: &mut Paths<'_>,
    class: ClassId,
    at: (ThreadId, Point),
    table: Table,
) -> bool {
    survey.system.thread_ids().filter(|thread| *thread != at.0).any(|thread| {
        let transitions = survey.system.thread(thread).transitions();
        (0..transitions.len()).any(|number| {
            let one = One::new(survey, thread, number, table);
            if !meet(&survey.classes[class as usize].support, &one.written) {
                return false;
            }
            let asked = one.overlaps(paths, class, at);
            !asked.is_complete || !asked.found.is_empty()
        })
    })
}

impl One<'_, '_> {
    /// Asks with which other threads a thread at a control point has access after the transition, where before it no
    /// two of the three had.
    fn overlaps(
        &self,
        paths: &mut Paths<'_>,
        class: ClassId,
        (holder, point): (ThreadId, Point),
    ) -> Asked<ThreadId> {
        let survey = self.survey;
        let known = &survey.classes[class as usize];
        let others: Vec<ThreadId> =
            survey.system.thread_ids().filter(|other| *other != holder).collect();
        let plan = self.plan(&known.support);
        paths.focus_on(&known.support);
        self.ask(paths, &known.support, &others, |paths| {
            paths.assume_is(holder.counter(), point.into());
            if !self.happens(paths, &plan, &known.support) {
                return None;
            }
            let other = *chosen(paths, &others);
            let has = |paths: &mut Paths<'_>, thread| paths.holds(survey.predicate(class, thread));
            paths.look_back(false);
            if !has(paths, holder) || !has(paths, other) {
                return None;
            }
            paths.look_back(true);
            let had = has(paths, holder);
            let others_had = [other, self.thread];
            let (first, second) = (has(paths, others_had[0]), has(paths, others_had[1]));
            let is_good = !(had && (first || second) || other != self.thread && first && second);
            is_good.then_some(other)
        })
    }
}
