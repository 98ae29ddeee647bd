//! Several systems side by side: verdicts and state counts, unreduced against reduced.

use std::fmt::Write as _;

use super::text::grouped;
use super::{Example, Report};
use crate::page::{BAD, GOOD, HEADING, OPEN, Page, columns, padded};
use crate::search::FindingKind;
use crate::verdict::Exit;

/// One system, explored both ways.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) unreduced: Report,
    pub(crate) reduced: Report,
}

/// The bundled systems for the overview: the table, and whether each is as expected.
pub(crate) fn summary(rows: &[Row], wrong: &[&Example], page: &Page) -> String {
    let mut out = format!(
        "{HEADING}Systems{HEADING:#}, by single steps and by reduced steps, in states:\n\n"
    );
    out += &table(rows, page);
    out.push('\n');
    let said = if wrong.is_empty() {
        "Each is as expected: the correct ones hold, and the broken ones break in the way their files say. The \
         reduced and the unreduced search agree."
            .to_owned()
    } else {
        let names: Vec<&str> = wrong.iter().map(|example| example.name).collect();
        format!("Not as expected: {}.", names.join(", "))
    };
    out + &page.prose(&said, 0)
}

/// A table of systems: what comes of each, how many states, and the factor between.
pub(crate) fn table(rows: &[Row], page: &Page) -> String {
    let name = |row: &Row| row.reduced.subject.system.name().to_owned();
    let width = rows.iter().map(|row| columns(&name(row))).max().unwrap_or(0).min(page.width / 3);
    let mut out = format!(
        "{}  {:>10} {:>8} {:>7}\n",
        padded("system", width),
        "unreduced",
        "reduced",
        "factor"
    );
    for row in rows {
        let (all, few) = (row.unreduced.exploration.states, row.reduced.exploration.states);
        #[expect(clippy::cast_precision_loss)]
        let factor = format!("{:.1}", all as f64 / few.max(1) as f64);
        // A reduced search does not go on from a bad state.
        let factor = if row.reduced.speaks_for_all() { factor } else { "-".to_owned() };
        let colour = match row.reduced.exit() {
            Exit::Holds => GOOD,
            Exit::Fails => BAD,
            _ => OPEN,
        };
        let _ = writeln!(
            out,
            "{}  {:>10} {:>8} {factor:>7}  {colour}{}{colour:#}",
            padded(&name(row), width),
            grouped(all as u64),
            grouped(few as u64),
            verdict_words(&row.reduced),
        );
    }
    out
}

/// What comes of a system, in a few words.
pub(crate) fn verdict_words(report: &Report) -> &'static str {
    let kinds = report.exploration.findings.iter().map(|finding| &finding.kind);
    match kinds.clone().next() {
        Some(FindingKind::Discipline(_)) => "discipline violated",
        Some(FindingKind::Failure { .. }) => "a thread fails",
        Some(FindingKind::Deadlock) => "deadlock",
        Some(FindingKind::Invariant(_)) => "invariant violated",
        Some(FindingKind::EndlessLoop { .. }) => "endless loop",
        None => match report.exit() {
            Exit::Holds => "holds",
            Exit::Fails => "something is not reached",
            _ => "undecided",
        },
    }
}
