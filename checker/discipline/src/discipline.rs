//! Exclusive access in a system: which steps it makes visible, and which states violate it.

mod analysis;
mod build;
mod protocol;
mod settings;
mod symmetry;

use std::sync::{Arc, OnceLock};

use reductio_system::{ObjectId, PackedState, Point, StateProperty, System, ThreadId};

use crate::accesses::FixedAccesses;
use crate::candidate::{Candidate, FoundInvariant};
use crate::classify::Classification;
use crate::conditions::{Breach, SideConditions};
use crate::effects::Effects;
use crate::hiding::all_claims;
use crate::local::ChosenSet;
use crate::overflow::FullSemaphores;
use crate::requirement::Table;
use crate::set_c::SetC;
use crate::usage::Usage;
use crate::violation::{Violation, Watch};

pub use settings::{Interrupted, Settings, classifications};

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

impl Discipline {
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

    /// The set by which the discipline answers for an object and a thread at a control point; none for an object that
    /// is treated as open.
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

    /// The invariants that nobody declared, that were found where an object met no set of side conditions, and without
    /// which it would not meet one. Together with the declared ones that are assumed they are inductive. Empty unless
    /// [`Settings::find_invariants`] says that they are looked for.
    pub fn found_invariants(&self) -> impl ExactSizeIterator<Item = &FoundInvariant> {
        self.found.iter().map(|one| &one.invariant)
    }

    /// Decides whether all assumed invariants hold in a state, declared ones and found ones.
    pub fn assumes(&self, state: &PackedState) -> bool {
        let holds = |one: &FoundInvariant| self.system.holds(&one.predicate(&self.system), state);
        self.assumed.iter().all(|number| self.system.invariant_holds(*number, state))
            && self.found_invariants().all(holds)
    }

    /// Decides whether a control point is visible: all transitions that start there are.
    #[inline]
    pub fn is_visible_point(&self, thread: ThreadId, point: Point) -> bool {
        self.classification.is_visible_point(thread, point)
    }

    /// Decides whether a state is visible (`p`): all threads are at visible control points.
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

    /// A violation in a state by accesses to one of the wanted objects, if there is one. Cost: as for
    /// [`Self::violation`].
    pub fn violation_of(
        &self,
        state: &PackedState,
        is_wanted: impl Fn(ObjectId) -> bool,
    ) -> Option<Violation> {
        self.watch.violation_of(&self.system, state, is_wanted)
    }

    /// Decides whether a state is bad (`b`): the discipline is violated in it, or a thread is about to fail at an `up`.
    /// Cost: as for [`Self::violation`].
    pub fn is_bad(&self, state: &PackedState) -> bool {
        self.violation(state).is_some() || !self.about_to_fail(state).is_empty()
    }

    /// Decides whether a transition fails where the semaphore of its `up` is full, and a state in which it is about to
    /// do so is bad.
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
