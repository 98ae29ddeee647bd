//! Lock disciplines as protocols of searches.

use std::sync::atomic::AtomicBool;

use reductio_discipline::{
    Checker, Discipline, FixedAccesses, Link, Outcome, Premise, Protocol, Settings, Violation,
};
use reductio_search::{Access, Accesses, PackedStore};
use reductio_selective::Ahead;
use reductio_system::{
    CellId, Defect, Expression, Object, ObjectId, PackedState, System, Target, ThreadId,
};
use smallvec::SmallVec;

use crate::classes::{Class, Classes};
use crate::monitor::{Record, Shelf, set_of};
use crate::mover::is_right_mover;
use crate::touches::Touches;
use crate::violation::{LockViolation, Wrong};

/// A form of the lock discipline. They differ in what a thread may do to a variable before others touch it, and in what
/// a search of visible states must see of it. The discipline is about states: a pending guard and an enabled command
/// access a variable in every state in which they are so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The initializing thread alone touches the variable until it has taken a transition that does; from then on each
    /// variable is only read, or some lock is owned at every access. Accesses of the initializing thread are visible
    /// while it has not taken one. Variables without an initializing thread are under the discipline from the start.
    #[default]
    Repaired,
    /// The rules of [`Rule::Repaired`], where an initializing transition stays invisible as long as its thread has done
    /// nothing since its last visible transition but take locks and touch what is its own.
    Mover,
    /// LD' as printed in S1, section 7: the first state with an access belongs to the initializing thread, and all
    /// accesses in later states count. Theorems 7 to 9 of S1 are false for it: a search of visible states can miss
    /// violations.
    Printed,
    /// Eraser's discipline (LD): accesses count from the first state on in which a second thread has accessed the
    /// variable, whoever was first.
    Eraser,
}

impl Rule {
    /// All forms.
    pub const ALL: [Rule; 4] = [Rule::Repaired, Rule::Mover, Rule::Printed, Rule::Eraser];

    /// The name of the form on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Repaired => "repaired",
            Rule::Mover => "mover",
            Rule::Printed => "printed",
            Rule::Eraser => "eraser",
        }
    }
}

/// The knowledge of a monitor about a variable (Eraser, Savage et al. 1997; S1 section 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// No access counts so far.
    Virgin,
    /// One thread has touched it.
    Exclusive(ThreadId),
    /// The discipline counts accesses: it was only read, or written as well, and these locks were owned at each access.
    Shared { is_modified: bool, candidates: Vec<CellId> },
}

/// A lock discipline of a system's variables as a [`Protocol`]. What the monitor remembers lies behind the words of the
/// state, so that states which differ in it are different states.
#[derive(Debug)]
pub struct LockDiscipline {
    rule: Rule,
    /// The discipline that says which transitions are visible: to it a variable with a class is one that every thread
    /// may access at any time.
    base: Discipline,
    classes: Vec<(CellId, Class)>,
    /// The number of the first object that stands for a variable with a class.
    first_object: usize,
    /// The cells of the owners of all locks.
    locks: Vec<CellId>,
    touches: Touches,
    /// By thread and transition, whether it moves to the right, for [`Rule::Mover`].
    movers: Vec<Vec<bool>>,
    shelf: Shelf,
    /// By thread, whether some variable names it as the one that initializes it.
    initializing: Vec<bool>,
    /// Whether an access that initializes a variable is in conflict with every access of others.
    #[cfg(feature = "unsound")]
    is_printed: bool,
}

impl LockDiscipline {
    /// Makes the lock discipline of classes in one of its forms. Cost: that of classifying the system's transitions.
    ///
    /// # Errors
    /// [`Defect`] if the system cannot be read so; classes that [`Classes`] accepted cause none.
    ///
    /// # Panics
    /// Never: nobody interrupts the classification.
    pub fn new(classes: &Classes, rule: Rule) -> Result<Self, Defect> {
        let found = Self::with(classes, rule, &Settings::default(), None)?;
        Ok(found.expect("nobody interrupts it"))
    }

