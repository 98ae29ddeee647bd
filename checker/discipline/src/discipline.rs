//! Exclusive access in a system: which steps it makes visible, and which states violate it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use reductio_search::PackedStore;
use reductio_system::{ObjectId, PackedState, Point, StateProperty, System, ThreadId};

use crate::accesses::FixedAccesses;
use crate::candidate::{Candidate, FoundInvariant};
use crate::classify::{self, Classification, Reason, Wanted};
use crate::conditions::{self, Breach, SideConditions};
use crate::effects::Effects;
use crate::found::{self, Budget};
use crate::hiding::all_claims;
use crate::invariant;
use crate::local::ChosenSet;
use crate::observe;
use crate::overflow::FullSemaphores;
use crate::plan::ClassId;
use crate::protocol::Protocol;
use crate::requirement::Table;
use crate::semaphores::PlainSemaphores;
use crate::set_c::SetC;
use crate::survey::{Class, Survey};
use crate::taking::Takings;
use crate::theorem::{self, Checker, Condition, Outcome, Premise};
use crate::usage::Usage;
use crate::violation::{Violation, Watch};

/// The options of a classification.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "options that do not depend on each other")]
pub struct Settings {
    /// The objects to treat as open variables: touching them is visible, and nothing is required of them.
    pub demoted: Vec<ObjectId>,
    /// The objects to treat as open variables of which the discipline is checked all the same: touching them is visible, and so
    /// is whatever changes one of their predicates. Then no invisible transition hides that it is violated.
    pub watched: Vec<ObjectId>,
    /// Whether inductive invariants are looked for where an object meets no set of side conditions.
    pub find_invariants: bool,
    /// Whether transitions that could hide that something was reached are visible, so that "no state reaches it" is
    /// as certain as "no state violates it". Invariants are always treated so.
    pub exact_reach: bool,
    /// Whether every `up` of a semaphore is visible. Then a state in which a thread is about to fail at one is not bad,
    /// and a reduced search goes on from there.
    pub visible_ups: bool,
    /// Whether transitions are visible where a thread may have a choice between them (S1, section 3.5). Then a thread has at most
    /// one invisible transition at a time, `DetermInvis`, which searches ask for that put invisible transitions together
    /// with the one before.
    pub visible_choices: bool,
    /// The property for which transitions are classified, by its number: those that may change the truth of one of its atoms
    /// are visible, those that may change whether a fair thread can move, and those that start where a thread may stop
    /// ([`Discipline::observing`]).
    pub observed: Option<usize>,
    /// Transitions that are visible whatever they do, by thread and number: one of each loop of invisible transitions that a
    /// thread can take for ever, so that (13) holds ([`Discipline::with_visible`]).
    pub visible: Vec<(ThreadId, usize)>,
}

