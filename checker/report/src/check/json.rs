//! The answer of `check` for programs; schema `check.schema.json`.

use std::collections::BTreeMap;
use std::time::Duration;

use reductio::check::{
    Argument, CheckReport, CitedTheorem, FamilyReport, Ground, NotPreserved, ProgramReport, Resort,
    SystemClaim,
};
use reductio::discipline::{Checker, Condition, Link, Outcome, Premise, SideConditions, Violation};
use reductio::execution::{NamedViolation, RunFile};
use reductio::locking::LockViolation;
use reductio::search::{FindingKind, Order};
use reductio::{Diagnostic, Exit, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::family::{self, FamilyEntry};
use super::grounds::{assumed_names, condition_words, found_names};
use super::guess::{self, GuessEntry};
use super::locks::{self, LockDisciplineEntry};
use super::names::{cell_names, repeated_names, replay_command};
use super::properties::{self, PropertySearchEntry};
use super::symmetry::{self, SymmetryEntry};
use super::text::{claim_words, open_words};
use crate::execution;
use crate::json::{DiagnosticEntry, VERDICTS, entries};
use crate::program::{self, json::ProgramEntry};

/// The answer of `check` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<ResultEntry>,
    /// Only with `--certificate`, where one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CertificateEntry")]
    certificate: Option<CertificateEntry>,
    errors: Vec<DiagnosticEntry>,
}

/// The report on one system of threads, or on one program with a heap.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum ResultEntry {
    System(Box<Entry>),
    Family(Box<FamilyEntry>),
    Program(Box<ProgramEntry>),
}

/// The claims of which certificates say nothing.
pub const NOT_COVERED: [&str; 2] = [CLAIMS[3], CLAIMS[6]];

/// The claims about families of threads of which certificates say nothing.
pub const NOT_COVERED_OF_FAMILIES: [&str; 2] = [CLAIMS[4], CLAIMS[6]];

/// A certificate that `check` has written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertificateEntry {
    /// The name of the certificate's file.
    pub file: String,
    /// The size of the file.
    pub bytes: usize,
    /// The number of reports in it.
    pub checks: usize,
    /// The number of states that are listed in it.
    pub states: usize,
    /// The number of cases in which hypotheses of the theorem were decided.
    pub cases: u64,
    /// The claims of which it says nothing, and which a verifier does not confirm.
    #[schemars(extend("items" = { "enum": CLAIMS }))]
    pub not_covered: Vec<&'static str>,
    /// The parts that it leaves out besides, each with the reason; for families of threads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub left_out: Vec<String>,
    /// Tells whether it is of families of threads.
    #[serde(skip)]
    pub is_of_families: bool,
}

/// The words for claims; a run that reaches something refutes none.
const CLAIMS: [&str; 8] = [
    "discipline",
    "no_failure",
    "no_deadlock",
    "no_stuck_thread",
    "no_endless_loop",
    "invariant",
    "property",
    "reach",
];

/// The report on one system by one kind of search.
#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    system: String,
    file: String,
    /// The constants that were set on the command line.
    constants: BTreeMap<String, i64>,
    /// Tells whether it was explored by reduced steps.
    reduced: bool,
    /// Tells whether everything was explored.
    complete: bool,
    /// States stored, one for all that differ by a renaming of threads where `symmetry` says so.
    states: usize,
    /// Steps taken; reduced steps in a reduced search.
    transitions: u64,
    visible_states: usize,
    /// The longest distance from the initial state, in steps or reduced steps.
    depth: usize,
    /// Memory of the stored states.
    #[schemars(range(min = 0))]
    bytes_per_state: f64,
    /// The worst verdict of the claims.
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// Tells whether every protected object that is not demoted meets Set A or Set B.
    theorem_applies: bool,
    /// Protected objects, and variables with a class, that are treated as open.
    demoted: Vec<String>,
    /// Transitions that are visible only because a thread could repeat them for ever with invisible steps.
    repeated: Vec<String>,
    claims: Vec<ClaimEntry>,
    /// The way in which each property was decided.
    properties: Vec<PropertySearchEntry>,
    /// The grounds of the verdicts.
    basis: BasisEntry,
    /// All that was found: with --keep-going the first finding of each kind.
    findings: Vec<FindingEntry>,
    /// Findings that are neither deadlocks nor endless loops.
    violations: usize,
    /// Findings that are deadlocks.
    deadlocks: usize,
    /// The threads that were renamed in stored states: of states that differ by a renaming one is stored.
    symmetry: SymmetryEntry,
    /// Labels that no run reaches.
    unreached: Vec<String>,
    /// The way in which the lock discipline was decided, where variables have a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LockDisciplineEntry")]
    lock_discipline: Option<LockDisciplineEntry>,
    /// With --guess-locks: each shared variable.
    guess: Option<Vec<GuessEntry>>,
    /// The run of the first finding.
    run: Option<RunFile>,
    /// With --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    seconds: Option<f64>,
}

