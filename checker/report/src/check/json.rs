//! The answer of `check` for programs; schema `check.schema.json`.

use std::collections::BTreeMap;
use std::time::Duration;

use reductio::check::{Argument, CheckReport, CitedTheorem, Ground, NotPreserved, SystemClaim};
use reductio::discipline::Violation;
use reductio::discipline::{Checker, Condition, Link, Outcome, Premise, SideConditions};
use reductio::execution::RunFile;
use reductio::search::{FindingKind, Order};
use reductio::{Diagnostic, Exit, Verdict};
use serde::Serialize;

use super::grounds::condition_words;
use super::guess::{self, GuessEntry};
use super::names::replay_command;
use super::text::{claim_words, open_words};
use crate::execution;
use crate::json::{DiagnosticEntry, entries};

/// The answer of `check` as JSON.
#[derive(Debug, Serialize)]
pub struct CheckAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<Entry>,
    errors: Vec<DiagnosticEntry>,
}

/// The report on one system by one kind of search.
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
    basis: BasisEntry,
    findings: Vec<FindingEntry>,
    violations: usize,
    deadlocks: usize,
    unreached: Vec<String>,
    guess: Option<Vec<GuessEntry>>,
    /// The run that leads to the first finding.
    run: Option<RunFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// A claim with its verdict.
#[derive(Debug, Serialize)]
struct ClaimEntry {
    claim: &'static str,
    text: String,
    verdict: &'static str,
    reason: Option<&'static str>,
    ground: &'static str,
    theorem: Option<&'static str>,
    run: Option<RunFile>,
    replay: Option<String>,
}

/// The basis of the verdicts.
#[derive(Debug, Serialize)]
struct BasisEntry {
    argument: &'static str,
    reason: Option<&'static str>,
    theorems: Vec<TheoremEntry>,
    conditions: Vec<ConditionEntry>,
    objects: BTreeMap<String, &'static str>,
    not_preserved: Vec<NotPreserved>,
}

/// A theorem, which the kernel has proved.
#[derive(Debug, Serialize)]
struct TheoremEntry {
    theorem: CitedTheorem,
    label: &'static str,
}

/// A condition of the theorems with its outcome.
#[derive(Debug, Serialize)]
struct ConditionEntry {
    #[serde(with = "ConditionWord")]
    condition: Condition,
    hypotheses: &'static [&'static str],
    text: &'static str,
    #[serde(with = "CheckerWord")]
    checker: Checker,
    #[serde(with = "LinkWord")]
    link: Link,
    #[serde(with = "OutcomeWord")]
    outcome: Outcome,
}

/// The words for [`Condition`]s.
#[derive(Serialize)]
#[serde(remote = "Condition", rename_all = "snake_case")]
enum ConditionWord {
    Bounded,
    Independent,
    Commuting,
    Separated,
    NonBlocking,
    Latched,
    NotHidden,
}

/// The words for those who have checked a condition.
#[derive(Serialize)]
#[serde(remote = "Checker", rename_all = "snake_case")]
enum CheckerWord {
    Construction,
    Discipline,
    Search,
}

/// The words for how sure it is that a condition follows.
#[derive(Serialize)]
#[serde(remote = "Link", rename_all = "snake_case")]
enum LinkWord {
    Immediate,
    Tested,
}

/// The words for whether a condition holds.
#[derive(Serialize)]
#[serde(remote = "Outcome", rename_all = "snake_case")]
enum OutcomeWord {
    Met,
    NotMet,
    Open,
}

/// One finding of the search.
#[derive(Debug, Serialize)]
struct FindingEntry {
    claim: &'static str,
    ending: String,
    thread: Option<String>,
    steps: Vec<(usize, usize)>,
    replay: String,
}

impl CheckAnswer {
    /// Makes the answer of a run of `check`: reports, each with the time it took if that was asked for, and errors.
    pub fn new(reports: &[(CheckReport, Option<Duration>)], errors: &[Diagnostic]) -> Self {
        CheckAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "check",
            results: reports.iter().map(|(report, time)| entry(report, *time)).collect(),
            errors: entries(errors),
        }
    }
}

