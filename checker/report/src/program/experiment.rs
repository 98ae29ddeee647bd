//! S1's experiment as a table for people.

use std::fmt::Write as _;

use reductio::disciplined::{Row, Table};

use crate::page::{HEADING, Page, grouped};

/// The table of S1's experiment (figure 4): states, steps, bytes a state and time, by what a step is, with the monitor
/// and without.
pub fn experiment(table: &Table, name: &str, page: &Page) -> String {
    let mut out = format!(
        "{HEADING}{name}{HEADING:#}\n\n{:<10} {:<8} {:>12} {:>12} {:>12} {:>10}\n",
        "a step is", "monitor", "states", "steps", "bytes/state", "time"
    );
    for row in &table.rows {
        let Row { atomicity, monitor, states, transitions, bytes, time, is_complete, .. } = row;
        let _ = writeln!(
            out,
            "{:<10} {:<8} {:>12} {:>12} {:>12} {:>8.2} s{}",
            atomicity.name(),
            if *monitor { "on" } else { "off" },
            grouped(&(*states as u64)),
            grouped(transitions),
            bytes / states.max(&1),
            time.as_secs_f64(),
            if *is_complete { "" } else { "  ended early" }
        );
    }
    let factor = table.factor();
    out.push('\n');
    out + &page.prose(
        &format!(
            "By bytecode there are {factor:.0} times as many states as with S1's reduction and its monitor."
        ),
        0,
    )
}