/// A claim with its verdict.
#[derive(Debug, Serialize, JsonSchema)]
struct ClaimEntry {
    #[schemars(extend("enum" = CLAIMS))]
    claim: &'static str,
    text: String,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why it is declined.
    reason: Option<&'static str>,
    /// The ground of the verdict: a run that was executed again, a state that was met, that every state was looked at,
    /// that every reduced step was followed to its end, or a complete reduced search and a theorem; for a property that
    /// all runs were looked at, or all by reduced steps.
    #[schemars(extend("enum" = ["run", "state", "every_state", "every_reduced_step", "theorem", "reduced_runs", "every_run", "nothing"]))]
    ground: &'static str,
    /// The label of the theorem, where the verdict rests on one.
    #[schemars(extend("enum" = ["Theorem 1", "monotonicity remark", "22, from any state", "stuck, mixed sets", null]))]
    theorem: Option<&'static str>,
    /// The run that shows that it fails.
    run: Option<RunFile>,
    /// The command that shows the run again.
    replay: Option<String>,
}

/// The basis of the verdicts.
#[derive(Debug, Serialize, JsonSchema)]
struct BasisEntry {
    /// The reason why a violation that was not found does not exist: a complete reduced search and the theorems, or
    /// that every state was looked at. Nothing: only what was found is said.
    #[schemars(extend("enum" = ["reduction", "every_state", "nothing"]))]
    argument: &'static str,
    /// The reason why nothing is said of violations that were not found.
    reason: Option<&'static str>,
    /// The theorems that a reduced search rests on; the kernel has proved them.
    theorems: Vec<TheoremEntry>,
    /// The conditions of the theorems.
    conditions: Vec<ConditionEntry>,
    /// The side conditions that each protected object meets.
    #[schemars(extend("additionalProperties" = { "enum": ["set_a", "set_b", "set_c", "neither", "demoted", "watched"] }))]
    objects: BTreeMap<String, &'static str>,
    /// The way in which the check went on where a protected variable met no set of side conditions as it was given: in
    /// the states of invariants that were found; with it treated as open, and its discipline watched; or by all steps.
    #[schemars(extend("enum" = ["invariants", "watching", "every_step", null]))]
    went_on: Option<&'static str>,
    /// The invariants that were found, and without which the conditions would not be met: nobody declared them, and
    /// together with the assumed ones they hold at first and no transition falsifies them.
    found_invariants: Vec<String>,
    /// The declared invariants that are inductive, in whose states the conditions were decided; empty where all states
    /// were looked at.
    assumed_invariants: Vec<String>,
    /// The properties about which the search says nothing.
    not_preserved: Vec<NotPreserved>,
}

/// A theorem, which the kernel has proved.
#[derive(Debug, Serialize, JsonSchema)]
struct TheoremEntry {
    theorem: CitedTheorem,
    /// For `reductio prove`.
    label: &'static str,
}

