//! The answer of `check` about a program with a heap as text for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use reductio::Verdict;
use reductio::check::{JudgedProgramClaim, ProgramClaim, ProgramMethod, ProgramReport};
use reductio::disciplined::Breach;
use reductio::locksets::{Race, Run};
use reductio::programs::{Action, Address};

use super::replayed::{Call, Outcome};
use super::slice::needed;
use super::steps::Told;
use super::{
    breach_words, declined_words, guard_words, open_sentences, others_words, shared_words,
};
use super::{classes, coarsened, ownership, properties};
use crate::page::{
    BAD, FAINT, GOOD, HEADING, OPEN, Page, columns, grouped, padded, plural, wrapped,
};

/// The number of runs that are shown for one kind of finding.
pub(crate) const SHOWN: usize = 8;

/// A report as text: the program, the search, a line for each claim, and the runs of what was found.
pub fn report(report: &ProgramReport, page: &Page) -> String {
    let mut out = heading(report, page);
    for (claim, verdict) in report.claims() {
        let colour = match &verdict {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(()) => BAD,
            Verdict::Declined(_) => OPEN,
        };
        let word = verdict.word();
        let _ = writeln!(out, "  {colour}{word:8}{colour:#}  {}", claim.in_words());
    }
    for sentence in open_sentences(report) {
        out += &page.prose(&sentence, 0);
    }
    let breach = |breach: &Breach| {
        let last = breach.run.steps.len() - 1;
        let marked: Vec<usize> = breach.earlier.into_iter().chain([last]).collect();
        table(&told(report, &breach.run), &marked, page)
    };
    let classes = classes::text(report, page, breach);
    let run = |run: &Run| table(&told(report, run), &[], page);
    let coarsened = coarsened::text(report, page, run);
    let whole = |run: &Run| whole_table(&told(report, run), page);
    let properties = properties::text(report, page, whole);
    let rest = ownership::text(report, page) + &classes + &coarsened + &properties;
    let rest = rest + &remarks(report, page);
    out + &findings(report, page) + &guards(report, page) + &rest
}

pub(crate) fn told<'a>(report: &'a ProgramReport, run: &'a Run) -> Told<'a> {
    Told::of(&report.subject, run)
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
    let told = report.told();
    let early = if told.is_some() { "" } else { ", ended early" };
    let by = match told {
        Some(ProgramMethod::ExclusiveAccess) => "under exclusive access",
        Some(ProgramMethod::Classes) => "by classes of objects",
        Some(ProgramMethod::Coarsening) => "of the transition system of S2",
        _ => "by locksets",
    };
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
            let _ = writeln!(out, "\n{}", page.prose(ending, 2));
            out += &table(&told(report, run), marked, page);
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
        let told = told(report, &wrong.run);
        let last = wrong.run.steps.len().checked_sub(1);
        let thread = last.map_or_else(String::new, |at| told.thread(told.run.steps[at].thread));
        let reason = last.and_then(|at| told.failure(at));
        let reason = reason.unwrap_or_else(|| wrong.failure.reason(program));
        let place = program.line_words(wrong.failure.place);
        let ending = format!("{thread} goes wrong at {place}: {reason}");
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
    /// The effect of the step, in words.
    pub(crate) what: String,
}

/// The rows of a run, and the number of those that are left out because its end does not depend on them.
pub(crate) struct Rows {
    pub(crate) rows: Vec<Row>,
    pub(crate) left_out: usize,
}

impl Rows {
    /// A sentence about the rows that are left out, if some are.
    pub(crate) fn remark(&self) -> Option<String> {
        let noun = if self.left_out == 1 { "step is" } else { "steps are" };
        let left_out = grouped(&self.left_out);
        (self.left_out > 0).then(|| {
            format!(
                "{left_out} {noun} left out, on which this does not depend: `--format json` has all"
            )
        })
    }
}

/// The rows of a run. Steps that concern their own thread only are left out, unless they are marked, and so are those
/// of calls of the library that are told in one row; of Java programs those too on which the end of the run does not
/// depend, unless the whole of it is wanted.
pub(crate) fn rows(told: &Told<'_>, marked: &[usize], is_whole: bool) -> Rows {
    let steps = &told.run.steps;
    let is_sliced = told.subject.is_java && !is_whole;
    let needed = if is_sliced { needed(told.run, marked) } else { vec![true; steps.len()] };
    let calls = Calls::of(told, marked);
    let row = |at: usize| {
        let step = &steps[at];
        let what = match calls.told.get(&at) {
            Some(call) => call.clone(),
            None if marked.contains(&at) || told.is_shown(step) && !calls.hidden.contains(&at) => {
                told.words(at)?
            }
            None => return None,
        };
        Some(Row { at, line: told.line(step), thread: told.thread(step.thread), what })
    };
    let all: Vec<Row> = (0..steps.len()).filter_map(row).collect();
    let count = all.len();
    let rows: Vec<Row> = all.into_iter().filter(|row| needed[row.at]).collect();
    let left_out = count - rows.len();
    Rows { rows, left_out }
}

/// The calls of the library that are told in a row each, and the steps that are not shown besides.
struct Calls {
    told: BTreeMap<usize, String>,
    hidden: BTreeSet<usize>,
}

