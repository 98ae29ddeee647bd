//! Declared invariants that are inductive: they hold at first, and no transition leads from a state in which all of
//! them hold into one in which one does not.
//!
//! What the theorem asks of single transitions is needed only in the states of an inductive invariant, because no run
//! leaves them. So effects that no such state shows need not make a transition visible.
//!
//! The largest set of invariants that are inductive together is found by taking away, again and again, what some
//! transition falsifies (as Houdini does). Each question is about one transition and one conjunct; what is not decided
//! is taken away. Nothing is explored.

use std::sync::atomic::AtomicBool;

use crate::effects::One;
use crate::paths::Paths;
use crate::requirement::Table;
use crate::survey::{Survey, meet};

/// The numbers of the invariants that are inductive together. Cost: one question for each transition and each conjunct
/// that it may change, as often as something is taken away.
pub(super) fn inductive(survey: &mut Survey<'_>, table: Table, cancel: Option<&AtomicBool>) {
    let system = survey.system;
    let initial = system.initial();
    let holds_at_first = |number: &usize| system.invariant_holds(*number, &initial);
    let mut kept: Vec<usize> = (0..system.invariants().len()).filter(holds_at_first).collect();
    loop {
        survey.assume(&kept);
        let mut paths = survey.paths(cancel);
        let is_kept = |claim: &usize| {
            (0..survey.parts.len())
                .filter(|part| survey.parts[*part].claim == *claim)
                .all(|part| is_preserved(survey, &mut paths, part, table))
        };
        let before = kept.len();
        let mut is_kept = is_kept;
        kept.retain(|claim| is_kept(claim));
        if kept.len() == before {
            return;
        }
    }
}

/// Whether no transition falsifies a conjunct where all that is assumed holds.
fn is_preserved(survey: &Survey<'_>, paths: &mut Paths<'_>, part: usize, table: Table) -> bool {
    let support = &survey.part_supports[part];
    survey.system.thread_ids().all(|thread| {
        (0..survey.system.thread(thread).transitions().len()).all(|number| {
            let one = One::new(survey, thread, number, table);
            !meet(support, &one.written) || one.preserves(paths, part)
        })
    })
}

impl One<'_, '_> {
    /// Whether the transition does not falsify a conjunct of an invariant where all that is assumed holds. Whether its
    /// accesses are allowed does not matter: runs go on after a violation.
    fn preserves(&self, paths: &mut Paths<'_>, part: usize) -> bool {
        let (predicate, support) =
            (&self.survey.parts[part].predicate, &self.survey.part_supports[part]);
        let plan = self.plan(support);
        paths.focus_on(support);
        let asked = self.ask(paths, support, &[()], |paths| {
            if !paths.execute(self.thread, self.transition, &plan) {
                return None;
            }
            paths.look_back(true);
            if !paths.holds(predicate) {
                return None;
            }
            paths.look_back(false);
            (!paths.holds(predicate)).then_some(())
        });
        asked.is_complete && asked.found.is_empty()
    }
}
