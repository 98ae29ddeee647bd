//! The answer of `check` about a program with a heap as text for people.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{ProgramClaim, ProgramReport};
use reductio::disciplined::Breach;
use reductio::locksets::{Race, Run};

use super::steps::Told;
use super::{breach_words, declined_words, guard_words, open_words, shared_words};
use super::{classes, coarsened, ownership, properties};
use crate::page::{
    BAD, FAINT, GOOD, HEADING, OPEN, Page, columns, grouped, padded, plural, wrapped,
};

/// The number of runs that are shown for one kind of finding.
pub(crate) const SHOWN: usize = 8;

/// A report as text: the program, the search, a line for each claim, and the runs of what was found.
pub fn report(report: &ProgramReport, page: &Page) -> String {
    let mut out = heading(report, page);
    let mut open: Vec<String> = Vec::new();
    for (claim, verdict) in report.claims() {
        let colour = match &verdict {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(()) => BAD,
            Verdict::Declined(why) => {
                let words = open_words(report, *why);
                if !open.contains(&words) {
                    open.push(words);
                }
                OPEN
            }
        };
        let word = verdict.word();
        let _ = writeln!(out, "  {colour}{word:8}{colour:#}  {}", claim.in_words());
    }
    for why in open {
        out += &page.prose(&format!("Declined: {why}."), 0);
    }
    let breach = |breach: &Breach| {
        let last = breach.run.steps.len() - 1;
        let marked: Vec<usize> = breach.earlier.into_iter().chain([last]).collect();
        table(told(report, &breach.run), &marked, page)
    };
    let classes = classes::text(report, page, breach);
    let run = |run: &Run| table(told(report, run), &[], page);
    let coarsened = coarsened::text(report, page, run);
    let properties = properties::text(report, page, run);
    let rest = ownership::text(report, page) + &classes + &coarsened + &properties;
    let rest = rest + &remarks(report, page);
    out + &findings(report, page) + &guards(report, page) + &rest
}

pub(crate) fn told<'a>(report: &'a ProgramReport, run: &'a Run) -> Told<'a> {
    Told { subject: &report.subject, run }
}

fn heading(report: &ProgramReport, page: &Page) -> String {
    let program = &report.subject.program;
    let size = format!(
        "{}: {}, {}",
        program.name(),
        plural(
            program.methods().len(),
            if program.has_files() { "method" } else { "thread declaration" }
        ),
        plural(program.instructions(), "instruction"),
    );
    let found = &report.report;
    let early = if found.is_complete() { "" } else { ", ended early" };
    let by = if report.is_by_ownership() { "under exclusive access" } else { "by locksets" };
    let search = format!(
        "search {by}{early}: {} states, {} steps, depth {}",
        grouped(&(found.states as u64)),
        grouped(&found.transitions),
        found.depth
    );
    format!("{HEADING}{}{HEADING:#}{}", page.prose(&size, 2), page.prose(&search, 2))
}

/// The runs of all findings, each under a sentence that says what it shows.
fn findings(report: &ProgramReport, page: &Page) -> String {
    let mut out = String::new();
    each_finding(report, |number: usize, run: &Run, marked: &[usize], ending: &str| {
        if number < SHOWN {
            out += "\n";
            out += &table(told(report, run), marked, page);
            out += &page.prose(ending, 2);
        } else if number == SHOWN {
            out += "\n";
            out += &page.prose("More of this sort: `--format json` lists them all.", 0);
        }
    });
    out
}

/// Shows each finding: its number among those of its kind, its run, the steps that matter most, and a sentence.
pub(crate) fn each_finding(
    report: &ProgramReport,
    mut show: impl FnMut(usize, &Run, &[usize], &str),
) {
    let (found, program) = (&report.report, &report.subject.program);
    for (number, wrong) in found.wrong.iter().enumerate() {
        let thread = wrong
            .run
            .steps
            .last()
            .map_or_else(String::new, |step| told(report, &wrong.run).thread(step.thread));
        let ending = format!("{thread} goes wrong at {}", wrong.failure.told(program));
        show(number, &wrong.run, &[], &ending);
    }
    for (number, race) in found.races.iter().filter(|race| race.confirmed).enumerate() {
        let marked = [race.earlier, race.run.steps.len() - 1];
        show(number, &race.run, &marked, &race_words(report, race));
    }
    if let Some(run) = &found.deadlock_run {
        show(0, run, &[], "no thread can go on, and not all have ended: a total deadlock");
    }
    for (number, stuck) in found.stuck.iter().flatten().enumerate() {
        let name = told(report, &stuck.run).thread(stuck.thread);
        let ending = format!("{name} is stuck for ever: on no way on it takes another step");
        show(number, &stuck.run, &[], &ending);
    }
}

/// What a race is, with both accesses and the locks that were owned at each.
fn race_words(report: &ProgramReport, race: &Race) -> String {
    let told = told(report, &race.run);
    let last = race.run.steps.len() - 1;
    let access = |at: usize| {
        let step = &race.run.steps[at];
        let what = if Race::is_write(step) { "writes" } else { "reads" };
        let owned = match &told.owned_before(at)[..] {
            [] => "no lock".to_owned(),
            all => all.join(", "),
        };
        format!(
            "{} {what} it at {}, owning {owned} (step {})",
            told.thread(step.thread),
            report.subject.program.line_words(told.place(step)),
            at + 1
        )
    };
    format!(
        "a race for {}: {}; {}; neither comes before the other",
        variable(report, race),
        access(race.earlier),
        access(last)
    )
}

