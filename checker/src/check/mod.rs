//! The verb `check`: does a system follow its discipline, can it deadlock, fail, violate an invariant?
//!
//! A [`Subject`] is a system as it was given: its text, its constants, what is demoted. [`check`] explores it, by
//! reduced steps unless asked otherwise, and gives each [`Claim`] about it a verdict. What a reduced search finds is
//! real, whatever the discipline; that it finds nothing speaks for the original system if the reduction theorem
//! applies: every protected object meets Set A or Set B, and no bad state was met (S5, Theorem 1).

mod agreement;
mod basis;
mod bundled;
mod error;
mod subject;

pub use agreement::{Disagreement, disagreement};
pub use basis::{Argument, Basis, Ground, Lost, SideConditions, Theorem};
pub use bundled::{EXAMPLES, Example, Expected, Explored, Row, explore_all};
pub use error::SubjectError;
pub use subject::{Demotion, Parameters, Subject};

use std::sync::atomic::AtomicBool;

use crate::discipline::Packed;
use crate::discipline::{Conditions, Discipline, Settings, Violation};
use crate::execution::{Ending, Execution, ReplayError};
use crate::monitors::{self, Guess};
use crate::search::{
    Exploration, FindingKind, Order, Query, SearchProgress, Stopped, Strategy, search,
};
use crate::system::{System, ThreadId};
use crate::verdict::{Exit, Verdict};

/// What is asked about a system, beyond what its text says.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// By which steps.
    pub order: Order,
    /// In which order states are looked at.
    pub strategy: Strategy,
    /// Whether to go on after the first violation.
    pub keep_going: bool,
    /// The most states to store.
    pub max_states: usize,
    /// The most bytes for stored states.
    pub memory: usize,
    /// Threads that search.
    pub workers: usize,
}

impl Default for Question {
    fn default() -> Self {
        let Query { strategy, keep_going, max_states, memory, workers, .. } = Query::default();
        let order = Order::default();
        Question { order, strategy, keep_going, max_states, memory, workers }
    }
}

/// What is claimed about a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The discipline is followed.
    Discipline,
    /// No thread fails.
    NoFailure,
    /// No deadlock.
    NoDeadlock,
    /// No thread takes invisible steps for ever (13).
    NoEndlessLoop,
    /// The invariant with this number.
    Invariant(usize),
    /// What is to be reached, by number.
    Reach(usize),
}

/// Why a claim is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The search ended before it was complete.
    Stopped(Stopped),
    /// The discipline is violated, so that a reduced search does not speak for the original system.
    NoDiscipline,
    /// Some object meets neither set of side conditions: the theorem does not apply.
    Outside,
    /// Some thread takes invisible steps for ever: (13) does not hold.
    Endless,
}

/// A claim with its verdict; what fails has the number of its finding, where a run shows it.
pub type Checked = (Claim, Verdict<(), Option<usize>, Open>);

/// What came of checking a system.
#[derive(Clone, Debug)]
pub struct Report {
    /// The subject as it was searched: demotions made, transitions visible that could hide what is to be reached.
    pub subject: Subject,
    /// By which steps.
    pub order: Order,
    /// What the search says.
    pub exploration: Exploration<Violation>,
    /// Which side conditions each protected object meets, by [`ObjectId`](crate::system::ObjectId); none when the
    /// search was ended before its transitions were classified.
    pub conditions: Vec<Conditions>,
    /// The claims.
    pub claims: Vec<Checked>,
    /// What the verdicts rest on.
    pub basis: Basis,
    /// Which locks were guessed, if that was asked for.
    pub guess: Option<Box<Guess>>,
}

impl Report {
    /// How the run ends on this report.
    pub fn exit(&self) -> Exit {
        self.claims.iter().map(|(_, verdict)| Exit::from(verdict)).fold(Exit::Holds, Exit::worst)
    }

    /// The verdict about one claim.
    pub fn verdict(&self, claim: Claim) -> Option<&Verdict<(), Option<usize>, Open>> {
        self.claims.iter().find(|(other, _)| *other == claim).map(|(_, verdict)| verdict)
    }

    /// The labels that no run reaches: thread and control point. Empty unless everything was explored.
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

    /// Whether the transitions were classified: a search stores the initial state at once.
    pub fn is_classified(&self) -> bool {
        self.exploration.states > 0
    }

    /// Whether what the search does not find does not exist.
    pub fn speaks_for_all(&self) -> bool {
        self.order == Order::Unreduced || self.obstacle().is_none()
    }

    /// Why what was not found may exist.
    fn open(&self) -> Option<Open> {
        let stopped = self.exploration.stopped.map(Open::Stopped);
        stopped.or_else(|| if self.speaks_for_all() { None } else { self.obstacle() })
    }

    /// Why a complete reduced search does not speak for the original system.
    fn obstacle(&self) -> Option<Open> {
        let found = |kind: fn(&FindingKind<Violation>) -> bool| {
            self.exploration.findings.iter().any(|finding| kind(&finding.kind))
        };
        if self.subject.is_outside() {
            Some(Open::Outside)
        } else if found(|kind| matches!(kind, FindingKind::Discipline(_))) {
            Some(Open::NoDiscipline)
        } else if found(|kind| matches!(kind, FindingKind::EndlessLoop { .. })) {
            Some(Open::Endless)
        } else {
            None
        }
    }

