//! Properties that fail as text, with the run or the hypotheses that show it; trials of systems as text and JSON.

pub mod json;

use std::fmt::Write as _;

use reductio::system::System;
use reductio::testing::{Failing, Forgotten, Property, Trial};
use reductio::validate::render;
use reductio_algebra::Style;

use crate::execution::to_text;
use crate::page::{Page, columns, padded, plural};

/// The width of tables in columns.
const WIDTH: usize = 100;

/// The reason why a property fails, and below it the run as a table, or the hypotheses that were evaluated.
///
/// ```
/// use reductio::language::parse_system;
/// use reductio::testing::{Sample, access_implies_predicate};
///
/// let text = "
///     lock m
///     protected x : 0 .. 1 by m
///     thread one { acquire m; x := 1; release m }
///     thread two { A: x := 0 }";
/// let system = parse_system(text, "forgotten lock", &[]).unwrap();
/// let failing = access_implies_predicate(&system, Sample::default()).unwrap_err();
/// assert!(reductio_report::testing::text(&failing).contains("two accesses x without exclusive access"));
/// ```
pub fn text(failing: &Failing) -> String {
    let seed = failing.seed.map_or_else(String::new, |seed| format!(" (seed {seed})"));
    let shown = match (failing.execution(), &failing.validation) {
        (Some(Ok(execution)), _) => to_text(&execution, &Page::new(WIDTH, Style::Ascii)),
        (Some(Err(error)), _) => error.to_string(),
        (None, Some(validation)) => render(validation),
        (None, None) => String::new(),
    };
    format!("{}{seed}\n{shown}", failing.reason)
}

/// The verdicts about each property in a trial, a line each: that it holds, that it fails, or neither.
pub fn verdicts(system: &System, tried: &Trial) -> String {
    let (runs, seed) = (plural(tried.sample.runs, "random run"), tried.sample.seed);
    let mut out = format!("{}: {runs}, seed {seed}\n", system.name());
    for (property, verdict) in &tried.verdicts {
        let _ = writeln!(out, "  {:<14}  {}", word(*property, verdict), property.in_words());
    }
    out
}

/// The verdict in a word. Random runs do not show that something holds.
pub fn word(property: Property, verdict: &Result<(), Box<Failing>>) -> &'static str {
    match verdict {
        Err(failing) if failing.is_undecided => "undecided",
        Err(_) => "fails",
        Ok(()) if matches!(property, Property::Access | Property::Exclusion) => "no fault found",
        Ok(()) => "holds",
    }
}

/// The statements that were left out in turn, a line each, and who notices.
pub fn forgotten(system: &System, all: &[Forgotten]) -> String {
    let rows: Vec<[String; 3]> = all.iter().map(|one| row(system, one)).collect();
    let width = |k: usize| rows.iter().map(|row| columns(&row[k])).max().unwrap_or(0);
    let widths = [width(0), width(1)];
    let mut out = "forgotten statement, and what notices\n".to_owned();
    for [thread, statement, noticed] in &rows {
        let (thread, statement) = (padded(thread, widths[0]), padded(statement, widths[1]));
        let _ = writeln!(out, "  {thread}  {statement}  {noticed}");
    }
    out
}

/// The thread, the statement and who notices.
pub fn row(system: &System, one: &Forgotten) -> [String; 3] {
    let noticed: Vec<&str> = one.noticed.iter().map(|property| property.name()).collect();
    let noticed = if noticed.is_empty() { "nothing".to_owned() } else { noticed.join(", ") };
    [system.thread(one.thread).name().to_owned(), one.statement.clone(), noticed]
}
