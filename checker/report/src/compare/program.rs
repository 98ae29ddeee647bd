//! Searches of a program with a heap as text: a table with a row for each, or one at a time, and the runs of what was
//! found.

use std::fmt::Write as _;

use anstyle::Style as Colour;
use reductio::Verdict;
use reductio::check::ProgramSubject;
use reductio::compare::{Ended, ProgramComparison, ProgramEnded, ProgramRow};
use reductio::locksets::Run;
use reductio::programs::Limit;
use reductio::selective::Stopped;

use super::text::{Column, coloured, grid};
use super::words;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped, plural};
use crate::program::others_words;
use crate::program::steps::Told;
use crate::program::text::table as run_table;

/// The report on searches of one program, side by side. With `is_timed` the table says how long each took, and the
/// memory of its states.
pub fn programs(comparison: &ProgramComparison, is_timed: bool, page: &Page) -> String {
    let rows = &comparison.rows;
    let column = |head, is_number, may_go, cell: &dyn Fn(&ProgramRow) -> String| Column {
        head,
        cells: rows.iter().map(cell).collect(),
        is_number,
        may_go,
    };
    let shown = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |n| grouped(&n));
    let of = |number: Option<usize>| shown(number.map(|n| n as u64));
    let mut all = vec![
        column("search", false, 0, &|row| row.search.to_string()),
        column("states", true, 0, &|row| of(row.states)),
        column("executions", true, 0, &|row| shown(row.executions)),
        column("steps", true, 6, &|row| grouped(&row.steps)),
        column("deadlocks", true, 4, &|row| grouped(&row.deadlocks)),
        column("failures", true, 5, &|row| grouped(&row.wrong.len())),
    ];
    if is_timed {
        all.push(column("seconds", true, 0, &|row| format!("{:.3}", row.time.as_secs_f64())));
        all.push(column("KiB", true, 7, &|row| of(row.bytes.map(|n| n.div_ceil(1024)))));
    }
    all.push(column("answer", false, 0, &|row| answer(row).0.to_owned()));
    all.push(column("same", false, 0, &|row| same(row).to_owned()));
    all.push(column("rests on", false, 3, &|row| letters(row)));
    let mut out = page.prose(&size(comparison), 2);
    out.push('\n');
    out += &coloured(&grid(all, rows.len(), page), rows.iter().map(answer));
    for why in undecided(comparison) {
        out += "\n";
        out += &page.prose(&why, 2);
    }
    for (ending, run) in found(comparison) {
        out += &told(comparison, run, &ending, page);
    }
    out
}

/// Sentences that say which searches have not decided, and why.
pub(crate) fn undecided(comparison: &ProgramComparison) -> Vec<String> {
    let mut whys: Vec<(String, Vec<String>)> = Vec::new();
    for row in &comparison.rows {
        let Verdict::Declined(why) = row.verdict() else { continue };
        let (why, name) = (ended(&comparison.subject, &why), row.search.to_string());
        match whys.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => whys.push((why, vec![name])),
        }
    }
    let sentence =
        |(why, names): (String, Vec<String>)| format!("Undecided, {}: {why}.", names.join(", "));
    whys.into_iter().map(sentence).collect()
}

/// The findings of all searches, each with a sentence that says what its run shows. A finding of several searches is
/// there once.
pub(crate) fn found(comparison: &ProgramComparison) -> Vec<(String, &Run)> {
    let mut all: Vec<(String, &Run)> = Vec::new();
    for (ending, run) in comparison.rows.iter().flat_map(|row| findings(comparison, row)) {
        if all.iter().all(|(known, _)| *known != ending) {
            all.push((ending, run));
        }
    }
    all
}

/// The report on each search of a program, one after the other.
pub fn program_searches(comparison: &ProgramComparison, page: &Page) -> String {
    let one = |row: &ProgramRow| {
        let mut out = format!("{HEADING}{}{HEADING:#}", page.prose(&size(comparison), 2));
        let _ = write!(out, "{HEADING}{}{HEADING:#}", page.prose(&heading(row), 2));
        let (word, colour) = (row.verdict().word(), answer(row).1);
        let said = "no thread goes wrong, and there is no total deadlock";
        let _ = writeln!(out, "  {colour}{word:8}{colour:#}  {said}");
        if let Verdict::Declined(why) = row.verdict() {
            let why = ended(&comparison.subject, &why);
            out += &page.prose(&format!("Declined: {why}."), 0);
        }
        out += "\n";
        out += &page.prose(
            &format!(
                "Rests on: {}. Races are not looked for{}.",
                grounds(row),
                only_whether(comparison)
            ),
            0,
        );
        for (ending, run) in findings(comparison, row) {
            out += &told(comparison, run, &ending, page);
        }
        out
    };
    comparison.rows.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Words for the part of the question about races that is answered nevertheless.
pub(crate) fn only_whether(comparison: &ProgramComparison) -> &'static str {
    if comparison.subject.is_java { ", but for whether there are some" } else { "" }
}