fn entry(report: &CheckReport, time: Option<Duration>) -> Entry {
    let (subject, exploration) = (&report.subject, &report.exploration);
    let run = |finding: usize| report.execution(finding).ok().map(|e| execution::to_run_file(&e));
    let count = |wanted: fn(&FindingKind<Violation>) -> bool| {
        exploration.findings.iter().filter(|finding| wanted(&finding.kind)).count()
    };
    let claims =
        report.claims.iter().zip(&report.basis.grounds).map(|((claim, verdict), ground)| {
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
                ground: ground_word(*ground),
                theorem: if let Ground::Theorem(theorem) = ground {
                    Some(theorem.label())
                } else {
                    None
                },
                run: finding.and_then(run),
                replay: finding
                    .map(|finding| replay_command(report, &exploration.findings[finding].run)),
            }
        });
    let name = |&(thread, point): &(reductio::system::ThreadId, usize)| {
        let owner = subject.system().thread(thread);
        format!("{} of {}", owner.points()[point].name(), owner.name())
    };
    let demoted = subject.settings().demoted.iter();
    Entry {
        system: subject.system().name().to_owned(),
        file: subject.file.name().to_owned(),
        constants: subject.parameters.constants.iter().cloned().collect(),
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
        theorem_applies: !subject.is_outside(),
        demoted: demoted.map(|x| subject.system().objects()[x.index()].name().to_owned()).collect(),
        claims: claims.collect(),
        basis: basis(report),
        findings: (0..exploration.findings.len())
            .map(|finding| finding_entry(report, finding))
            .collect(),
        violations: count(|kind| !matches!(kind, FindingKind::Deadlock)),
        deadlocks: count(|kind| matches!(kind, FindingKind::Deadlock)),
        unreached: report.unreached().iter().map(name).collect(),
        guess: report.guess.as_ref().map(|found| guess::entries(found)),
        run: (!exploration.findings.is_empty()).then(|| run(0)).flatten(),
        seconds: time.map(|time| time.as_secs_f64()),
    }
}

/// The word for the side conditions of an object.
fn side_word(side: &SideConditions) -> &'static str {
    match side {
        SideConditions::SetA => "set_a",
        SideConditions::SetB => "set_b",
        SideConditions::SetC => "set_c",
        SideConditions::Neither(_) => "neither",
        SideConditions::Demoted => "demoted",
    }
}

fn basis(report: &CheckReport) -> BasisEntry {
    let (basis, system) = (&report.basis, report.subject.system());
    let condition = |premise: &Premise| ConditionEntry {
        condition: premise.condition,
        hypotheses: premise.condition.labels(),
        text: condition_words(premise.condition),
        checker: premise.checker,
        link: premise.link,
        outcome: premise.outcome,
    };
    let theorems = basis.theorems.iter();
    let objects = system.objects().iter().zip(report.side_conditions());
    BasisEntry {
        argument: match basis.argument {
            Argument::Reduction => "reduction",
            Argument::EveryState => "every_state",
            Argument::Nothing(_) => "nothing",
        },
        reason: match basis.argument {
            Argument::Nothing(why) => Some(open_words(why)),
            _ => None,
        },
        theorems: theorems
            .map(|&theorem| TheoremEntry { theorem, label: theorem.label() })
            .collect(),
        conditions: basis.premises.iter().map(condition).collect(),
        objects: objects
            .map(|(object, side)| (object.name().to_owned(), side_word(side)))
            .collect(),
        not_preserved: basis.not_preserved.clone(),
    }
}

fn ground_word(ground: Ground) -> &'static str {
    match ground {
        Ground::Run => "run",
        Ground::State => "state",
        Ground::EveryState => "every_state",
        Ground::EveryReducedStep => "every_reduced_step",
        Ground::Theorem(_) => "theorem",
        Ground::Nothing => "nothing",
    }
}

fn finding_entry(report: &CheckReport, number: usize) -> FindingEntry {
    let finding = &report.exploration.findings[number];
    let thread = match finding.kind {
        FindingKind::Discipline(Violation::Access { thread, .. }) => Some(thread.index()),
        FindingKind::Failure { thread, .. } | FindingKind::EndlessLoop { thread, .. } => {
            Some(thread)
        }
        _ => None,
    };
    let claim = match finding.kind {
        FindingKind::Discipline(_) => SystemClaim::Discipline,
        FindingKind::Failure { .. } => SystemClaim::NoFailure,
        FindingKind::Deadlock => SystemClaim::NoDeadlock,
        FindingKind::EndlessLoop { .. } => SystemClaim::NoEndlessLoop,
        FindingKind::Invariant(number) => SystemClaim::Invariant(number),
    };
    FindingEntry {
        claim: claim_word(claim),
        ending: match report.execution(number) {
            Ok(execution) => execution::ending_in_words(&execution),
            Err(error) => format!("a bug of this program: {error}"),
        },
        thread: thread.map(|thread| report.subject.system().threads()[thread].name().to_owned()),
        steps: finding.run.clone(),
        replay: replay_command(report, &finding.run),
    }
}

fn claim_word(claim: SystemClaim) -> &'static str {
    match claim {
        SystemClaim::Discipline => "discipline",
        SystemClaim::NoFailure => "no_failure",
        SystemClaim::NoDeadlock => "no_deadlock",
        SystemClaim::NoEndlessLoop => "no_endless_loop",
        SystemClaim::Invariant(_) => "invariant",
        SystemClaim::Reach(_) => "reach",
    }
}