    /// Makes the discipline as [`Self::new`] does, with settings for the other objects and transitions of the system;
    /// every `up` is visible, whatever they say. Returns none when `cancel` is raised before the transitions are
    /// classified.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with(
        classes: &Classes,
        rule: Rule,
        settings: &Settings,
        cancel: Option<&AtomicBool>,
    ) -> Result<Option<Self>, Defect> {
        let system = &classes.system;
        let predicates = |object: &Object| {
            system.thread_ids().map(|thread| object.predicate(thread).clone()).collect()
        };
        let mut objects: Vec<(String, Vec<CellId>, Vec<Expression>)> = system
            .objects()
            .iter()
            .map(|o| (o.name().to_owned(), o.cells().to_vec(), predicates(o)))
            .collect();
        let first_object = objects.len();
        for (cell, _) in &classes.cells {
            let name = system.cell(*cell).name().to_owned();
            objects.push((name, vec![*cell], vec![Expression::TRUE; system.threads().len()]));
        }
        let system = system.protecting(objects)?;
        let touches = Touches::new(&system, classes.cells.iter().map(|(cell, _)| *cell));
        let is_watched = |number| classes.cells.iter().any(|(cell, _)| cell.index() == number);
        let movers = system.threads().iter().map(|thread| {
            let transitions = thread.transitions().iter();
            transitions.map(|t| is_right_mover(&system, t, is_watched)).collect()
        });
        let movers = movers.collect();
        let locks = system.owners().to_vec();
        let shelf = Shelf::new(system.layout().words(), locks.len());
        // What is known of an invisible `up` is known under exclusive access only.
        let settings = Settings { visible_ups: true, ..settings.clone() };
        let Ok(base) = Discipline::with(system, &settings, cancel) else { return Ok(None) };
        let classes = classes.cells.clone();
        let is_named = |thread| {
            let is_it = Class::Disciplined { initializer: Some(thread) };
            classes.iter().any(|(_, class)| *class == is_it)
        };
        let initializing = base.system().thread_ids().map(is_named).collect();
        Ok(Some(LockDiscipline {
            rule,
            base,
            classes,
            first_object,
            locks,
            touches,
            movers,
            shelf,
            initializing,
            #[cfg(feature = "unsound")]
            is_printed: false,
        }))
    }

    /// Takes away the rule that an access which initializes a variable is in conflict with every access of other
    /// threads, as S1 has it: persistent sets, and dynamic partial-order reduction, miss violations.
    #[cfg(feature = "unsound")]
    #[must_use]
    pub fn without_initializing(mut self) -> Self {
        self.is_printed = true;
        self
    }

    /// The form of the discipline.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The discipline that says which transitions are visible for other reasons than initialization.
    pub fn base(&self) -> &Discipline {
        &self.base
    }

    /// The variables that have a class.
    pub fn classes(&self) -> &[(CellId, Class)] {
        &self.classes
    }

    /// The cells that hold the owners of the locks that are still candidates for a variable in a state, or `None` if
    /// the discipline does not count its accesses yet. `variable` is a place in [`Self::classes`].
    pub fn candidates(&self, variable: usize, state: &PackedState) -> Option<Vec<CellId>> {
        let record = self.record(variable, state);
        let all = record.candidates(self.locks.len()).into_iter();
        record.is_shared().then(|| all.map(|lock| self.locks[lock]).collect())
    }

    /// The knowledge of the monitor about a variable in a state. `variable` is a place in [`Self::classes`].
    pub(crate) fn mode(&self, variable: usize, state: &PackedState) -> Mode {
        let record = self.record(variable, state);
        if record.is_shared() {
            let all = record.candidates(self.locks.len()).into_iter();
            let candidates = all.map(|lock| self.locks[lock]).collect();
            return Mode::Shared { is_modified: record.is_modified(), candidates };
        }
        let (_, class) = self.classes[variable];
        match (record.only(), class) {
            (Some(first), _) => Mode::Exclusive(first),
            // Under the discipline from the start.
            (None, Class::Disciplined { initializer: None }) if self.rule != Rule::Eraser => {
                Mode::Shared { is_modified: false, candidates: self.locks.clone() }
            }
            (None, _) => Mode::Virgin,
        }
    }

    #[inline]
    fn record(&self, variable: usize, state: &PackedState) -> Record {
        self.shelf.get(variable, state)
    }

    /// The word with a bit for each thread: since its last visible transition it has only moved to the right.
    fn moved(&self) -> usize {
        self.shelf.end(self.classes.len())
    }

    /// Whether what the monitor remembers has such a word.
    fn has_moved(&self) -> bool {
        self.rule == Rule::Mover
    }

    /// Notes the accesses of all threads in a state.
    fn look(&self, state: &mut PackedState) {
        let system = self.base.system();
        // All accesses of the state at once: whether a second thread touches a variable in it is a matter of all.
        let mut all: SmallVec<[(usize, ThreadId, bool); 8]> = SmallVec::new();
        for thread in system.thread_ids() {
            let touched = self.touches.of_thread(system, thread, state);
            all.extend(
                touched.into_iter().map(|(variable, is_write)| (variable, thread, is_write)),
            );
        }
        all.sort_by_key(|(variable, ..)| *variable);
        for of_one in all.chunk_by(|one, other| one.0 == other.0) {
            let accesses: SmallVec<[(ThreadId, bool); 4]> =
                of_one.iter().map(|(_, thread, is_write)| (*thread, *is_write)).collect();
            let variable = of_one[0].0;
            self.note(variable, self.classes[variable].1, &accesses, state);
        }
    }

    /// Notes the accesses to one variable in a state: each by a thread, and whether it writes.
    fn note(
        &self,
        variable: usize,
        class: Class,
        accesses: &[(ThreadId, bool)],
        state: &mut PackedState,
    ) {
        let locks = self.locks.len();
        let others_than = |thread| accesses.iter().any(|(other, _)| *other != thread);
        let mut record = self.record(variable, state);
        match (class, self.rule) {
            _ if record.is_shared() => self.count(&mut record, accesses, state),
            (Class::Unshared, _) => {
                let first = record.only().unwrap_or(accesses[0].0);
                record.set_only(first);
                if others_than(first) {
                    record.note();
                }
            }
            (Class::Disciplined { .. }, Rule::Eraser) => {
                let first = record.only().unwrap_or(accesses[0].0);
                record.set_only(first);
                if others_than(first) {
                    record.share(locks);
                    self.count(&mut record, accesses, state);
                }
            }
            (Class::Disciplined { initializer: Some(first) }, rule) => {
                if others_than(first) {
                    record.note();
                } else if rule == Rule::Printed {
                    record.share(locks);
                }
            }
            (Class::Disciplined { initializer: None }, _) => {
                record.share(locks);
                self.count(&mut record, accesses, state);
            }
        }
        self.shelf.put(variable, state, &record);
    }

    /// Counts accesses to a shared variable.
    fn count(&self, record: &mut Record, accesses: &[(ThreadId, bool)], state: &PackedState) {
        let system = self.base.system();
        for &(thread, is_write) in accesses {
            let me = i64::try_from(thread.index()).unwrap_or(i64::MAX) + 1;
            let is_owned = |lock: usize| i64::from(system.value(state, self.locks[lock])) == me;
            let owned = set_of(self.locks.len(), is_owned);
            record.access(is_write, &owned);
        }
    }

    /// Decides whether an access of a thread to a variable, as long as its accesses do not count, is in conflict with
    /// every access of others: it may initialize the variable.
    pub(crate) fn conflicts(&self, variable: usize, thread: ThreadId) -> bool {
        #[cfg(feature = "unsound")]
        if self.is_printed {
            return false;
        }
        self.may_initialize(variable, thread)
    }

    /// Decides whether an access of a thread may initialize a variable, as long as its accesses do not count.
    pub(crate) fn may_initialize(&self, variable: usize, thread: ThreadId) -> bool {
        match self.classes[variable].1 {
            Class::Unshared => false,
            Class::Disciplined { .. } if self.rule == Rule::Eraser => true,
            Class::Disciplined { initializer } => initializer == Some(thread),
        }
    }

    /// The variables for which a transition of a thread is in conflict with every access of others, as long as their
    /// accesses do not count. For [`Rule::Eraser`] these are also the variables that the thread is about to touch after
    /// it: it matters whether another thread is still about to touch them then.
    fn may_conflict(&self, thread: ThreadId, transition: usize) -> impl Iterator<Item = usize> {
        let owner = self.base.system().thread(thread);
        let arrives = match owner.transitions()[transition].target() {
            Target::Point(point) if self.rule == Rule::Eraser => owner.pending_numbers(point),
            _ => 0..0,
        };
        let all = std::iter::once(transition).chain(arrives);
        let all = all.flat_map(move |number| self.touches.may(thread, number).iter().copied());
        all.filter(move |variable| self.conflicts(*variable, thread))
    }

    /// The accesses that threads may still make, with those that may initialize a variable told as writes
    /// ([`Protocol::also_touches`]). Persistent sets of a search that looks for violations need them
    /// ([`Choice::Persistent`](reductio_selective::Choice::Persistent)).
    pub fn ahead(&self) -> Ahead {
        Ahead::with(self.base.system(), |thread, transition, all| {
            for variable in self.may_conflict(thread, transition) {
                all.add(self.classes[variable].0.index(), Access::Write);
            }
        })
    }

    /// Whether a thread is about to initialize a variable, by some transition from where it is.
    fn initializes(&self, thread: ThreadId, state: &PackedState) -> bool {
        if !self.initializing[thread.index()] {
            return false;
        }
        let system = self.base.system();
        let mut pending = system.thread(thread).pending_numbers(system.at(state, thread));
        pending.any(|number| {
            self.touches.may(thread, number).iter().any(|&variable| {
                let is_own =
                    self.classes[variable].1 == Class::Disciplined { initializer: Some(thread) };
                is_own && !self.record(variable, state).is_shared()
            })
        })
    }

    /// Whether a thread may touch, from where it is, a variable whose accesses do not count yet.
    fn is_first(&self, thread: ThreadId, state: &PackedState) -> bool {
        let system = self.base.system();
        let mut pending = system.thread(thread).pending_numbers(system.at(state, thread));
        pending.any(|number| {
            self.touches.may(thread, number).iter().any(|&variable| {
                let is_disciplined = matches!(self.classes[variable].1, Class::Disciplined { .. });
                is_disciplined && !self.record(variable, state).is_shared()
            })
        })
    }

    /// The variables because of which a transition is visible as long as their accesses do not count yet, whatever
    /// makes it visible for ever: those that its thread may initialize from the same control point, by this form of the
    /// discipline. Under [`Rule::Mover`] it is invisible all the same after transitions that move to the right.
    pub fn visible_at_first(&self, thread: ThreadId, transition: usize) -> Vec<CellId> {
        let owner = self.base.system().thread(thread);
        let start = owner.transitions()[transition].start();
        let is_meant = |class: Class| match self.rule {
            Rule::Repaired | Rule::Mover => {
                class == Class::Disciplined { initializer: Some(thread) }
            }
            Rule::Eraser => matches!(class, Class::Disciplined { .. }),
            Rule::Printed => false,
        };
        let touched =
            owner.pending_numbers(start).flat_map(|number| self.touches.may(thread, number));
        let mut found: Vec<CellId> = touched
            .map(|&variable| self.classes[variable])
            .filter_map(|(cell, class)| is_meant(class).then_some(cell))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a violation of exclusive access is about a variable that has a class: then it is none.
    fn is_of_class(&self, violation: Violation) -> bool {
        violation.object().index() >= self.first_object
    }

    /// What is wrong with the accesses to a variable, if something is.
    #[inline]
    fn wrong(&self, variable: usize, state: &PackedState) -> Option<LockViolation> {
        let record = self.record(variable, state);
        let (cell, class) = self.classes[variable];
        record.is_wrong().then(|| {
            let wrong = match class {
                Class::Unshared => Wrong::Shared,
                Class::Disciplined { .. } if record.is_noted() => Wrong::NotInitialized,
                Class::Disciplined { .. } => Wrong::NoLock,
            };
            LockViolation::Access { cell, wrong }
        })
    }
}

