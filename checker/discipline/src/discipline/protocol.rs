//! Exclusive access as a protocol of searches.

use std::sync::Arc;

use reductio_search::PackedStore;
use reductio_system::{ObjectId, PackedState, Symmetry, System, ThreadId};

use super::Discipline;
use crate::accesses::FixedAccesses;
use crate::protocol::Protocol;
use crate::theorem::{self, Checker, Condition, Outcome, Premise};
use crate::violation::Violation;

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

    fn renamed_violation_kind(&self, violation: &Violation, symmetry: &Symmetry) -> usize {
        let first = |object: ObjectId| {
            let cells = self.system.objects()[object.index()].cells();
            let first = cells.iter().map(|cell| symmetry.first_cell(*cell)).min();
            first.and_then(|cell| self.system.cell(cell).object()).unwrap_or(object)
        };
        self.violation_kind(&match *violation {
            Violation::NotExclusive { object, first: one, second } => {
                Violation::NotExclusive { object: first(object), first: one, second }
            }
            Violation::Access { object, thread, transition } => {
                let thread = symmetry.first_alike(thread);
                Violation::Access { object: first(object), thread, transition }
            }
        })
    }
}
