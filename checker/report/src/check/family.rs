//! Reports on families of threads, for every number of threads: as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use reductio::check::{FamilyReport, family_verdict};
use reductio::language::{FamilyClaimKind, Obstacle};
use reductio::parameterized::{DecidedFamily, Evidence, FamilyError, Outcome, RunStep, THEOREM};
use reductio::source::STDIN_NAME;
use reductio::{Diagnostic, Exit, File, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

use super::names::quoted;
use crate::json::VERDICTS;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped, plural, wrapped};

/// The report on families of threads, for every number of them.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FamilyEntry {
    file: String,
    /// The families, in the order in which their index types are declared.
    families: Vec<DecidedEntry>,
    /// The constants that were set on the command line.
    constants: BTreeMap<String, i64>,
    /// Pairs of a shared part and a local state that some numbers of threads may come to.
    pairs: usize,
    /// Different steps, as far as the threads tell them that a step looks at.
    steps: usize,
    /// The worst verdict of the claims.
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    claims: Vec<FamilyClaimEntry>,
    /// The theorem on which it rests that something holds for every number of threads.
    theorem: &'static str,
    /// With --time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "f64", range(min = 0))]
    seconds: Option<f64>,
}

/// A family of threads.
#[derive(Debug, Serialize, JsonSchema)]
struct DecidedEntry {
    /// The index type over which the family is.
    family: String,
    /// The declared name of the threads.
    thread: String,
    /// The least number of threads that there may be.
    least: usize,
}

/// A claim about every number of threads, with its verdict.
#[derive(Debug, Serialize, JsonSchema)]
struct FamilyClaimEntry {
    #[schemars(extend("enum" = CLAIMS))]
    claim: &'static str,
    text: String,
    #[schemars(extend("enum" = VERDICTS[..3]))]
    verdict: &'static str,
    /// The reason why it is not decided.
    reason: Option<String>,
    /// The search that shows it for every number of threads.
    shown_by: Option<ShownBy>,
    /// The numbers of threads, one for each family, with which it fails, or with which what is asked for is reached.
    threads: Option<Vec<usize>>,
    /// Tells whether no smaller sum of numbers will do; of several with the least sum, the one with the fewest threads
    /// of the first family is told.
    is_least: Option<bool>,
    /// Tells whether it is so with more threads of any family as well.
    is_from_on: Option<bool>,
    /// A run of the system with so many threads.
    run: Option<Vec<StepEntry>>,
    /// The command that shows the run again.
    replay: Option<String>,
}

/// A search that shows a claim for every number of threads.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "search", rename_all = "snake_case")]
enum ShownBy {
    /// A backward search from all violations.
    Backward {
        /// Least configurations from which a violation could be reached.
        configurations: usize,
    },
    /// A search through states that count threads in equal local states up to a number.
    Abstraction {
        /// The number from which on they are not counted.
        level: usize,
        /// The states.
        states: usize,
    },
}

/// A step of a run.
#[derive(Debug, Serialize, JsonSchema)]
struct StepEntry {
    /// The number of the thread.
    thread: usize,
    /// The number of its transition.
    transition: usize,
    /// The name of the thread and the statement.
    text: String,
}

pub(super) const CLAIMS: [&str; 7] = [
    "discipline",
    "no_failure",
    "no_deadlock",
    "no_stuck_thread",
    "invariant",
    "property",
    "reach",
];

/// The claims of a report: word, text, outcome.
fn claims(report: &FamilyReport) -> Vec<(&'static str, String, &Outcome)> {
    let answer = &report.answer;
    let mut all = vec![
        (CLAIMS[0], "the discipline is followed".to_owned(), &answer.discipline),
        (CLAIMS[1], "no thread fails".to_owned(), &answer.failures),
        (CLAIMS[2], "no total deadlock".to_owned(), &answer.deadlock),
        (CLAIMS[3], "no thread is stuck for ever".to_owned(), &answer.stuck),
    ];
    all.extend(answer.claims.iter().map(|claim| {
        let (word, before) = match claim.kind {
            FamilyClaimKind::Invariant => (CLAIMS[4], "invariant"),
            FamilyClaimKind::Property => (CLAIMS[5], "property"),
            FamilyClaimKind::Reach => (CLAIMS[6], "reached:"),
        };
        (word, format!("{before} \"{}\"", claim.title), &claim.outcome)
    }));
    all
}

