//! Condition (b): the visible transitions that take access from a thread which is about to use it.
//!
//! The question is about a visible transition of a thread `j` and another thread `i` at an invisible control point from
//! which it may access an object `x`: can the step of `j` falsify `e(x, i)` while `j` does not have access? At other
//! control points nobody asks for `e(x, i)`, so taking it away does no harm. As elsewhere, what is not decided is
//! assumed.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::classify::Classification;
use crate::conditions::Breach;
use crate::effects::{EffectKind, Effects, One, chosen};
use crate::paths::{Asked, Paths};
use crate::plan::ClassId;
use crate::requirement::{Requirement, Table};
use crate::survey::{Survey, meet, points};
use crate::usage::{Usage, for_each_place};
use reductio_system::{Expression, ObjectId, Point, ThreadId};

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
