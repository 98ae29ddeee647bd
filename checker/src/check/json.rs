//! The answer of `check` for programs; schema `check.schema.json`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::explain::{breach_words, reason_words};
use super::guess::{self, GuessEntry};
use super::names::replay_command;
use super::text::{claim_words, open_words};
use super::{Claim, Report, Subject};
use crate::diagnostics::Diagnostic;
use crate::discipline::{Conditions, Discipline};
use crate::execution::RunFile;
use crate::json::{DiagnosticEntry, entries};
use crate::search::{FindingKind, Order};
use crate::validate::Validation;
use crate::verdict::{Exit, Verdict};

/// The answer of `check`.
#[derive(Debug, Serialize)]
pub(crate) struct CheckAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
}

/// One system, by one order of search.
#[derive(Debug, Serialize)]
struct Entry {
    system: String,
    file: String,
    constants: BTreeMap<String, i64>,
    reduced: bool,
    complete: bool,
    states: usize,
    transitions: u64,
    visible_states: usize,
    depth: usize,
    bytes_per_state: f64,
    verdict: &'static str,
    theorem_applies: bool,
    demoted: Vec<String>,
    claims: Vec<ClaimEntry>,
    violations: usize,
    deadlocks: usize,
    unreached: Vec<String>,
    guess: Option<Vec<GuessEntry>>,
    /// The run of the first finding.
    run: Option<RunFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// A claim.
#[derive(Debug, Serialize)]
struct ClaimEntry {
    claim: &'static str,
    text: String,
    verdict: &'static str,
    reason: Option<&'static str>,
    run: Option<RunFile>,
    replay: Option<String>,
}

impl CheckAnswer {
    /// The answer of a run: reports, each with the time it took if that was asked for.
    pub(crate) fn new(reports: &[(Report, Option<Duration>)], errors: &[Diagnostic]) -> Self {
        CheckAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "check",
            results: reports.iter().map(|(report, time)| entry(report, *time)).collect(),
            errors: entries(errors),
        }
    }
}

fn entry(report: &Report, time: Option<Duration>) -> Entry {
    let (subject, exploration) = (&report.subject, &report.exploration);
    let discipline = Discipline::with(&subject.system, &subject.settings);
    let run = |finding: usize| {
        report.execution(&discipline, finding).ok().map(|execution| execution.to_run_file())
    };
    let count = |wanted: fn(&FindingKind<crate::discipline::Violation>) -> bool| {
        exploration.findings.iter().filter(|finding| wanted(&finding.kind)).count()
    };
    let claims = report.claims.iter().map(|(claim, verdict)| {
        let finding = if let Verdict::Fails(finding) = verdict { *finding } else { None };
        ClaimEntry {
            claim: claim_word(*claim),
            text: claim_words(report, *claim),
            verdict: verdict.word(),
            reason: if let Verdict::Declined(why) = verdict {
                Some(open_words(*why))
            } else {
                None
            },
            run: finding.and_then(run),
            replay: finding
                .map(|finding| replay_command(report, &exploration.findings[finding].run)),
        }
    });
    let name = |&(thread, point): &(crate::system::ThreadId, usize)| {
        let owner = subject.system.thread(thread);
        format!("{} of {}", owner.points()[point].name(), owner.name())
    };
    let demoted = subject.settings.demoted.iter();
    Entry {
        system: subject.system.name().to_owned(),
        file: subject.file.name().to_owned(),
        constants: subject.constants.iter().cloned().collect(),
        reduced: report.order == Order::Reduced,
        complete: exploration.is_complete(),
        states: exploration.states,
        transitions: exploration.transitions,
        visible_states: exploration.visible_states,
        depth: exploration.depth,
        bytes_per_state: exploration.bytes_per_state(),
        verdict: match report.exit() {
            Exit::Holds => "holds",
            Exit::Fails => "fails",
            _ => "declined",
        },
        theorem_applies: !subject.is_outside,
        demoted: demoted.map(|x| subject.system.objects()[x.index()].name().to_owned()).collect(),
        claims: claims.collect(),
        violations: count(|kind| !matches!(kind, FindingKind::Deadlock)),
        deadlocks: count(|kind| matches!(kind, FindingKind::Deadlock)),
        unreached: report.unreached().iter().map(name).collect(),
        guess: report.guess.as_ref().map(|found| guess::entries(found)),
        run: (!exploration.findings.is_empty()).then(|| run(0)).flatten(),
        seconds: time.map(|time| time.as_secs_f64()),
    }
}

