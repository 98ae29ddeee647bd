//! The tables of S2 as they are found now, beside those that are printed.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::coarsening::{Cell, Column, System};

use crate::page::{BAD, FAINT, GOOD, HEADING, OPEN, Page, grouped};

/// The exit code of tables: whether every number of states that S2 prints was found.
pub fn exit(cells: &[Cell]) -> Exit {
    let of = |cell: &Cell| match cell.agrees() {
        Some(true) => Exit::Holds,
        Some(false) => Exit::Fails,
        None if cell.stopped.is_none() => Exit::Holds,
        None => Exit::Declined,
    };
    cells.iter().map(of).fold(Exit::Holds, Exit::worst)
}

/// The tables: of each size the states of the base model and of the reduced one, and the visible transformations of the
/// reduced one, as printed and as found.
pub fn tables(cells: &[Cell], page: &Page) -> String {
    let mut out = String::new();
    for system in System::ALL {
        if !out.is_empty() {
            out.push('\n');
        }
        out += &table(system, cells, page);
    }
    out.push('\n');
    out + &page.prose(&sentence(cells), 0)
}

fn table(system: System, cells: &[Cell], page: &Page) -> String {
    let heading = match system {
        System::ProducerConsumer => {
            "S2, table 1: producer and consumers; the size is the number of consumers"
        }
        System::Observer => {
            "S2, table 2: subjects and observers; the size is the number of mutators"
        }
    };
    let mut out = format!("{HEADING}{}{HEADING:#}", page.prose(heading, 0));
    let above = ["states, base", "states, reduced", "transformations"];
    let above = format!("      {:^23}   {:^23}   {:^16}", above[0], above[1], above[2]);
    let _ = writeln!(out, "{}", above.trim_end());
    let head = format!("{:>11} {:>11}", "S2", "found");
    let _ = writeln!(out, "size  {head}   {head}   {:>6} {:>9}", "S2", "found");
    for size in system.sizes() {
        let of = |column| {
            let is_it =
                |cell: &&Cell| (cell.system, cell.size, cell.column) == (system, size, column);
            cells.iter().find(is_it)
        };
        let (base, reduced) = (of(Column::Base), of(Column::Reduced));
        let printed = system.printed(size, Column::Reduced);
        let line = format!(
            "{size:>4}  {}   {}   {:>6} {:>9}",
            states(system, size, Column::Base, base),
            states(system, size, Column::Reduced, reduced),
            printed.map_or(0, |printed| printed.transforms),
            reduced.map_or_else(|| "-".to_owned(), |cell| cell.transforms.to_string()),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The number that S2 prints, and the one that was found.
fn states(system: System, size: usize, column: Column, cell: Option<&Cell>) -> String {
    let printed = system.printed(size, column).and_then(|printed| printed.states);
    let printed = printed.map_or("no memory".to_owned(), |states| grouped(&(states as u64)));
    let Some(cell) = cell else { return format!("{printed:>11} {FAINT}{:>11}{FAINT:#}", "-") };
    let colour = match cell.agrees() {
        Some(true) => GOOD,
        Some(false) => BAD,
        None => OPEN,
    };
    let more = if cell.stopped.is_some() { "> " } else { "" };
    let found = format!("{more}{}", grouped(&(cell.states as u64)));
    format!("{printed:>11} {colour}{found:>11}{colour:#}")
}

fn sentence(cells: &[Cell]) -> String {
    let count = |wanted: Option<bool>| cells.iter().filter(|cell| cell.agrees() == wanted).count();
    let (same, other) = (count(Some(true)), count(Some(false)));
    let first = if other == 0 {
        format!(
            "All {same} numbers of states that S2 prints, of those that were counted, are found again."
        )
    } else {
        format!(
            "{same} of the {} numbers of states that were counted are those that S2 prints.",
            same + other
        )
    };
    let new: Vec<String> = cells
        .iter()
        .filter(|cell| cell.printed.states.is_none() && cell.stopped.is_none())
        .map(|cell| grouped(&(cell.states as u64)))
        .collect();
    let second = match &new[..] {
        [] => String::new(),
        [one] => format!(" The model for which there was no memory in 1998 has {one} states."),
        all => format!(
            " The models for which there was no memory in 1998 have {} states.",
            all.join(" and ")
        ),
    };
    let third = if cells.iter().any(|cell| cell.deadlock) {
        " A deadlock was found, and S2 knows of none."
    } else {
        " No deadlock is found, which is what S2 asks for."
    };
    first + &second + third
}