thread_local! {
    static CLASSIFICATIONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The number of times that this thread has classified the transitions of a system. Tests of the cost of commands count
/// with it.
pub fn classifications() -> usize {
    CLASSIFICATIONS.get()
}

/// The error that a classification was interrupted: its cancel flag was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted while transitions were classified")]
pub struct Interrupted;

/// Exclusive access as the discipline of one system: the treatment of each protected object, and what follows for
/// transitions and states.
#[derive(Clone, Debug)]
pub struct Discipline {
    system: Arc<System>,
    usage: Usage,
    effects: Effects,
    /// The set, A or B, of each object, and where Set C takes its place.
    sets: Vec<SideConditions>,
    set_c: SetC,
    conditions: Vec<SideConditions>,
    table: Table,
    classification: Classification,
    watch: Watch,
    full: FullSemaphores,
    /// The declared invariants that are assumed.
    assumed: Vec<usize>,
    /// The invariants that were found, and are assumed.
    found: Vec<Candidate>,
    exact_claims: usize,
    settings: Settings,
    /// Worked out when a search asks for it first.
    fixed: OnceLock<Arc<FixedAccesses>>,
}

/// What is known of the transitions of a system, in all states or in those of some invariants.
struct Analysis {
    effects: Effects,
    sets: Vec<SideConditions>,
    set_c: SetC,
    conditions: Vec<SideConditions>,
    classification: Classification,
}

impl Analysis {
    /// Looks at each transition. Of a second look, in fewer states than a `first` one, only those effects count that
    /// the first has found as well.
    fn new(
        survey: &Survey<'_>,
        usage: &Usage,
        wanted: Wanted<'_>,
        table: Table,
        cancel: Option<&AtomicBool>,
        first: Option<&Effects>,
    ) -> Self {
        let system = survey.system;
        let mut effects = Effects::new(survey, table, cancel);
        if let Some(first) = first {
            effects = effects.confirming(first);
        }
        let sets = conditions::sets(system, usage, &effects, table);
        let set_c = SetC::new(survey, &effects, &sets, table, cancel);
        let classification = classify::classify(&classify::Basis {
            system,
            survey,
            usage,
            effects: &effects,
            sets: &sets,
            set_c: &set_c,
            wanted,
            table,
            cancel,
        });
        let takings =
            Takings { survey, usage, effects: &effects, classification: &classification, table };
        let conditions = decided(&sets, &set_c, takings.breaches(cancel));
        Analysis { effects, sets, set_c, conditions, classification }
    }

    /// Whether some object is outside the theorem, or some transition visible, only because of effects, which fewer
    /// states might not show.
    fn may_be_improved(&self, system: &System) -> bool {
        let is_effect = |reason: &Reason| {
            !matches!(
                reason,
                Reason::Operation(_)
                    | Reason::Open(_)
                    | Reason::Neighbour(_)
                    | Reason::Chooses
                    | Reason::Repeats
            )
        };
        let mut transitions = system.thread_ids().flat_map(|thread| {
            let numbers = 0..system.thread(thread).transitions().len();
            numbers.map(move |number| self.classification.reasons(thread, number))
        });
        self.outside() > 0
            || transitions.any(|reasons| !reasons.is_empty() && reasons.iter().all(is_effect))
    }

    fn outside(&self) -> usize {
        let is_outside = |side: &&SideConditions| matches!(side, SideConditions::Neither(_));
        self.conditions.iter().filter(is_outside).count()
    }

    /// The numbers of objects outside the theorem and of visible transitions: the fewer, the better.
    fn measure(&self) -> (usize, usize) {
        (self.outside(), self.classification.visible_transitions())
    }
}

/// The conditions that objects meet once transitions are classified: none of the sets where (b) is broken, Set C where
/// only that allows an invisible transition to drop access.
fn decided(
    sets: &[SideConditions],
    set_c: &SetC,
    breaches: Vec<Vec<Breach>>,
) -> Vec<SideConditions> {
    let of = |(index, (set, breaches)): (usize, (&SideConditions, Vec<Breach>))| {
        if !breaches.is_empty() {
            SideConditions::Neither(breaches)
        } else if set_c.is_used(ObjectId::new(index)) {
            SideConditions::SetC
        } else {
            set.clone()
        }
    };
    sets.iter().zip(breaches).enumerate().map(of).collect()
}

/// Looks for invariants that bring more objects into the theorem, and leaves out those that are not needed for it. The survey
/// assumes them in the end, or what it assumed before where there are none.
fn under_found_invariants(
    survey: &mut Survey<'_>,
    known: Analysis,
    look: impl Fn(&Survey<'_>, Option<&Effects>) -> Analysis,
    table: Table,
    cancel: Option<&AtomicBool>,
) -> Analysis {
    let is_outside = |class: &Class| {
        class
            .objects
            .iter()
            .any(|object| matches!(known.conditions[object.index()], SideConditions::Neither(_)))
    };
    let classes: Vec<ClassId> =
        (0..).zip(&survey.classes).filter(|(_, class)| is_outside(class)).map(|(k, _)| k).collect();
    let assumed_before = survey.assumed();
    let mut budget = Budget::new();
    // As many declared ones as there are may be needed for those that are found.
    invariant::inductive(survey, table, cancel);
    let declared = survey.assumed();
    survey.found = found::candidates(survey, &classes);
    found::inductive(survey, table, &mut budget, cancel);
    let mut best = look(survey, Some(&known.effects));
    if survey.found.is_empty() || best.outside() >= known.outside() {
        survey.found.clear();
        survey.assume(&assumed_before);
        return known;
    }
    if declared != assumed_before {
        let all = survey.found.clone();
        survey.assume(&assumed_before);
        found::inductive(survey, table, &mut budget, cancel);
        let fewer = look(survey, Some(&known.effects));
        if !survey.found.is_empty() && fewer.measure() <= best.measure() {
            best = fewer;
        } else {
            survey.assume(&declared);
            survey.found = all;
        }
    }
    let all = survey.found.clone();
    let needed = found::fewest(all, |fewer| {
        survey.found = fewer;
        found::inductive(survey, table, &mut budget, cancel);
        let trial = look(survey, Some(&known.effects));
        if trial.measure() > best.measure()
            || cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return None;
        }
        best = trial;
        Some(survey.found.clone())
    });
    survey.found = needed;
    best
}

impl Discipline {
    /// Classifies the transitions of a system, which it keeps; every protected object stays protected. Cost: for each
    /// transition and all objects with the same predicates that it may change, the ways through its text and the
    /// predicates, up to a limit; it does not depend on the number of values that variables have.
    ///
    /// # Panics
    /// Never: nobody interrupts it.
    pub fn new(system: impl Into<Arc<System>>) -> Self {
        Self::with(system, &Settings::default(), None).expect("there is no flag")
    }

    /// Classifies the transitions of a system as [`Discipline::new`] does, with other settings.
    ///
    /// # Errors
    /// [`Interrupted`] when `cancel` was raised before the classification was done.
    pub fn with(
        system: impl Into<Arc<System>>,
        settings: &Settings,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Interrupted> {
        let found = Self::build(system.into(), settings, Table::default(), cancel)?;
        match settings.observed {
            Some(property) => found.observing(property, cancel),
            None => Ok(found),
        }
    }

    /// The discipline with the transitions visible that matter to a property, by its number, beside those that are
    /// visible anyway: those that may change the truth of one of its atoms, in either direction, and those that may change
    /// whether a fair thread ([`Thread::fairness`](reductio_system::Thread::fairness)) can move. Invisible transitions then
    /// change nothing that the property is about, so that runs of reduced steps are, up to stuttering, the runs of the
    /// system, where the theorem applies and the discipline is followed. That the theorem applies, that no bad state is
    /// reached, and that no thread takes invisible steps for ever, is true of that discipline where it is true of this one.
    /// Cost: one question for each atom and each transition that writes what it reads.
    ///
    /// # Errors
    /// [`Interrupted`] when `cancel` was raised before the classification was done.
    pub fn observing(
        &self,
        property: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Interrupted> {
        let system = &*self.system;
        let mut survey = Survey::new(system, &self.usage, self.exact_claims);
        survey.assume(&self.assumed);
        survey.found.clone_from(&self.found);
        let more = observe::observed(&survey, &self.usage, property, self.table, cancel);
        if cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Interrupted);
        }
        let settings = Settings { observed: Some(property), ..self.settings.clone() };
        Ok(self.refined(more, settings))
    }

    /// The discipline with more visible transitions, by thread and number. The side conditions are met where they were met
    /// before: (a) is asked of fewer transitions, and one that was invisible meets (b) and (b') as a visible one because it met
    /// (a). A loop that a thread can take for ever, unseen by others, is no obstacle to the theorem once one of its
    /// transitions is visible.
    #[must_use]
    pub fn with_visible(&self, transitions: &[(ThreadId, usize)]) -> Self {
        let mut settings = self.settings.clone();
        settings.visible.extend_from_slice(transitions);
        self.refined(transitions.iter().map(|&(t, number)| (t, number, Reason::Repeats)), settings)
    }

    /// The discipline with more reasons for transitions to be visible.
    #[must_use]
    fn refined(
        &self,
        more: impl IntoIterator<Item = (ThreadId, usize, Reason)>,
        settings: Settings,
    ) -> Self {
        let classification = self.classification.with(&self.system, more, self.table);
        let full = FullSemaphores::new(&self.system, &classification, self.table);
        Discipline { classification, full, settings, ..self.clone() }
    }

    /// Makes a discipline that lacks a requirement, and so in general allows reduced searches that miss violations. It
    /// is for experiments that show what the requirement is for.
    ///
    /// # Panics
    /// Never: nobody interrupts it.
    #[cfg(feature = "unsound")]
    pub fn without(system: impl Into<Arc<System>>, requirement: crate::Requirement) -> Self {
        let table = Table { without: Some(requirement) };
        Self::build(system.into(), &Settings::default(), table, None).expect("there is no flag")
    }

    /// The premises of the reduction theorem while no transition is classified.
    pub fn unclassified_premises() -> Vec<Premise> {
        theorem::of_exclusive_access()
    }

    fn build(
        shared: Arc<System>,
        settings: &Settings,
        table: Table,
        cancel: Option<&AtomicBool>,
    ) -> Result<Self, Interrupted> {
        CLASSIFICATIONS.set(CLASSIFICATIONS.get() + 1);
        let system = &*shared;
        let usage = Usage::new(system, &settings.demoted, &settings.watched);
        let exact = system.invariants().len()
            + if settings.exact_reach { system.reachable().len() } else { 0 };
        let mut survey = Survey::new(system, &usage, exact);
        let semaphores = if settings.visible_ups {
            PlainSemaphores::none(system)
        } else {
            PlainSemaphores::of(system)
        };
        let wanted = Wanted {
            semaphores: &semaphores,
            exact_claims: exact,
            choices: settings.visible_choices,
        };
        let look = |survey: &Survey<'_>, first: Option<&Effects>| {
            Analysis::new(survey, &usage, wanted, table, cancel, first)
        };
        let mut analysis = look(&survey, None);
        if analysis.may_be_improved(system) {
            invariant::inductive(&mut survey, table, cancel);
            let improved = survey
                .assumes_anything()
                .then(|| look(&survey, Some(&analysis.effects)))
                .filter(|improved| improved.measure() < analysis.measure());
            match improved {
                Some(improved) => analysis = improved,
                None => survey.assume(&[]),
            }
        }
        if settings.find_invariants && analysis.outside() > 0 {
            analysis = under_found_invariants(&mut survey, analysis, look, table, cancel);
        }
        let (assumed, found) = (survey.assumed(), survey.found.clone());
        let Analysis { effects, sets, set_c, conditions, classification } = analysis;
        let watch = Watch::new(&survey, &usage, table, cancel);
        let full = FullSemaphores::new(system, &classification, table);
        if cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Interrupted);
        }
        drop(survey);
        let known = Discipline {
            system: shared,
            usage,
            effects,
            sets,
            set_c,
            conditions,
            table,
            classification,
            watch,
            full,
            assumed,
            found,
            exact_claims: exact,
            settings: settings.clone(),
            fixed: OnceLock::new(),
        };
        let visible = settings.visible.iter().map(|&(t, number)| (t, number, Reason::Repeats));
        Ok(if settings.visible.is_empty() {
            known
        } else {
            known.refined(visible, settings.clone())
        })
    }

    /// The system, to be shared with others.
    pub fn shared_system(&self) -> Arc<System> {
        self.system.clone()
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The settings of the classification.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The roles of all cells.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// The effects of each transition on predicates and claims.
    pub fn effects(&self) -> &Effects {
        &self.effects
    }

    /// The side conditions of each protected object, by [`ObjectId`].
    pub fn conditions(&self) -> &[SideConditions] {
        &self.conditions
    }

    /// The set by which the discipline answers for an object and a thread at a control point; none for an object that is
    /// treated as open.
    pub fn chosen(&self, object: ObjectId, thread: ThreadId, point: Point) -> Option<ChosenSet> {
        let set = &self.sets[object.index()];
        match set {
            SideConditions::Demoted | SideConditions::Watched => None,
            SideConditions::SetB if set.allows_drop(&self.effects, object, thread, self.table) => {
                Some(ChosenSet::B)
            }
            _ if self.set_c.allows(object, thread, point) => Some(ChosenSet::C),
            _ => Some(ChosenSet::A),
        }
    }

    /// The objects to which the reduction theorem does not apply, because they meet no set of side conditions,
    /// with the conditions that are broken.
    pub fn outside(&self) -> impl Iterator<Item = (ObjectId, &[Breach])> {
        self.conditions.iter().enumerate().filter_map(|(index, conditions)| match conditions {
            SideConditions::Neither(breaches) => Some((ObjectId::new(index), breaches.as_slice())),
            _ => None,
        })
    }

    /// The classification of all transitions.
    pub fn classification(&self) -> &Classification {
        &self.classification
    }

    /// The claims that no invisible transition hides: the invariants, and with [`Settings::exact_reach`] the claims
    /// that something is reached.
    pub fn exact_claims(&self) -> impl Iterator<Item = &StateProperty> {
        all_claims(&self.system).take(self.exact_claims)
    }

    /// The numbers of the invariants that the classification assumes to hold before each transition. Together they are
    /// inductive: they hold at first, and no transition leads out of them, so no run does. Empty where they make no
    /// difference.
    pub fn assumed_invariants(&self) -> &[usize] {
        &self.assumed
    }

    /// The invariants that nobody declared, that were found where an object met no set of side conditions, and without which
    /// it would not meet one. Together with the declared ones that are assumed they are inductive. Empty unless
    /// [`Settings::find_invariants`] says that they are looked for.
    pub fn found_invariants(&self) -> impl ExactSizeIterator<Item = &FoundInvariant> {
        self.found.iter().map(|one| &one.invariant)
    }

    /// Whether all assumed invariants hold in a state, declared ones and found ones.
    pub fn assumes(&self, state: &PackedState) -> bool {
        let holds = |one: &FoundInvariant| self.system.holds(&one.predicate(&self.system), state);
        self.assumed.iter().all(|number| self.system.invariant_holds(*number, state))
            && self.found_invariants().all(holds)
    }

    /// Whether a control point is visible: all transitions that start there are.
    #[inline]
    pub fn is_visible_point(&self, thread: ThreadId, point: Point) -> bool {
        self.classification.is_visible_point(thread, point)
    }

    /// Whether a state is visible (`p`): all threads are at visible control points.
    pub fn is_visible(&self, state: &PackedState) -> bool {
        self.system
            .thread_ids()
            .all(|thread| self.is_visible_point(thread, self.system.at(state, thread)))
    }

    /// The violation in a state, if it is bad. Cost: the guards and commands that touch protected objects in it, and
    /// the predicates that could overlap.
    #[inline]
    pub fn violation(&self, state: &PackedState) -> Option<Violation> {
        self.watch.violation(&self.system, state)
    }

    /// All violations in a state, first the one that [`Self::violation`] returns: each forbidden access once, and each
    /// object to which two threads have access at once. Cost: as for [`Self::violation`].
    pub fn violations(&self, state: &PackedState) -> Vec<Violation> {
        self.watch.violations(&self.system, state)
    }

    /// A violation in a state by accesses to one of the wanted objects, if there is one. Cost: as for [`Self::violation`].
    pub fn violation_of(
        &self,
        state: &PackedState,
        is_wanted: impl Fn(ObjectId) -> bool,
    ) -> Option<Violation> {
        self.watch.violation_of(&self.system, state, is_wanted)
    }

    /// Whether a state is bad (`b`): the discipline is violated in it, or a thread is about to fail at an `up`. Cost: as
    /// for [`Self::violation`].
    pub fn is_bad(&self, state: &PackedState) -> bool {
        self.violation(state).is_some() || !self.about_to_fail(state).is_empty()
    }

    /// Whether a transition fails where the semaphore of its `up` is full, and a state in which it is about to do so is bad.
    pub fn is_overflow(&self, thread: ThreadId, number: usize) -> bool {
        self.full.has(thread, number)
    }

    /// The threads that are about to fail in a state because the semaphore of their `up` is full (`f_i`), each with the
    /// number of the transition in which it does; of semaphores with an invisible `up` only.
    pub fn about_to_fail(&self, state: &PackedState) -> Vec<(ThreadId, usize)> {
        let mut out = Vec::new();
        self.full.about_to_fail(&self.system, state, |thread, number| out.push((thread, number)));
        out
    }
}