fn claim_word(claim: Claim) -> &'static str {
    match claim {
        Claim::Discipline => "discipline",
        Claim::NoFailure => "no_failure",
        Claim::NoDeadlock => "no_deadlock",
        Claim::NoEndlessLoop => "no_endless_loop",
        Claim::Invariant(_) => "invariant",
        Claim::Reach(_) => "reach",
    }
}

/// The answer of `validate`; schema `validate.schema.json`.
#[derive(Debug, Serialize)]
pub(crate) struct ValidateAnswer<'a> {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: &'a [Validation],
    errors: Vec<DiagnosticEntry>,
}

impl<'a> ValidateAnswer<'a> {
    /// The answer of a run.
    pub(crate) fn new(results: &'a [Validation], errors: &[Diagnostic]) -> Self {
        ValidateAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "validate",
            results,
            errors: entries(errors),
        }
    }
}

/// The answer of `explain FILE.sys`; schema `classification.schema.json`.
#[derive(Debug, Serialize)]
pub(crate) struct ClassificationAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<SystemEntry>,
    errors: Vec<DiagnosticEntry>,
}

/// The classification of a system.
#[derive(Debug, Serialize)]
struct SystemEntry {
    system: String,
    file: String,
    theorem_applies: bool,
    objects: Vec<ObjectEntry>,
    transitions: Vec<TransitionEntry>,
}

/// A protected object.
#[derive(Debug, Serialize)]
struct ObjectEntry {
    object: String,
    conditions: &'static str,
    breaches: Vec<String>,
}

/// A transition.
#[derive(Debug, Serialize)]
struct TransitionEntry {
    thread: String,
    transition: usize,
    point: String,
    text: String,
    line: Option<usize>,
    visible: bool,
    reasons: Vec<String>,
}

impl ClassificationAnswer {
    /// The answer of a run.
    pub(crate) fn new(subjects: &[Subject], errors: &[Diagnostic]) -> Self {
        ClassificationAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "explain",
            results: subjects.iter().map(system_entry).collect(),
            errors: entries(errors),
        }
    }
}

fn system_entry(subject: &Subject) -> SystemEntry {
    let system = &subject.system;
    let discipline = Discipline::with(system, &subject.settings);
    let objects = system.objects().iter().zip(discipline.conditions());
    let objects = objects.map(|(object, conditions)| ObjectEntry {
        object: object.name().to_owned(),
        conditions: match conditions {
            Conditions::Demoted => "demoted",
            Conditions::SetA => "A",
            Conditions::SetB => "B",
            Conditions::Neither(_) => "neither",
        },
        breaches: match conditions {
            Conditions::Neither(all) => {
                all.iter().map(|b| breach_words(system, object.name(), b)).collect()
            }
            _ => Vec::new(),
        },
    });
    let transitions = system.thread_ids().flat_map(|thread| {
        let owner = system.thread(thread);
        let entry = |(number, transition): (usize, &crate::system::Transition)| {
            let reasons = discipline.classification().reasons(thread, number);
            TransitionEntry {
                thread: owner.name().to_owned(),
                transition: number,
                point: owner.points()[usize::from(transition.start())].name().to_owned(),
                text: transition.text().to_owned(),
                line: transition.place().map(|place| subject.file.line_col(place.start).0),
                visible: !reasons.is_empty(),
                reasons: reasons
                    .iter()
                    .map(|reason| reason_words(system, thread, reason))
                    .collect(),
            }
        };
        owner.transitions().iter().enumerate().map(entry).collect::<Vec<_>>()
    });
    SystemEntry {
        system: system.name().to_owned(),
        file: subject.file.name().to_owned(),
        theorem_applies: !subject.is_outside,
        objects: objects.collect(),
        transitions: transitions.collect(),
    }
}