/// A condition of the theorems with its outcome.
#[derive(Debug, Serialize, JsonSchema)]
struct ConditionEntry {
    #[serde(with = "ConditionWord")]
    condition: Condition,
    /// The hypotheses of the theorem that it stands for, by label.
    #[schemars(length(min = 1))]
    hypotheses: &'static [&'static str],
    text: &'static str,
    /// The authority that has checked it: nobody needs to, by the way in which the relations are made; the discipline,
    /// one transition at a time; the search.
    #[serde(with = "CheckerWord")]
    checker: Checker,
    /// Tells whether what was checked is the condition; or implies it by theorems and by facts about footprints, which
    /// are tested and not proved; or that it implies the condition is tested and not proved.
    #[serde(with = "LinkWord")]
    link: Link,
    #[serde(with = "OutcomeWord")]
    outcome: Outcome,
}

/// The words for [`Condition`]s.
#[derive(Serialize, JsonSchema)]
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
#[derive(Serialize, JsonSchema)]
#[serde(remote = "Checker", rename_all = "snake_case")]
enum CheckerWord {
    Construction,
    Discipline,
    Search,
}

/// The words for how sure it is that a condition follows.
#[derive(Serialize, JsonSchema)]
#[serde(remote = "Link", rename_all = "snake_case")]
enum LinkWord {
    Immediate,
    Footprints,
    Tested,
}

/// The words for whether a condition holds.
#[derive(Serialize, JsonSchema)]
#[serde(remote = "Outcome", rename_all = "snake_case")]
enum OutcomeWord {
    Met,
    NotMet,
    Open,
}

/// One finding of the search.
#[derive(Debug, Serialize, JsonSchema)]
struct FindingEntry {
    /// The claim that it refutes. A deadlock refutes `no_stuck_thread` too; an endless loop refutes nothing, and leaves
    /// claims undecided that rest on the theorem.
    #[schemars(extend("enum" = CLAIMS[..7]))]
    claim: &'static str,
    /// The ending of its run, in words.
    ending: String,
    /// The thread that fails, loops, is stuck, or accesses.
    thread: Option<String>,
    /// The run: thread and transition of each step.
    steps: Vec<(usize, usize)>,
    /// The command that shows the run again.
    replay: String,
}

impl CheckAnswer {
    /// Makes the answer of a run of `check`: reports on systems and on programs, each with the time it took if that was
    /// asked for, and errors.
    pub fn new(
        systems: &[(CheckReport, Option<Duration>)],
        programs: &[(ProgramReport, Option<Duration>)],
        errors: &[Diagnostic],
    ) -> Self {
        let of_system =
            |(report, time): &(CheckReport, _)| ResultEntry::System(Box::new(entry(report, *time)));
        let of_program = |(report, time): &(ProgramReport, _)| {
            ResultEntry::Program(Box::new(program::json::entry(report, *time)))
        };
        CheckAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "check",
            results: systems.iter().map(of_system).chain(programs.iter().map(of_program)).collect(),
            certificate: None,
            errors: entries(errors),
        }
    }

    /// The answer with reports on families of threads before the others, each with the time it took if that was asked
    /// for.
    #[must_use]
    pub fn with_families(mut self, families: &[(FamilyReport, Option<Duration>)]) -> Self {
        let of_family = |(report, time): &(FamilyReport, _)| {
            ResultEntry::Family(Box::new(family::entry(report, *time)))
        };
        self.results.splice(0..0, families.iter().map(of_family));
        self
    }

    /// The answer of a run that has written a certificate, or not.
    #[must_use]
    pub fn certified(self, certificate: Option<CertificateEntry>) -> Self {
        CheckAnswer { certificate, ..self }
    }
}

