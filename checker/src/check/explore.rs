//! Explorations of a subject, from which its report is made.

use std::sync::atomic::AtomicBool;

use super::basis::Basis;
use super::engine::Engine;
use super::judge::{basis, verdicts};
use super::options::CheckOptions;
use super::protections::LockAnswer;
use super::report::{CheckReport, Resort};
use super::subject::Subject;
use super::symmetry;
use crate::discipline::{Discipline, Packed, Settings};
use crate::locking::LockViolation;
use crate::monitors::after;
use crate::search::{
    Exploration, FindingKind, MovesAgain, Order, Query, SearchProgress, Stopped, moves_again,
    search,
};
use crate::system::ThreadId;

/// A search that is asked for: its options, the flag that ends it, and who is told how far it has come.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) options: &'a CheckOptions,
    pub(super) cancel: Option<&'a AtomicBool>,
    pub(super) progress: Option<&'a (dyn Fn(SearchProgress) + Sync)>,
    /// The engine that searches, if it is not this process alone.
    pub(super) engine: Option<&'a dyn Engine>,
}

/// Checks a subject whose variables have no lock discipline.
pub(super) fn check_exclusive(subject: &Subject, search: Search<'_>) -> CheckReport {
    let Search { options, cancel, .. } = search;
    let report = explore_all(subject.clone(), search);
    if report.exploration.cut_short && report.exploration.is_complete() {
        let settings = Settings { visible_ups: true, ..subject.settings().clone() };
        let shared = subject.shared_system();
        let discipline = Discipline::with(shared, &settings, cancel).ok();
        let further = check_exclusive(&subject.with_discipline(discipline), search);
        // What was found stays found if a limit ends the other search first.
        return further.exploration.stopped.map_or(further, |stopped| report.stopped(stopped));
    }
    let misses = report.exploration.goals.iter().any(|reached| !reached);
    let may_hide = options.order == Order::Reduced && !subject.settings().exact_reach;
    if misses && may_hide && report.exploration.is_complete() && report.speaks_for_all() {
        let exact = Settings { exact_reach: true, ..report.subject.settings().clone() };
        let shared = report.subject.shared_system();
        let discipline = Discipline::with(shared, &exact, cancel).ok();
        return explore_all(report.subject.with_discipline(discipline), search);
    }
    report
}

/// Explores a subject as often as a thread can take invisible steps for ever, with one of them visible the next time.
/// The theorem applies in the end, unless something else is in its way: such a loop is no fault.
fn explore_all(mut subject: Subject, search: Search<'_>) -> CheckReport {
    loop {
        let report = explore(subject, search);
        let more = repeated(&report);
        let Some(discipline) = report.subject.discipline().filter(|_| !more.is_empty()) else {
            return report;
        };
        subject = report.subject.with_discipline(Some(discipline.with_visible(&more)));
    }
}

/// The last transitions of the loops of invisible steps that a search has found. The threads of a family have their
/// loops in common: transitions at the same place of the text are among them.
fn repeated(report: &CheckReport) -> Vec<(ThreadId, usize)> {
    let Some(discipline) = report.subject.discipline() else { return Vec::new() };
    let system = discipline.system();
    let mut out = Vec::new();
    for finding in &report.exploration.findings {
        let (FindingKind::EndlessLoop { .. }, Some(&(thread, number))) =
            (&finding.kind, finding.run.last())
        else {
            continue;
        };
        out.push((ThreadId::new(thread), number));
        let place = system.thread(ThreadId::new(thread)).transitions()[number].place();
        for other in system.thread_ids().filter(|_| place.is_some()) {
            let all = system.thread(other).transitions().iter().enumerate();
            out.extend(
                all.filter(|(_, one)| one.place() == place).map(|(number, _)| (other, number)),
            );
        }
    }
    out.retain(|&(thread, number)| !discipline.classification().is_visible(thread, number));
    out.sort_unstable();
    out.dedup();
    out
}

/// Explores a subject once, and judges the claims about it: under its lock discipline, if it has one.
pub(super) fn explore(subject: Subject, asked: Search<'_>) -> CheckReport {
    let Search { options, cancel, progress, engine } = asked;
    let CheckOptions { order, strategy, keep_going, max_states, memory, workers, .. } = *options;
    let query = Query {
        strategy,
        keep_going,
        max_states,
        memory,
        workers,
        cancel,
        progress,
        stuck: true,
        ..Query::default()
    };
    let (subject, renamings, symmetry) = symmetry::find(subject, options, engine.is_some(), cancel);
    let exploration = match (subject.discipline(), subject.locks()) {
        (None, _) => Exploration::cancelled(subject.system().reachable().len()),
        (_, Some(locks)) => {
            let model = Packed::new(&**locks);
            match engine {
                Some(engine) => engine.search_locks(&model, order, &query),
                None => search(&model, &order, &query),
            }
        }
        (Some(discipline), None) => {
            let model = Packed::new(&**discipline).up_to(renamings.as_ref());
            let found = match engine {
                Some(engine) => engine.search(&model, order, &query),
                None => search(&model, &order, &query),
            };
            found.map(LockViolation::Exclusive)
        }
    };
    let report = CheckReport {
        subject,
        order,
        exploration,
        claims: Vec::new(),
        basis: Basis::unjudged(),
        symmetry,
        properties: Vec::new(),
        guess: None,
        locks: None,
        resort: None,
    };
    report.confirmed(&query).judged()
}

impl CheckReport {
    /// The report without the threads that were found to be stuck, but that a search by all steps does not show to be
    /// so within the limits. Where the reduced search speaks for the original system, it has shown it.
    fn confirmed(mut self, query: &Query<'_>) -> Self {
        let Some(discipline) = self.subject.discipline().cloned() else { return self };
        if self.order == Order::Unreduced || self.undecided().is_none() {
            return self;
        }
        let model = Packed::new(&*discipline);
        self.exploration.findings.retain(|finding| match finding.kind {
            FindingKind::Stuck { thread } => {
                let state = after(discipline.system(), &finding.run);
                moves_again(&model, thread, &state, query) == MovesAgain::Never
            }
            _ => true,
        });
        self
    }

    /// The report with the way in which its lock discipline was decided.
    pub(super) fn with_locks(mut self, answer: LockAnswer) -> Self {
        self.locks = Some(answer);
        self
    }

    /// The report with the way in which the check went on.
    pub(super) fn with_resort(mut self, resort: Option<Resort>) -> Self {
        self.resort = resort;
        self
    }

    /// The report with its claims judged.
    pub(super) fn judged(mut self) -> Self {
        self.claims = verdicts(&self);
        self.basis = basis(&self);
        self
    }

    /// The report of the same search, had it been ended for this reason.
    fn stopped(mut self, why: Stopped) -> Self {
        self.exploration.stopped = Some(why);
        self.judged()
    }
}
