//! The first page of the command without a verb: how much was checked, the most telling rows, what it rests on, what to
//! do next. A part in which something is not as it should be is told whole instead.

use std::fmt::Write as _;

use reductio::check::{ExploredBothWays, ExploredExamples, ProgramReport, SearchedPrograms};
use reductio::models::{ModelAnswer, ModelAnswers};
use reductio::{Claim, Exit, Proved};
use reductio_relations::systems::Conclusion;

use crate::check::table as systems_table;
use crate::models::text as models_text;
use crate::page::{FAINT, HEADING, Page, columns, grouped, padded, plural, plural_es, wrapped};
use crate::program::table as programs_table;
use crate::prove::text::{Extras, report, sentences};

/// The labels of statements that the page shows: S5's theorem, the theorem that began the field, one of S1's.
const TELLING: [&str; 3] = ["Theorem 1", "Lipton", "Theorem 4 of S1"];

/// The number of rows that a part shows of its table.
const ROWS: usize = 3;

/// The proofs: how many, and some of the statements; the whole report where one of them does not hold.
pub fn proofs(proved: &Proved, page: &Page, extras: &Extras) -> String {
    if proved.exit(false) != Exit::Holds || proved.claims.is_empty() {
        return report(proved, page, extras);
    }
    let mut told = sentences(proved, extras).into_iter();
    let mut out = format!("{HEADING}Proofs{HEADING:#}\n");
    out += &page.prose(&told.next().unwrap_or_default(), 0);
    let rows: Vec<&Claim> = telling(&proved.claims).collect();
    let label = |claim: &Claim| claim.label.to_string();
    let width = rows.iter().map(|claim| columns(&label(claim))).max().unwrap_or(0);
    for claim in rows {
        let text = claim.formula.to_statement(page.style);
        let indent = width + 4;
        let lines = wrapped(&text, page.width.min(100), indent, indent + 4).join("\n");
        let _ = writeln!(out, "  {}  {lines}", padded(&label(claim), width));
    }
    out
}

/// Of each label of [`TELLING`] the first claim that has it.
fn telling(claims: &[Claim]) -> impl Iterator<Item = &Claim> {
    TELLING.iter().filter_map(|label| {
        claims.iter().find(|claim| claim.label.to_string() == format!("({label})"))
    })
}

/// Theorem 1 in finite models: how many systems were counted, and which hypotheses are needed; the whole summary where
/// the theorem fails in one, or where the run was ended early.
pub fn models(answers: &ModelAnswers, page: &Page) -> String {
    let counts: Vec<_> = answers
        .answers
        .iter()
        .filter_map(|answer| match answer {
            ModelAnswer::Count(count) => Some(count),
            _ => None,
        })
        .collect();
    let needs: Vec<_> = models_text::needs(answers).collect();
    let holds = counts.iter().all(|count| matches!(count.conclusion, Conclusion::Holds { .. }));
    let (Some(last), true) = (counts.last(), holds && answers.exit() == Exit::Holds) else {
        return models_text::summary(answers, page);
    };
    let needed = needs.iter().filter(|need| need.counterexample.is_some()).count();
    let others: Vec<&str> = needs
        .iter()
        .filter(|need| need.counterexample.is_none())
        .map(|need| need.dropped.label())
        .collect();
    if needs.iter().any(|need| need.counterexample.is_none() && !models_text::is_redundant(need)) {
        return models_text::summary(answers, page);
    }
    let mut text = format!(
        "Theorem 1 holds in all systems of {} sizes that satisfy its hypotheses, the largest of {} and {}: {} systems, \
         {} up to renaming.",
        counts.len(),
        plural(last.states, "state"),
        plural_es(last.processes, "process"),
        grouped(&last.satisfying),
        grouped(&last.up_to_renaming),
    );
    let _ = write!(
        text,
        " Without any one of {needed} hypotheses it fails, in a system that `reductio models --all-drops` shows"
    );
    if !others.is_empty() {
        let _ = write!(
            text,
            "; without {} it holds all the same, which is proved",
            others.join(" or ")
        );
    }
    format!("{HEADING}Models{HEADING:#}\n{}", page.prose(&(text + "."), 0))
}

