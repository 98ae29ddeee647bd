//! What a step of one thread does to another thread that is about to take an invisible step.
//!
//! Two questions, each about one transition of a thread `j` and another thread `i` at certain control points:
//!
//! - **(b)**: can a visible transition falsify `e(x, i)` where `i` is about to access `x` by an invisible step, while
//!   `j` does not have access? Elsewhere nobody asks for `e(x, i)`, so taking it away does no harm.
//! - **Set C**: can a transition lead from a state in which no two threads have access into one in which `i` and another
//!   thread have, while `i` is about to drop its access by an invisible step? If not, such a drop cannot mend anything.
//!
//! As elsewhere, what is not decided is assumed.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::classify::Classification;
use crate::conditions::{Breach, SideConditions};
use crate::effects::{EffectKind, Effects, One, chosen};
use crate::paths::{Asked, Paths};
use crate::plan::ClassId;
use crate::requirement::{Requirement, Table};
use crate::survey::{Survey, meet, points};
use crate::usage::{Usage, for_each_place};
use reductio_system::{Expression, ObjectId, Point, ThreadId};

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

    /// Whether a drop from a control point may be invisible because of Set C.
    pub(super) fn allows(&self, object: ObjectId, thread: ThreadId, point: Point) -> bool {
        self.allowed.binary_search(&(object, thread, point)).is_ok()
    }

    /// Whether some drop of the object is one that only Set C allows.
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

/// The basis of the question where a visible transition takes access away that somebody is about to use.
pub(super) struct Takings<'a> {
    pub(super) survey: &'a Survey<'a>,
    pub(super) usage: &'a Usage,
    pub(super) effects: &'a Effects,
    pub(super) classification: &'a Classification,
    pub(super) table: Table,
}

impl Takings<'_> {
    /// The breaches of (b), by object. Cost: one question for each visible transition that takes access from others
    /// and each set of control points at which these access objects of a class.
    pub(super) fn breaches(&self, cancel: Option<&AtomicBool>) -> Vec<Vec<Breach>> {
        let Takings { survey, effects, classification, table, .. } = *self;
        let mut paths = survey.paths(cancel);
        let mut out = vec![Vec::new(); survey.system.objects().len()];
        let mut known: FxHashMap<_, Asked<ThreadId>> = FxHashMap::default();
        let is_allowed = !table.requires(Requirement::NoInvisibleTaking)
            || !table.requires(Requirement::NoVisibleTaking);
        if is_allowed {
            return out;
        }
        for (class, members) in (0..).zip(&survey.classes) {
            for &object in &members.objects {
                let mut users = None;
                for (thread, number, kind, _) in effects.of_object(object) {
                    if kind != EffectKind::Takes || !classification.is_visible(thread, number) {
                        continue;
                    }
                    let users = users.get_or_insert_with(|| self.users(object));
                    let key = (class, thread, number, users.clone());
                    let asked = known.entry(key).or_insert_with(|| {
                        One::new(survey, thread, number, table).takes_from(&mut paths, class, users)
                    });
                    let found =
                        asked.found.first().map(|(other, state)| (Some(*other), state.clone()));
                    let unknown = (!asked.is_complete).then_some((None, None));
                    if let Some((other, state)) = found.or(unknown) {
                        out[object.index()].push(Breach {
                            condition: if state.is_some() { "(b)" } else { "undecided" },
                            thread,
                            transition: number,
                            other,
                            state: state.unwrap_or_default(),
                        });
                    }
                }
            }
        }
        out
    }

    /// The invisible control points at which each thread may access an object; threads without any are left out.
    fn users(&self, object: ObjectId) -> Vec<(ThreadId, Vec<Point>)> {
        let system = self.survey.system;
        let accesses = |thread: ThreadId, point: Point| {
            let mut found = false;
            for transition in system.thread(thread).pending(point) {
                for_each_place(transition, &mut |place, _| {
                    place.for_each_candidate(&mut |cell| {
                        found |= self.usage.object(cell) == Some(object);
                    });
                });
            }
            found
        };
        let of = |thread: ThreadId| {
            let is_used = |point: &Point| {
                !self.classification.is_visible_point(thread, *point) && accesses(thread, *point)
            };
            (thread, points(system, thread).filter(is_used).collect::<Vec<_>>())
        };
        system.thread_ids().map(of).filter(|(_, points)| !points.is_empty()).collect()
    }
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

    /// Asks from which threads the transition takes access, where they are at one of these control points and its own
    /// thread does not have access.
    fn takes_from(
        &self,
        paths: &mut Paths<'_>,
        class: ClassId,
        users: &[(ThreadId, Vec<Point>)],
    ) -> Asked<ThreadId> {
        let survey = self.survey;
        let known = &survey.classes[class as usize];
        let is_changed = |(user, _): &&(ThreadId, Vec<Point>)| {
            *user != self.thread && meet(&known.supports[user.index()], &self.written)
        };
        let users: Vec<(ThreadId, Expression)> = users
            .iter()
            .filter(is_changed)
            .map(|(user, points)| (*user, Expression::at(*user, points.iter().copied())))
            .collect();
        let wanted: Vec<ThreadId> = users.iter().map(|(user, _)| *user).collect();
        if wanted.is_empty() {
            return Asked { found: Vec::new(), is_complete: true };
        }
        let plan = self.plan(&known.support);
        paths.focus_on(&known.support);
        self.ask(paths, &known.support, &wanted, |paths| {
            if !paths.execute(self.thread, self.transition, &plan) {
                return None;
            }
            let (user, is_there) = chosen(paths, &users);
            if !self.matters(paths, &known.supports[user.index()]) || !paths.holds(is_there) {
                return None;
            }
            let had = paths.holds(survey.predicate(class, *user));
            if !had || paths.holds(survey.predicate(class, self.thread)) {
                return None;
            }
            paths.look_back(false);
            (!paths.holds(survey.predicate(class, *user))).then_some(*user)
        })
    }
}