/// The names of the theorems that the answer of a search rests on.
pub(crate) fn grounds(row: &ProgramRow) -> String {
    let theorems: Vec<&str> = row.theorems().iter().map(|theorem| theorem.name()).collect();
    if theorems.is_empty() { "every state".to_owned() } else { theorems.join(", ") }
}

fn size(comparison: &ProgramComparison) -> String {
    let program = &comparison.subject.program;
    let methods = if program.has_files() { "method" } else { "thread declaration" };
    let (methods, instructions) =
        (plural(program.methods().len(), methods), plural(program.instructions(), "instruction"));
    format!("{}: {methods}, {instructions}", program.name())
}

/// What the search met, in one line.
fn heading(row: &ProgramRow) -> String {
    let early = if row.ended.is_some() { ", ended early" } else { "" };
    let counted = |number: u64, noun: &str| {
        format!("{} {noun}{}", grouped(&number), if number == 1 { "" } else { "s" })
    };
    let met = match (row.states, row.executions) {
        (Some(states), _) => counted(states as u64, "state"),
        (None, executions) => counted(executions.unwrap_or(0), "execution"),
    };
    let bound = row.bound.map(|bound| format!(", last bound {bound}")).unwrap_or_default();
    format!(
        "search {}{early}: {met}, {}, depth {}{bound}, {}",
        row.search,
        counted(row.steps, "step"),
        row.depth,
        plural(row.deadlocks, "deadlock")
    )
}

/// The answer of a search in a word, with its colour.
pub(crate) fn answer(row: &ProgramRow) -> (&'static str, Colour) {
    match row.verdict() {
        Verdict::Fails(()) if row.wrong.is_empty() => ("deadlock", BAD),
        Verdict::Fails(()) => ("fails", BAD),
        Verdict::Holds(()) => ("holds", GOOD),
        Verdict::Declined(_) => ("undecided", OPEN),
    }
}

/// Decides whether the answer is that of the search of every state.
pub(crate) fn same(row: &ProgramRow) -> &'static str {
    match row.agrees {
        Some(true) => "yes",
        Some(false) => "no",
        None => "-",
    }
}

fn letters(row: &ProgramRow) -> String {
    let letters = row.theorems().into_iter().map(|theorem| words::letter(theorem).to_string());
    let letters: Vec<String> = letters.collect();
    if letters.is_empty() { "every state".to_owned() } else { letters.join(" ") }
}

/// The findings of a search, each with a sentence that says what its run shows.
fn findings<'a>(
    comparison: &'a ProgramComparison,
    row: &'a ProgramRow,
) -> impl Iterator<Item = (String, &'a Run)> {
    let program = &comparison.subject.program;
    let wrong = row.wrong.iter().map(|wrong| {
        let thread = wrong.run.steps.last().map(|step| wrong.run.thread_name(program, step.thread));
        let thread = thread.unwrap_or_default();
        (format!("{thread} goes wrong at {}", wrong.failure.told(program)), &wrong.run)
    });
    let deadlock = row.deadlock.iter().map(|run| {
        ("no thread can go on, and not all have ended: a total deadlock".to_owned(), run)
    });
    wrong.chain(deadlock)
}

fn told(comparison: &ProgramComparison, run: &Run, ending: &str, page: &Page) -> String {
    let told = Told::of(&comparison.subject, run);
    format!("\n{}{}", run_table(&told, &[], page), page.prose(ending, 2))
}

/// Says why a search of a program is not complete, as a sentence without its point.
pub(super) fn ended(subject: &ProgramSubject, ended: &ProgramEnded) -> String {
    let program = &subject.program;
    match ended {
        ProgramEnded::Limit(Limit::Unsupported(what)) => {
            format!("{} is not supported", program.text(*what))
        }
        ProgramEnded::Limit(Limit::Others(others)) => {
            format!("not all were tried of {}", program.text(*others))
        }
        ProgramEnded::Limit(limit) => format!("a thread was halted: {limit}"),
        ProgramEnded::Long(most) => format!(
            "an execution is longer than {} and may never end; searches that store states, and `--depth N`, come to an \
             end",
            plural(*most, "step")
        ),
        ProgramEnded::NotConfirmed => {
            "a run of it could not be run again, a bug of this program".to_owned()
        }
        ProgramEnded::Others(others) => others_words(subject, *others),
        ProgramEnded::Search(Ended::Stopped(Stopped::Cycle { from, .. })) => format!(
            "an execution never ends: after {} it comes back to a state; searches that store states come to an end",
            plural(*from, "step")
        ),
        ProgramEnded::Search(Ended::Stopped(Stopped::Invisible { .. })) => {
            "a thread can go round for ever by instructions that concern nobody else".to_owned()
        }
        ProgramEnded::Search(other) => words::ended_anywhere(other),
    }
}