/// The bundled systems: how many hold and how many break as they should, and rows of the table; all of it where one is
/// not as expected.
pub fn systems(explored: &ExploredExamples, page: &Page) -> String {
    if explored.exit() != Exit::Holds {
        return systems_table::summary(&explored.systems, &explored.wrong, page);
    }
    let states = |row: &ExploredBothWays| row.unreduced.exploration.states;
    let holds = |row: &ExploredBothWays| row.reduced.exit() == Exit::Holds;
    let (good, broken): (Vec<_>, Vec<_>) = explored.systems.iter().partition(|row| holds(row));
    // The greatest saving, the largest system that holds, and the largest that breaks and was searched to the end.
    let saved = |row: &&&ExploredBothWays| states(row) / row.reduced.exploration.states.max(1);
    let mut rows: Vec<&ExploredBothWays> = Vec::new();
    rows.extend(good.iter().max_by_key(saved));
    rows.extend(good.iter().filter(|row| !is_in(&rows, row)).max_by_key(|row| states(row)));
    rows.extend(
        broken.iter().filter(|row| row.reduced.speaks_for_all()).max_by_key(|row| states(row)),
    );
    let text = format!(
        "{} systems of threads, each searched by single steps and by reduced steps, with the same verdicts: {} hold, \
         and {} that are broken on purpose break as their files say.",
        explored.systems.len(),
        good.len(),
        broken.len()
    );
    format!(
        "{HEADING}Systems{HEADING:#}\n{}{}",
        page.prose(&text, 0),
        systems_table::rows(&rows, page)
    )
}

fn is_in(rows: &[&ExploredBothWays], row: &ExploredBothWays) -> bool {
    rows.iter().any(|other| std::ptr::eq(*other, row))
}

/// The bundled programs with a heap: how many hold and how many break as they should, and rows of the table; all of it
/// where one is not as expected.
pub fn programs(searched: &SearchedPrograms, page: &Page) -> String {
    if searched.exit() != Exit::Holds {
        return programs_table::summary(searched, page);
    }
    let (good, broken): (Vec<_>, Vec<_>) =
        searched.reports.iter().partition(|report| report.exit() != Exit::Fails);
    let states = |report: &&&ProgramReport| report.report.states;
    let mut rows: Vec<&ProgramReport> = Vec::new();
    rows.extend(good.iter().max_by_key(states));
    let mut largest: Vec<&ProgramReport> = broken.clone();
    largest.sort_by_key(|report| std::cmp::Reverse(report.report.states));
    rows.extend(largest.iter().take(ROWS - rows.len()));
    let text = format!(
        "{} programs with threads, locks and a heap, searched by locksets (S4): {} hold, and in the {} that are broken \
         on purpose was found what their files say.",
        searched.reports.len(),
        good.len(),
        broken.len()
    );
    format!(
        "{HEADING}Programs{HEADING:#}\n{}{}",
        page.prose(&text, 0),
        programs_table::rows(&rows, page)
    )
}

/// The commands with which a reader may go on, each with what it is for.
const NEXT: [(&str, &str); 7] = [
    ("reductio --all", "this report with all that it counts"),
    ("reductio prove --explain 24", "a derivation, step by step"),
    ("reductio check FILE.sys", "a design of your own: threads and locks"),
    ("reductio check --main CLASS FOLDER", "a Java program of your own"),
    ("reductio race FILE.std", "the data races in a trace"),
    ("reductio decide \"x** = x*\"", "is this a law?"),
    ("reductio report -o report.html", "all of it, for a browser"),
];

/// The last part: what the answers rest on, and what to do next.
pub fn next(page: &Page) -> String {
    let rests = "What is proved rests on a small kernel (theorems/src/kernel) and on the hypotheses that each \
        statement names. The systems were searched by reduced steps, which rests on Theorem 1, and by single steps, \
        which rests on nothing. The search by locksets rests on Theorem 2 of S4, which is tested and not proved. \
        ARCHITECTURE.md says what is trusted.";
    let mut out = format!("{}\n{HEADING}Next{HEADING:#}\n", page.prose(rests, 0));
    let width = NEXT.iter().map(|(command, _)| columns(command)).max().unwrap_or(0);
    for (command, purpose) in NEXT {
        let is_narrow = width + 4 + columns(purpose) > page.width;
        let command =
            if is_narrow { command.to_owned() + "\n     " } else { padded(command, width) };
        let _ = writeln!(out, "  {command}  {FAINT}{purpose}{FAINT:#}");
    }
    out
}