    /// The run of a finding, re-executed and shown to end in it.
    ///
    /// # Errors
    /// [`ReplayError`]: a bug of the search.
    ///
    /// # Panics
    /// When there is no such finding.
    pub fn execution(&self, finding: usize) -> Result<Execution<'_>, ReplayError> {
        let discipline = self.subject.discipline().expect("who finds something has a discipline");
        let found = &self.exploration.findings[finding];
        let steps: Vec<_> =
            found.run.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect();
        let execution = Execution::replay(discipline, &steps)?;
        let ending = ending(&found.kind, &execution);
        let execution = execution.ending_in(ending)?;
        Ok(execution.with_origin(self.subject.origin()))
    }
}

/// How a run that was found ends, in the words of executions.
pub fn ending(kind: &FindingKind<Violation>, execution: &Execution<'_>) -> Ending {
    match *kind {
        FindingKind::Discipline(violation) => Ending::DisciplineViolated(violation),
        FindingKind::Invariant(number) => Ending::InvariantViolated(number),
        FindingKind::Deadlock => Ending::Deadlock,
        FindingKind::EndlessLoop { thread, from } => {
            Ending::EndlessLoop { thread: ThreadId::new(thread), from }
        }
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

/// Explores a subject and judges the claims about it. Where a reduced search misses something that is to be
/// reached, the search is made again with everything visible that could hide it.
pub fn check(
    subject: &Subject,
    question: &Question,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> Report {
    let report = explore(subject.clone(), question, cancel, progress);
    let misses = report.exploration.goals.iter().any(|reached| !reached);
    let may_hide = question.order == Order::Reduced && !subject.settings().exact_reach;
    if misses && may_hide && report.exploration.is_complete() && report.speaks_for_all() {
        let exact = Settings { exact_reach: true, ..report.subject.settings().clone() };
        let shared = report.subject.shared_system();
        let discipline = Discipline::with(shared, &exact, cancel).ok();
        return explore(report.subject.with_discipline(discipline), question, cancel, progress);
    }
    report
}

/// Guesses which locks protect the shared variables, and checks the system under that guess, which the report tells.
///
/// # Panics
/// If a guess is no discipline: a bug of ours, as all guesses are about owners of locks.
pub fn check_guessing(
    subject: &Subject,
    question: &Question,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> Report {
    let Question { max_states, memory, .. } = *question;
    let query = Query { max_states, memory, cancel, progress, ..Query::default() };
    let found = monitors::guess(subject.system(), &query)
        .expect("the predicates are about owners of locks");
    let settings = subject.settings();
    let discipline = Discipline::with(&found.system, settings, cancel).ok();
    let guessed = subject.with_discipline(discipline);
    let mut report = check(&guessed, question, cancel, progress);
    report.guess = Some(Box::new(found));
    report
}

fn explore(
    subject: Subject,
    question: &Question,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> Report {
    let (exploration, conditions, basis) = match subject.discipline() {
        None => {
            let cancelled = Exploration::cancelled(subject.system().reachable().len());
            (cancelled, Vec::new(), Basis::unclassified())
        }
        Some(discipline) => {
            let Question { order, strategy, keep_going, max_states, memory, workers } = *question;
            let query = Query {
                strategy,
                keep_going,
                max_states,
                memory,
                workers,
                cancel,
                progress,
                ..Query::default()
            };
            let exploration = search(&Packed::new(&**discipline), &order, &query);
            (exploration, discipline.conditions().to_vec(), Basis::unjudged(discipline))
        }
    };
    let mut report = Report {
        subject,
        order: question.order,
        exploration,
        conditions,
        claims: Vec::new(),
        basis,
        guess: None,
    };
    report.claims = judge(&report);
    report.basis = Basis::judged(&report);
    report
}

/// The claims about a system, in the order of reports.
fn claims(system: &System) -> impl Iterator<Item = Claim> {
    let first = [Claim::Discipline, Claim::NoFailure, Claim::NoDeadlock, Claim::NoEndlessLoop];
    let invariants = (0..system.invariants().len()).map(Claim::Invariant);
    first.into_iter().chain(invariants).chain((0..system.reachable().len()).map(Claim::Reach))
}

fn judge(report: &Report) -> Vec<Checked> {
    let exploration = &report.exploration;
    let finding = |claim| {
        exploration.findings.iter().position(|finding| match finding.kind {
            FindingKind::Discipline(_) => claim == Claim::Discipline,
            FindingKind::Failure { .. } => claim == Claim::NoFailure,
            FindingKind::Deadlock => claim == Claim::NoDeadlock,
            FindingKind::EndlessLoop { .. } => claim == Claim::NoEndlessLoop,
            FindingKind::Invariant(number) => claim == Claim::Invariant(number),
        })
    };
    let open = report.open();
    let of = |claim| {
        let verdict = match (claim, finding(claim), open) {
            (Claim::Reach(number), ..) if exploration.goals[number] => Verdict::Holds(()),
            (_, Some(finding), _) => Verdict::Fails(Some(finding)),
            (_, None, Some(why)) => Verdict::Declined(why),
            (Claim::Reach(_), None, None) => Verdict::Fails(None),
            (_, None, None) => Verdict::Holds(()),
        };
        (claim, verdict)
    };
    let is_asked = |claim: &Claim| *claim != Claim::NoEndlessLoop || report.order == Order::Reduced;
    claims(report.subject.system()).filter(is_asked).map(of).collect()
}
