//! What `check` finds of a program, as parts of outcomes.

use std::collections::BTreeSet;

use reductio::check::{Besides, ProgramReport, ProgramSubject, check_program};
use reductio::compare::{CompareOptions, SearchName, compare_program};
use reductio::heap::Reading;
use reductio::locksets::{Options, Wrong};
use reductio::programs::{Bounds, Program};

use super::machine::folder;

/// What a search finds of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The search.
    pub(crate) by: String,
    /// The parts of outcomes that can be reached: `seen 3`, `died IllegalStateException`, `deadlock`.
    pub(crate) parts: BTreeSet<String>,
    /// Whether more codes and exceptions are possible, for all the search knows.
    pub(crate) is_open: bool,
    /// Whether a deadlock is possible, for all the search knows.
    pub(crate) is_deadlock_open: bool,
    /// The number of states that the search has visited, if it visits states.
    pub(crate) states: usize,
}

impl Found {
    /// Whether a part of an outcome that was seen is among what was found, or is left open.
    pub(crate) fn allows(&self, part: &str) -> bool {
        match part {
            "ends" => true,
            "deadlock" => self.is_deadlock_open || self.parts.contains(part),
            _ => self.is_open || self.parts.contains(part),
        }
    }
}

/// The line of the code 0 in `Seen.java`; the others follow.
pub(crate) fn first_line() -> u32 {
    let text = std::fs::read_to_string(folder().join("checked/Seen.java")).unwrap();
    let before = text.lines().take_while(|line| !line.contains("case 0:")).count();
    u32::try_from(before).unwrap() + 1
}

fn part(program: &Program, wrong: &Wrong, first: u32) -> String {
    match wrong.failure.thrown(program) {
        Some("Seen") => format!("seen {}", wrong.line - first),
        Some(class) => format!("died {}", class.rsplit('.').next().unwrap_or(class)),
        // A message of our own is no outcome of any run.
        None => format!("died by `{}`", wrong.failure.reason(program)),
    }
}

/// What the searches of `check` find: with the heap analyzed in each way, or not at all.
pub(crate) fn checked(subject: &ProgramSubject, first: u32) -> Vec<Found> {
    let readings = [
        ("repaired", Some(Reading::repaired())),
        ("printed", Some(Reading::printed())),
        ("none", None),
    ];
    let of = |(name, ownership): (&str, Option<Reading>)| {
        let options = Options {
            stuck: true,
            max_states: 400_000,
            timeout: Some(std::time::Duration::from_secs(60)),
            ..Options::default()
        };
        let report = check_program(subject, &options, &Besides { ownership, ..Besides::default() });
        found(name, &report, first)
    };
    readings.into_iter().map(of).collect()
}

fn found(name: &str, report: &ProgramReport, first: u32) -> Found {
    let program = &report.subject.program;
    let mut parts: BTreeSet<String> =
        report.report.wrong.iter().map(|wrong| part(program, wrong, first)).collect();
    if report.report.deadlock == Some(true) {
        parts.insert("deadlock".to_owned());
    }
    Found {
        by: format!("--reading {name}"),
        parts,
        is_open: report.report.stopped.is_some(),
        is_deadlock_open: report.report.deadlock.is_none(),
        states: report.report.states,
    }
}

/// What other searches find, by name.
pub(crate) fn compared(
    subject: &ProgramSubject,
    searches: Vec<SearchName>,
    first: u32,
) -> Vec<Found> {
    let options = CompareOptions {
        searches,
        max_states: 5_000,
        max_executions: 200,
        ..CompareOptions::default()
    };
    let compared = compare_program(subject, Bounds::default(), &options, None, None);
    let rows = compared.rows.iter().map(|row| {
        let mut parts: BTreeSet<String> =
            row.wrong.iter().map(|wrong| part(&subject.program, wrong, first)).collect();
        if row.deadlock.is_some() {
            parts.insert("deadlock".to_owned());
        }
        let is_open = row.ended.is_some();
        Found {
            by: format!("--search {}", row.search),
            parts,
            is_open,
            is_deadlock_open: is_open,
            states: 0,
        }
    });
    rows.collect()
}
