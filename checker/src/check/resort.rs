//! The resort of a check where some protected variable meets no set of side conditions as it was given: it goes on.
//!
//! First, inductive invariants are looked for under which the conditions are met
//! ([`Settings::find_invariants`](crate::discipline::Settings)); that happens when a subject is read. Else what is
//! outside is treated as open, with its discipline watched ([`Settings::watched`](crate::discipline::Settings)). Else,
//! where reduced steps say nothing of the claims that are left, all steps are taken, within the limits.

use super::claim::Inconclusive;
use super::explore::{Search, check_exclusive};
use super::options::CheckOptions;
use super::report::{CheckReport, Resort};
use super::subject::Subject;
use crate::search::Order;

/// Checks a subject whose variables have no lock discipline, in one way after the other until the claims are decided.
pub(super) fn check_as_far_as_possible(subject: &Subject, search: Search<'_>) -> CheckReport {
    let is_outside = subject.is_outside();
    if search.options.order == Order::Unreduced || !is_outside && !found_any(subject) {
        return check_exclusive(subject, search);
    }
    let report = if is_outside {
        let watched = subject.watching(search.cancel);
        check_exclusive(&watched, search).with_resort(Some(Resort::Watching))
    } else {
        check_exclusive(subject, search).with_resort(Some(Resort::Invariants))
    };
    let is_open = |why| {
        matches!(why, Inconclusive::Outside | Inconclusive::NoDiscipline | Inconclusive::Endless)
    };
    if !report.undecided().is_some_and(is_open) {
        return report;
    }
    let options = CheckOptions { order: Order::Unreduced, ..*search.options };
    let every = check_exclusive(subject, Search { options: &options, ..search });
    // What was found stays found if a limit ends the other search first.
    if every.exploration.is_complete() {
        every.with_resort(Some(Resort::EveryStep))
    } else {
        report
    }
}

fn found_any(subject: &Subject) -> bool {
    subject.discipline().is_some_and(|known| known.found_invariants().len() > 0)
}
