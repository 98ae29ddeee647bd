//! A comparison as a bar chart: how much each search of a system stores, or walks.

use std::fmt::Write as _;

use reductio::Exit;
use reductio::compare::{Comparison, Row};
use reductio_relations::svg::{self, float, head};

use super::words;
use crate::page::grouped;

/// The height at which the rows begin, and that of a row.
const TOP: usize = 52;
const ROW: usize = 22;

/// The width of the names of searches, and that of the longest bar.
const NAMES: usize = 250;
const BARS: usize = 360;

/// The width of the whole chart.
const WIDTH: usize = NAMES + BARS + 250;

const STYLE: &str = "svg{color:#1b1f24;--bar:#0b62a4;--bad:#a61e1e}
@media (prefers-color-scheme:dark){svg{color:#e6e8eb;--bar:#6db6f2;--bad:#ff8a80}}
text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;fill:currentColor}
.t{font:bold 14px sans-serif}.e{text-anchor:end}.m{fill-opacity:.7}.bad{fill:var(--bad)}
.s{fill:var(--bar)}.x{fill:none;stroke:var(--bar);stroke-width:1.5}
";

/// The searches of a system as bars: how many states each stores, filled, or how many executions each walks, outlined.
/// The longest bar of each kind stands for the greatest number.
pub fn to_svg(comparison: &Comparison) -> String {
    let system = comparison.subject.system().name();
    let title = format!("{system}: states that are stored, executions that are walked");
    let most = |number: fn(&Row) -> Option<u64>| comparison.rows.iter().filter_map(number).max();
    let (states, executions) = (most(states), most(walked));
    let height = TOP + ROW * comparison.rows.len() + 10;
    let size = (float(WIDTH), float(height));
    let mut out = head(&title, &description(comparison), STYLE, size);
    svg::text(&mut out, "t", (12.0, 24.0), &title);
    for (number, row) in comparison.rows.iter().enumerate() {
        let y = TOP + ROW * number;
        let line = float(y + 13);
        svg::text(&mut out, "e", (float(NAMES - 10), line), &row.search.to_string());
        let (class, amount, longest) = match (self::states(row), walked(row)) {
            (Some(amount), _) => ("s", amount, states),
            (None, Some(amount)) => ("x", amount, executions),
            (None, None) => continue,
        };
        let length = length(amount, longest.unwrap_or(1));
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{NAMES}\" y=\"{y}\" width=\"{length}\" height=\"16\"/>"
        );
        let beside = NAMES + length + 8;
        let noted = grouped(&amount);
        svg::text(&mut out, "m", (float(beside), line), &noted);
        let class = if row.exit() == Exit::Fails { "bad" } else { "m" };
        let place = float(beside + 8 * (noted.len() + 2));
        svg::text(&mut out, class, (place, line), words::answer(row));
    }
    out.push_str("</svg>\n");
    out
}

fn states(row: &Row) -> Option<u64> {
    row.walked.states.map(|states| states as u64)
}

fn walked(row: &Row) -> Option<u64> {
    row.walked.executions
}

/// The length of a bar in pixels; what is not nothing can be seen.
fn length(amount: u64, most: u64) -> usize {
    let share = u128::from(amount) * (BARS as u128) / u128::from(most.max(1));
    usize::try_from(share).unwrap_or(BARS).clamp(usize::from(amount > 0) * 2, BARS)
}

/// The chart in sentences.
fn description(comparison: &Comparison) -> String {
    let sentence = |row: &Row| {
        let amount = match (states(row), walked(row)) {
            (Some(states), _) => format!("{} states", grouped(&states)),
            (None, Some(executions)) => format!("{} executions", grouped(&executions)),
            (None, None) => "nothing".to_owned(),
        };
        format!("{}: {amount}, {}.", row.search, words::answer(row))
    };
    comparison.rows.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        assert_eq!([length(0, 8), length(8, 8), length(4, 8)], [0, BARS, BARS / 2]);
        assert_eq!([length(1, 1_000_000), length(0, 0)], [2, 0]);
        assert_eq!(length(u64::MAX, u64::MAX), BARS);
    }
}