impl Protocol for Discipline {
    type State = PackedState;
    type Violation = Violation;
    type Store = PackedStore;

    fn system(&self) -> &System {
        &self.system
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
        self.system.initial()
    }

    fn fixed_accesses(&self) -> Option<&FixedAccesses> {
        Some(self.fixed.get_or_init(|| Arc::new(FixedAccesses::of(&self.system))))
    }

    fn store(&self) -> PackedStore {
        PackedStore::new(self.system.layout().words())
    }

    #[inline]
    fn is_visible(&self, thread: ThreadId, state: &PackedState) -> bool {
        self.is_visible_point(thread, self.system.at(state, thread))
    }

    #[inline]
    fn violation(&self, state: &PackedState) -> Option<Violation> {
        self.watch.violation(&self.system, state)
    }

    fn violations(&self, state: &PackedState) -> Vec<Violation> {
        self.watch.violations(&self.system, state)
    }

    #[inline]
    fn about_to_fail(&self, state: &PackedState, visit: impl FnMut(ThreadId, usize)) {
        self.full.about_to_fail(&self.system, state, visit);
    }

    /// The conditions whose checks are done: (16) and (17) do not follow where an object meets no set of side
    /// conditions.
    fn premises(&self) -> Vec<Premise> {
        let is_outside = self.outside().next().is_some();
        let mut premises = theorem::of_exclusive_access();
        for premise in premises.iter_mut().filter(|it| it.checker == Checker::Discipline) {
            let fails = premise.condition == Condition::Commuting && is_outside;
            premise.outcome = if fails { Outcome::NotMet } else { Outcome::Met };
        }
        premises
    }

    /// The kinds are those of the object and, for an access, of the thread.
    fn violation_kind(&self, violation: &Violation) -> usize {
        let threads = self.system.threads().len() + 1;
        match *violation {
            Violation::NotExclusive { object, .. } => object.index() * threads,
            Violation::Access { object, thread, .. } => {
                object.index() * threads + thread.index() + 1
            }
        }
    }
}
