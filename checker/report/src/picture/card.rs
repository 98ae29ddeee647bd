//! The picture of a graph with too many states: its numbers, and a shortest run to what is wrong.

use std::fmt::Write as _;

use reductio_relations::svg::{escaped, float, number, text};

use super::graph::{Mark, StateGraph};
use super::pen::{arrow_head, colour, head, point};
use super::svg::MOST_DRAWN;
use super::witness::Run;
use crate::page::plural;

/// The largest number of steps in a column.
const ROWS: usize = 20;

/// The largest number of steps that are drawn.
const MOST_STEPS: usize = 80;

/// The distance of two states in a column, in pixels.
const DOWN: f64 = 44.0;

/// The height at which the run begins.
const TOP: f64 = 96.0;

/// The largest number of characters of a statement; the text form has all of it.
const LONGEST: usize = 40;

fn cut(text: &str) -> String {
    let is_long = text.chars().count() > LONGEST;
    let kept: String = text.chars().take(if is_long { LONGEST - 1 } else { LONGEST }).collect();
    if is_long { kept + "…" } else { kept }
}

impl StateGraph {
    /// The picture that takes the place of the graph.
    pub(super) fn card(&self) -> String {
        let run = self.shortest_run();
        let steps: Vec<String> =
            run.iter().flat_map(|r| &r.edges).map(|e| cut(&self.step(*e))).collect();
        let drawn = steps.len().min(MOST_STEPS);
        let columns = drawn.div_ceil(ROWS).max(1);
        let longest = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
        let column = float(longest) * 6.6 + 70.0;
        let said = match &run {
            None => "no state is bad, no thread fails, no total deadlock".to_owned(),
            Some(run) if run.edges.is_empty() => format!("the initial state is {}", run.end()),
            Some(run) => {
                format!("a shortest run to {}, {}", run.end(), plural(run.edges.len(), "step"))
            }
        };
        let said = format!("more than {MOST_DRAWN} states are not drawn; {said}");
        let written = format!("for Graphviz: {}", self.command);
        let title = self.summary();
        let wide = |text: &str, each: f64| float(text.chars().count()) * each + 24.0;
        let width = (float(columns) * column + 24.0)
            .max(wide(&title, 9.4))
            .max(wide(&said, 6.4))
            .max(wide(&written, 7.0))
            .max(560.0);
        let rows = drawn.min(ROWS) + usize::from(run.is_some());
        let bottom = TOP + float(rows) * DOWN;
        let mut out = head(&title, &self.to_text(), (width, bottom + 12.0));
        text(&mut out, "", (width / 2.0, 48.0), &said);
        if let Some(run) = &run {
            self.run(&mut out, run, &steps, column);
        }
        text(&mut out, "c", (12.0, bottom), &written);
        out.push_str("</svg>\n");
        out
    }

    /// Draws the states of a run below each other, in columns, with the steps between them.
    fn run(&self, out: &mut String, run: &Run, steps: &[String], column: f64) {
        let drawn = steps.len().min(MOST_STEPS);
        // The last state of a column stands at the top of the next one again.
        let at = |column_number: usize, row: usize| {
            (34.0 + float(column_number) * column, TOP + float(row) * DOWN - 16.0)
        };
        for (number, step) in steps[..drawn].iter().enumerate() {
            let edge = &self.edges[run.edges[number]];
            let (x, y) = at(number / ROWS, number % ROWS);
            let (from, to) = ((x, y + 13.0), (x, y + DOWN - 14.0));
            let dashed = if edge.is_visible { "" } else { " d" };
            let _ = writeln!(
                out,
                "<g><title>{}</title><path class=\"e{dashed}\" style=\"stroke:{c}\" d=\"M{} L{}\"/><path style=\"fill:{c}\" d=\"{}\"/></g>",
                escaped(&self.step(run.edges[number])),
                point(from),
                point(to),
                arrow_head(to, from),
                c = colour(edge.thread)
            );
            text(out, "c", (x + 22.0, y + DOWN / 2.0 + 4.0), step);
            if number % ROWS == 0 {
                self.stop(out, edge.from, (x, y));
            }
            self.stop(out, edge.to, (x, y + DOWN));
        }
        match steps.len() - drawn {
            0 if drawn == 0 => self.stop(out, 0, at(0, 0)),
            0 => {}
            more => {
                let (x, y) = at((drawn - 1) / ROWS, ROWS);
                text(out, "c", (x + 22.0, y + 4.0), &format!("and {}", plural(more, "more step")));
            }
        }
    }

    fn stop(&self, out: &mut String, state: usize, (x, y): (f64, f64)) {
        let mark = self.marks[state];
        let class = if self.is_visible[state] { "v" } else { "i" };
        let word = mark.word().map_or_else(String::new, |word| format!(" {word}"));
        let (cx, cy) = (number(x), number(y));
        let _ = writeln!(
            out,
            "<g><title>{}</title><circle class=\"{class}{word}\" cx=\"{cx}\" cy=\"{cy}\" r=\"13\"/>",
            escaped(self.words[state].trim_end())
        );
        text(out, "m", (x, y + 3.5), &state.to_string());
        if mark != Mark::None {
            text(out, "c h", (x + 22.0, y + 4.0), mark.word().unwrap_or_default());
        }
        out.push_str("</g>\n");
    }
}
