//! A storage structure graph as SVG.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use reductio_relations::svg::{self, float, number, text};

use super::HeapGraph;
use crate::picture::layered::layout;
use crate::picture::pen::{Point, STYLE, arrow_head, middle};

/// The height of a box, and half of the distance of layers, in pixels.
const HIGH: f64 = 26.0;
/// The distance of layers in pixels.
const DOWN: f64 = 84.0;
/// The width of a character in pixels, of names and of labels.
const LETTER: f64 = 6.6;
const SMALL_LETTER: f64 = 5.2;

impl HeapGraph {
    /// The graph as an SVG file: round boxes are variables, others objects, filled ones those that other threads may
    /// access.
    pub fn to_svg(&self) -> String {
        // Node 0 of the layout stands for no node: it is before all variables.
        let count = self.nodes.len();
        let variables = (0..self.variables).map(|variable| (0, variable + 1));
        let arrows = self.arrows.iter().map(|(from, to, _)| (from + 1, to + 1));
        let pairs: Vec<(usize, usize)> = variables.chain(arrows).collect();
        let places = layout(count + 1, &pairs);
        let labels = self.labels();
        let wide = longest(self.nodes.iter()) * LETTER + 16.0;
        let across = wide + longest(labels.values()) * SMALL_LETTER + 40.0;
        let columns = places.iter().map(|place| place.x).fold(0.0, f64::max);
        let layers = places.iter().map(|place| place.y).max().unwrap_or(0);
        let width =
            (columns * across + wide + 60.0).max(float(self.title.chars().count()) * 9.0 + 24.0);
        let height = float(layers) * DOWN + 80.0;
        let place = |node: usize| {
            let found = places[node + 1];
            (found.x * across + wide / 2.0 + 30.0, float(found.y) * DOWN)
        };
        let mut out = svg::head(&self.title, &self.to_text(), STYLE, (width, height));
        text(&mut out, "t", (width / 2.0, 24.0), &self.title);
        for ((from, to), label) in &labels {
            let is_pair = labels.contains_key(&(*to, *from));
            if from == to {
                own_arrow(&mut out, place(*from), wide, label);
            } else {
                arrow(&mut out, (place(*from), place(*to)), (wide, is_pair), label);
            }
        }
        for (node, name) in self.nodes.iter().enumerate() {
            let (x, y) = place(node);
            let class = if self.is_shared[node] { "v s" } else { "v" };
            let round = if node < self.variables { HIGH / 2.0 } else { 2.0 };
            let _ = writeln!(
                out,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
                number(x - wide / 2.0),
                number(y - HIGH / 2.0),
                number(wide),
                number(HIGH),
                number(round)
            );
            text(&mut out, "", (x, y + 4.0), name);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The parts of all edges between the same two nodes, as one label.
    fn labels(&self) -> BTreeMap<(usize, usize), String> {
        let mut labels: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for (from, to, part) in &self.arrows {
            let label = labels.entry((*from, *to)).or_default();
            if !label.is_empty() {
                label.push_str(", ");
            }
            label.push_str(part);
        }
        labels
    }
}

/// The number of characters of the longest text.
fn longest<'a>(texts: impl Iterator<Item = &'a String>) -> f64 {
    float(texts.map(|text| text.chars().count()).max().unwrap_or(1))
}

/// An arrow between boxes of this width. One of two in opposite directions keeps to its right.
fn arrow(out: &mut String, (from, to): (Point, Point), (wide, is_pair): (f64, bool), label: &str) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(1.0);
    // One step along the arrow, and one to its right.
    let (along, right) = ((x / length, y / length), (-y / length, x / length));
    let beside = if is_pair { 7.0 } else { 0.0 };
    let moved = |(x, y): Point, by: f64| (x + right.0 * by, y + right.1 * by);
    let from = moved(from, beside);
    // From the middle of a box to its side.
    let inside = (wide / 2.0 / along.0.abs()).min(HIGH / 2.0 / along.1.abs());
    let at = |by: f64| (from.0 + along.0 * by, from.1 + along.1 * by);
    let (start, end) = (at(inside), at((length - inside - 4.0).max(inside)));
    let _ = writeln!(
        out,
        "<path class=\"g\" d=\"M{} {}L{} {}\"/>",
        number(start.0),
        number(start.1),
        number(end.0),
        number(end.1)
    );
    let _ = writeln!(out, "<path class=\"j\" d=\"{}\"/>", arrow_head(end, start));
    let half = float(label.chars().count()) * SMALL_LETTER / 2.0;
    let aside = if is_pair { 6.0 + right.0.abs() * half } else { 0.0 };
    let (x, y) = moved(middle(start, end), aside);
    text(out, "m", (x, y + 3.0), label);
}

/// An arrow from a box of this width to itself, below its right half.
fn own_arrow(out: &mut String, (x, y): Point, wide: f64, label: &str) {
    let (x, y) = (x + wide / 4.0, y + HIGH / 2.0);
    let (a, b) = (number(x), number(y));
    let _ = writeln!(out, "<path class=\"g\" d=\"M{a} {b}c-8 26 28 26 20 4\"/>");
    let head = arrow_head((x + 19.0, y + 3.0), (x + 21.0, y + 12.0));
    let _ = writeln!(out, "<path class=\"j\" d=\"{head}\"/>");
    text(out, "m", (x + 10.0, y + 31.0), label);
}
