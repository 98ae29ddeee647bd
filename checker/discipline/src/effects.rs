//! The effects of single transitions on exclusive access predicates and on claims.
//!
//! Each transition is looked at alone, in every valuation of the cells. Nothing is explored; a valuation need not be
//! reachable.
//!
//! States in which the thread may not access what the transition accesses are left out, and no others. To leave out all
//! bad states would be wrong. Hypotheses (16) and (17) ask what an invisible transition does *after* a transition of
//! another thread. That one may have led into a bad state, which the invisible transition must not mend, for in the
//! other order no state would be bad. The state is not bad because of an access of the invisible transition: those were
//! allowed before, and nobody takes access. But two threads may have access in it, or a third may have begun a
//! forbidden access. A visible transition is never the second of the two, so it may take back what two threads have
//! ([`EffectKind::TakesBack`]).

//!
//! No values are gone through: cells are variables, and a condition on them is a fact on one way and its negation on
//! another (`paths`). Cells that a transition writes and no predicate reads have no part in that (`plan`), and a
//! transition that writes nothing that a predicate of an object reads is not asked about that object. Where a question
//! is too hard, the effect is assumed ([`Effect::is_shown`]). An assumed effect makes more transitions visible or puts
//! an object outside; and a condition that holds of all assumed effects holds of the real ones, which are among them.

#[cfg(feature = "unsound")]
mod unsound;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::hiding::Part;
use super::partial::PartialState;
use super::paths::{Asked, Paths};
use super::plan::{ClassId, Plan};
use super::requirement::{Requirement, Table};
use super::survey::{Survey, may_write, meet};
use super::usage::for_each_place;
use reductio_system::{CellId, ObjectId, ThreadId, Transition};

/// An effect of a transition of thread `i` on the predicates of an object `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EffectKind {
    /// It makes `e(x, j)` true for another thread `j`.
    Gives,
    /// It makes `e(x, j)` false for another thread `j`, in a state where `e(x, i)` does not hold.
    Takes,
    /// It makes `e(x, j)` false for another thread `j`, in a state where `e(x, i)` holds as well.
    TakesBack,
    /// It makes `e(x, i)` false.
    Drops,
    /// It makes `e(x, i)` true while `e(x, j)` holds for another thread `j`.
    Steals,
}

impl EffectKind {
    /// All kinds.
    pub const ALL: [EffectKind; 5] = [
        EffectKind::Gives,
        EffectKind::Takes,
        EffectKind::TakesBack,
        EffectKind::Drops,
        EffectKind::Steals,
    ];
}

/// An effect of a transition, with a state that shows it.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The other thread `j`; for [`EffectKind::Drops`] any other thread.
    pub other: ThreadId,
    /// The values of some cells: in every state with these values the transition has the effect. Empty if none are
    /// known.
    pub state: PartialState,
    /// Tells whether the state shows the effect. If not, the effect could not be ruled out, and is assumed.
    pub is_shown: bool,
}

/// The effects of all transitions of a system.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The effects by object, thread, number of the transition and kind.
    found: BTreeMap<(ObjectId, ThreadId, usize, EffectKind), Effect>,
    /// The claims that transitions can hide, by thread, number of the transition and claim, each with a state that
    /// shows it.
    hides: BTreeMap<(ThreadId, usize, usize), PartialState>,
    /// Whether another thread can get access while a thread has it, by object and thread.
    stolen: Vec<Vec<bool>>,
}

impl Effects {
    pub(super) fn new(survey: &Survey<'_>, table: Table, cancel: Option<&AtomicBool>) -> Self {
        let system = survey.system;
        let stolen = vec![vec![false; system.threads().len()]; system.objects().len()];
        let mut effects = Effects { stolen, ..Effects::default() };
        let mut paths = survey.paths(cancel);
        for thread in system.thread_ids() {
            for number in 0..system.thread(thread).transitions().len() {
                if paths.is_cancelled() {
                    return effects;
                }
                let one = One::new(survey, thread, number, table);
                for class in survey.classes_changed_by(&one.written) {
                    one.predicates(&mut paths, class, &mut effects);
                }
                for part in survey.parts_changed_by(&one.written) {
                    one.claim(&mut paths, part, &mut effects);
                }
            }
        }
        effects
    }

