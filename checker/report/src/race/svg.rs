//! Races and hand-overs of an execution as a chart: a column for each thread, a row for each event that matters.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use reductio::races::{
    Access, AccessKind, Element, End, Event, LocksetChange, Names, Operation, Race, Thread,
};
use reductio_relations::svg::{self, float, head, number};

use super::{Trace, words};

/// The number of variables with races that are drawn, and of hand-overs.
const MOST: usize = 12;
const MOST_HAND_OVERS: usize = 40;

const LEFT: usize = 70;
const TOP: usize = 76;
const ROW: usize = 26;
const COLUMN: usize = 190;

const STYLE: &str = "svg{color:#1b1f24;--paper:#fff;--line:#8a929c;--good:#0b62a4;--bad:#a61e1e}
@media (prefers-color-scheme:dark){svg{color:#e6e8eb;--paper:#14171a;--good:#6db6f2;--bad:#ff8a80}}
text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;fill:currentColor}
.t{font:bold 14px sans-serif}.h{font-weight:bold}.n{text-anchor:end;fill-opacity:.7}.b{fill:var(--bad)}
.l{stroke:var(--line);stroke-width:1}.g{fill:none;stroke:var(--good);stroke-width:1.5}
.r{fill:none;stroke:var(--bad);stroke-width:1.5;stroke-dasharray:5 3}.d{fill:currentColor}.c{fill:var(--bad)}
";

/// A row of the chart.
struct Row {
    thread: Thread,
    text: String,
    is_racy: bool,
    /// The lockset after it, where it changes.
    lockset: String,
}

/// An arrow between two rows.
struct Arrow {
    from: u64,
    to: u64,
    label: String,
    is_race: bool,
}

#[derive(Default)]
struct Chart {
    rows: BTreeMap<u64, Row>,
    arrows: Vec<Arrow>,
}

impl Chart {
    fn event(&mut self, event: &Event, names: &Names) {
        let text = words::operation(event, names);
        let row = Row { thread: event.thread, text, is_racy: false, lockset: String::new() };
        self.rows.entry(event.line).or_insert(row);
    }

    fn access(&mut self, line: u64, thread: Thread, kind: AccessKind, name: &str, is_racy: bool) {
        let word = if kind == AccessKind::Read { "r" } else { "w" };
        let text = format!("{word}({name})");
        let row = Row { thread, text, is_racy, lockset: String::new() };
        let there = self.rows.entry(line).or_insert(row);
        there.is_racy |= is_racy;
    }

    fn race(&mut self, race: &Race, names: &Names) {
        let name = names.of_variable(race.variable);
        let mut add = |access: &Access| {
            self.access(access.line, access.thread, access.kind, name, true);
            if let Some(event) = &access.synchronized {
                self.event(event, names);
            }
        };
        add(&race.access);
        race.with.iter().for_each(add);
        for earlier in &race.with {
            self.arrows.push(Arrow {
                from: earlier.line,
                to: race.access.line,
                label: String::new(),
                is_race: true,
            });
        }
    }

    fn lockset(&mut self, change: &LocksetChange, names: &Names) {
        self.event(&change.event, names);
        let elements: Vec<String> =
            change.lockset.iter().map(|&element| words::element(element, names)).collect();
        if let Some(row) = self.rows.get_mut(&change.event.line) {
            row.lockset = format!("{{{}}}", elements.join(", "));
        }
    }

    /// An arrow for each lock or volatile variable on the way, from who leaves it to who takes it.
    fn hand_over(&mut self, hand_over: &reductio::races::HandOver, name: &str, names: &Names) {
        let is_racy = hand_over.steps.is_empty();
        let mut add = |end: &End| self.access(end.line, end.thread, end.kind, name, is_racy);
        add(&hand_over.from);
        add(&hand_over.to);
        if is_racy {
            let (from, to) = (hand_over.from.line, hand_over.to.line);
            self.arrows.push(Arrow { from, to, label: String::new(), is_race: true });
        }
        let mut at = hand_over.from.line;
        for step in &hand_over.steps {
            self.event(&step.event, names);
            let line = step.event.line;
            match (step.from, step.to, step.event.operation) {
                (_, Element::Thread(_), Operation::Acquire(_) | Operation::VolatileRead(_)) => {
                    let label = words::element(step.from, names);
                    self.arrows.push(Arrow { from: at, to: line, label, is_race: false });
                }
                // Whoever joins comes after the other one's last event here; whoever is forked goes on below.
                (_, _, Operation::Join(_)) => {
                    let label = "join".to_owned();
                    self.arrows.push(Arrow { from: at, to: line, label, is_race: false });
                }
                _ => {}
            }
            at = line;
            if let (Operation::Fork(child), line) = (step.event.operation, step.event.line) {
                let next = next_of(child, line, hand_over);
                let label = "fork".to_owned();
                self.arrows.push(Arrow { from: line, to: next, label, is_race: false });
            }
        }
    }
}

/// The line of the next event of a forked thread on the way.
fn next_of(child: Thread, line: u64, hand_over: &reductio::races::HandOver) -> u64 {
    let steps = hand_over.steps.iter().map(|step| step.event);
    let next = steps.filter(|event| event.thread == child && event.line > line);
    next.map(|event| event.line).next().unwrap_or(hand_over.to.line)
}

/// The chart of a trace: its first races, and how variables were handed on, if that was asked for. `None` if there is
/// nothing to draw.
pub fn to_svg(trace: &Trace) -> Option<String> {
    let (found, names) = (&trace.found, &trace.found.names);
    let mut chart = Chart::default();
    if found.why.is_empty() {
        for race in found.first_races().into_iter().take(MOST) {
            chart.race(race, names);
        }
    }
    for why in &found.why {
        for change in why.changes().iter().take(MOST_HAND_OVERS) {
            chart.lockset(change, names);
        }
        for hand_over in why.hand_overs().iter().take(MOST_HAND_OVERS) {
            chart.hand_over(hand_over, why.name(), names);
        }
    }
    if chart.rows.is_empty() {
        return None;
    }
    let mut threads: Vec<Thread> = chart.rows.values().map(|row| row.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let title = match &found.why[..] {
        [] => format!("{}: races", trace.file),
        [one] => format!("{}: how {} is handed on", trace.file, one.name()),
        _ => format!("{}: how variables are handed on", trace.file),
    };
    Some(drawn(&chart, &threads, &title, names))
}

fn drawn(chart: &Chart, threads: &[Thread], title: &str, names: &Names) -> String {
    let place = |thread: Thread| threads.iter().position(|other| *other == thread).unwrap_or(0);
    let x = |thread: Thread| float(LEFT + COLUMN * place(thread) + 14);
    let lines: Vec<u64> = chart.rows.keys().copied().collect();
    let y =
        |line: u64| float(TOP + ROW * lines.iter().position(|other| *other == line).unwrap_or(0));
    let bottom = float(TOP + ROW * lines.len());
    let longest = chart.rows.values().map(|row| row.lockset.chars().count()).max().unwrap_or(0);
    let locksets = LEFT + COLUMN * threads.len() + 10;
    let width = float(locksets + 8 * longest.max(if longest > 0 { 26 } else { 0 }) + 20);
    let described: Vec<String> = chart
        .rows
        .iter()
        .map(|(line, row)| format!("line {line}: {} {}", names.of_thread(row.thread), row.text))
        .collect();
    let mut out = head(title, &described.join("; "), STYLE, (width, bottom + 10.0));
    svg::text(&mut out, "t", (12.0, 24.0), title);
    for &thread in threads {
        svg::text(&mut out, "h", (x(thread) - 4.0, float(TOP - 24)), names.of_thread(thread));
        let (x, top) = (number(x(thread)), number(float(TOP - 16)));
        let _ = writeln!(
            out,
            "<line class=\"l\" x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{}\"/>",
            number(bottom)
        );
    }
    if longest > 0 {
        svg::text(&mut out, "h", (float(locksets), float(TOP - 24)), "lockset of the last write");
    }
    for arrow in &chart.arrows {
        let (Some(from), Some(to)) = (chart.rows.get(&arrow.from), chart.rows.get(&arrow.to))
        else {
            continue;
        };
        let (x1, y1) = (x(from.thread), y(arrow.from));
        let (x2, y2) = (x(to.thread), y(arrow.to));
        let class = if arrow.is_race { "r" } else { "g" };
        let _ = writeln!(
            out,
            "<path class=\"{class}\" d=\"M{} {}L{} {}\"/>",
            number(x1),
            number(y1),
            number(x2),
            number(y2)
        );
        if !arrow.label.is_empty() {
            svg::text(&mut out, "", (x1.midpoint(x2) + 4.0, y1.midpoint(y2) - 4.0), &arrow.label);
        }
    }
    for (&line, row) in &chart.rows {
        let (x, y) = (x(row.thread), y(line));
        let class = if row.is_racy { "c" } else { "d" };
        let _ = writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
            number(x),
            number(y)
        );
        svg::text(&mut out, "n", (float(LEFT - 14), y + 4.0), &line.to_string());
        svg::text(&mut out, if row.is_racy { "b" } else { "" }, (x + 10.0, y + 4.0), &row.text);
        if !row.lockset.is_empty() {
            svg::text(&mut out, "", (float(locksets), y + 4.0), &row.lockset);
        }
    }
    out.push_str("</svg>\n");
    out
}
