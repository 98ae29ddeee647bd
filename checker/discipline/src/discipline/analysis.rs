//! The facts about the transitions of a system under some invariants, and the invariants that make them better.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_system::{ObjectId, System};

use crate::classify::{self, Classification, Reason, Wanted};
use crate::conditions::{self, Breach, SideConditions};
use crate::effects::Effects;
use crate::found::{self, Budget};
use crate::invariant;
use crate::plan::ClassId;
use crate::requirement::Table;
use crate::set_c::SetC;
use crate::survey::{Class, Survey};
use crate::taking::Takings;
use crate::usage::Usage;

/// The facts that are known of the transitions of a system, in all states or in those of some invariants.
pub(super) struct Analysis {
    pub(super) effects: Effects,
    pub(super) sets: Vec<SideConditions>,
    pub(super) set_c: SetC,
    pub(super) conditions: Vec<SideConditions>,
    pub(super) classification: Classification,
}

impl Analysis {
    /// Looks at each transition. Of a second look, in fewer states than a `first` one, only those effects count that
    /// the first has found as well.
    pub(super) fn new(
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

    /// Decides whether some object is outside the theorem, or some transition visible, only because of effects, which
    /// fewer states might not show.
    pub(super) fn may_be_improved(&self, system: &System) -> bool {
        let is_effect = |reason: &Reason| {
            !matches!(
                reason,
                Reason::Operation(_)
                    | Reason::Open(_)
                    | Reason::Neighbour(_)
                    | Reason::Chooses
                    | Reason::Repeats
                    | Reason::Alike
            )
        };
        let mut transitions = system.thread_ids().flat_map(|thread| {
            let numbers = 0..system.thread(thread).transitions().len();
            numbers.map(move |number| self.classification.reasons(thread, number))
        });
        self.outside() > 0
            || transitions.any(|reasons| !reasons.is_empty() && reasons.iter().all(is_effect))
    }

    pub(super) fn outside(&self) -> usize {
        let is_outside = |side: &&SideConditions| matches!(side, SideConditions::Neither(_));
        self.conditions.iter().filter(is_outside).count()
    }

    /// The numbers of objects outside the theorem and of visible transitions: the fewer, the better.
    pub(super) fn measure(&self) -> (usize, usize) {
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

/// Looks for invariants that bring more objects into the theorem, and leaves out those that are not needed for it. The
/// survey assumes them in the end, or what it assumed before where there are none.
pub(super) fn under_found_invariants(
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