pub(super) fn entry(report: &FamilyReport, time: Option<Duration>) -> FamilyEntry {
    let of_claim = |(claim, text, outcome): (&'static str, String, &Outcome)| {
        let verdict = family_verdict(outcome);
        let reason = match &verdict {
            Verdict::Declined(reason) => Some((*reason).to_owned()),
            Verdict::Holds(()) | Verdict::Fails(()) => None,
        };
        let shown_by = match outcome {
            Outcome::Holds(evidence) | Outcome::Never(evidence) => Some(match *evidence {
                Evidence::Backward { elements } => ShownBy::Backward { configurations: elements },
                Evidence::Abstraction { level, states } => ShownBy::Abstraction { level, states },
            }),
            _ => None,
        };
        let shown = shown(outcome);
        let step = |step: &RunStep| StepEntry {
            thread: step.thread,
            transition: step.transition,
            text: step.text.clone(),
        };
        FamilyClaimEntry {
            claim,
            text,
            verdict: verdict.word(),
            reason,
            shown_by,
            threads: shown.map(|shown| shown.threads.to_vec()),
            is_least: shown.map(|shown| shown.is_least),
            is_from_on: shown.map(|shown| shown.is_from_on),
            run: shown.map(|shown| shown.run.iter().map(step).collect()),
            replay: shown.map(|shown| replay_command(report, shown)),
        }
    };
    let answer = &report.answer;
    let worst = |verdicts: Vec<Verdict<(), (), &str>>| {
        let rank = |verdict: &Verdict<(), (), &str>| reductio::Exit::from(verdict);
        verdicts.iter().max_by_key(|verdict| rank(verdict)).map_or("holds", Verdict::word)
    };
    FamilyEntry {
        file: report.file.name().to_owned(),
        families: answer.families.iter().map(decided).collect(),
        constants: report.constants.iter().cloned().collect(),
        pairs: answer.pairs,
        steps: answer.rules,
        verdict: worst(answer.outcomes().map(family_verdict).collect()),
        claims: claims(report).into_iter().map(of_claim).collect(),
        theorem: THEOREM,
        seconds: time.map(|time| time.as_secs_f64()),
    }
}

fn decided(family: &DecidedFamily) -> DecidedEntry {
    let DecidedFamily { index, thread, least, .. } = family;
    DecidedEntry { family: index.clone(), thread: thread.clone(), least: *least }
}

/// A run, with the numbers of threads of its system.
#[derive(Clone, Copy)]
struct Shown<'a> {
    threads: &'a [usize],
    is_least: bool,
    is_from_on: bool,
    run: &'a [RunStep],
}

fn shown(outcome: &Outcome) -> Option<Shown<'_>> {
    match outcome {
        Outcome::Fails { threads, is_least, is_from_on, run }
        | Outcome::Reached { threads, is_least, is_from_on, run } => {
            Some(Shown { threads, is_least: *is_least, is_from_on: *is_from_on, run })
        }
        Outcome::Holds(_) | Outcome::Never(_) | Outcome::Undecided { .. } => None,
    }
}

