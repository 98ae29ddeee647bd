//! Checks of systems whose variables have a lock discipline.
//!
//! No theorem that is proved here speaks of lock disciplines: which lock protects a variable depends on the execution,
//! and what a monitor remembers of it is part of the state. So a reduced search that has a monitor and finds nothing
//! decides nothing. Three searches are asked in turn:
//!
//! 1. **By exclusive access.** Some lock for each variable is guessed, and the reduced search of exclusive access
//!    refutes guesses until one survives, or none is left. In a guess that survives, a thread owns the lock of a
//!    variable whenever it accesses it (until it has initialized it, the initializing thread alone accesses it): then
//!    the lock discipline is followed. For a variable without such a lock it is tried whether it is only read, which is
//!    an invariant about control points. That what survives holds in all executions is the theorem that exclusive
//!    access rests on.
//! 2. **By visible states, with a monitor.** This search may miss violations, but those that it finds are real.
//! 3. **By all steps, with a monitor.** This needs no theorem.

use super::explore::{Search, check_exclusive, explore};
use super::options::CheckOptions;
use super::protections::{
    Candidate, LockAnswer, LockArgument, Protection, Unprotected, candidate, protecting,
};
use super::report::CheckReport;
use super::subject::Subject;
use crate::discipline::{Discipline, Usage, Violation};
use crate::locking::{LockDiscipline, LockViolation};
use crate::monitors::{after, owner};
use crate::search::{FindingKind, Order, Stopped};
use crate::system::{CellId, ObjectId};

/// Checks a system whose variables have a lock discipline.
pub(super) fn check(subject: &Subject, locks: &LockDiscipline, search: Search<'_>) -> CheckReport {
    let answered = |argument, report: CheckReport| {
        report.with_locks(LockAnswer { rule: locks.rule(), argument, subject: subject.clone() })
    };
    if search.options.order == Order::Unreduced {
        return answered(LockArgument::EveryStep(None), explore(subject.clone(), search));
    }
    let why = match by_exclusive_access(subject, locks, search) {
        Ok((protections, report)) => {
            return answered(LockArgument::ExclusiveAccess(protections), report);
        }
        Err(why) => why,
    };
    let report = explore(subject.clone(), search);
    let found = |kind: fn(&FindingKind<LockViolation>) -> bool| {
        report.exploration.findings.iter().any(|finding| kind(&finding.kind))
    };
    let is_violated = found(|kind| matches!(kind, FindingKind::Discipline(_)));
    // A search that ends with a loop of invisible steps has decided nothing.
    let is_endless = found(|kind| matches!(kind, FindingKind::EndlessLoop { .. }));
    let ends_endless = is_endless && report.exploration.stopped == Some(Stopped::Found);
    if is_violated || !(report.exploration.is_complete() || ends_endless) {
        return answered(LockArgument::Monitor(why), report);
    }
    let options = CheckOptions { order: Order::Unreduced, ..*search.options };
    let every = explore(subject.clone(), Search { options: &options, ..search });
    // What was found stays found if a limit ends the other search first.
    let is_cut = matches!(every.exploration.stopped, Some(why) if why != Stopped::Found);
    if is_cut && !report.exploration.findings.is_empty() {
        return answered(LockArgument::Monitor(why), report);
    }
    answered(LockArgument::EveryStep(Some(why)), every)
}

/// Looks for protections of all variables under which exclusive access is followed.
fn by_exclusive_access(
    subject: &Subject,
    locks: &LockDiscipline,
    search: Search<'_>,
) -> Result<(Vec<(CellId, Protection)>, CheckReport), Unprotected> {
    let system = subject.system();
    let usage = Usage::of(system);
    let mut candidates = Vec::new();
    for &(cell, class) in locks.classes() {
        candidates.push(candidate(system, usage.role(cell), (cell, class), locks.rule())?);
    }
    loop {
        if let Some(bare) = candidates.iter().find(|candidate| candidate.left.is_empty()) {
            return Err(Unprotected::Variable(bare.cell));
        }
        let (guessed, cells) = protecting(system, &candidates);
        let read_only = system.invariants().len()..guessed.invariants().len();
        let discipline = Discipline::with(guessed, subject.settings(), search.cancel).ok();
        let guessed = subject.with_discipline(discipline);
        let report = to_a_violation(&guessed, search);
        if guessed.discipline().is_none() {
            // It was cancelled.
            return Ok((guesses(&candidates), report));
        }
        if guessed.is_outside() {
            return Err(Unprotected::Otherwise);
        }
        let found = report.exploration.findings.iter().find_map(|finding| match finding.kind {
            FindingKind::Discipline(violation) => Some((Some(violation), &finding.run)),
            FindingKind::EndlessLoop { .. } => Some((None, &finding.run)),
            FindingKind::Invariant(number) if read_only.contains(&number) => {
                Some((None, &finding.run))
            }
            _ => None,
        });
        let Some((violation, run)) = found else {
            return Ok((guesses(&candidates), report));
        };
        let Some(LockViolation::Exclusive(Violation::Access { thread, object, .. })) = violation
        else {
            let written =
                candidates.iter().find(|one| matches!(one.left[0], Protection::ReadOnly(_)));
            return Err(
                written.map_or(Unprotected::Otherwise, |one| Unprotected::Variable(one.cell))
            );
        };
        let Some(refuted) = refuted(&mut candidates, &cells, object) else {
            return Err(Unprotected::Otherwise);
        };
        let state = after(guessed.system(), run);
        let guess = refuted.left[0];
        refuted.left.retain(|protection| match *protection {
            Protection::Lock(lock) | Protection::LockAfter(_, lock) => {
                guessed.system().value(&state, lock) == owner(thread)
            }
            Protection::Thread(only) => only == thread,
            Protection::ReadOnly(_) => true,
            Protection::Constant => false,
        });
        // The lock was owned, but before the variable was initialized.
        if refuted.left.contains(&guess) {
            return Err(Unprotected::Variable(refuted.cell));
        }
    }
}

/// Checks a guess; the search goes on after findings that are no violations, if that was asked for.
fn to_a_violation(guessed: &Subject, search: Search<'_>) -> CheckReport {
    let options = CheckOptions { keep_going: false, ..*search.options };
    let report = check_exclusive(guessed, Search { options: &options, ..search });
    let is_violated = report
        .exploration
        .findings
        .iter()
        .any(|finding| matches!(finding.kind, FindingKind::Discipline(_)));
    if is_violated || report.exploration.findings.is_empty() || !search.options.keep_going {
        return report;
    }
    check_exclusive(guessed, search)
}

fn guesses(candidates: &[Candidate]) -> Vec<(CellId, Protection)> {
    candidates.iter().filter_map(|one| Some((one.cell, *one.left.first()?))).collect()
}

/// The candidate whose cell is an object of the guessed system.
fn refuted<'c>(
    candidates: &'c mut [Candidate],
    cells: &[(ObjectId, CellId)],
    object: ObjectId,
) -> Option<&'c mut Candidate> {
    let (_, cell) = cells.iter().find(|(known, _)| *known == object)?;
    candidates.iter_mut().find(|candidate| candidate.cell == *cell)
}