    /// The effects of a first look that a second one, in fewer states, confirms. A state that shows an effect is kept
    /// from the first look where the second knows none.
    pub(super) fn confirming(mut self, first: &Effects) -> Effects {
        self.found.retain(|key, effect| {
            let known = first.found.get(key);
            if let Some(known) = known.filter(|known| known.is_shown && !effect.is_shown) {
                *effect = known.clone();
            }
            known.is_some()
        });
        self.hides.retain(|key, state| {
            let known = first.hides.get(key);
            if state.is_empty() {
                *state = known.cloned().unwrap_or_default();
            }
            known.is_some()
        });
        let stolen = self.stolen.iter_mut().flatten();
        stolen.zip(first.stolen.iter().flatten()).for_each(|(now, before)| *now &= *before);
        self
    }

    /// The effect of a kind that a transition has on an object, if it can have it.
    pub fn get(
        &self,
        object: ObjectId,
        thread: ThreadId,
        number: usize,
        kind: EffectKind,
    ) -> Option<&Effect> {
        self.found.get(&(object, thread, number, kind))
    }

    /// The effects on an object, each with the thread, the number of the transition, and the kind.
    pub fn of_object(
        &self,
        object: ObjectId,
    ) -> impl Iterator<Item = (ThreadId, usize, EffectKind, &Effect)> {
        let range = (object, ThreadId::new(0), 0, EffectKind::Gives)..;
        let own = self.found.range(range).take_while(move |((found, ..), _)| *found == object);
        own.map(|((_, thread, number, kind), effect)| (*thread, *number, *kind, effect))
    }

    /// Decides whether another thread can get access to `object` while `thread` has it.
    pub fn can_be_stolen(&self, object: ObjectId, thread: ThreadId) -> bool {
        self.stolen[object.index()][thread.index()]
    }

    /// The claims whose violation (or reaching) a transition can hide, by number, invariants first. Each has a state
    /// that shows it, which is empty if the effect is assumed.
    pub fn hides(
        &self,
        thread: ThreadId,
        number: usize,
    ) -> impl Iterator<Item = (usize, &PartialState)> {
        let all = self.hides.range((thread, number, 0)..=(thread, number, usize::MAX));
        all.map(|((.., claim), state)| (*claim, state))
    }

    /// The effects that could not be ruled out and are assumed: object, thread, number of the transition, kind.
    pub fn undecided(&self) -> impl Iterator<Item = (ObjectId, ThreadId, usize, EffectKind)> {
        let assumed = self.found.iter().filter(|(_, effect)| !effect.is_shown);
        assumed.map(|(key, _)| *key)
    }

    fn add(&mut self, key: (ObjectId, ThreadId, usize, EffectKind), effect: Effect) {
        if key.3 == EffectKind::Steals {
            self.stolen[key.0.index()][effect.other.index()] = true;
        }
        let known = self.found.entry(key).or_insert_with(|| effect.clone());
        if effect.is_shown && !known.is_shown {
            *known = effect;
        }
    }
}

/// A transition, with what is needed to ask about it.
pub(super) struct One<'a, 's> {
    pub(super) survey: &'a Survey<'s>,
    pub(super) thread: ThreadId,
    number: usize,
    pub(super) transition: &'s Transition,
    /// The cells that it may write, sorted.
    pub(super) written: Vec<CellId>,
    table: Table,
}

impl<'a, 's> One<'a, 's> {
    pub(super) fn new(
        survey: &'a Survey<'s>,
        thread: ThreadId,
        number: usize,
        table: Table,
    ) -> Self {
        let transition = &survey.system.thread(thread).transitions()[number];
        let written = may_write(survey.system, thread, transition);
        One { survey, thread, number, transition, written, table }
    }

