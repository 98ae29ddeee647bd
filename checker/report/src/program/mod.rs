//! The answer of `check` about a program with a heap, told as text and JSON.

mod classes;
mod coarsened;
pub(crate) mod entries;
mod experiment;
pub(crate) mod json;
pub(crate) mod ownership;
mod properties;
mod replayed;
pub mod reproduce;
mod slice;
pub(crate) mod steps;
pub mod table;
pub mod text;

use std::sync::Arc;

pub use experiment::experiment;

use reductio::check::{OtherExecutions, ProgramOpen, ProgramReport, ProgramSubject};
use reductio::disciplined::ClassificationError;
use reductio::locksets::{Breach, Declined, Guard, Shared, Stopped};
use reductio::programs::{Limit, Place, Program, SourceError};
use reductio::{Diagnostic, File, Verdict};

/// The diagnostics for the faults of a program's text.
pub fn diagnostics(file: &Arc<File>, faults: &[SourceError]) -> Vec<Diagnostic> {
    let of = |fault: &SourceError| {
        let mut out = Diagnostic::error(fault.code(), fault.to_string());
        out.path = Some(file.name().to_owned());
        if let Some(span) = &fault.span {
            out = out.at(file, span);
        }
        if let Some((span, what)) = &fault.other {
            out = out.with(file, span, what.clone());
        }
        out.help.extend(fault.help());
        out
    };
    faults.iter().map(of).collect()
}

/// The diagnostics for the faults of a classification.
pub fn classification(file: &Arc<File>, faults: &[ClassificationError]) -> Vec<Diagnostic> {
    let of = |fault: &ClassificationError| {
        let mut out = Diagnostic::error(fault.code(), fault.to_string()).at(file, &fault.span);
        if let Some(first) = &fault.other {
            out = out.with(file, first, "the first rule");
        }
        out.help.extend(fault.help());
        out
    };
    faults.iter().map(of).collect()
}

/// The reason why a claim is not decided, as the rest of a sentence.
pub(crate) fn open_words(report: &ProgramReport, why: ProgramOpen) -> String {
    let program = &report.subject.program;
    match why {
        ProgramOpen::Stopped(Stopped::Bound(_)) if !report.report.limits.is_empty() => {
            format!("the search is bounded: {}", some_limits(report))
        }
        ProgramOpen::Stopped(why) => format!("the search ended early: {why}"),
        ProgramOpen::EveryState => {
            "the search of all states, for deadlocks and threads that are stuck, ended early"
                .to_owned()
        }
        ProgramOpen::Others(others) => others_words(&report.subject, others),
        ProgramOpen::Impossible => {
            let met: Vec<String> =
                report.impossible().map(|wrong| wrong.failure.told(program).to_string()).collect();
            format!(
                "the search met what no virtual machine has ({}): a fault of Reductio, please report it",
                met.join("; ")
            )
        }
    }
}

/// The limits at which threads were halted, and the places: each once.
pub(crate) fn limits(report: &ProgramReport) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for (limit, place) in &report.report.limits {
        let words = limit_words(&report.subject.program, *limit, *place);
        if !told.contains(&words) {
            told.push(words);
        }
    }
    told
}

/// Some of the limits at which threads were halted.
fn some_limits(report: &ProgramReport) -> String {
    let mut told = limits(report);
    let more = told.len().saturating_sub(LIMITS_TOLD);
    told.truncate(LIMITS_TOLD);
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    told.join("; ")
}

/// Says why some claims of a report are not decided, each reason once; and, where something was refuted, what was not
/// followed further nevertheless.
pub(crate) fn open_sentences(report: &ProgramReport) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let mut are_limits_told = report.report.limits.is_empty();
    for (_, verdict) in report.claims() {
        let Verdict::Declined(why) = verdict else { continue };
        are_limits_told |= matches!(why, ProgramOpen::Stopped(Stopped::Bound(_)));
        let words = format!("Declined: {}.", open_words(report, why));
        if !open.contains(&words) {
            open.push(words);
        }
    }
    if !are_limits_told {
        open.push(format!("Runs were not followed further: {}.", some_limits(report)));
    }
    open
}

