//! The two ways to check a subject: as it says how threads share its variables, and by guessing their locks.

use std::sync::atomic::AtomicBool;

use super::engine::Engine;
use super::explore::Search;
use super::locks;
use super::options::CheckOptions;
use super::properties;
use super::report::CheckReport;
use super::resort::check_as_far_as_possible;
use super::subject::Subject;
use crate::discipline::Discipline;
use crate::monitors;
use crate::search::{Query, SearchProgress};

/// Explores a subject and judges the claims about it. Where a reduced search finds a thread that fails at an `up` and
/// may go on, the search is made again with every `up` visible: it then knows what happens after the failure. Where a
/// reduced search misses something that is to be reached, the search is made again with all transitions visible that
/// could hide it. Where a protected variable meets no set of side conditions, the check goes on without it
/// ([`Resort`](super::Resort)). Where variables have a lock discipline, up to three kinds of searches are made
/// ([`LockAnswer`](super::LockAnswer)). Each property has a search of its own
/// ([`PropertyAnswer`](super::PropertyAnswer)).
pub fn check(
    subject: &Subject,
    options: &CheckOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> CheckReport {
    decided(subject, Search { options, cancel, progress, engine: None })
}

/// Checks a subject as [`check`] does, with the searches of states made by an engine.
pub fn check_by(
    engine: &dyn Engine,
    subject: &Subject,
    options: &CheckOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<&(dyn Fn(SearchProgress) + Sync)>,
) -> CheckReport {
    decided(subject, Search { options, cancel, progress, engine: Some(engine) })
}

fn decided(subject: &Subject, search: Search<'_>) -> CheckReport {
    let report = match subject.locks() {
        Some(discipline) => locks::check(subject, discipline, search),
        None => check_as_far_as_possible(subject, search),
    };
    properties::decided(report, search)
}

/// Guesses which locks protect the shared variables, and checks the system under that guess, which the report has. The
/// classes of variables are not looked at, nor are their exclusive access predicates.
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
