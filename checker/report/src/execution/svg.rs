//! Sequence charts as SVG files.

use std::fmt::Write as _;

use reductio::execution::names::one_line;
use reductio::execution::{Ending, Execution, StepRole};
use reductio_relations::svg::{self, float, head};

use super::chart::{Arrow, Chart, StepBox, TooLong, pixels};
use super::words::heading;
use crate::page::wrapped;

/// The height at which the names of the threads stand.
const HEADS: usize = 44;

/// The height at which the steps begin.
const TOP: usize = 76;

/// The smallest width of a chart: its title and legend need room.
const NARROWEST: usize = 760;

const STYLE: &str = "svg{color:#1b1f24;--paper:#ffffff;--access:#0b62a4;--bad:#a61e1e}
@media (prefers-color-scheme:dark){svg{color:#e6e8eb;--paper:#14161a;--access:#6db6f2;--bad:#ff8a80}}
text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;fill:currentColor;text-anchor:middle}
.t{font:bold 14px sans-serif}.k{text-anchor:start}.n{text-anchor:end;fill-opacity:.7}
.b{font-weight:bold}.c{font-size:11px}.bad{fill:var(--bad)}
.v,.i,.h{fill:var(--paper);stroke:currentColor;stroke-width:1.8}
.i{stroke-width:1.2;stroke-dasharray:5 3}.x{stroke:var(--bad)}
.l{stroke:currentColor;stroke-opacity:.45;stroke-dasharray:2 4}
.a{stroke:var(--access);stroke-width:1.8}.late{stroke-dasharray:7 4}
.p{fill:var(--access)}
.o{fill:var(--access);font-size:11px;paint-order:stroke;stroke:var(--paper);stroke-width:4px}
";

/// Replaces what XML has no characters for.
fn clean(text: &str) -> String {
    one_line(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

fn text(out: &mut String, class: &str, (x, y): (usize, usize), text: &str) {
    svg::text(out, class, (float(x), float(y)), &clean(text));
}

/// The execution as a sequence chart, an SVG file. Each thread has a line, and time goes downwards. A visible step is a
/// rectangle, an invisible one is rounded and dashed. An arrow shows that exclusive access passes from one thread to
/// another; it is dashed where no thread had it for a while.
///
/// # Errors
/// [`TooLong`] for more than 200 steps.
pub fn to_svg(execution: &Execution<'_>) -> Result<String, TooLong> {
    let chart = Chart::new(execution, TOP)?;
    let title = heading(execution);
    let width = chart.width.max(pixels(&title) * 7 / 6 + 24).max(NARROWEST);
    let ending = wrapped(&execution.ending_in_words().line(), (width - 24) * 10 / 73, 0, 2);
    let legend = chart.bottom + 26;
    let height = legend + 34 + 18 * ending.len();
    let said = clean(&description(execution, &chart));
    let mut out = head(&clean(&title), &said, STYLE, (float(width), float(height)));
    text(&mut out, "t", (width / 2, 24), &title);
    lifelines(&mut out, &chart);
    chart.arrows.iter().for_each(|found| arrow(&mut out, found, &chart));
    chart.boxes.iter().for_each(|step| step_box(&mut out, step, chart.columns[step.column]));
    if let Some(round) = chart.round {
        goes_round(&mut out, round);
    }
    key(&mut out, legend);
    let is_bad =
        !matches!(execution.ending(), Ending::Stopped | Ending::AtRest | Ending::Reached(_));
    let class = if is_bad { "k b bad" } else { "k b" };
    for (k, line) in ending.iter().enumerate() {
        let x = 12 + if k == 0 { 0 } else { 15 };
        text(&mut out, class, (x, legend + 34 + 18 * k), line.trim_start());
    }
    out.push_str("</svg>\n");
    Ok(out)
}

/// The description of the chart: the execution in sentences.
fn description(execution: &Execution<'_>, chart: &Chart) -> String {
    let mut out = String::new();
    for step in &chart.boxes {
        let kind = if step.role == StepRole::Begins { "visible" } else { "invisible" };
        let _ = write!(out, "{} by {}, {kind}. ", step.title, chart.heads[step.column]);
        let after = step.top + step.height;
        let next = chart.boxes.get(step.number).map_or(usize::MAX, |next| next.top);
        for arrow in chart.arrows.iter().filter(|arrow| (after..next).contains(&arrow.y)) {
            let (from, to) = (&chart.heads[arrow.from], &chart.heads[arrow.to]);
            let _ = write!(out, "Access to {} passes from {from} to {to}. ", arrow.label);
        }
    }
    out + &execution.ending_in_words().line() + "."
}

fn lifelines(out: &mut String, chart: &Chart) {
    for (name, x) in chart.heads.iter().zip(&chart.columns) {
        let (top, bottom) = (HEADS + 26, chart.bottom);
        let _ = writeln!(out, "<path class=\"l\" d=\"M{x} {top}V{bottom}\"/>");
        let width = pixels(name) + 24;
        let _ = writeln!(
            out,
            "<rect class=\"h\" x=\"{}\" y=\"{HEADS}\" width=\"{width}\" height=\"26\"/>",
            x - width / 2
        );
        text(out, "b", (*x, HEADS + 17), name);
    }
}

fn step_box(out: &mut String, step: &StepBox, x: usize) {
    let StepBox { number, top, height, width, .. } = step;
    let _ = writeln!(out, "<g><title>{}</title>", svg::escaped(&clean(&step.title)));
    text(out, "n", (32, top + 16), &number.to_string());
    let failed = if step.has_failed { " x" } else { "" };
    let shape = match step.role {
        StepRole::Begins => format!("class=\"v{failed}\""),
        StepRole::Initial | StepRole::GoesOn | StepRole::Resumes => {
            format!("class=\"i{failed}\" rx=\"11\"")
        }
    };
    let _ = writeln!(
        out,
        "<rect {shape} x=\"{}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>",
        x - width / 2
    );
    for (k, line) in step.lines.iter().enumerate() {
        let class = match (k, step.has_failed && k + 1 == step.lines.len()) {
            (_, true) => "c b bad",
            (0, _) => "",
            _ => "c",
        };
        text(out, class, (x, top + 16 + 16 * k), line);
    }
    out.push_str("</g>\n");
}

/// A bracket on the left that leads from the last step of the cycle back to the first.
fn goes_round(out: &mut String, (first, last): (usize, usize)) {
    out.push_str("<g><title>these steps come again and again, for ever</title>\n");
    let _ = writeln!(out, "<path class=\"a\" fill=\"none\" d=\"M14 {last}H6V{first}H12\"/>");
    let (above, below) = (first - 4, first + 4);
    let _ = writeln!(out, "<path class=\"p\" d=\"M17 {first}L9 {above}V{below}Z\"/></g>");
}

fn arrow(out: &mut String, arrow: &Arrow, chart: &Chart) {
    let (from, to, y) = (chart.columns[arrow.from], chart.columns[arrow.to], arrow.y);
    let late = if arrow.is_late { " late" } else { "" };
    let _ = writeln!(out, "<path class=\"a{late}\" d=\"M{from} {y}H{to}\"/>");
    let back = if to > from { to - 9 } else { to + 9 };
    let (above, below) = (y - 5, y + 5);
    let _ = writeln!(out, "<path class=\"p\" d=\"M{to} {y}L{back} {above}V{below}Z\"/>");
    text(out, "o", (usize::midpoint(from, to), y - 5), &arrow.label);
}

/// Writes the legend of the shapes.
fn key(out: &mut String, y: usize) {
    let middle = y - 4;
    let _ = writeln!(
        out,
        "<rect class=\"v\" x=\"12\" y=\"{}\" width=\"26\" height=\"14\"/>",
        middle - 7
    );
    text(out, "k c", (44, y), "visible step");
    let _ = writeln!(
        out,
        "<rect class=\"i\" rx=\"7\" x=\"150\" y=\"{}\" width=\"26\" height=\"14\"/>",
        middle - 7
    );
    text(out, "k c", (182, y), "invisible step");
    let _ = writeln!(out, "<path class=\"a\" d=\"M302 {middle}H328\"/>");
    let (above, below) = (middle - 5, middle + 5);
    let _ = writeln!(out, "<path class=\"p\" d=\"M328 {middle}L319 {above}V{below}Z\"/>");
    let passes = "exclusive access passes on (dashed: nobody had it for a while)";
    text(out, "k c", (334, y), passes);
}