impl Protocol for LockDiscipline {
    type State = PackedState;
    type Violation = LockViolation;
    type Store = PackedStore;

    #[inline]
    fn system(&self) -> &System {
        self.base.system()
    }

    #[inline]
    fn state(monitored: &PackedState) -> &PackedState {
        monitored
    }

    #[inline]
    fn state_mut(monitored: &mut PackedState) -> &mut PackedState {
        monitored
    }

    fn initial(&self) -> PackedState {
        let mut state = self.base.system().initial();
        state.resize(self.moved() + usize::from(self.has_moved()), 0);
        self.look(&mut state);
        state
    }

    fn remember(
        &self,
        before: &PackedState,
        thread: ThreadId,
        transition: usize,
        after: &mut PackedState,
    ) {
        let system = self.base.system();
        if matches!(self.rule, Rule::Repaired | Rule::Mover) && self.initializing[thread.index()] {
            for &(variable, _) in &self.touches.of_transition(system, thread, transition, before) {
                let is_own =
                    self.classes[variable].1 == Class::Disciplined { initializer: Some(thread) };
                let mut record = self.record(variable, after);
                if is_own && !record.is_shared() && !record.is_noted() {
                    record.share(self.locks.len());
                    self.shelf.put(variable, after, &record);
                }
            }
        }
        if self.has_moved() {
            let bit = 1 << thread.index();
            let is_mover = self.movers[thread.index()][transition]
                && (self.is_visible(thread, before) || before[self.moved()] & bit != 0);
            // Where the thread comes to a visible control point, it does not matter what it did before.
            let point = system.at(after, thread);
            let word = &mut after[self.moved()];
            if is_mover && !self.base.is_visible_point(thread, point) {
                *word |= bit;
            } else {
                *word &= !bit;
            }
        }
        self.look(after);
    }

