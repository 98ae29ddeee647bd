//! The overview of the bundled programs with a heap.

use std::fmt::Write as _;

use reductio::check::{DecidedProperties, ProgramReport, SearchedPrograms, Undecided};
use reductio::{Exit, Verdict};

use crate::page::{BAD, GOOD, HEADING, OPEN, Page, columns, grouped, padded, plural};

/// The width of all columns but the first.
const OTHERS: usize = 52;

/// A table of programs with the numbers of states and steps of the search by locksets and what it found, and a sentence
/// that says whether each is as expected.
pub fn summary(searched: &SearchedPrograms, page: &Page) -> String {
    let mut out = format!("{HEADING}Programs with a heap{HEADING:#}, by locksets (S4):\n\n");
    out += &rows(&searched.reports.iter().collect::<Vec<_>>(), page);
    out.push('\n');
    let told = if searched.wrong.is_empty() {
        "In each was found what is to be found: the correct ones have no failures, races or deadlocks, and the broken \
         ones have those that their files say."
            .to_owned()
    } else {
        let names: Vec<&str> = searched.wrong.iter().map(|example| example.name).collect();
        format!("Not as expected: {}.", names.join(", "))
    };
    out + &page.prose(&told, 0)
}

/// A line for each program: its numbers of states and steps, and what was found.
pub(crate) fn rows(reports: &[&ProgramReport], page: &Page) -> String {
    let name = |report: &&ProgramReport| report.subject.program.name().to_owned();
    let longest = reports.iter().map(|report| columns(&name(report))).max().unwrap_or(0);
    let width = longest.min(page.width.saturating_sub(OTHERS));
    let mut out = format!("{}  {:>8} {:>8}\n", padded("program", width), "states", "steps");
    for report in reports {
        let colour = match report.exit() {
            Exit::Holds => GOOD,
            Exit::Fails => BAD,
            _ => OPEN,
        };
        let found = &report.report;
        let _ = writeln!(
            out,
            "{}  {:>8} {:>8}  {colour}{}{colour:#}",
            padded(&name(report), width),
            grouped(&(found.states as u64)),
            grouped(&found.transitions),
            words(report)
        );
    }
    out
}

/// The findings in a program, in a few words.
pub(crate) fn words(report: &ProgramReport) -> String {
    let found = &report.report;
    let mut parts = Vec::new();
    match found.wrong_lines()[..] {
        [] => {}
        [line] => parts.push(format!("wrong at line {line}")),
        ref lines => parts.push(format!("wrong at {}", plural(lines.len(), "line"))),
    }
    match found.racy().len() {
        0 => {}
        1 => parts.push("a race".to_owned()),
        count => parts.push(format!("races for {}", plural(count, "field"))),
    }
    if found.deadlock == Some(true) {
        parts.push("deadlock".to_owned());
    } else if found.stuck.as_ref().is_some_and(|stuck| !stuck.is_empty()) {
        parts.push("a thread is stuck".to_owned());
    }
    let properties = report.properties.iter().flat_map(|found| &found.all);
    match properties.filter(|(_, answer)| answer.run.is_some()).count() {
        0 => {}
        1 => parts.push("property false".to_owned()),
        count => parts.push(format!("{count} properties false")),
    }
    match (&parts[..], report.exit()) {
        ([], Exit::Holds) => "holds".to_owned(),
        ([], _) if holds_in_order(report) => "holds, who comes first served first".to_owned(),
        ([], _) => "undecided".to_owned(),
        (parts, _) => parts.join(", "),
    }
}

/// Whether nothing is open but whether properties hold where others are served before who comes first.
fn holds_in_order(report: &ProgramReport) -> bool {
    let is_known = |found: &DecidedProperties| {
        found.all.iter().all(|(_, answer)| {
            matches!(
                found.verdict(answer),
                Verdict::Holds(()) | Verdict::Declined(Undecided::Orders)
            )
        })
    };
    report.claims().iter().all(|(_, verdict)| matches!(verdict, Verdict::Holds(())))
        && report.properties.as_ref().is_some_and(is_known)
}
