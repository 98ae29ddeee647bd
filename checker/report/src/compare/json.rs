//! The answer of `compare` for programs; schema `compare.schema.json`.

use std::collections::BTreeMap;

use reductio::compare::{
    Agreement, Answer, Comparison, Condition, ProgramComparison, ProgramRow, Row, Support, Theorem,
};
use reductio::discipline::Outcome;
use reductio::search::FindingKind;
use reductio::{Diagnostic, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use super::program::ended;
use super::words;
use crate::check::names::replay_command_of;
use crate::json::{DiagnosticEntry, VERDICTS, entries};
use crate::program::entries::{StepEntry, steps};
use crate::program::steps::Told;

/// The answer of `compare` as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompareAnswer {
    tool: &'static str,
    version: &'static str,
    command: &'static str,
    results: Vec<RowEntry>,
    /// The searches of programs with a heap, where there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    programs: Vec<ProgramRowEntry>,
    errors: Vec<DiagnosticEntry>,
}

/// One search of one system.
#[derive(Debug, Serialize, JsonSchema)]
struct RowEntry {
    system: String,
    file: String,
    /// The constants that were set on the command line.
    constants: BTreeMap<String, i64>,
    /// The name of the search.
    id: String,
    /// States stored; null for a search that walks executions.
    states: Option<usize>,
    /// Steps taken, by what the search takes for a step.
    transitions: u64,
    /// Executions that were walked to their end; null for a search that stores states.
    executions: Option<u64>,
    /// Control points met, those of all threads together.
    control_points: usize,
    /// Different deadlocks.
    deadlocks: usize,
    /// The length of the longest execution, or the greatest distance from the initial state, in steps.
    depth: usize,
    /// The last bound that was tried, where bounds are tried one after the other.
    bound: Option<usize>,
    /// Tells whether the discipline is followed.
    #[schemars(extend("enum" = VERDICTS[..3]))]
    discipline: &'static str,
    /// Tells whether the discipline is followed, no thread fails and no run ends in a deadlock.
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why the verdict is declined.
    reason: Option<String>,
    /// Tells whether it met what the unreduced search met, as far as its theorems speak of it; null if this was not
    /// compared.
    agrees: Option<bool>,
    /// The point in which it differs.
    difference: Option<String>,
    justified_by: JustifiedEntry,
    /// All that was found, the first of each kind.
    findings: Vec<FoundEntry>,
    /// Memory of the stored states.
    bytes: Option<usize>,
    /// With --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    seconds: Option<f64>,
}

/// One search of one program with a heap.
#[derive(Debug, Serialize, JsonSchema)]
struct ProgramRowEntry {
    program: String,
    file: String,
    /// The name of the search.
    id: String,
    /// States stored; null for a search that walks executions.
    states: Option<usize>,
    /// Steps taken, by what the search takes for a step.
    transitions: u64,
    /// Executions that were walked to their end; null for a search that stores states.
    executions: Option<u64>,
    /// Different deadlocks.
    deadlocks: usize,
    /// The length of the longest execution, or the greatest distance from the initial state, in steps.
    depth: usize,
    /// The last bound that was tried, where bounds are tried one after the other.
    bound: Option<usize>,
    /// Tells whether no thread goes wrong and no run ends in a total deadlock. Races are not looked for; but what holds
    /// of a Java program holds only if it has none.
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why the verdict is declined.
    reason: Option<String>,
    /// Tells whether it met the failures that the unreduced search met, and a deadlock if that did; null if this was
    /// not compared.
    agrees: Option<bool>,
    /// The theorems on which it rests; none where every state is looked at.
    theorems: Vec<&'static str>,
    /// The failures.
    failures: Vec<ProgramFailureEntry>,
    /// A run to a total deadlock.
    deadlock_run: Option<Vec<StepEntry>>,
    /// Memory of the stored states.
    bytes: Option<usize>,
    /// With --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    seconds: Option<f64>,
}

/// A way to go wrong, with a run.
#[derive(Debug, Serialize, JsonSchema)]
struct ProgramFailureEntry {
    /// The line.
    line: u32,
    text: String,
    run: Vec<StepEntry>,
}

/// The grounds of the answer of a search.
#[derive(Debug, Serialize, JsonSchema)]
struct JustifiedEntry {
    /// The theorems; none where every state is looked at.
    theorems: Vec<TheoremEntry>,
    /// The conditions of the theorems.
    conditions: Vec<ConditionEntry>,
    /// Tells whether all conditions are met.
    met: bool,
    /// Tells whether the theorems speak of violations of the discipline.
    speaks_of_discipline: bool,
}

/// A theorem.
#[derive(Debug, Serialize, JsonSchema)]
struct TheoremEntry {
    name: &'static str,
    /// Tells whether the kernel has proved it, or it is proved on paper.
    #[schemars(extend("enum" = ["proved", "published"]))]
    support: &'static str,
    /// The labels for `reductio prove`.
    labels: &'static [&'static str],
}

/// A condition of theorems with its outcome.
#[derive(Debug, Serialize, JsonSchema)]
struct ConditionEntry {
    text: &'static str,
    /// The hypotheses of S5 that it stands for, by label.
    hypotheses: &'static [&'static str],
    #[schemars(extend("enum" = ["met", "not_met", "open"]))]
    outcome: &'static str,
}

