//! The answer of `check` about a program with a heap as JSON: a result in `check.schema.json`.

use std::collections::BTreeSet;
use std::time::Duration;

use reductio::Verdict;
use reductio::check::{ProgramClaim, ProgramMethod, ProgramOpen, ProgramReport, ProgramSearch};
use reductio::locksets::{Guard, Race, Report, Run, Shared};
use schemars::JsonSchema;
use serde::Serialize;

use super::classes::{self, ClassesEntry};
use super::coarsened::{self, CoarsenedEntry};
use super::entries::{CLAIMS, StepEntry, claim_name, steps};
use super::ownership::{self, OwnershipEntry};
use super::properties::{self, PropertiesEntry};
use super::steps::Told;
use super::{breach_words, declined_words, guard_words, limits, open_words, others_words};
use crate::json::VERDICTS;

/// The report on one program with a heap.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ProgramEntry {
    program: String,
    file: String,
    /// The thread that the program begins with.
    entry: String,
    /// Tells whether all failures and all races were found.
    complete: bool,
    /// States that the search met: of several searches one that is complete, by locksets if it is.
    states: usize,
    /// Steps that the search took.
    transitions: u64,
    /// The longest run that it followed, in steps.
    depth: usize,
    /// The worst verdict of the claims.
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    claims: Vec<ProgramClaimEntry>,
    /// The searches that were made, in order. A claim has the first verdict that is not declined.
    searches: Vec<SearchEntry>,
    /// The places where runs were not followed further, and why: what is not supported, and bounds.
    limits: Vec<String>,
    /// The lines at which a thread can go wrong.
    wrong: Vec<u32>,
    /// A run for each way to go wrong.
    failures: Vec<FailureEntry>,
    /// The variables with a race: their names in a Java program, else their sites and fields with runs.
    races: Races,
    /// Of a Java program, the variables with a race once more, with runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<RaceEntry>")]
    race_runs: Option<Vec<RaceEntry>>,
    /// Tells whether a total deadlock can be reached; null if that is not known.
    deadlock: Option<bool>,
    /// A run to a total deadlock.
    deadlock_run: Option<Vec<StepEntry>>,
    /// States that the search for deadlocks met.
    deadlock_states: usize,
    /// The threads that can be stuck for ever, each with a run; null if that is not known.
    stuck: Option<Vec<StuckEntry>>,
    /// Unless `--reading none`: what the heap was claimed to be like, and what the search under exclusive access says
    /// of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OwnershipEntry")]
    ownership: Option<OwnershipEntry>,
    /// With --printed: what the search as printed in S4 finds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PrintedEntry")]
    printed: Option<PrintedEntry>,
    /// With --guards: the exclusive access predicates that hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "GuardsEntry")]
    guards: Option<GuardsEntry>,
    /// With --classes: what a reduced search says of the classes of objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ClassesEntry")]
    classes: Option<ClassesEntry>,
    /// With --reduction: what the reduced transition system of S2 shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CoarsenedEntry")]
    coarsened: Option<CoarsenedEntry>,
    /// The properties that the program declares and those of --property, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "PropertiesEntry")]
    properties: Option<PropertiesEntry>,
    /// With --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    seconds: Option<f64>,
}

/// The names of searches.
const SEARCHES: [&str; 6] = [
    ProgramMethod::ExclusiveAccess.name(),
    ProgramMethod::Classes.name(),
    ProgramMethod::Coarsening.name(),
    ProgramMethod::Locksets.name(),
    ProgramMethod::Deadlocks.name(),
    ProgramMethod::EveryState.name(),
];

/// The names of searches, or none.
const SEARCHES_OR_NULL: [Option<&str>; 7] = {
    let [a, b, c, d, e, f] = SEARCHES;
    [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), None]
};

/// The variables with a race.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Races {
    /// The names, such as `Buffer.count`, each once.
    Named(Vec<String>),
    Placed(Vec<RaceEntry>),
}

/// A claim about a program with its verdict.
#[derive(Debug, Serialize, JsonSchema)]
struct ProgramClaimEntry {
    #[schemars(extend("enum" = CLAIMS))]
    claim: &'static str,
    text: &'static str,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why it is declined.
    reason: Option<String>,
    /// The search that decided it; null if none has.
    #[schemars(extend("enum" = SEARCHES_OR_NULL))]
    by: Option<&'static str>,
    /// The theorem by which it holds; null if it does not, or if all states were looked at.
    theorem: Option<&'static str>,
}

