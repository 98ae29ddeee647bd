//! The report of a check: the exploration, the verdicts and their basis.

use super::basis::Basis;
use super::claim::{Inconclusive, JudgedClaim, SystemClaim};
use super::property_answer::PropertyAnswer;
use super::protections::LockAnswer;
use super::subject::Subject;
use super::symmetry::SymmetryAnswer;
use crate::discipline::SideConditions;
use crate::execution::{Ending, Execution, ExecutionError};
use crate::locking::LockViolation;
use crate::monitors::Guess;
use crate::search::{Exploration, FindingKind, Order, Stopped, StuckAnswer};
use crate::system::{ObjectId, ThreadId};
use crate::verdict::{Exit, Verdict};

/// The result of checking a system.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The subject as it was searched: demoted objects are open, and transitions that could hide what is to be reached
    /// are visible.
    pub subject: Subject,
    /// Tells whether the system was explored by reduced steps or by all steps.
    pub order: Order,
    /// The result of the search: its findings, and how far it came.
    pub exploration: Exploration<LockViolation>,
    /// The answer about symmetry: whether states were stored up to a renaming of threads.
    pub symmetry: SymmetryAnswer,
    /// The claims with their verdicts.
    pub claims: Vec<JudgedClaim>,
    /// The theorem, the conditions and the grounds on which the verdicts rest.
    pub basis: Basis,
    /// The answer about each property, in their order.
    pub properties: Vec<PropertyAnswer>,
    /// The locks that were guessed, if that was asked for.
    pub guess: Option<Box<Guess>>,
    /// The answer about the lock discipline, where variables have one.
    pub locks: Option<LockAnswer>,
    /// The way in which the check went on, where a protected variable met no set of side conditions as it was given.
    pub resort: Option<Resort>,
}

/// The way in which a check came to its answer where a protected variable met no set of side conditions as it was
/// given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resort {
    /// Invariants were found in whose states the side conditions are met.
    Invariants,
    /// Objects that met no set were treated as open; that nobody violates their discipline was a claim like invariants.
    Watching,
    /// All steps were taken.
    EveryStep,
}

impl CheckReport {
    /// The exit of a run with this report: that of the worst of its verdicts.
    pub fn exit(&self) -> Exit {
        self.claims.iter().map(|(_, verdict)| Exit::from(verdict)).fold(Exit::Holds, Exit::worst)
    }

    /// The verdict about one claim.
    pub fn verdict(&self, claim: SystemClaim) -> Option<&Verdict<(), Option<usize>, Inconclusive>> {
        self.claims.iter().find(|(other, _)| *other == claim).map(|(_, verdict)| verdict)
    }

    /// The labelled control points that no run reaches, each as thread and point; empty unless everything was explored.
    pub fn unreached(&self) -> Vec<(ThreadId, usize)> {
        if !self.exploration.is_complete() || !self.speaks_for_all() {
            return Vec::new();
        }
        let system = self.subject.system();
        let of_thread = |thread: ThreadId| {
            let points = system.thread(thread).points().iter().enumerate();
            let reached = &self.exploration.reached[thread.index()];
            points
                .filter(|(point, p)| p.is_label() && !reached[*point])
                .map(move |(point, _)| (thread, point))
        };
        system.thread_ids().flat_map(of_thread).collect()
    }

    /// Tells whether a search was made. It was not if the run was ended before the transitions were classified.
    pub fn is_classified(&self) -> bool {
        self.exploration.states > 0
    }

    /// Tells whether a complete search of this kind speaks for the original system: a violation that it does not find
    /// does not exist.
    pub fn speaks_for_all(&self) -> bool {
        self.order == Order::Unreduced || self.obstacle().is_none()
    }

    /// The reason why a violation that was not found may exist all the same.
    pub(super) fn undecided(&self) -> Option<Inconclusive> {
        let obstacle = if self.speaks_for_all() { None } else { self.obstacle() };
        match self.exploration.stopped {
            // A search that ends with its first finding would say no more if it went on.
            Some(Stopped::Found) if obstacle == Some(Inconclusive::Endless) => obstacle,
            Some(stopped) => Some(Inconclusive::Stopped(stopped)),
            None => obstacle,
        }
    }