/// A finding of a search.
#[derive(Debug, Serialize, JsonSchema)]
struct FoundEntry {
    #[schemars(extend("enum" = ["discipline", "failure", "deadlock", "endless_loop"]))]
    kind: &'static str,
    /// The run: thread and transition of each step.
    steps: Vec<(usize, usize)>,
    /// The command that shows the run again.
    replay: String,
}

impl CompareAnswer {
    /// Makes the answer of a run of `compare`, with times if they were asked for.
    pub fn new(comparisons: &[Comparison], is_timed: bool, errors: &[Diagnostic]) -> Self {
        let rows = comparisons.iter().flat_map(|comparison| {
            comparison.rows.iter().map(move |row| entry(comparison, row, is_timed))
        });
        CompareAnswer {
            tool: "reductio",
            version: env!("CARGO_PKG_VERSION"),
            command: "compare",
            results: rows.collect(),
            programs: Vec::new(),
            errors: entries(errors),
        }
    }

    /// The answer with searches of programs.
    #[must_use]
    pub fn with_programs(mut self, programs: &[ProgramComparison], is_timed: bool) -> Self {
        let rows = programs.iter().flat_map(|comparison| {
            comparison.rows.iter().map(move |row| program_entry(comparison, row, is_timed))
        });
        self.programs = rows.collect();
        self
    }
}

fn program_entry(
    comparison: &ProgramComparison,
    row: &ProgramRow,
    is_timed: bool,
) -> ProgramRowEntry {
    let subject = &comparison.subject;
    let program = &subject.program;
    let run = |run| steps(&Told::of(subject, run));
    let verdict = row.verdict();
    ProgramRowEntry {
        program: program.name().to_owned(),
        file: subject.path.clone(),
        id: row.search.to_string(),
        states: row.states,
        transitions: row.steps,
        executions: row.executions,
        deadlocks: row.deadlocks,
        depth: row.depth,
        bound: row.bound.map(std::num::NonZeroUsize::get),
        verdict: verdict.word(),
        reason: match &verdict {
            Verdict::Declined(why) => Some(ended(subject, why)),
            _ => None,
        },
        agrees: row.agrees,
        theorems: row.theorems().iter().map(|theorem| theorem.name()).collect(),
        failures: row
            .wrong
            .iter()
            .map(|wrong| ProgramFailureEntry {
                line: wrong.line,
                text: wrong.failure.told(program).to_string(),
                run: run(&wrong.run),
            })
            .collect(),
        deadlock_run: row.deadlock.as_ref().map(run),
        bytes: row.bytes,
        seconds: is_timed.then_some(row.time.as_secs_f64()),
    }
}

fn entry(comparison: &Comparison, row: &Row, is_timed: bool) -> RowEntry {
    let (subject, walked) = (&comparison.subject, &row.walked);
    let system = subject.system();
    let verdict = row.verdict();
    let reason = match &verdict {
        Verdict::Declined(why) => Some(words::undecided(why, system)),
        _ => None,
    };
    let (agrees, difference) = match row.agreement {
        Agreement::Agrees => (Some(true), None),
        Agreement::Differs(what) => (Some(false), Some(words::difference(what, system))),
        Agreement::NotCompared => (None, None),
    };
    RowEntry {
        system: system.name().to_owned(),
        file: subject.file.name().to_owned(),
        constants: subject.parameters.constants.iter().cloned().collect(),
        id: row.search.to_string(),
        states: walked.states,
        transitions: walked.steps,
        executions: walked.executions,
        control_points: walked.points(),
        deadlocks: walked.deadlocks,
        depth: walked.depth,
        bound: walked.bound.map(std::num::NonZeroUsize::get),
        discipline: word(&row.discipline),
        verdict: word(&verdict),
        reason,
        agrees,
        difference,
        justified_by: JustifiedEntry {
            theorems: row.justification.theorems.iter().copied().map(theorem).collect(),
            conditions: row.justification.conditions.iter().copied().map(condition).collect(),
            met: row.justification.obstacle().is_none(),
            speaks_of_discipline: row.justification.speaks_of_discipline,
        },
        findings: walked
            .findings
            .iter()
            .map(|finding| FoundEntry {
                kind: kind(&finding.kind),
                steps: finding.run.clone(),
                replay: replay_command_of(subject, &finding.run),
            })
            .collect(),
        bytes: walked.bytes,
        seconds: is_timed.then_some(row.time.as_secs_f64()),
    }
}

fn word(answer: &Answer) -> &'static str {
    answer.word()
}

fn kind<V>(kind: &FindingKind<V>) -> &'static str {
    match kind {
        FindingKind::Discipline(_) => "discipline",
        FindingKind::Failure { .. } => "failure",
        FindingKind::Deadlock => "deadlock",
        FindingKind::Stuck { .. } => "stuck",
        FindingKind::EndlessLoop { .. } => "endless_loop",
        FindingKind::Property { .. } => "property",
        FindingKind::Invariant(_) => "invariant",
    }
}

fn theorem(theorem: Theorem) -> TheoremEntry {
    let support = match theorem.support() {
        Support::Proved => "proved",
        Support::Published => "published",
    };
    TheoremEntry { name: theorem.name(), support, labels: theorem.labels() }
}

fn condition((condition, outcome): (Condition, Outcome)) -> ConditionEntry {
    ConditionEntry {
        text: words::long(condition),
        hypotheses: condition.of_reduction().map_or(&[][..], |of| of.labels()),
        outcome: match outcome {
            Outcome::Met => "met",
            Outcome::NotMet => "not_met",
            Outcome::Open => "open",
        },
    }
}