/// A search that was made, and what it says of the claims.
#[derive(Debug, Serialize, JsonSchema)]
struct SearchEntry {
    #[schemars(extend("enum" = SEARCHES))]
    search: &'static str,
    /// The claims that it decides, before it is asked whether the program has other executions than those that were
    /// searched.
    decides: Vec<DecidedEntry>,
}

/// A claim that a search decides.
#[derive(Debug, Serialize, JsonSchema)]
struct DecidedEntry {
    #[schemars(extend("enum" = CLAIMS))]
    claim: &'static str,
    #[schemars(extend("enum" = VERDICTS[..2]))]
    verdict: &'static str,
}

/// A way to go wrong.
#[derive(Debug, Serialize, JsonSchema)]
struct FailureEntry {
    line: u32,
    reason: String,
    /// The class of the object that was thrown, if one was; `line` is where it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    exception: Option<String>,
    /// The message of the exception, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    message: Option<String>,
    /// The class whose method has the line, of Java programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    class: Option<String>,
    /// The source file, of Java programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    file: Option<String>,
    run: Vec<StepEntry>,
}

/// A variable with a race: the line at which its object is made, and its field.
#[derive(Debug, Serialize, JsonSchema)]
struct RaceEntry {
    /// The name, such as `Buffer.slot`, or `Buffer.items[]` for the elements of an array in that field.
    name: String,
    /// The line of the allocation site; 0 if the variable belongs to no object.
    site: u32,
    class: String,
    /// `[]` for the elements of an array.
    field: String,
    /// Tells whether the two accesses of the run race by the definition of happens-before.
    confirmed: bool,
    /// The earlier and the later access, by their places in the run, from 0.
    accesses: [usize; 2],
    run: Vec<StepEntry>,
}

/// A thread that can be stuck for ever.
#[derive(Debug, Serialize, JsonSchema)]
struct StuckEntry {
    thread: String,
    run: Vec<StepEntry>,
}

/// The findings of the search as printed in S4.
#[derive(Debug, Serialize, JsonSchema)]
struct PrintedEntry {
    states: usize,
    transitions: u64,
    wrong: Vec<u32>,
    races: Vec<RaceEntry>,
}

/// Exclusive access predicates, and whether a search of the reduced system confirms them.
#[derive(Debug, Serialize, JsonSchema)]
struct GuardsEntry {
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why they do not hold, or are not confirmed.
    reason: Option<String>,
    /// The states of the reduced system.
    states: Option<usize>,
    /// The variables that have a guard.
    variables: Vec<GuardEntry>,
}

/// The guard of a variable: what a thread has to have where it accesses it, once threads are forked.
#[derive(Debug, Serialize, JsonSchema)]
struct GuardEntry {
    /// The line of the allocation site; 0 if the variable belongs to no object.
    site: u32,
    class: String,
    field: String,
    guard: String,
}