fn variable(report: &ProgramReport, race: &Race) -> String {
    shared_words(&report.subject.program, &race.variable)
}

/// A row of a run as a table: a step that others can see, or a marked one.
pub(crate) struct Row {
    /// The place of the step in the run, from 0.
    pub(crate) at: usize,
    pub(crate) line: String,
    pub(crate) thread: String,
    /// What the step does, in words.
    pub(crate) what: String,
}

/// The rows of a run. Steps that concern their own thread only are left out, unless they are marked.
pub(crate) fn rows(told: Told<'_>, marked: &[usize]) -> Vec<Row> {
    let steps = &told.run.steps;
    let row = |at: usize| {
        let step = &steps[at];
        if !marked.contains(&at) && !told.is_shown(step) {
            return None;
        }
        let what = told.words(step)?;
        Some(Row { at, line: told.line(step), thread: told.thread(step.thread), what })
    };
    (0..steps.len()).filter_map(row).collect()
}

/// A run as a table. Marked steps have a `>`.
pub(crate) fn table(told: Told<'_>, marked: &[usize], page: &Page) -> String {
    let rows = rows(told, marked);
    let widest = |of: fn(&Row) -> &str, least| {
        rows.iter().map(|row| columns(of(row))).max().unwrap_or(0).max(least)
    };
    let (lines, threads) = (widest(|row| &row.line, 4), widest(|row| &row.thread, 6));
    let indent = 12 + lines + threads;
    let mut out = format!(
        "{FAINT}   step  {}  {}  what{FAINT:#}\n",
        padded("line", lines),
        padded("thread", threads)
    );
    for Row { at, line, thread, what } in rows {
        let mark = if marked.contains(&at) { '>' } else { ' ' };
        let what = wrapped(&what, page.width, indent, indent).join("\n");
        let thread = padded(&thread, threads);
        let line = format!("{line:>lines$}");
        let _ = writeln!(out, " {mark} {:4}  {line}  {thread}  {what}", at + 1);
    }
    out
}

/// What the verdicts rest on, as text.
fn remarks(report: &ProgramReport, page: &Page) -> String {
    let all = rests_on(report);
    if all.is_empty() {
        return String::new();
    }
    "\n".to_owned() + &all.iter().map(|text| page.prose(text, 0)).collect::<String>()
}

/// What the verdicts rest on, in sentences.
pub(crate) fn rests_on(report: &ProgramReport) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(printed) = &report.printed {
        let blamed: Vec<String> = printed
            .races
            .iter()
            .filter(|race| !race.confirmed)
            .map(|race| variable(report, race))
            .collect();
        let found = format!(
            "The search as printed in S4, with one intersection of locksets for each state: {} states, {} steps",
            grouped(&(printed.states as u64)),
            grouped(&printed.transitions)
        );
        all.push(if blamed.is_empty() {
            format!("{found}; it finds the same.")
        } else {
            format!("{found}; it reports races that no run shows: {}.", blamed.join("; "))
        });
    }
    let holds = |claim| {
        report
            .claims()
            .iter()
            .any(|(one, verdict)| *one == claim && matches!(verdict, Verdict::Holds(())))
    };
    if report.is_by_ownership() {
        // What that rests on is told with its claims.
    } else if holds(ProgramClaim::NoFailure) || holds(ProgramClaim::NoRace) {
        all.push(
            "That nothing goes wrong and nothing races rests on S4, section 5, as mended: all minimal maps of locksets \
             are kept for each state. It is tested against a search of all states, not proved."
                .to_owned(),
        );
    }
    if holds(ProgramClaim::NoDeadlock) && !report.is_by_ownership() {
        all.push(format!(
            "Deadlocks were looked for in {} states, up to the names of objects and threads: a thread does not stop where no \
             other one can interfere with its next step (S3).",
            grouped(&(report.report.deadlock_states as u64))
        ));
    }
    all
}

/// The exclusive access predicates, if they were asked for.
fn guards(report: &ProgramReport, page: &Page) -> String {
    let Some((guards, verdict)) = &report.guards else { return String::new() };
    let program = &report.subject.program;
    let none = |why: String| format!("\n{}", page.prose(&format!("No guards: {why}."), 0));
    let reduced = match verdict {
        Verdict::Holds(reduced) => reduced,
        Verdict::Fails(breach) => return none(breach_words(program, breach)),
        Verdict::Declined(why) => return none(declined_words(why)),
    };
    let mut out = format!("\n{HEADING}Guards{HEADING:#}, once threads are forked:\n");
    for (shared, guard) in guards.told(program) {
        let told = format!("{}: {}", shared_words(program, &shared), guard_words(program, guard));
        let _ = writeln!(out, "  {}", wrapped(&told, page.width, 2, 6).join("\n"));
    }
    let states = grouped(&(reduced.states as u64));
    out + &page.prose(
        &format!(
            "Checked in the {states} states of the reduced system, in which such accesses are invisible: by S5, Theorem 1, no \
             run breaks them."
        ),
        0,
    )
}
