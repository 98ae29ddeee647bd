//! One search of a system as text: what it met, its answers, what they rest on, and the runs of its findings.

use std::fmt::Write as _;

use reductio::Verdict;
use reductio::compare::{Answer, Comparison, Row};

use super::words;
use crate::check::names::{replay_command_of, size};
use crate::execution::finding_to_text;
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, grouped, plural};

/// The report on each search of a comparison, one after the other.
pub fn searches(comparison: &Comparison, page: &Page) -> String {
    let texts: Vec<String> =
        comparison.rows.iter().map(|row| search(comparison, row, page)).collect();
    texts.join("\n")
}

fn search(comparison: &Comparison, row: &Row, page: &Page) -> String {
    let system = comparison.subject.system();
    let mut out = format!("{HEADING}{}{HEADING:#}", page.prose(&size(system), 2));
    let _ = write!(out, "{HEADING}{}{HEADING:#}", page.prose(&heading(row), 2));
    let mut whys: Vec<String> = Vec::new();
    for (said, answer) in [
        ("the discipline is followed", &row.discipline),
        ("no thread fails, and there is no total deadlock", &row.progress),
    ] {
        let colour = match answer {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(_) => BAD,
            Verdict::Declined(_) => OPEN,
        };
        let _ = writeln!(out, "  {colour}{:8}{colour:#}  {said}", word(answer));
        if let Verdict::Declined(why) = answer {
            let why = words::undecided(why, system);
            if !whys.contains(&why) {
                whys.push(why);
            }
        }
    }
    for why in whys {
        out += &page.prose(&format!("Declined: {why}."), 0);
    }
    let justification = &row.justification;
    let (theorems, conditions) = (words::theorems(justification), words::conditions(justification));
    out += "\n";
    out += &page.prose(&format!("Rests on: {theorems}. Conditions {conditions}."), 0);
    out + &runs(comparison, row, page)
}

fn word(answer: &Answer) -> &'static str {
    answer.word()
}

/// What the search met, in one line.
fn heading(row: &Row) -> String {
    let walked = &row.walked;
    let early = if walked.ended.is_some() { ", ended early" } else { "" };
    let counted = |number: u64, noun: &str| {
        format!("{} {noun}{}", grouped(&number), if number == 1 { "" } else { "s" })
    };
    let met = match (walked.states, walked.executions) {
        (Some(states), _) => counted(states as u64, "state"),
        (_, Some(executions)) => counted(executions, "execution"),
        _ => String::new(),
    };
    let bound = walked.bound.map(|bound| format!(", last bound {bound}")).unwrap_or_default();
    format!(
        "search {}{early}: {met}, {}, depth {}{bound}, {}",
        row.search,
        counted(walked.steps, "step"),
        walked.depth,
        plural(walked.deadlocks, "deadlock")
    )
}

/// The runs of the findings, each executed again.
fn runs(comparison: &Comparison, row: &Row, page: &Page) -> String {
    let mut out = String::new();
    for finding in &row.walked.findings {
        match comparison.execution(finding) {
            Ok(execution) => {
                let command = replay_command_of(&comparison.subject, &finding.run);
                let _ = write!(out, "\n{}", finding_to_text(&execution, &command, page));
            }
            Err(error) => {
                let _ =
                    writeln!(out, "\nthe run cannot be replayed, a bug of this program: {error}");
            }
        }
    }
    out
}