    /// Asks about the transition in states in which what is assumed holds, as far as that is about cells that the
    /// question reads or the transition touches.
    pub(super) fn ask<T: Copy + PartialEq>(
        &self,
        paths: &mut Paths<'_>,
        read: &[CellId],
        wanted: &[T],
        body: impl FnMut(&mut Paths<'_>) -> Option<T>,
    ) -> Asked<T> {
        if !self.survey.assumes_anything() {
            return paths.ask(wanted, body);
        }
        let mut cells = [read, &self.written].concat();
        for_each_place(self.transition, &mut |place, _| {
            place.for_each_candidate(&mut |cell| cells.push(cell));
        });
        cells.sort_unstable();
        cells.dedup();
        self.survey.ask(paths, &cells, wanted, body)
    }
}

impl One<'_, '_> {
    /// Adds the effects of the transition on the predicates of a class.
    fn predicates(&self, paths: &mut Paths<'_>, class: ClassId, effects: &mut Effects) {
        let others: Vec<ThreadId> =
            self.survey.system.thread_ids().filter(|other| *other != self.thread).collect();
        let Some(&first) = others.first() else { return };
        let known = &self.survey.classes[class as usize];
        let plan = self.plan(&known.support);
        paths.focus_on(&known.support);
        let read = known.support.as_slice();
        let mut gives_up = false;
        let mut note = |asked: Asked<(EffectKind, ThreadId)>, all: &[(EffectKind, ThreadId)]| {
            let mut found = asked.found;
            gives_up |= !asked.is_complete;
            if !asked.is_complete {
                let is_new =
                    |one: &&(EffectKind, ThreadId)| found.iter().all(|(known, _)| known != *one);
                let more: Vec<_> = all.iter().filter(is_new).map(|one| (*one, None)).collect();
                found.extend(more);
            }
            for ((kind, other), state) in found {
                for &object in &known.objects {
                    let is_shown = state.is_some();
                    let state = state.clone().unwrap_or_default();
                    let effect = Effect { other, state, is_shown };
                    effects.add((object, self.thread, self.number, kind), effect);
                }
            }
            gives_up
        };
        // Once a question is too hard, its neighbours are not asked.
        let given_up = || Asked { found: Vec::new(), is_complete: false };
        let mut is_hard = false;
        if meet(&known.supports[self.thread.index()], &self.written) {
            let drops = [(EffectKind::Drops, first)];
            is_hard = note(
                self.ask(paths, read, &drops, |paths| self.drops(paths, class, &plan, &others)),
                &drops,
            );
            let steals: Vec<_> = others.iter().map(|&other| (EffectKind::Steals, other)).collect();
            let asked = if is_hard {
                given_up()
            } else {
                self.ask(paths, read, &steals, |paths| self.steals(paths, class, &plan, &others))
            };
            is_hard = note(asked, &steals);
        }
        let reads = |other: &ThreadId| meet(&known.supports[other.index()], &self.written);
        let changed: Vec<ThreadId> = others.iter().copied().filter(reads).collect();
        if changed.is_empty() {
            return;
        }
        let kinds = [EffectKind::Gives, EffectKind::Takes, EffectKind::TakesBack];
        let all: Vec<_> =
            changed.iter().flat_map(|&other| kinds.map(|kind| (kind, other))).collect();
        let asked = if is_hard {
            given_up()
        } else {
            self.ask(paths, read, &all, |paths| self.changes(paths, class, &plan, &changed))
        };
        note(asked, &all);
    }

    /// Executes the transition on the present way, where its own accesses are allowed. Returns whether it writes one of
    /// these cells; then reads see the state before it.
    pub(super) fn happens(&self, paths: &mut Paths<'_>, plan: &Plan, read: &[CellId]) -> bool {
        paths.execute(self.thread, self.transition, plan) && self.matters(paths, read)
    }

    pub(super) fn matters(&self, paths: &mut Paths<'_>, read: &[CellId]) -> bool {
        if !paths.has_written(read) {
            return false;
        }
        let touched = paths.touched().to_vec();
        paths.look_back(true);
        self.is_allowed(paths, &touched)
    }

