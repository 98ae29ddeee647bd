//! Tables of systems with their verdicts and numbers of states, by unreduced and by reduced searches.

use std::fmt::Write as _;
use std::time::Duration;

use reductio::Exit;
use reductio::check::{
    CheckReport, Disagreement, Example, ExploredBothWays, disagreement, disagreement_on_properties,
};
use reductio::search::FindingKind;

use crate::page::{BAD, GOOD, HEADING, OPEN, Page, columns, grouped, padded};

/// The overview of the bundled systems: a table, and a sentence that says whether each is as expected.
pub fn summary(rows: &[ExploredBothWays], wrong: &[&Example], page: &Page) -> String {
    let mut out = format!(
        "{HEADING}Systems{HEADING:#}, by single steps and by reduced steps, in states:\n\n"
    );
    out += &self::rows(&rows.iter().collect::<Vec<_>>(), page);
    out.push('\n');
    out + &page.prose(&expectation(wrong), 0)
}

/// The sentence that says whether each bundled system is as expected. `wrong` has those that are not.
pub fn expectation(wrong: &[&Example]) -> String {
    if wrong.is_empty() {
        return "Each is as expected: the correct ones hold, and the broken ones break in the way their files say. The \
            reduced and the unreduced search agree."
            .to_owned();
    }
    let names: Vec<&str> = wrong.iter().map(|example| example.name).collect();
    format!("Not as expected: {}.", names.join(", "))
}

/// For each system with an unreduced and a reduced report, in this order: a sentence that says whether both agree.
pub fn comparison(
    reports: &[(CheckReport, Option<Duration>)],
    page: &Page,
) -> impl Iterator<Item = String> {
    reports.chunks_exact(2).map(|both| {
        let [(all, _), (few, _)] = both else { return String::new() };
        page.prose(&format!("{}: {}", all.subject.system().name(), compared(all, few)), 2)
    })
}

/// The sentence that says whether an unreduced and a reduced search of one system agree, with their numbers of states.
pub fn compared(unreduced: &CheckReport, reduced: &CheckReport) -> String {
    let (all, few) = (&unreduced.exploration, &reduced.exploration);
    let goals = reduced.subject.settings().exact_reach;
    if let Some(number) = disagreement_on_properties(unreduced, reduced) {
        let name = unreduced.subject.system().properties()[number].name();
        return format!("the searches differ in the property \"{name}\": a bug of this program.");
    }
    match disagreement(all, few, goals) {
        None => format!(
            "both searches say the same; {} states unreduced, {} reduced: a factor of {}.",
            grouped(&all.states),
            grouped(&few.states),
            factor(all.states, few.states)
        ),
        Some(Disagreement::Incomplete) => {
            "nothing can be compared: a search is not complete.".to_owned()
        }
        Some(what) if reduced.subject.is_outside() => {
            format!("the searches differ in {}; the reduction theorem does not apply.", words(what))
        }
        Some(what) => format!("the searches differ in {}: a bug of this program.", words(what)),
    }
}

fn words(what: Disagreement) -> &'static str {
    match what {
        Disagreement::Incomplete => "how far they go",
        Disagreement::Discipline => "whether the discipline is followed",
        Disagreement::Failure => "whether a thread fails",
        Disagreement::Deadlock => "whether there is a deadlock",
        Disagreement::Stuck(_) => "whether a thread is stuck",
        Disagreement::Invariant(_) => "which invariants hold",
        Disagreement::Point(..) => "which control points are reached",
        Disagreement::Goal(_) => "what is reached",
    }
}

/// The quotient of two numbers of states, as text.
pub fn factor(all: usize, few: usize) -> String {
    #[expect(clippy::cast_precision_loss)]
    let factor = all as f64 / few.max(1) as f64;
    format!("{factor:.1}")
}

/// The width of all columns but the first.
const OTHERS: usize = 50;

/// The table of systems: the verdict on each, its numbers of states, and the factor between them.
pub(crate) fn rows(rows: &[&ExploredBothWays], page: &Page) -> String {
    let name = |row: &&ExploredBothWays| row.reduced.subject.system().name().to_owned();
    let longest = rows.iter().map(|row| columns(&name(row))).max().unwrap_or(0);
    let width = longest.min(page.width.saturating_sub(OTHERS));
    let mut out = format!(
        "{}  {:>10} {:>8} {:>7}\n",
        padded("system", width),
        "unreduced",
        "reduced",
        "factor"
    );
    for row in rows {
        let (all, few) = (row.unreduced.exploration.states, row.reduced.exploration.states);
        // A reduced search does not go on from a bad state.
        let factor = if row.reduced.speaks_for_all() { factor(all, few) } else { "-".to_owned() };
        let colour = match row.reduced.exit() {
            Exit::Holds => GOOD,
            Exit::Fails => BAD,
            _ => OPEN,
        };
        let _ = writeln!(
            out,
            "{}  {:>10} {:>8} {factor:>7}  {colour}{}{colour:#}",
            padded(&name(row), width),
            grouped(&all),
            grouped(&few),
            verdict_words(&row.reduced),
        );
    }
    out
}

/// The verdict on a system in a few words.
pub fn verdict_words(report: &CheckReport) -> &'static str {
    let kinds = report.exploration.findings.iter().map(|finding| &finding.kind);
    match kinds.clone().next() {
        Some(FindingKind::Discipline(_)) => "discipline violated",
        Some(FindingKind::Failure { .. }) => "a thread fails",
        Some(FindingKind::Deadlock) => "deadlock",
        Some(FindingKind::Invariant(_)) => "invariant violated",
        Some(FindingKind::Stuck { .. }) => "a thread is stuck",
        Some(FindingKind::EndlessLoop { .. }) => "endless loop",
        Some(FindingKind::Property { .. }) => "property false",
        None => match report.exit() {
            Exit::Holds => "holds",
            Exit::Fails => "something is not reached",
            _ => "undecided",
        },
    }
}