    /// The reason why a claim is not known to hold where the search speaks for the original system.
    pub(super) fn not_known(&self, claim: SystemClaim) -> Option<Inconclusive> {
        match self.exploration.stuck {
            _ if claim != SystemClaim::NoStuckThread => None,
            StuckAnswer::Known => None,
            StuckAnswer::Stopped(why) => Some(Inconclusive::Steps(why)),
            // Whoever asks for less knows less.
            StuckAnswer::NotAsked | StuckAnswer::LeavesOutSteps | StuckAnswer::Unexplored => {
                Some(Inconclusive::Steps(Stopped::Found))
            }
        }
    }

    /// Why a complete reduced search does not speak for the original system, if it does not.
    fn obstacle(&self) -> Option<Inconclusive> {
        let found = |kind: fn(&FindingKind<LockViolation>) -> bool| {
            self.exploration.findings.iter().any(|finding| kind(&finding.kind))
        };
        if self.subject.is_outside() {
            Some(Inconclusive::Outside)
        } else if found(|kind| matches!(kind, FindingKind::Discipline(_))) {
            Some(Inconclusive::NoDiscipline)
        } else if found(|kind| matches!(kind, FindingKind::EndlessLoop { .. })) {
            Some(Inconclusive::Endless)
        } else if self.exploration.cut_short {
            Some(Inconclusive::Stopped(Stopped::Found))
        } else {
            None
        }
    }

    /// The side conditions that each protected object meets, by [`ObjectId`]; empty when the search was ended before
    /// the transitions were classified.
    pub fn side_conditions(&self) -> &[SideConditions] {
        self.subject.discipline().map_or(&[], |discipline| discipline.conditions())
    }

    /// The protected objects with side conditions of a kind.
    pub fn objects(&self, is_wanted: impl Fn(&SideConditions) -> bool) -> Vec<ObjectId> {
        let all = self.side_conditions().iter().enumerate();
        all.filter(|(_, side)| is_wanted(side)).map(|(x, _)| ObjectId::new(x)).collect()
    }

    /// The subject whose runs the findings have: the given one, or, where it has variables with a class and locks were
    /// found that protect them, the one in which these are protected variables.
    pub fn asked(&self) -> &Subject {
        self.locks.as_ref().map_or(&self.subject, |answer| &answer.subject)
    }

    /// The run of a finding, re-executed and shown to end in it.
    ///
    /// # Errors
    /// [`ExecutionError`]: a bug of the search.
    ///
    /// # Panics
    /// When there is no such finding.
    pub fn execution(&self, finding: usize) -> Result<Execution<'_>, ExecutionError> {
        let rules = self.asked().rules().expect("who finds something has a discipline");
        let found = &self.exploration.findings[finding];
        let steps: Vec<_> =
            found.run.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect();
        let execution = Execution::replay(rules, &steps)?;
        let ending = ending(&found.kind, &execution);
        let execution = execution.ending_in(ending)?;
        Ok(execution.with_origin(self.subject.origin()))
    }
}

/// The ending of the run that shows a finding.
pub fn ending(kind: &FindingKind<LockViolation>, execution: &Execution<'_>) -> Ending {
    match *kind {
        FindingKind::Discipline(violation) => Ending::DisciplineViolated(violation),
        FindingKind::Invariant(number) => Ending::InvariantViolated(number),
        FindingKind::Deadlock => Ending::Deadlock,
        FindingKind::Stuck { thread } => Ending::Stuck { thread: ThreadId::new(thread) },
        FindingKind::EndlessLoop { thread, from } => {
            Ending::EndlessLoop { thread: ThreadId::new(thread), from }
        }
        FindingKind::Property { number, from } => Ending::PropertyFalse { property: number, from },
        FindingKind::Failure { thread, .. } => {
            let thread = ThreadId::new(thread);
            let mut own = execution.steps().iter().rev().filter(|step| step.thread == thread);
            match own.find_map(|step| step.failure) {
                Some(failure) => Ending::Failed { thread, failure },
                None => Ending::Stopped,
            }
        }
    }
}
