//! The making of a discipline: transitions are classified, once more under invariants where that may make more of them
//! invisible, or once more with others visible.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use reductio_system::{System, ThreadId};

use super::analysis::{Analysis, under_found_invariants};
use super::settings::count_classification;
use super::{Discipline, Interrupted, Settings};
use crate::classify::{Reason, Wanted};
use crate::effects::Effects;
use crate::invariant;
use crate::locks::PlainLocks;
use crate::observe;
use crate::overflow::FullSemaphores;
use crate::requirement::Table;
use crate::semaphores::PlainSemaphores;
use crate::survey::Survey;
use crate::theorem::{self, Premise};
use crate::usage::Usage;
use crate::violation::Watch;

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
    /// visible anyway: those that may change the truth of one of its atoms, in either direction, and those that may
    /// change whether a fair thread ([`Thread::fairness`](reductio_system::Thread::fairness)) can move. Invisible
    /// transitions then change nothing that the property is about, so that runs of reduced steps are, up to stuttering,
    /// the runs of the system, where the theorem applies and the discipline is followed. That the theorem applies, that
    /// no bad state is reached, and that no thread takes invisible steps for ever, is true of that discipline where it
    /// is true of this one. Cost: one question for each atom and each transition that writes what it reads.
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

    /// The discipline with more visible transitions, by thread and number. The side conditions are met where they were
    /// met before: (a) is asked of fewer transitions, and one that was invisible meets (b) and (b') as a visible one
    /// because it met (a). A loop that a thread can take for ever, unseen by others, is no obstacle to the theorem once
    /// one of its transitions is visible.
    #[must_use]
    pub fn with_visible(&self, transitions: &[(ThreadId, usize)]) -> Self {
        let mut settings = self.settings.clone();
        settings.visible.extend_from_slice(transitions);
        self.refined(transitions.iter().map(|&(t, number)| (t, number, Reason::Repeats)), settings)
    }

    /// A copy of the discipline in which these transitions are visible besides, since they are for other threads of
    /// their family: see [`Self::less_visible`].
    #[must_use]
    pub fn with_alike(&self, transitions: &[(ThreadId, usize)]) -> Self {
        let more = transitions.iter().map(|&(t, number)| (t, number, Reason::Alike));
        self.refined(more, self.settings.clone())
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
        count_classification();
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
        let locks = PlainLocks::of(system);
        let wanted = Wanted {
            semaphores: &semaphores,
            locks: &locks,
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
}
