//! Explorations of a subject, from which its report is made.

use std::sync::atomic::AtomicBool;

use super::basis::Basis;
use super::judge::{basis, verdicts};
use super::options::CheckOptions;
use super::report::CheckReport;
use super::subject::Subject;
use crate::discipline::{Discipline, Packed, Settings};
use crate::monitors;
use crate::search::{Exploration, Order, Query, SearchProgress, Stopped, search};

/// Explores a subject and judges the claims about it. Where a reduced search finds a thread that fails at an `up` and
/// may go on, the search is made again with every `up` visible: it then knows what happens after the failure. Where a
/// reduced search misses something that is to be reached, the search is made again with all transitions visible that
/// could hide it.
pub fn check(
    subject: &Subject,
    options: &CheckOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> CheckReport {
    let report = explore(subject.clone(), options, cancel, progress);
    if report.exploration.cut_short && report.exploration.is_complete() {
        let settings = Settings { visible_ups: true, ..subject.settings().clone() };
        let shared = subject.shared_system();
        let discipline = Discipline::with(shared, &settings, cancel).ok();
        let further = check(&subject.with_discipline(discipline), options, cancel, progress);
        // What was found stays found if a limit ends the other search first.
        return further.exploration.stopped.map_or(further, |stopped| report.stopped(stopped));
    }
    let misses = report.exploration.goals.iter().any(|reached| !reached);
    let may_hide = options.order == Order::Reduced && !subject.settings().exact_reach;
    if misses && may_hide && report.exploration.is_complete() && report.speaks_for_all() {
        let exact = Settings { exact_reach: true, ..report.subject.settings().clone() };
        let shared = report.subject.shared_system();
        let discipline = Discipline::with(shared, &exact, cancel).ok();
        return explore(report.subject.with_discipline(discipline), options, cancel, progress);
    }
    report
}

/// Guesses which locks protect the shared variables, and checks the system under that guess, which the report has.
///
/// # Panics
/// If a guess is no discipline: a bug of this library, as all guesses are about owners of locks.
pub fn check_guessing(
    subject: &Subject,
    options: &CheckOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> CheckReport {
    let CheckOptions { max_states, memory, .. } = *options;
    let query = Query { max_states, memory, cancel, progress, ..Query::default() };
    let found = monitors::guess(subject.system(), &query)
        .expect("the predicates are about owners of locks");
    let settings = subject.settings();
    let discipline = Discipline::with(&found.system, settings, cancel).ok();
    let guessed = subject.with_discipline(discipline);
    let mut report = check(&guessed, options, cancel, progress);
    report.guess = Some(Box::new(found));
    report
}

/// Explores a subject once, and judges the claims about it.
fn explore(
    subject: Subject,
    options: &CheckOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> CheckReport {
    let exploration = match subject.discipline() {
        None => Exploration::cancelled(subject.system().reachable().len()),
        Some(discipline) => {
            let CheckOptions { order, strategy, keep_going, max_states, memory, workers } =
                *options;
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
            search(&Packed::new(&**discipline), &order, &query)
        }
    };
    let report = CheckReport {
        subject,
        order: options.order,
        exploration,
        claims: Vec::new(),
        basis: Basis::unjudged(),
        guess: None,
    };
    report.judged()
}

impl CheckReport {
    fn judged(mut self) -> Self {
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