fn replay_command(report: &FamilyReport, shown: Shown<'_>) -> String {
    let file = report.file.name();
    let file = quoted(if file == STDIN_NAME { "-" } else { file });
    let mut out = format!("reductio replay {file}");
    let families = &report.answer.families;
    let is_number = |name: &str| families.iter().any(|family| family.constant == name);
    for (name, value) in report.constants.iter().filter(|(name, _)| !is_number(name)) {
        let _ = write!(out, " --const {name}={value}");
    }
    let steps: Vec<String> =
        shown.run.iter().map(|step| format!("{}.{}", step.thread, step.transition)).collect();
    for (family, threads) in families.iter().zip(shown.threads) {
        let _ = write!(out, " --const {}={threads}", family.constant);
    }
    let _ = write!(out, " --steps {}", quoted(&steps.join(",")));
    out
}

/// The numbers of threads: `4 threads`, or `1 reader and 2 writers` as `1 reader + 2 writer`.
fn count(families: &[DecidedFamily], threads: &[usize]) -> String {
    if let [threads] = threads {
        return plural(*threads, "thread");
    }
    let one =
        |(family, threads): (&DecidedFamily, &usize)| format!("{threads} `{}`", family.thread);
    let all: Vec<String> = families.iter().zip(threads).map(one).collect();
    listed(&all)
}

/// Several things, with `and` before the last.
pub(super) fn listed(all: &[String]) -> String {
    match all {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        _ => all.concat(),
    }
}

/// The words for the numbers of threads: `with 4 threads and with more, not with fewer`.
fn numbers(shown: Shown<'_>, families: &[DecidedFamily]) -> String {
    let mut out = format!("with {}", count(families, shown.threads));
    if shown.is_from_on {
        out += " and with more";
    }
    let least: usize = families.iter().map(|family| family.least).sum();
    if shown.is_least && shown.threads.iter().sum::<usize>() > least {
        out += ", not with fewer";
        if families.len() > 1 {
            out += " in all";
        }
    } else if !shown.is_least {
        out += "; with fewer it was not found out";
    }
    out
}

/// The name of the text, and its families.
pub(crate) fn heading(report: &FamilyReport) -> String {
    let one = |family: &DecidedFamily| {
        let least = family.least;
        let from = if least > 1 { format!(" from {least} on") } else { String::new() };
        (format!("{}[{}]", family.thread, family.index), from)
    };
    let all: Vec<(String, String)> = report.answer.families.iter().map(one).collect();
    let heading = match &all[..] {
        [(family, from)] => format!("threads {family}, for every number of them{from}"),
        all => {
            let all: Vec<String> =
                all.iter().map(|(family, from)| format!("{family}{from}")).collect();
            format!("threads {}, for every number of each", listed(&all))
        }
    };
    format!("{}: {heading}", report.file.name())
}

/// The claims of a report: text, the numbers of threads that decide it, and outcome.
pub fn lines(report: &FamilyReport) -> Vec<(String, String, &Outcome)> {
    let of_claim = |(_, text, outcome)| {
        let said = shown(outcome).map(|shown| numbers(shown, &report.answer.families));
        (text, said.unwrap_or_default(), outcome)
    };
    claims(report).into_iter().map(of_claim).collect()
}

/// A report as text: the families, a line for each claim, and the runs that decide some.
pub fn text(report: &FamilyReport, page: &Page) -> String {
    let answer = &report.answer;
    let heading = heading(report);
    let size = format!(
        "all single steps: {} of a shared part and a local state, {}",
        grouped_plural(answer.pairs, "pair"),
        grouped_plural(answer.rules, "different step"),
    );
    let mut out =
        format!("{HEADING}{}{HEADING:#}{}", page.prose(&heading, 2), page.prose(&size, 2));
    let mut open: Vec<String> = Vec::new();
    let claims = claims(report);
    for (_, text, outcome) in &claims {
        let verdict = family_verdict(outcome);
        let colour = match verdict {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(()) => BAD,
            Verdict::Declined(_) => OPEN,
        };
        let said = match shown(outcome) {
            Some(shown) => format!("{text}: {}", numbers(shown, &answer.families)),
            None => text.clone(),
        };
        let said = wrapped(&said, page.width, 12, 12).join("\n");
        let _ = writeln!(out, "  {colour}{:8}{colour:#}  {said}", verdict.word());
        if let Verdict::Declined(reason) = verdict {
            open.push(format!("Declined, {text}: {reason}."));
        }
    }
    for why in open {
        out += &page.prose(&why, 0);
    }
    for (_, text, outcome) in &claims {
        let (Outcome::Fails { .. }, Some(shown)) = (outcome, shown(outcome)) else { continue };
        let heading = format!("not so with {}: {text}", count(&answer.families, shown.threads));
        let _ = write!(out, "\n{HEADING}{}{HEADING:#}", page.prose(&heading, 2));
        for (number, step) in (1..).zip(shown.run) {
            let _ = writeln!(out, "  {number:>3}  {}", step.text);
        }
        if shown.run.is_empty() {
            out += "  in the initial state\n";
        }
        let _ = writeln!(out, "{}", replay_command(report, shown));
    }
    out += "\n";
    out += &page.prose(ARGUMENT, 0);
    out
}

