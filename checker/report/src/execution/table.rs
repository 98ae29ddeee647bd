//! The table of an execution's steps, with a column for each thread, or with the threads below each other.

use std::fmt::Write as _;

use reductio::execution::names::{thread_name, thread_names};
use reductio::execution::{Ending, Execution, StepRole};
use reductio::system::System;

use super::row::{Row, bad_at_first, row};
use crate::page::{Page, columns, padded, wrapped};

/// The smallest width of a thread's column, unless a smaller one is enough for it.
const NARROWEST: usize = 18;

/// The number of spaces between two columns.
const GAP: usize = 2;

/// The mark of a step, by its role in a reduced step.
pub(super) fn mark(role: StepRole) -> char {
    match role {
        StepRole::Initial => '.',
        StepRole::Begins => '+',
        StepRole::GoesOn => '|',
        StepRole::Resumes => ':',
    }
}

/// The table of an execution that has at least one step.
pub(super) fn table(execution: &Execution<'_>, page: &Page) -> String {
    let margin = Margin::of(execution);
    let names = thread_names(execution.system());
    let room = page.width.saturating_sub(margin.width());
    let widths = widths(execution, &names, room);
    let mut out = String::new();
    match &widths {
        Some(widths) => heads(&mut out, &margin, &names, widths),
        None => out += &(margin.head().trim_end().to_owned() + "\n"),
    }
    for line in bad_at_first(execution).iter().flat_map(|bad| aside(bad, page)) {
        out += &(line + "\n");
    }
    let count = execution.steps().len();
    let round = match execution.ending() {
        Ending::PropertyFalse { from: Some(from), .. } => Some(from + 1),
        _ => None,
    };
    for number in 1..=count {
        if round == Some(number) {
            out += " > again and again, for ever:\n";
        }
        let row = row(execution, number);
        let lines = match &widths {
            Some(widths) => wide(&row, widths),
            None => narrow(&row, execution.system(), room),
        };
        let goes_on = number < count && execution.steps()[number].role == StepRole::GoesOn;
        for (k, line) in lines.iter().enumerate() {
            let margin = if k == 0 { margin.first(&row) } else { margin.below(goes_on) };
            let _ = writeln!(out, "{}", format!("{margin}{line}").trim_end());
        }
        for line in row.bad.iter().flat_map(|bad| aside(bad, page)) {
            out += &(line + "\n");
        }
    }
    out
}

/// The lines for a remark about a bad state on the way.
fn aside(text: &str, page: &Page) -> Vec<String> {
    let mut lines = wrapped(text, page.width, 3, 4);
    lines[0].insert_str(0, " ! ");
    lines
}

/// The columns to the left of the threads: the number of the step, the line of the source text, and the mark.
struct Margin {
    number: usize,
    line: Option<usize>,
}

impl Margin {
    fn of(execution: &Execution<'_>) -> Self {
        let digits = |n: usize| n.to_string().len().max(4);
        let last = execution.steps().iter().filter_map(|step| execution.line(step)).max();
        Margin { number: digits(execution.steps().len()), line: last.map(digits) }
    }

    fn width(&self) -> usize {
        1 + self.number + self.line.map_or(0, |width| width + 2) + 4
    }

    fn head(&self) -> String {
        let line = self.line.map_or_else(String::new, |width| format!("  {:>width$}", "line"));
        format!(" {:>width$}{line}    ", "step", width = self.number)
    }

    fn first(&self, row: &Row) -> String {
        let line = self.line.map_or_else(String::new, |width| {
            let line = row.line.map_or_else(String::new, |line| line.to_string());
            format!("  {line:>width$}")
        });
        let (number, mark) = (row.number, mark(row.role));
        format!(" {number:>width$}{line}  {mark} ", width = self.number)
    }

    fn below(&self, goes_on: bool) -> String {
        let mark = if goes_on { '|' } else { ' ' };
        format!("{}{mark} ", " ".repeat(self.width() - 2))
    }
}

