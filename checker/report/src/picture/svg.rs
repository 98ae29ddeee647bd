//! State graphs as SVG files that stand alone: readable on light and dark backgrounds, with a text for people who do
//! not see them.

use std::fmt::Write as _;

use reductio_relations::svg::{float, number, text};

use super::graph::{Mark, StateGraph, Treatment};
use super::layered::layout;
use super::panel::Panel;
use super::pen::{ACROSS, DOWN, TOP, colour, head};

/// The largest number of states of a graph that is drawn. For more states the picture shows a run.
pub const MOST_DRAWN: usize = 60;

/// The margin around a panel in pixels.
pub(super) const MARGIN: f64 = 44.0;

/// The choice of panels in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    /// One panel: all states and steps, with those of a reduced search marked.
    #[default]
    Over,
    /// Two panels: all states and steps, and the stored states with the reduced steps. A state has the same place in
    /// both.
    SideBySide,
    /// One panel: the stored states with the reduced steps.
    Reduced,
}

impl StateGraph {
    /// The graph as an SVG file. For more than [`MOST_DRAWN`] states it has the numbers, a shortest run to a bad
    /// state, a failure or a deadlock, and the command that writes the graph for Graphviz.
    pub fn to_svg(&self, panels: Panels) -> String {
        if self.states() > MOST_DRAWN {
            return self.card();
        }
        let pairs: Vec<(usize, usize)> =
            self.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let places = layout(self.states(), &pairs);
        let columns = places.iter().map(|place| place.x).fold(0.0, f64::max);
        let layers = places.iter().map(|place| place.y).max().unwrap_or(0);
        let panel_width = (columns * ACROSS + 2.0 * MARGIN).max(270.0);
        let count = if panels == Panels::SideBySide { 2.0 } else { 1.0 };
        let legend_top = TOP + float(layers) * DOWN + MARGIN + 26.0;
        let said = self.said(panels);
        let title = self.summary();
        let width = (panel_width * count).max(float(title.chars().count()) * 9.4 + 24.0).max(560.0);
        let height = legend_top
            + 18.0 * float(self.threads.len().div_ceil(3))
            + 16.0 * float(said.len())
            + 2.0;
        let mut out = head(&title, &self.to_text(), (width, height));
        let slack = (width - panel_width * count) / (count + 1.0);
        let middle = (panel_width - 2.0 * MARGIN - columns * ACROSS) / 2.0;
        let left = |k: f64| slack * (k + 1.0) + panel_width * k + MARGIN + middle;
        let over = |k: f64| (left(k) + columns * ACROSS / 2.0, 46.0);
        let panel = |k: f64, shown: Vec<bool>| Panel {
            graph: self,
            places: &places,
            left: left(k),
            width: columns * ACROSS,
            shown,
        };
        let all = panel(0.0, vec![true; self.states()]);
        match panels {
            Panels::Over => {
                text(
                    &mut out,
                    "",
                    over(0.0),
                    "what a reduced search walks, over all states and steps",
                );
                all.full(&mut out, true);
            }
            Panels::SideBySide => {
                text(&mut out, "h", over(0.0), "every step of every thread");
                all.full(&mut out, false);
            }
            Panels::Reduced => {}
        }
        if panels != Panels::Over {
            let k = count - 1.0;
            text(&mut out, "h", over(k), "by reduced steps");
            let is_shown = |state| self.treatments[state] == Treatment::Stored;
            panel(k, (0..self.states()).map(is_shown).collect()).reduced(&mut out);
        }
        self.legend(&mut out, legend_top, &said);
        out.push_str("</svg>\n");
        out
    }

    /// The lines of the legend.
    fn said(&self, panels: Panels) -> Vec<&'static str> {
        let mut said = vec![match panels {
            Panels::Over => {
                "round, solid: visible state; dashed: invisible; filled: stored by a reduced search; faint: never met"
            }
            Panels::SideBySide => {
                "round, solid: visible state; dashed: invisible; dots on the right: passed, not stored"
            }
            Panels::Reduced => "filled: stored by a reduced search; dots: passed, not stored",
        }];
        for (mark, words) in [
            (Mark::Bad, "double red outline: the discipline has been violated"),
            (Mark::Failure, "thick red outline: a thread has failed, or an invariant is violated"),
            (Mark::Deadlock, "in a frame: a deadlock"),
        ] {
            if self.marks.contains(&mark) {
                said.push(words);
            }
        }
        said
    }

    pub(super) fn legend(&self, out: &mut String, top: f64, said: &[&str]) {
        for (k, name) in self.threads.iter().enumerate() {
            let (x, y) = (12.0 + 180.0 * float(k % 3), top + 18.0 * float(k / 3));
            let path = format!("M{} {}h22", number(x), number(y - 4.0));
            let _ =
                writeln!(out, "<path class=\"e\" style=\"stroke:{}\" d=\"{path}\"/>", colour(k));
            text(out, "k", (x + 28.0, y), name);
        }
        let y = top + 18.0 * float(self.threads.len().div_ceil(3));
        for (k, line) in said.iter().enumerate() {
            text(out, "k", (12.0, y + 4.0 + 16.0 * float(k)), line);
        }
    }
}
