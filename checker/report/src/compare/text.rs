//! A comparison as text: a table with a row for each search, and what the rows rest on.

use std::fmt::Write as _;

use anstyle::Style as Colour;
use reductio::Verdict;
use reductio::compare::{Agreement, Comparison, Row, Theorem, Undecided};

use super::words;
use crate::check::names::{replay_command_of, size};
use crate::page::{BAD, FAINT, GOOD, OPEN, Page, columns, grouped, padded, wrapped};

/// The report on searches of one system. With `is_timed` the table says how long each took, and the memory of its
/// states.
pub fn report(comparison: &Comparison, is_timed: bool, page: &Page) -> String {
    let mut out = page.prose(&size(comparison.subject.system()), 2);
    out.push('\n');
    out += &table(comparison, is_timed, page);
    let grounds = grounds(comparison, page);
    if !grounds.is_empty() {
        let _ = write!(out, "\n{grounds}");
    }
    let notes = notes(comparison, page);
    if !notes.is_empty() {
        let _ = write!(out, "\n{notes}");
    }
    out += &conclusion(comparison, page);
    out += &witnesses(comparison);
    out
}

/// A column of the table: its head, its cells, and whether it may be left out where the page is narrow, the greatest
/// number first.
pub(super) struct Column {
    pub(super) head: &'static str,
    pub(super) cells: Vec<String>,
    pub(super) is_number: bool,
    pub(super) may_go: u8,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| columns(cell));
        cells.chain([columns(self.head)]).max().unwrap_or(0)
    }
}

/// The table of the searches.
fn table(comparison: &Comparison, is_timed: bool, page: &Page) -> String {
    let lines = grid(table_columns(comparison, is_timed), comparison.rows.len(), page);
    let answers = comparison.rows.iter().map(|row| {
        let colour = match row.verdict() {
            Verdict::Holds(()) => GOOD,
            Verdict::Fails(_) => BAD,
            Verdict::Declined(_) => OPEN,
        };
        (words::answer(row), colour)
    });
    coloured(&lines, answers)
}

/// The lines of a table: the head, and the rows. Where the page is narrow, columns are left out.
pub(super) fn grid(mut columns: Vec<Column>, rows: usize, page: &Page) -> Vec<String> {
    let width = |columns: &[Column]| columns.iter().map(|column| column.width() + 2).sum::<usize>();
    while width(&columns) > page.width + 2 {
        let last = columns.iter().enumerate().max_by_key(|(_, column)| column.may_go);
        match last {
            Some((at, column)) if column.may_go > 0 => drop(columns.remove(at)),
            _ => break,
        }
    }
    let line = |cell: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> = columns
            .iter()
            .map(|column| {
                let (text, width) = (cell(column), column.width());
                if column.is_number {
                    " ".repeat(width.saturating_sub(self::columns_of(&text))) + &text
                } else {
                    padded(&text, width)
                }
            })
            .collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    let head = line(&|column| column.head.to_owned());
    let rows = (0..rows).map(|number| line(&|column| column.cells[number].clone()));
    std::iter::once(head).chain(rows).collect()
}

/// The lines of a table, where the answer of each row has a colour.
pub(super) fn coloured<'a>(
    lines: &[String],
    answers: impl Iterator<Item = (&'a str, Colour)>,
) -> String {
    let mut out = lines.first().cloned().unwrap_or_default();
    for (plain, (answer, colour)) in lines.iter().skip(1).zip(answers) {
        // No other column has such words.
        match plain.find(&format!("  {answer}")).map(|at| at + 2) {
            Some(at) => {
                let (before, after) = (&plain[..at], &plain[at + answer.len()..]);
                let _ = write!(out, "{before}{colour}{answer}{colour:#}{after}");
            }
            None => out += plain,
        }
    }
    out
}

fn columns_of(text: &str) -> usize {
    columns(text)
}

fn table_columns(comparison: &Comparison, is_timed: bool) -> Vec<Column> {
    let rows = &comparison.rows;
    let column = |head, is_number, may_go, cell: &dyn Fn(&Row) -> String| Column {
        head,
        cells: rows.iter().map(cell).collect(),
        is_number,
        may_go,
    };
    let shown = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |n| grouped(&n));
    let of = |number: Option<usize>| shown(number.map(|n| n as u64));
    let mut all = vec![
        column("search", false, 0, &|row| row.search.to_string()),
        column("states", true, 0, &|row| of(row.walked.states)),
        column("executions", true, 0, &|row| shown(row.walked.executions)),
        column("steps", true, 6, &|row| grouped(&row.walked.steps)),
        column("points", true, 5, &|row| grouped(&row.walked.points())),
        column("deadlocks", true, 4, &|row| grouped(&row.walked.deadlocks)),
    ];
    if is_timed {
        all.push(column("seconds", true, 0, &|row| format!("{:.3}", row.time.as_secs_f64())));
        all.push(column("KiB", true, 7, &|row| of(row.walked.bytes.map(|n| n.div_ceil(1024)))));
    }
    all.push(column("answer", false, 0, &|row| words::answer(row).to_owned()));
    all.push(column("same", false, 0, &|row| words::agreement(row).to_owned()));
    all.push(column("rests on", false, 3, &|row| words::letters(&row.justification)));
    all
}