    fn drops(
        &self,
        paths: &mut Paths<'_>,
        class: ClassId,
        plan: &Plan,
        others: &[ThreadId],
    ) -> Option<(EffectKind, ThreadId)> {
        let known = &self.survey.classes[class as usize];
        let mine = self.survey.predicate(class, self.thread);
        if !self.happens(paths, plan, &known.supports[self.thread.index()]) || !paths.holds(mine) {
            return None;
        }
        if !self.table.requires(Requirement::OverlappingStates) {
            let other = *chosen(paths, others);
            if paths.holds(self.survey.predicate(class, other)) {
                return None;
            }
        }
        paths.look_back(false);
        (!paths.holds(mine)).then_some((EffectKind::Drops, others[0]))
    }

    fn steals(
        &self,
        paths: &mut Paths<'_>,
        class: ClassId,
        plan: &Plan,
        others: &[ThreadId],
    ) -> Option<(EffectKind, ThreadId)> {
        let known = &self.survey.classes[class as usize];
        let mine = self.survey.predicate(class, self.thread);
        if !self.happens(paths, plan, &known.supports[self.thread.index()]) || paths.holds(mine) {
            return None;
        }
        paths.look_back(false);
        if !paths.holds(mine) {
            return None;
        }
        paths.look_back(true);
        let other = *chosen(paths, others);
        paths.holds(self.survey.predicate(class, other)).then_some((EffectKind::Steals, other))
    }

    fn changes(
        &self,
        paths: &mut Paths<'_>,
        class: ClassId,
        plan: &Plan,
        others: &[ThreadId],
    ) -> Option<(EffectKind, ThreadId)> {
        if !paths.execute(self.thread, self.transition, plan) {
            return None;
        }
        let known = &self.survey.classes[class as usize];
        let other = *chosen(paths, others);
        let theirs = self.survey.predicate(class, other);
        if !self.matters(paths, &known.supports[other.index()]) {
            return None;
        }
        let before = paths.holds(theirs);
        paths.look_back(false);
        let after = paths.holds(theirs);
        if before == after {
            return None;
        }
        if after {
            return Some((EffectKind::Gives, other));
        }
        paths.look_back(true);
        let mine = paths.holds(self.survey.predicate(class, self.thread));
        match mine {
            true if !self.table.requires(Requirement::OverlappingStates) => None,
            true => Some((EffectKind::TakesBack, other)),
            false => Some((EffectKind::Takes, other)),
        }
    }

    /// Adds the effect that the transition can hide a violation, or the reaching, of a part of a claim.
    fn claim(&self, paths: &mut Paths<'_>, part: usize, effects: &mut Effects) {
        let Part { claim, predicate, hidden_when } = &self.survey.parts[part];
        if effects.hides.get(&(self.thread, self.number, *claim)).is_some_and(|s| !s.is_empty()) {
            return;
        }
        let support = &self.survey.part_supports[part];
        let plan = self.plan(support);
        paths.focus_on(support);
        let mut asked = self.ask(paths, support, &[()], |paths| {
            if !self.happens(paths, &plan, support) || paths.holds(predicate) == *hidden_when {
                return None;
            }
            paths.look_back(false);
            (paths.holds(predicate) == *hidden_when).then_some(())
        });
        let found = asked.found.pop();
        if found.is_some() || !asked.is_complete {
            let state = found.and_then(|((), state)| state).unwrap_or_default();
            effects.hides.insert((self.thread, self.number, *claim), state);
        }
    }

    pub(super) fn plan(&self, support: &[CellId]) -> Plan {
        Plan::new(self.survey.system, self.transition, support, &self.survey.class_of)
    }

    /// Whether the thread may access all these objects: otherwise the state is bad.
    fn is_allowed(&self, paths: &mut Paths<'_>, touched: &[ClassId]) -> bool {
        if !self.table.requires(Requirement::Rule1) {
            return true;
        }
        #[cfg(feature = "unsound")]
        if !self.table.requires(Requirement::BadStates) {
            return !self.is_bad(paths);
        }
        touched.iter().all(|&x| paths.holds(self.survey.predicate(x, self.thread)))
    }
}

pub(super) fn chosen<'a, T>(paths: &mut Paths<'_>, all: &'a [T]) -> &'a T {
    let count = u32::try_from(all.len()).expect("at most 64 threads");
    &all[paths.choose(count) as usize]
}