/// The entry of a report, with the time that it took, if that was asked for.
pub(crate) fn entry(report: &ProgramReport, time: Option<Duration>) -> ProgramEntry {
    let (subject, found) = (&report.subject, &report.report);
    let program = &subject.program;
    let steps = |run: &Run| steps(&Told::of(subject, run));
    ProgramEntry {
        program: program.name().to_owned(),
        file: subject.path.clone(),
        entry: program.method(program.entry()).name.clone(),
        complete: found.is_complete(),
        states: found.states,
        transitions: found.transitions,
        depth: found.depth,
        verdict: match report.exit() {
            reductio::Exit::Holds => "holds",
            reductio::Exit::Fails => "fails",
            _ => "declined",
        },
        claims: report
            .claims()
            .into_iter()
            .map(|(claim, verdict)| claimed(report, claim, &verdict))
            .collect(),
        searches: report.searches.iter().map(|search| searched(report, search)).collect(),
        limits: limits(report),
        wrong: found.wrong_lines(),
        failures: found
            .wrong
            .iter()
            .map(|wrong| {
                let method = program.method(wrong.failure.place.method);
                let class = method.name.rsplit_once('.').filter(|_| method.file.is_some());
                let last = wrong.run.steps.len().checked_sub(1);
                let told = Told::of(subject, &wrong.run);
                FailureEntry {
                    line: wrong.line,
                    reason: wrong.failure.reason(program),
                    exception: wrong.failure.thrown(program).map(str::to_owned),
                    message: last.and_then(|last| told.message(last)),
                    class: class.map(|(class, _)| class.to_owned()),
                    file: method.file.clone(),
                    run: steps(&wrong.run),
                }
            })
            .collect(),
        races: if program.has_files() {
            let names: BTreeSet<String> = found
                .races
                .iter()
                .filter(|race| race.confirmed)
                .map(|race| race.name(program))
                .collect();
            Races::Named(names.into_iter().collect())
        } else {
            Races::Placed(races(report, found))
        },
        race_runs: program.has_files().then(|| races(report, found)),
        deadlock: found.deadlock,
        deadlock_run: found.deadlock_run.as_ref().map(steps),
        deadlock_states: found.deadlock_states,
        stuck: found.stuck.as_ref().map(|all| {
            let of = |stuck: &reductio::locksets::Stuck| StuckEntry {
                thread: stuck.run.thread_name(program, stuck.thread),
                run: steps(&stuck.run),
            };
            all.iter().map(of).collect()
        }),
        ownership: report.ownership().map(|found| ownership::entry(report, found, steps)),
        printed: report.printed.as_ref().map(|printed| PrintedEntry {
            states: printed.states,
            transitions: printed.transitions,
            wrong: printed.wrong_lines(),
            races: races(report, printed),
        }),
        guards: report.guards.as_ref().map(|(guards, verdict)| {
            let (reason, states) = match verdict {
                Verdict::Holds(reduced) => (None, Some(reduced.states)),
                Verdict::Fails(breach) => (Some(breach_words(program, breach)), None),
                Verdict::Declined(why) => (Some(declined_words(why)), None),
            };
            let of = |(shared, guard): (Shared, Guard)| GuardEntry {
                site: shared.line,
                class: shared.class(program).to_owned(),
                field: shared.field,
                guard: guard_words(program, guard),
            };
            let told = if states.is_some() { guards.told(program) } else { Vec::new() };
            let variables = told.into_iter().map(of).collect();
            let (word, reason) = match report.other_executions().filter(|_| states.is_some()) {
                Some(others) => ("declined", Some(others_words(&report.subject, others))),
                None => (verdict.word(), reason),
            };
            GuardsEntry { verdict: word, reason, states, variables }
        }),
        classes: report.by_classes().map(|answer| classes::entry(report, answer, steps)),
        coarsened: report.coarsened().map(|coarsened| coarsened::entry(report, coarsened, steps)),
        properties: report.properties.as_ref().map(|found| properties::entry(report, found, steps)),
        seconds: time.map(|time| time.as_secs_f64()),
    }
}

fn claimed(
    report: &ProgramReport,
    claim: ProgramClaim,
    verdict: &Verdict<(), (), ProgramOpen>,
) -> ProgramClaimEntry {
    ProgramClaimEntry {
        claim: claim_name(claim),
        text: claim.in_words(),
        verdict: verdict.word(),
        reason: match verdict {
            Verdict::Declined(why) => Some(open_words(report, *why)),
            _ => None,
        },
        by: decided_by(report, claim, verdict).map(ProgramMethod::name),
        theorem: match verdict {
            Verdict::Holds(()) => report.by(claim).and_then(|by| by.basis().theorem),
            _ => None,
        },
    }
}

/// The search that decided a claim, if one has.
fn decided_by(
    report: &ProgramReport,
    claim: ProgramClaim,
    verdict: &Verdict<(), (), ProgramOpen>,
) -> Option<ProgramMethod> {
    report.by(claim).filter(|_| !matches!(verdict, Verdict::Declined(_)))
}

fn searched(report: &ProgramReport, search: &ProgramSearch) -> SearchEntry {
    let decides = report.claims().map(|(claim, _)| (claim, search.verdict(claim)));
    let decides = decides.into_iter().filter(|(_, said)| !matches!(said, Verdict::Declined(())));
    SearchEntry {
        search: search.method().name(),
        decides: decides
            .map(|(claim, said)| DecidedEntry { claim: claim_name(claim), verdict: said.word() })
            .collect(),
    }
}

fn races(report: &ProgramReport, found: &Report) -> Vec<RaceEntry> {
    let of = |race: &Race| RaceEntry {
        name: race.name(&report.subject.program),
        site: race.variable.line,
        class: race.variable.class(&report.subject.program).to_owned(),
        field: race.variable.field.clone(),
        confirmed: race.confirmed,
        accesses: [race.earlier, race.run.steps.len() - 1],
        run: steps(&Told::of(&report.subject, &race.run)),
    };
    found.races.iter().map(of).collect()
}
