//! A packed system under a discipline, as something to search.

use super::model::Model;
use super::store::PackedStore;
use crate::discipline::{Discipline, Violation};
use crate::system::{Expression, Outcome, PackedState, Point, System, ThreadId};

/// A [`System`](crate::system::System) under a [`Discipline`]; the steps of a thread are numbered as its transitions.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'s> {
    discipline: &'s Discipline<'s>,
    system: &'s System,
}

impl<'s> Packed<'s> {
    /// The system of a discipline.
    pub fn new(discipline: &'s Discipline<'s>) -> Self {
        Packed { discipline, system: discipline.system() }
    }

    fn at(&self, thread: usize, state: &PackedState) -> Point {
        self.system.at(state, ThreadId::new(thread))
    }

    fn holds(&self, predicate: &Expression, state: &PackedState) -> bool {
        self.system.holds(predicate, state)
    }
}

impl Model for Packed<'_> {
    type State = PackedState;
    type Violation = Violation;
    type Store = PackedStore;

    fn threads(&self) -> usize {
        self.system.threads().len()
    }

    fn initial(&self) -> PackedState {
        self.system.initial()
    }

    #[inline]
    fn steps(
        &self,
        thread: usize,
        state: &PackedState,
        mut visit: impl FnMut(usize, &PackedState),
    ) {
        let id = ThreadId::new(thread);
        let owner = self.system.thread(id);
        let numbers = owner.pending_numbers(self.at(thread, state));
        if numbers.is_empty() {
            return;
        }
        let mut next = PackedState::new();
        for number in numbers {
            let transition = &owner.transitions()[number];
            if self.system.execute(id, transition, state, &mut next) != Outcome::Disabled {
                visit(number, &next);
            }
        }
    }

    fn store(&self) -> PackedStore {
        PackedStore::new(self.system.layout().words())
    }

    #[inline]
    fn is_visible(&self, thread: usize, state: &PackedState) -> bool {
        self.discipline.is_visible_point(ThreadId::new(thread), self.at(thread, state))
    }

    #[inline]
    fn violation(&self, state: &PackedState) -> Option<Violation> {
        self.discipline.violation(state)
    }

    #[inline]
    fn has_failed(&self, thread: usize, state: &PackedState) -> bool {
        self.system.thread(ThreadId::new(thread)).is_failed(self.at(thread, state))
    }

    fn may_rest(&self, thread: usize, state: &PackedState) -> bool {
        let at = self.at(thread, state);
        let owner = self.system.thread(ThreadId::new(thread));
        owner.points()[usize::from(at)].is_idle() || (owner.is_final(at) && !owner.is_failed(at))
    }

    fn points(&self, thread: usize) -> usize {
        self.system.threads()[thread].points().len()
    }

    #[inline]
    fn point(&self, thread: usize, state: &PackedState) -> usize {
        usize::from(self.at(thread, state))
    }

    #[inline]
    fn invariants(&self) -> usize {
        self.system.invariants().len()
    }

    fn invariant(&self, number: usize, state: &PackedState) -> bool {
        self.holds(&self.system.invariants()[number].predicate, state)
    }

    fn goals(&self) -> usize {
        self.system.reachable().len()
    }

    fn goal(&self, number: usize, state: &PackedState) -> bool {
        self.holds(&self.system.reachable()[number].predicate, state)
    }
}