const ARGUMENT: &str = "What holds was shown for every number of threads, by all single steps and the theorem \"a set that \
no step enters\": no theorem of reduction is used. What fails or is reached comes with a run. Not decided: properties, and \
whether a thread takes invisible steps for ever.";

fn grouped_plural(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(&(number as u64)), if number == 1 { "" } else { "s" })
}

/// The diagnostics for families that are not decided, and the end of the command.
pub fn diagnostics(
    file: &Arc<File>,
    indices: &[String],
    error: &FamilyError,
) -> (Vec<Diagnostic>, Exit) {
    let names: Vec<String> = indices.iter().map(|index| format!("`{index}`")).collect();
    let declined = |message: String| {
        Diagnostic::error("E0697", message)
            .help("`reductio explain E0697` says what is decided for every number of threads")
            .help(format!(
                "one number: `--const NAME=3`, where NAME is the size of {}",
                listed(&names)
            ))
    };
    match error {
        FamilyError::Text(errors) => {
            let of_error = |error: &reductio::language::SystemError| {
                let mut out = Diagnostic::error(error.code(), error.to_string());
                out.path = Some(file.name().to_owned());
                if let Some(span) = &error.span {
                    out = out.at(file, span);
                }
                if let Some((span, what)) = &error.other {
                    out = out.with(file, span, what.clone());
                }
                out.help.extend(error.help());
                out
            };
            (errors.iter().map(of_error).collect(), Exit::BadInput)
        }
        FamilyError::Obstacles { obstacles } => {
            // One error for each kind of construct; its other places are told with it.
            let mut kinds: Vec<(&Obstacle, Vec<String>)> = Vec::new();
            for (line, obstacle) in obstacles {
                match kinds.iter_mut().find(|(one, _)| one.construct == obstacle.construct) {
                    Some((_, lines)) => lines.push(line.to_string()),
                    None => kinds.push((obstacle, Vec::new())),
                }
            }
            let of_kind = |(obstacle, lines): (&Obstacle, Vec<String>)| {
                let message =
                    format!("not decided for every number of threads: {}", obstacle.construct);
                let mut out = declined(message).at(file, &obstacle.span);
                if !lines.is_empty() {
                    let word = if lines.len() == 1 { "line" } else { "lines" };
                    out.help.insert(0, format!("so it is in {word} {}", listed(&lines)));
                }
                out
            };
            (kinds.into_iter().map(of_kind).collect(), Exit::Declined)
        }
        FamilyError::Contradiction { .. } => {
            let message = format!("{error}: this is a bug of reductio, not a fault of your input");
            let mut out = Diagnostic::error("E0697", message)
                .help("please report it together with the input");
            out.path = Some(file.name().to_owned());
            (vec![out], Exit::Bug)
        }
        other => {
            let mut out = declined(format!("not decided for every number of threads: {other}"));
            out.path = Some(file.name().to_owned());
            (vec![out], Exit::Declined)
        }
    }
}
