//! The verdicts about the claims, and their basis, worked out from an exploration.

use super::basis::{Argument, Basis, CitedTheorem, Ground, NotPreserved};
use super::claim::{Inconclusive, JudgedClaim, SystemClaim};
use super::report::CheckReport;
use crate::discipline::{Checker, Discipline, Outcome, Protocol};
use crate::search::{FindingKind, Order, Stopped};
use crate::system::{System, Thread};
use crate::verdict::Verdict;

/// The claims about a system, in the order of reports.
fn claims(system: &System) -> impl Iterator<Item = SystemClaim> {
    let first = [
        SystemClaim::Discipline,
        SystemClaim::NoFailure,
        SystemClaim::NoDeadlock,
        SystemClaim::NoStuckThread,
        SystemClaim::NoEndlessLoop,
    ];
    let invariants = (0..system.invariants().len()).map(SystemClaim::Invariant);
    let reached = (0..system.reachable().len()).map(SystemClaim::Reach);
    let properties = (0..system.properties().len()).map(SystemClaim::Property);
    first.into_iter().chain(invariants).chain(reached).chain(properties)
}

/// Judges the claims about the system of a report.
pub(super) fn verdicts(report: &CheckReport) -> Vec<JudgedClaim> {
    let exploration = &report.exploration;
    let position = |claim| {
        exploration.findings.iter().position(|finding| match finding.kind {
            FindingKind::Discipline(_) => claim == SystemClaim::Discipline,
            FindingKind::Failure { .. } => claim == SystemClaim::NoFailure,
            FindingKind::Deadlock => claim == SystemClaim::NoDeadlock,
            FindingKind::Stuck { .. } => claim == SystemClaim::NoStuckThread,
            FindingKind::EndlessLoop { .. } => claim == SystemClaim::NoEndlessLoop,
            FindingKind::Invariant(number) => claim == SystemClaim::Invariant(number),
            FindingKind::Property { number, .. } => claim == SystemClaim::Property(number),
        })
    };
    // Who does not go on in a deadlock is stuck for ever.
    let finding = |claim| match position(claim) {
        None if claim == SystemClaim::NoStuckThread => position(SystemClaim::NoDeadlock),
        found => found,
    };
    let open = report.undecided();
    let of = |claim| {
        let open = match claim {
            // Each property has a search of its own.
            SystemClaim::Property(number) => match report.properties.get(number) {
                Some(answer) => answer.open,
                None => Some(Inconclusive::Stopped(Stopped::Cancelled)),
            },
            _ => open.or_else(|| report.not_known(claim)),
        };
        let verdict = match (claim, finding(claim), open) {
            (SystemClaim::Reach(number), ..) if exploration.goals[number] => Verdict::Holds(()),
            // It is a condition of the theorem that is not met, and no fault of the system.
            (SystemClaim::NoEndlessLoop, Some(_), _) => Verdict::Declined(Inconclusive::Endless),
            (_, Some(finding), _) => Verdict::Fails(Some(finding)),
            (_, None, Some(why)) => Verdict::Declined(why),
            (SystemClaim::Reach(_), None, None) => Verdict::Fails(None),
            (_, None, None) => Verdict::Holds(()),
        };
        (claim, verdict)
    };
    let is_asked = |claim: &SystemClaim| {
        *claim != SystemClaim::NoEndlessLoop || report.order == Order::Reduced
    };
    claims(report.subject.system()).filter(is_asked).map(of).collect()
}

/// The basis of the verdicts of a report, the claims of which are judged.
pub(super) fn basis(report: &CheckReport) -> Basis {
    let discipline = report.subject.discipline();
    let begins_invisibly =
        discipline.is_some_and(|known| !known.is_visible(&known.system().initial()));
    let first = if begins_invisibly { CitedTheorem::AnyState } else { CitedTheorem::Reduction };
    // The theorem speaks of at least one process. A system without threads has one state, which was looked at.
    let is_reduced =
        report.order == Order::Reduced && !report.subject.system().threads().is_empty();
    let open = report.undecided();
    let argument = match open {
        Some(why) => Argument::Nothing(why),
        None if is_reduced => Argument::Reduction,
        None => Argument::EveryState,
    };
    let found_loop = report
        .exploration
        .findings
        .iter()
        .any(|finding| matches!(finding.kind, FindingKind::EndlessLoop { .. }));
    let mut premises = match (report.subject.locks(), discipline) {
        (Some(locks), _) => locks.premises(),
        (None, Some(known)) => known.premises(),
        (None, None) => Discipline::unclassified_premises(),
    };
    for premise in premises.iter_mut().filter(|premise| premise.checker == Checker::Search) {
        premise.outcome = if found_loop {
            Outcome::NotMet
        } else if report.exploration.is_complete() {
            Outcome::Met
        } else {
            Outcome::Open
        };
    }
    let mut not_preserved = Vec::new();
    if is_reduced {
        not_preserved.extend([
            NotPreserved::StatesBetween,
            NotPreserved::Sizes,
            NotPreserved::AfterViolation,
        ]);
    }
    if report.subject.system().properties().is_empty() {
        not_preserved.push(NotPreserved::Liveness);
    }
    let forgets = |thread: &Thread| {
        let points = 0..thread.points().len();
        points.filter_map(|p| u16::try_from(p).ok()).any(|p| !thread.dead(p).is_empty())
    };
    if report.subject.system().threads().iter().any(forgets) {
        not_preserved.push(NotPreserved::DeadLocals);
    }
    Basis {
        argument,
        theorems: if is_reduced {
            vec![first, CitedTheorem::Monotonicity, CitedTheorem::Discipline, CitedTheorem::Stuck]
        } else {
            Vec::new()
        },
        premises: if is_reduced { premises } else { Vec::new() },
        grounds: report
            .claims
            .iter()
            .map(|judged| ground(report, judged, is_reduced, first))
            .collect(),
        not_preserved,
    }
}

/// The ground of a verdict; `first` is the theorem about violations of the discipline.
fn ground(
    report: &CheckReport,
    (claim, verdict): &JudgedClaim,
    is_reduced: bool,
    first: CitedTheorem,
) -> Ground {
    match (verdict, claim, is_reduced) {
        (Verdict::Declined(_), ..) => Ground::Nothing,
        (Verdict::Fails(Some(_)), ..) => Ground::Run,
        (Verdict::Holds(()), SystemClaim::Reach(_), _) => Ground::State,
        (Verdict::Holds(()), SystemClaim::Property(number), _) => {
            match report.properties[*number].order {
                Order::Reduced => Ground::ReducedRuns,
                Order::Unreduced => Ground::EveryRun,
            }
        }
        (_, _, false) => Ground::EveryState,
        (_, SystemClaim::NoEndlessLoop, _) => Ground::EveryReducedStep,
        (_, SystemClaim::Discipline, _) => Ground::Theorem(first),
        (_, SystemClaim::NoStuckThread, _) => Ground::Theorem(CitedTheorem::Stuck),
        _ => Ground::Theorem(CitedTheorem::Monotonicity),
    }
}