/// Says why something that holds in all executions that were searched is not decided, as the rest of a sentence.
pub(crate) fn others_words(subject: &ProgramSubject, others: OtherExecutions) -> String {
    let consistent = "of executions that are sequentially consistent it holds";
    match others {
        OtherExecutions::Races => {
            format!(
                "{consistent}; accesses race, so that Java allows others, which were not searched"
            )
        }
        OtherExecutions::PerhapsRaces => format!(
            "{consistent}; it is not known whether accesses race, and if some do, Java allows others, which were not \
             searched"
        ),
        OtherExecutions::Spurious => {
            let mut places: Vec<String> =
                subject.waits.iter().map(|place| subject.program.line_words(*place)).collect();
            places.dedup();
            format!(
                "of executions in which nobody wakes up without a notification it holds; at {} a thread waits outside \
                 of a loop, and Java may wake it up: `--spurious` lets it",
                places.join(", ")
            )
        }
    }
}

/// The number of limits that are told in text.
const LIMITS_TOLD: usize = 4;

/// A limit that a thread came to, and where.
fn limit_words(program: &Program, limit: Limit, place: Place) -> String {
    let at = program.line_words(place);
    let method = &program.method(place.method).name;
    let text = |text| program.text(text);
    match limit {
        Limit::Unsupported(what) => format!("{at}, in {method}: {} is not supported", text(what)),
        Limit::Others(others) => {
            format!("{at}, in {method}: {}, of which not all were tried", text(others))
        }
        Limit::Identity => format!("{at}, in {method}: {limit}"),
        _ => {
            let most = report_bound(limit);
            format!("{at}, in {method}: {limit}{most}")
        }
    }
}

/// How a limit can be raised.
fn report_bound(limit: Limit) -> String {
    let name = Limit::NAMED.iter().find(|(_, found)| *found == limit);
    name.map_or_else(String::new, |(name, _)| format!(" (`--bound {name}=N` sets another one)"))
}

/// The variables of an allocation site, such as ``field `a` of Item, made at line 9``.
pub(crate) fn shared_words(program: &Program, shared: &Shared) -> String {
    let field = &shared.field;
    match (shared.class(program), shared.site) {
        (_, None) => format!("`{field}`"),
        (_, Some(site)) if field.contains('.') => {
            format!("field `{field}` of what is made at {}", program.line_words(site))
        }
        ("", Some(site)) => format!("`{field}` of the array made at {}", program.line_words(site)),
        (class, Some(site)) => {
            format!("field `{field}` of {class}, made at {}", program.line_words(site))
        }
    }
}

/// Says in words which lock a thread has to own, or which thread it has to be, where it accesses a guarded variable.
pub(crate) fn guard_words(program: &Program, guard: Guard) -> String {
    match guard {
        Guard::OwnLock => "the lock of its own object".to_owned(),
        Guard::LockMadeAt(place) => format!("the lock made at line {}", program.line(place)),
        Guard::OnlyThreadOf(method) => format!("the thread {}", program.method(method).name),
    }
}

/// Why guards are not confirmed, as the rest of a sentence.
fn declined_words(why: &Declined) -> String {
    match why {
        Declined::NoGuards => {
            "no field has a lock, or a thread, that all accesses have in common once threads are forked".to_owned()
        }
        Declined::EndlessLoop => "a thread can go round for ever with steps that no other sees".to_owned(),
        Declined::Stopped(why) => format!("the reduced search ended early: {why}"),
        _ => "the reduced search shows nothing".to_owned(),
    }
}

/// Why guards do not hold, as the rest of a sentence.
fn breach_words(program: &Program, breach: &Breach) -> String {
    match breach {
        Breach::Access { place, variable, guard } => format!(
            "line {} accesses {} without {}",
            program.line(*place),
            shared_words(program, variable),
            guard_words(program, *guard)
        ),
        Breach::TwoLocks(place) => {
            format!("line {} makes two locks that are there at a time", program.line(*place))
        }
        Breach::TwoThreads(method) => {
            format!("two threads run {} at a time", program.method(*method).name)
        }
    }
}