    /// An access that initializes a variable does not commute with an access by another thread, even if both read: who
    /// comes first decides whether the discipline is violated.
    fn also_touches(
        &self,
        state: &PackedState,
        thread: ThreadId,
        transition: usize,
        accesses: &mut Accesses,
    ) {
        for variable in self.may_conflict(thread, transition) {
            if !self.record(variable, state).is_shared() {
                accesses.add(self.classes[variable].0.index(), Access::Write);
            }
        }
    }

    fn fixed_accesses(&self) -> Option<&FixedAccesses> {
        self.base.fixed_accesses()
    }

    fn store(&self) -> PackedStore {
        PackedStore::new(self.moved() + usize::from(self.has_moved()))
    }

    fn is_visible(&self, thread: ThreadId, state: &PackedState) -> bool {
        let system = self.base.system();
        self.base.is_visible_point(thread, system.at(state, thread))
            || match self.rule {
                Rule::Repaired => self.initializes(thread, state),
                Rule::Mover => {
                    state[self.moved()] & 1 << thread.index() == 0
                        && self.initializes(thread, state)
                }
                Rule::Eraser => self.is_first(thread, state),
                Rule::Printed => false,
            }
    }

    fn violation(&self, state: &PackedState) -> Option<LockViolation> {
        (0..self.classes.len()).find_map(|variable| self.wrong(variable, state)).or_else(|| {
            let is_own = |object: ObjectId| object.index() < self.first_object;
            // Without other objects there is nothing to look for.
            let found = (self.first_object > 0).then(|| self.base.violation_of(state, is_own));
            found.flatten().map(LockViolation::Exclusive)
        })
    }

