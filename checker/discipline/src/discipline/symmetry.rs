//! Symmetry under a discipline: which threads can be renamed without a change of what is visible and what is bad.

use std::sync::atomic::AtomicBool;

use reductio_system::{CellId, FamilyAnswer, ObjectId, Symmetry, ThreadId};

use super::Discipline;

impl Discipline {
    /// Finds out which families of threads of the system can be renamed. What threads may touch must be judged alike
    /// for all members; which of their control points are visible need not be: [`Self::less_visible`] says which
    /// transitions have to be visible besides ([`Self::with_alike`]).
    ///
    /// Cost: linear in the size of the transitions, for each family.
    pub fn symmetry(&self, cancel: Option<&AtomicBool>) -> (Option<Symmetry>, Vec<FamilyAnswer>) {
        let system = self.system();
        Symmetry::of(system, cancel, |cell, _| {
            let renamed = |object: ObjectId| {
                let first = system.objects()[object.index()].cells().first();
                first.and_then(|first| system.cell(cell(*first)).object())
            };
            (0..system.cells().len()).map(CellId::new).all(|own| {
                let judged = self.usage().judged(own);
                self.usage().judged(cell(own)) == judged.and_then(renamed)
            })
        })
    }

    /// The invisible transitions at control points that are visible for another thread that theirs can be renamed to:
    /// where there are none, renamings change nothing of what is visible.
    pub fn less_visible(&self, symmetry: &Symmetry) -> Vec<(ThreadId, usize)> {
        let system = self.system();
        let mut out = Vec::new();
        for thread in system.thread_ids() {
            let first = symmetry.first_alike(thread);
            let alike: Vec<ThreadId> =
                system.thread_ids().filter(|other| symmetry.first_alike(*other) == first).collect();
            let transitions = system.thread(thread).transitions().iter().enumerate();
            for (number, transition) in transitions {
                let point = transition.start();
                let is_visible = |other: &ThreadId| self.is_visible_point(*other, point);
                if !self.classification().is_visible(thread, number) && alike.iter().any(is_visible)
                {
                    out.push((thread, number));
                }
            }
        }
        out
    }
}
