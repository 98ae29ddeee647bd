//! Every answer about a bundled system is confirmed.

use reductio::Verdict;
use reductio::certify::{Certificate, CertifyError, CertifyLimits, certify, to_file};
use reductio::check::{
    CheckOptions, CheckReport, EXAMPLES, Example, JudgedClaim, SystemClaim, check,
};
use reductio::search::Order;

use super::python::{python, verify, verify_unread};

/// The most states of an unreduced search whose certificate is verified every day.
const FEW: usize = 1_000;

fn report(example: &Example, order: Order) -> CheckReport {
    let options = CheckOptions { order, keep_going: true, ..CheckOptions::default() };
    check(&example.subject(), &options, None, None)
}

fn made(report: &CheckReport) -> Certificate {
    certify(report, &CertifyLimits::default())
        .unwrap_or_else(|error| panic!("{}: {error}", report.subject.system().name()))
}

/// The reports on all bundled systems but those that a search with a monitor has answered, of which certificates know
/// nothing.
fn reports(order: Order) -> Vec<CheckReport> {
    let (mut reports, mut monitored) = (Vec::new(), 0);
    for example in EXAMPLES {
        let report = report(example, order);
        match certify(&report, &CertifyLimits::default()) {
            Err(CertifyError::LockDiscipline) => monitored += 1,
            _ => reports.push(report),
        }
    }
    assert!(monitored < 10, "{monitored}");
    reports
}

/// The beginning of the line about a claim.
fn line(report: &CheckReport, claim: SystemClaim) -> String {
    let system = report.subject.system();
    let told = match claim {
        SystemClaim::Discipline => "discipline".to_owned(),
        SystemClaim::NoFailure => "no failure".to_owned(),
        SystemClaim::NoDeadlock => "no deadlock".to_owned(),
        SystemClaim::NoEndlessLoop => "no endless loop".to_owned(),
        SystemClaim::NoStuckThread | SystemClaim::Property(_) => unreachable!("left out"),
        SystemClaim::Invariant(k) => format!("invariant \"{}\"", system.invariants()[k].name),
        SystemClaim::Reach(k) => format!("reach \"{}\"", system.reachable()[k].name),
    };
    format!("{}: {told}: ", system.name())
}

/// Whether a certificate speaks of a claim: not of threads that are stuck, nor of properties of whole runs.
fn is_certified((claim, _): &JudgedClaim) -> bool {
    !matches!(claim, SystemClaim::NoStuckThread | SystemClaim::Property(_))
}

/// Asserts that the verifier says of each claim that it speaks of what the report does, and returns how many hold.
fn confirm(python: &str, name: &str, reports: &[CheckReport]) -> usize {
    let certificates: Vec<Certificate> = reports.iter().map(made).collect();
    let output = verify(python, name, &to_file(&certificates));
    let said = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut lines = said.lines();
    let (mut holding, mut is_open) = (0, false);
    for report in reports {
        for (claim, verdict) in report.claims.iter().filter(|judged| is_certified(judged)) {
            let start = line(report, *claim);
            let line = lines.find(|line| line.starts_with(&start));
            let line = line.unwrap_or_else(|| panic!("no line `{start}`: {said}{errors}"));
            let wanted = match verdict {
                Verdict::Holds(()) => "holds, confirmed ",
                Verdict::Fails(_) => "fails, confirmed ",
                Verdict::Declined(_) => "undecided: ",
            };
            assert!(line[start.len()..].starts_with(wanted), "{line}");
            holding += usize::from(verdict.evidence().is_some());
            is_open |= matches!(verdict, Verdict::Declined(_));
        }
    }
    assert_eq!(output.status.code(), Some(if is_open { 2 } else { 0 }), "{errors}");
    holding
}

#[test]
fn the_verifier_confirms_every_bundled_answer_by_reduced_steps() {
    let Some(python) = python("every bundled answer") else { return };
    let reports = reports(Order::Reduced);
    let holding = confirm(python, "reduced", &reports);
    let wanted = |report: &CheckReport| {
        let asked = report.claims.iter().filter(|judged| is_certified(judged));
        asked.filter(|(_, verdict)| verdict.evidence().is_some()).count()
    };
    assert_eq!(holding, reports.iter().map(wanted).sum::<usize>());
    assert!(holding > 90, "{holding}");
}

#[test]
fn a_verifier_that_nobody_reads_ends_quietly() {
    let Some(python) = python("nobody reads") else { return };
    let mut reports = reports(Order::Reduced);
    reports.truncate(1);
    let certificates: Vec<Certificate> = reports.iter().map(made).collect();
    let output = verify_unread(python, "unread", &to_file(&certificates));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_verifier_confirms_small_unreduced_searches() {
    let Some(python) = python("small unreduced searches") else { return };
    let mut reports = reports(Order::Unreduced);
    reports.retain(|all| all.exploration.states <= FEW);
    assert!(reports.len() > 10, "{}", reports.len());
    confirm(python, "unreduced", &reports);
}

#[test]
#[ignore = "a minute of Python"]
fn the_verifier_confirms_all_unreduced_searches() {
    let Some(python) = python("all unreduced searches") else { return };
    let reports = reports(Order::Unreduced);
    confirm(python, "all-unreduced", &reports);
}