fn entry(report: &CheckReport, time: Option<Duration>) -> Entry {
    let (subject, exploration) = (&report.subject, &report.exploration);
    let run = |finding: usize| report.execution(finding).ok().map(|e| execution::to_run_file(&e));
    let count = |wanted: fn(&FindingKind<LockViolation>) -> bool| {
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
                    .map(|finding| replay_command(report, &exploration.findings[finding])),
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
        demoted: demoted
            .map(|x| subject.system().objects()[x.index()].name().to_owned())
            .chain(cell_names(subject.system(), subject.open_cells()))
            .collect(),
        repeated: repeated_names(subject),
        claims: claims.collect(),
        properties: properties::entries(report),
        basis: basis(report),
        findings: (0..exploration.findings.len())
            .map(|finding| finding_entry(report, finding))
            .collect(),
        violations: count(|kind| {
            !matches!(kind, FindingKind::Deadlock | FindingKind::EndlessLoop { .. })
        }),
        deadlocks: count(|kind| matches!(kind, FindingKind::Deadlock)),
        symmetry: symmetry::entry(report),
        unreached: report.unreached().iter().map(name).collect(),
        lock_discipline: locks::entry(report),
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
        SideConditions::Watched => "watched",
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
        went_on: report.resort.map(|resort| match resort {
            Resort::Invariants => "invariants",
            Resort::Watching => "watching",
            Resort::EveryStep => "every_step",
        }),
        found_invariants: if report.order == Order::Reduced {
            found_names(&report.subject)
        } else {
            Vec::new()
        },
        assumed_invariants: assumed_names(&report.subject),
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
        Ground::ReducedRuns => "reduced_runs",
        Ground::EveryRun => "every_run",
        Ground::Nothing => "nothing",
    }
}

fn finding_entry(report: &CheckReport, number: usize) -> FindingEntry {
    let finding = &report.exploration.findings[number];
    let thread = match finding.kind {
        FindingKind::Discipline(violation) => guilty(report, number, violation),
        FindingKind::Failure { thread, .. }
        | FindingKind::EndlessLoop { thread, .. }
        | FindingKind::Stuck { thread } => Some(thread),
        _ => None,
    };
    let claim = match finding.kind {
        FindingKind::Discipline(_) => SystemClaim::Discipline,
        FindingKind::Failure { .. } => SystemClaim::NoFailure,
        FindingKind::Deadlock => SystemClaim::NoDeadlock,
        FindingKind::Stuck { .. } => SystemClaim::NoStuckThread,
        FindingKind::EndlessLoop { .. } => SystemClaim::NoEndlessLoop,
        FindingKind::Invariant(number) => SystemClaim::Invariant(number),
        FindingKind::Property { number, .. } => SystemClaim::Property(number),
    };
    FindingEntry {
        claim: claim_word(claim),
        ending: match report.execution(number) {
            Ok(execution) => execution::ending_in_words(&execution),
            Err(error) => format!("a bug of this program: {error}"),
        },
        thread: thread.map(|thread| report.subject.system().threads()[thread].name().to_owned()),
        steps: finding.run.clone(),
        replay: replay_command(report, finding),
    }
}

/// The thread whose access breaks the discipline, in the run of a finding.
fn guilty(report: &CheckReport, number: usize, violation: LockViolation) -> Option<usize> {
    match violation {
        LockViolation::Exclusive(Violation::Access { thread, .. }) => Some(thread.index()),
        LockViolation::Exclusive(Violation::NotExclusive { .. }) => None,
        LockViolation::Access { .. } => {
            let execution = report.execution(number).ok()?;
            let found = execution.named_violation(violation, execution.steps().len()).violation;
            let NamedViolation::Locks { access: Some(access), .. } = found else { return None };
            let threads = report.subject.system().threads();
            threads.iter().position(|thread| thread.name() == access.thread)
        }
    }
}

fn claim_word(claim: SystemClaim) -> &'static str {
    match claim {
        SystemClaim::Discipline => "discipline",
        SystemClaim::NoFailure => "no_failure",
        SystemClaim::NoDeadlock => "no_deadlock",
        SystemClaim::NoStuckThread => "no_stuck_thread",
        SystemClaim::NoEndlessLoop => "no_endless_loop",
        SystemClaim::Invariant(_) => "invariant",
        SystemClaim::Reach(_) => "reach",
        SystemClaim::Property(_) => "property",
    }
}
