//! All claims about one system, in one call.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use super::failing::Failing;
use crate::check::{
    CheckOptions, CheckReport, Inconclusive, JudgedClaim, Subject, SystemClaim, check,
};
use crate::discipline::Discipline;
use crate::execution::names::{and, at_most, object_name};
use crate::search::{FindingKind, Stopped};
use crate::system::{ObjectId, System};
use crate::verdict::Verdict;

/// The most claims that are named beside the first.
const NAMED: usize = 6;

/// Checks that all claims about a system hold: the discipline is followed, no thread fails, there is no total deadlock,
/// no thread is stuck for ever, invariants hold, what is to be reached is reached, and properties are true of every
/// fair run. These are the claims and verdicts of [`check()`], which goes through all states, by reduced steps. A claim
/// that is not decided counts as one that fails.
///
/// # Errors
/// [`Failing`] with the first claim that fails and a shortest run that shows it; where none fails, with the first that
/// is not decided, and why.
///
/// ```
/// use reductio::check::SystemClaim;
/// use reductio::language::parse_system;
/// use reductio::testing::claims_hold;
///
/// let text = "
///     monitor m
///     protected ready : bool by m
///     thread reader { synchronized m { while not ready { W: wait m } } }
///     thread writer { synchronized m { ready := true; NOTIFY } }";
/// let system = parse_system(&text.replace("NOTIFY", "notify m"), "woken", &[]).unwrap();
/// claims_hold(&system).unwrap();
///
/// let system = parse_system(&text.replace("NOTIFY", "skip"), "not woken", &[]).unwrap();
/// let failing = claims_hold(&system).unwrap_err();
/// assert_eq!(failing.claim, Some(SystemClaim::NoDeadlock));
/// // What `unwrap` shows is made to be read.
/// let shown = format!("{failing:?}");
/// assert!(shown.starts_with("not woken: `no total deadlock` fails; so does `no thread is stuck for ever`\n    1  reader"));
/// assert!(shown.contains("\n  reader waits at W (waiting) for a notification of m\n"), "{shown}");
/// ```
pub fn claims_hold(system: &System) -> Result<(), Box<Failing>> {
    claims_hold_with(&Subject::of_discipline(Discipline::new(system)), &CheckOptions::default())
}

/// Checks that all claims about a subject hold, as [`claims_hold`] does, with options such as limits, all steps in
/// place of reduced ones, or a search that goes on after the first violation. A [`Subject`] can be loaded with other
/// constants, fairness, and variables that are treated as open.
///
/// # Errors
/// [`Failing`] with the first claim that fails, or is not decided where none fails.
pub fn claims_hold_with(subject: &Subject, options: &CheckOptions) -> Result<(), Box<Failing>> {
    holding(subject, options, None)
}

/// Checks that all claims about a system hold. When `cancel` is raised, the answer says nothing.
pub(super) fn claims(system: &System, cancel: Option<&AtomicBool>) -> Result<(), Box<Failing>> {
    let subject = Subject::of_discipline(Discipline::new(system));
    holding(&subject, &CheckOptions::default(), cancel)
}

fn holding(
    subject: &Subject,
    options: &CheckOptions,
    cancel: Option<&AtomicBool>,
) -> Result<(), Box<Failing>> {
    let report = check(subject, options, cancel, None);
    let name = |(claim, _): &JudgedClaim| format!("`{}`", claim.in_words(report.subject.system()));
    let others = |claims: &[&JudgedClaim]| {
        let names: Vec<String> = claims.iter().skip(1).map(|judged| name(judged)).collect();
        and(&at_most(names, NAMED))
    };
    let of = report.subject.system().name();
    let failing = of_kind(&report, |verdict| matches!(verdict, Verdict::Fails(_)));
    if let Some((claim, Verdict::Fails(finding))) = failing.first() {
        let mut reason = format!("{of}: {} fails", name(failing[0]));
        if failing.len() > 1 {
            let verb = if failing.len() == 2 { "does" } else { "do" };
            let _ = write!(reason, "; so {verb} {}", others(&failing));
        }
        if matches!(claim, SystemClaim::Reach(_)) {
            reason += ": no run reaches such a state";
        }
        return Err(with_run(&report, Failing::of_claim(*claim, reason), *finding));
    }
    let open = of_kind(&report, |verdict| matches!(verdict, Verdict::Declined(_)));
    let Some((claim, Verdict::Declined(why))) = open.first() else { return Ok(()) };
    let mut reason = format!("{of}: {} is undecided", name(open[0]));
    if open.len() > 1 {
        let verb = if open.len() == 2 { "is" } else { "are" };
        let _ = write!(reason, ", as {verb} {}", others(&open));
    }
    let _ = write!(reason, ": {}", words(&report, *why, options));
    // The loop of invisible steps, if that is the reason.
    let mut findings = report.exploration.findings.iter();
    let is_loop = |kind: &FindingKind<_>| matches!(kind, FindingKind::EndlessLoop { .. });
    let finding = findings.position(|finding| is_loop(&finding.kind));
    let finding = finding.filter(|_| *why == Inconclusive::Endless);
    Err(with_run(&report, Failing::of_claim(*claim, reason).undecided(), finding))
}

fn of_kind(
    report: &CheckReport,
    is_meant: impl Fn(&Verdict<(), Option<usize>, Inconclusive>) -> bool,
) -> Vec<&JudgedClaim> {
    report.claims.iter().filter(|(_, verdict)| is_meant(verdict)).collect()
}

/// Adds the run of a finding, if there is one.
fn with_run(report: &CheckReport, failing: Failing, finding: Option<usize>) -> Box<Failing> {
    let Some(finding) = finding else { return Box::new(failing) };
    let subject = report.locks.as_ref().map_or(&report.subject, |answer| &answer.subject);
    Box::new(match report.execution(finding) {
        Ok(execution) => failing.with_run(subject, &execution),
        Err(error) => failing.with_reason(&error.to_string()),
    })
}

/// Why claims are not decided.
fn words(report: &CheckReport, why: Inconclusive, options: &CheckOptions) -> String {
    let all_steps = "a search of all steps (`Order::Unreduced`) needs no theorem";
    match why {
        Inconclusive::Stopped(Stopped::States) | Inconclusive::Steps(Stopped::States) => {
            format!(
                "there are more than {} states (`CheckOptions::max_states`)",
                options.max_states
            )
        }
        Inconclusive::Stopped(Stopped::Memory) | Inconclusive::Steps(Stopped::Memory) => {
            format!("more than {} bytes are needed (`CheckOptions::memory`)", options.memory)
        }
        Inconclusive::Stopped(Stopped::Cancelled | Stopped::Found)
        | Inconclusive::Steps(Stopped::Cancelled | Stopped::Found) => {
            "the search was ended before it was complete".to_owned()
        }
        Inconclusive::NoDiscipline => format!("the discipline is violated; {all_steps}"),
        Inconclusive::Outside => {
            let system = report.subject.system();
            let outside = report.subject.discipline().into_iter().flat_map(|known| known.outside());
            let names = outside.map(|(object, _): (ObjectId, _)| object_name(system, object));
            let names = and(&at_most(names.collect(), NAMED));
            format!("the reduction theorem does not apply, as to {names}; {all_steps}")
        }
        Inconclusive::Endless => format!(
            "a thread can take invisible steps for ever, which is no fault, but then the reduction theorem does not \
             apply; {all_steps}"
        ),
        Inconclusive::Formula => "the automaton of a formula is too large".to_owned(),
    }
}