    fn violations(&self, state: &PackedState) -> Vec<LockViolation> {
        let own = (0..self.classes.len()).filter_map(|variable| self.wrong(variable, state));
        let base = self.base.violations(state).into_iter();
        let base = base.filter(|violation| !self.is_of_class(*violation));
        own.chain(base.map(LockViolation::Exclusive)).collect()
    }

    /// Only for [`Rule::Repaired`] and [`Rule::Mover`] a reduced search speaks for the system, as far as tests on
    /// generated systems can tell; for the others it is known that violations are missed, or not known that none are.
    fn premises(&self) -> Vec<Premise> {
        let outcome = match self.rule {
            Rule::Repaired | Rule::Mover => Outcome::Open,
            Rule::Printed | Rule::Eraser => Outcome::NotMet,
        };
        let of = |premise: Premise| match premise.checker {
            Checker::Discipline | Checker::Search => {
                let is_known = premise.outcome == Outcome::NotMet;
                let outcome = if is_known { Outcome::NotMet } else { outcome };
                Premise { link: Link::Tested, outcome, ..premise }
            }
            Checker::Construction => premise,
        };
        Protocol::premises(&self.base).into_iter().map(of).collect()
    }

    fn violation_kind(&self, violation: &LockViolation) -> usize {
        match violation {
            LockViolation::Access { cell, .. } => {
                let is_it = |(known, _): &(CellId, Class)| known == cell;
                self.classes.iter().position(is_it).unwrap_or(0)
            }
            LockViolation::Exclusive(inner) => {
                self.classes.len() + Protocol::violation_kind(&self.base, inner)
            }
        }
    }
}
