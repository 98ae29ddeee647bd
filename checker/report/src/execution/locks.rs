//! The accesses to a variable whose lock discipline is violated, as a table.

use reductio::execution::names::cell_name;
use reductio::execution::{Ending, Execution, LockAccessEntry};
use reductio::locking::LockViolation;

use super::words::cut;
use crate::page::{Page, columns, padded, wrapped};

/// The most characters of a statement in the table; the JSON form has all.
const LONGEST: usize = 32;

/// The accesses that lead to the violation in which an execution ends, with the locks that are owned at each and those
/// that are left; empty for an execution that ends otherwise.
pub(super) fn table(execution: &Execution<'_>, page: &Page) -> String {
    let Ending::DisciplineViolated(LockViolation::Access { cell, .. }) = execution.ending() else {
        return String::new();
    };
    let accesses = execution.lock_accesses(cell).unwrap_or_default();
    let entries: Vec<LockAccessEntry> =
        accesses.iter().map(|access| LockAccessEntry::of(execution, access)).collect();
    let listed = |names: &[String]| match names {
        [] => "-".to_owned(),
        names => names.join(", "),
    };
    let head = ["state", "thread", "at", "statement", "access", "owns", "left"].map(str::to_owned);
    let row = |entry: &LockAccessEntry| {
        [
            entry.steps.to_string(),
            entry.thread.clone(),
            entry.point.clone(),
            cut(&entry.text, LONGEST),
            if entry.writes { "write" } else { "read" }.to_owned(),
            listed(&entry.owned),
            entry.left.as_deref().map_or("not counted".to_owned(), listed),
        ]
    };
    let rows: Vec<[String; 7]> = [head].into_iter().chain(entries.iter().map(row)).collect();
    let widths: Vec<usize> =
        (0..7).map(|k| rows.iter().map(|row| columns(&row[k])).max().unwrap_or(0)).collect();
    let name = cell_name(execution.system(), cell, None);
    let what = format!("The accesses to {name}, and the locks that were owned at all that count:");
    let mut out = wrapped(&what, page.width, 0, 2).join("\n") + "\n";
    for row in &rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width)).collect();
        let line = format!("  {}", cells.join("  "));
        let line = line.trim_end();
        if columns(line) <= page.width {
            out += &(line.to_owned() + "\n");
        } else {
            out += &(wrapped(&row.join(" "), page.width, 0, 4).join("\n") + "\n");
        }
    }
    out
}