/// The theorems by their letters in the table, and whether their conditions are met.
fn grounds(comparison: &Comparison, page: &Page) -> String {
    let rows = &comparison.rows;
    let is_used =
        |theorem: &&Theorem| rows.iter().any(|row| row.justification.theorems.contains(theorem));
    let mut out = String::new();
    for theorem in Theorem::ALL.iter().filter(is_used) {
        let text = words::theorem(*theorem);
        let lines = wrapped(&text, page.width.min(100), 5, 5).join("\n");
        let _ = writeln!(out, "  {}  {lines}", words::letter(*theorem));
    }
    let is_met = |row: &&Row| row.justification.obstacle().is_none();
    if !rows.is_empty() && rows.iter().all(|row| is_met(&row)) {
        out += &page.prose("The conditions of all theorems are met.", 0);
    }
    out
}

/// Why rows are undecided or differ.
fn notes(comparison: &Comparison, page: &Page) -> String {
    let system = comparison.subject.system();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let mut note = |text: String, row: &Row| {
        let name = row.search.to_string();
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => groups.push((text, vec![name])),
        }
    };
    for row in &comparison.rows {
        if let Verdict::Declined(_) = row.verdict() {
            let answers = [&row.discipline, &row.progress];
            let whys = answers.into_iter().filter_map(|answer| match answer {
                Verdict::Declined(why) if *why != Undecided::NotPreserved => Some(why),
                _ => None,
            });
            for why in whys {
                note(words::undecided(why, system), row);
            }
        }
        if let Agreement::Differs(what) = row.agreement {
            note(format!("not as the unreduced search: {}", words::difference(what, system)), row);
        }
    }
    let line = |(text, names): &(String, Vec<String>)| {
        page.prose(&format!("{}: {text}.", names.join(", ")), 2)
    };
    groups.iter().map(line).collect()
}

/// Whether the searches that are justified agree with the unreduced one.
fn conclusion(comparison: &Comparison, page: &Page) -> String {
    let wrong = words::wrong(comparison);
    let agree = comparison.rows.iter().filter(|row| row.agreement == Agreement::Agrees).count();
    if !wrong.is_empty() {
        let text = format!("{}: a bug of this program: the theorem excludes it.", wrong.join(", "));
        return "\n".to_owned() + &page.prose(&text, 0);
    }
    let others = agree.saturating_sub(1);
    let differ =
        comparison.rows.iter().filter(|row| matches!(row.agreement, Agreement::Differs(_)));
    let differ = differ.count();
    if others + differ == 0 {
        return String::new();
    }
    let mut text = match (others, differ) {
        (0, _) => "No search agrees with the unreduced one.".to_owned(),
        (1, 0) => "The other search agrees with the unreduced one.".to_owned(),
        (_, 0) => format!("{others} other searches agree with the unreduced one."),
        _ => {
            format!("{others} of {} other searches agree with the unreduced one.", others + differ)
        }
    };
    if differ > 0 {
        text += " Of those that do not, the conditions of their theorems are not met, or not known to be.";
    }
    "\n".to_owned() + &page.prose(&text, 0)
}

/// The commands that show the findings again: for each kind of finding the shortest run.
fn witnesses(comparison: &Comparison) -> String {
    let mut shortest: Vec<(&'static str, &[(usize, usize)])> = Vec::new();
    for row in &comparison.rows {
        for finding in &row.walked.findings {
            let kind = words::finding(&finding.kind);
            match shortest.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, run)) if run.len() <= finding.run.len() => {}
                Some((_, run)) => *run = &finding.run,
                None => shortest.push((kind, &finding.run)),
            }
        }
    }
    let line = |(kind, run): &(&str, &[(usize, usize)])| {
        let command = replay_command_of(&comparison.subject, run);
        format!("\n{kind}, the shortest run that was found:\n{FAINT}{command}{FAINT:#}\n")
    };
    shortest.iter().map(line).collect()
}