/// The widths of the threads' columns, if there is room for them. Columns that need less than an even share get what
/// they need, and the others share the rest.
fn widths(execution: &Execution<'_>, names: &[String], room: usize) -> Option<Vec<usize>> {
    let mut needs: Vec<usize> = names.iter().map(|name| columns(name)).collect();
    for number in 1..=execution.steps().len() {
        let row = row(execution, number);
        let own = row.effects.iter().map(|effect| columns(effect) + 2);
        let own = own.chain([columns(&row.statement)]).max().unwrap_or(0);
        let need = &mut needs[row.thread.index()];
        *need = own.max(*need);
        for (thread, words) in &row.access {
            let need = &mut needs[thread.index()];
            *need = (columns(words) + 2).max(*need);
        }
    }
    let mut left = room.checked_sub(GAP * (names.len() - 1))?;
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&index| needs[index]);
    for (done, &index) in order.iter().enumerate() {
        let share = left / (needs.len() - done);
        if needs[index] > share {
            needs[index] = share.max(NARROWEST);
        }
        left = left.checked_sub(needs[index])?;
    }
    Some(needs)
}

fn heads(out: &mut String, margin: &Margin, names: &[String], widths: &[usize]) {
    let line = |cells: Vec<String>| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| padded(cell, *width));
        padded.collect::<Vec<_>>().join(&" ".repeat(GAP))
    };
    let fold = |(name, width): (&String, &usize)| folded(name, *width, 0, 0);
    let heads: Vec<Vec<String>> = names.iter().zip(widths).map(fold).collect();
    for k in 0..heads.iter().map(Vec::len).max().unwrap_or(0) {
        let cells = heads.iter().map(|head| head.get(k).cloned().unwrap_or_default()).collect();
        let left = if k == 0 { margin.head() } else { margin.below(false) };
        let _ = writeln!(out, "{}", format!("{left}{}", line(cells)).trim_end());
    }
    let rules = widths.iter().map(|width| "-".repeat(*width)).collect();
    let _ = writeln!(out, "{}{}", margin.below(false), line(rules));
}

/// The lines of a step when each thread has a column.
fn wide(row: &Row, widths: &[usize]) -> Vec<String> {
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); widths.len()];
    let own = row.thread.index();
    cells[own] = folded(&row.statement, widths[own], 0, 4);
    cells[own].extend(flow(&row.effects, widths[own], 2));
    for (thread, words) in &row.access {
        let width = widths[thread.index()];
        cells[thread.index()].extend(folded(words, width, 2, 4));
    }
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |k: usize| {
        let cell = |(cell, width): (&Vec<String>, &usize)| {
            padded(cell.get(k).map_or("", String::as_str), *width)
        };
        let cells: Vec<String> = cells.iter().zip(widths).map(cell).collect();
        cells.join(&" ".repeat(GAP))
    };
    (0..height).map(line).collect()
}

/// The lines of a step when the threads stand below each other.
fn narrow(row: &Row, system: &System, room: usize) -> Vec<String> {
    let at = if row.has_label { " at" } else { ":" };
    let statement = format!("{}{at} {}", thread_name(system, row.thread), row.statement);
    let mut lines = folded(&statement, room, 0, 4);
    let access = row.access.iter();
    let access = access.map(|(thread, words)| format!("{} {words}", thread_name(system, *thread)));
    let effects: Vec<String> = row.effects.iter().cloned().chain(access).collect();
    lines.extend(flow(&effects, room, 2));
    lines
}

/// Puts items on as few lines as hold them whole, if each fits on a line.
fn flow(items: &[String], width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if indent + columns(line) + 2 + columns(item) < width => {
                let _ = write!(line, "; {item}");
            }
            Some(line) => {
                line.push(';');
                lines.push(item.clone());
            }
            None => lines.push(item.clone()),
        }
    }
    lines.iter().flat_map(|line| folded(line, width, indent, indent + 2)).collect()
}

/// Breaks text into lines of at most `width` columns; longer words are broken too.
fn folded(text: &str, width: usize, indent: usize, hanging: usize) -> Vec<String> {
    if indent + columns(text) <= width {
        return vec![format!("{}{text}", " ".repeat(indent))];
    }
    let longest = width.saturating_sub(hanging).max(1);
    let mut words = String::new();
    for word in text.split(' ') {
        for (k, c) in word.chars().enumerate() {
            if k > 0 && k % longest == 0 {
                words.push(' ');
            }
            words.push(c);
        }
        words.push(' ');
    }
    let mut lines = wrapped(&words, width, indent, hanging);
    lines[0].insert_str(0, &" ".repeat(indent));
    lines
}