impl Calls {
    /// The calls on objects that several threads use. What a thread waits for, whom it wakes or starts, and the locks
    /// that it keeps are shown nevertheless.
    fn of(told: &Told<'_>, marked: &[usize]) -> Calls {
        let mut out = Calls { told: BTreeMap::new(), hidden: BTreeSet::new() };
        let replayed = told.replayed();
        let shared = replayed.shared(told.run);
        for call in replayed.calls.iter().filter(|call| shared.contains(&call.receiver)) {
            let is_marked = call.steps.iter().any(|at| marked.contains(at));
            let has_result = call.outcome != Outcome::Nothing;
            let Some(end) = call.steps.last().copied().filter(|_| !is_marked) else { continue };
            if is_seen(told.run, call) {
                if has_result {
                    out.told.insert(end, told.call(call));
                }
                continue;
            }
            // It is told where it takes effect.
            let is_local = |at: &usize| matches!(told.run.steps[*at].event.action, Action::Local);
            let effect = call.steps.iter().rev().find(|at| !is_local(at)).copied();
            out.hidden.extend(call.steps.iter().copied());
            out.told.insert(effect.unwrap_or(end), told.call(call));
        }
        out
    }
}

/// Whether steps of a call are shown besides the call itself.
fn is_seen(run: &Run, call: &Call) -> bool {
    let mut owned: Vec<Address> = Vec::new();
    for step in call.steps.iter().map(|at| &run.steps[*at]) {
        match &step.event.action {
            Action::StartWait { .. }
            | Action::EndWait { .. }
            | Action::Fork { .. }
            | Action::Join { .. }
            | Action::Print { .. } => return true,
            Action::Notify { woken, .. } if !woken.is_empty() => return true,
            Action::Acquire { object, .. } => owned.push(*object),
            Action::Release { object, .. } => {
                let Some(number) = owned.iter().rposition(|other| other == object) else {
                    return true;
                };
                owned.remove(number);
            }
            _ => {}
        }
    }
    !owned.is_empty()
}

/// A run as a table. Marked steps have a `>`.
pub(crate) fn table(told: &Told<'_>, marked: &[usize], page: &Page) -> String {
    table_of(&rows(told, marked, false), marked, page)
}

/// A run as a table with all steps that others can see.
pub(crate) fn whole_table(told: &Told<'_>, page: &Page) -> String {
    table_of(&rows(told, &[], true), &[], page)
}

fn table_of(found: &Rows, marked: &[usize], page: &Page) -> String {
    let rows = &found.rows;
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
        let mark = if marked.contains(at) { '>' } else { ' ' };
        let what = wrapped(what, page.width, indent, indent).join("\n");
        let thread = padded(thread, threads);
        let line = format!("{line:>lines$}");
        let _ = writeln!(out, " {mark} {:4}  {line}  {thread}  {what}", at + 1);
    }
    if let Some(remark) = found.remark() {
        let _ = writeln!(out, "{FAINT}   ({remark}){FAINT:#}");
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

/// The grounds of the verdicts, in sentences.
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
    let claims = report.claims();
    let holds_by = |claim, by| {
        let is_meant = |(one, verdict): &JudgedProgramClaim| {
            *one == claim && matches!(verdict, Verdict::Holds(()))
        };
        claims.iter().any(is_meant) && report.by(claim) == Some(by)
    };
    let locksets = [ProgramClaim::NoFailure, ProgramClaim::NoRace]
        .map(|claim| holds_by(claim, ProgramMethod::Locksets));
    let what = match locksets {
        [true, true] => Some("nothing goes wrong and nothing races"),
        [true, false] => Some("nothing goes wrong"),
        [false, true] => Some("nothing races"),
        [false, false] => None,
    };
    if let Some(what) = what {
        all.push(format!(
            "That {what} rests on S4, section 5, as mended: all minimal maps of locksets \
             are kept for each state. It is tested against a search of all states, not proved."
        ));
    }
    if holds_by(ProgramClaim::NoDeadlock, ProgramMethod::Deadlocks) {
        all.push(format!(
            "Deadlocks were looked for in {} states, up to the names of objects and threads: a thread does not stop \
             where no other one can interfere with its next step (S3).",
            grouped(&(report.report.deadlock_states as u64))
        ));
    }
    let by_classes = [ProgramClaim::NoFailure, ProgramClaim::NoDeadlock]
        .map(|claim| holds_by(claim, ProgramMethod::Classes));
    let what = match by_classes {
        [true, true] => Some("nothing goes wrong and nothing is a total deadlock"),
        [true, false] => Some("nothing goes wrong"),
        [false, true] => Some("nothing is a total deadlock"),
        [false, false] => None,
    };
    if let Some(what) = what {
        all.push(format!("That {what} is what the search by classes of objects says (S1)."));
    }
    for claim in report.contradictions() {
        all.push(format!(
            "Two searches contradict one another about the claim \"{}\": a fault of Reductio, please report it.",
            claim.in_words()
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
    if let Some(others) = report.other_executions() {
        let told = format!(
            "Checked in the {states} states of the reduced system, in which such accesses are invisible (S5, Theorem \
             1): {}.",
            others_words(&report.subject, others)
        );
        return out + &page.prose(&told, 0);
    }
    out + &page.prose(
        &format!(
            "Checked in the {states} states of the reduced system, in which such accesses are invisible: by S5, \
             Theorem 1, no run breaks them."
        ),
        0,
    )
}
