//! A storage structure graph as SVG.

use std::fmt::Write as _;

use reductio_relations::svg::{self, float, number, text};

use super::HeapGraph;
use crate::picture::layered::layout;
use crate::picture::pen::{STYLE, arrow_head, middle, towards};

/// The height of a box, and half of the distance of layers, in pixels.
const HIGH: f64 = 26.0;
/// The distance of layers in pixels.
const DOWN: f64 = 84.0;
/// The width of a character in pixels.
const LETTER: f64 = 6.6;

impl HeapGraph {
    /// The graph as an SVG file: round boxes are variables, others objects, filled ones those that other threads may access.
    pub fn to_svg(&self) -> String {
        // Node 0 of the layout stands for no node: it is before all variables.
        let count = self.nodes.len();
        let variables = (0..self.variables).map(|variable| (0, variable + 1));
        let arrows = self.arrows.iter().map(|(from, to, _)| (from + 1, to + 1));
        let pairs: Vec<(usize, usize)> = variables.chain(arrows).collect();
        let places = layout(count + 1, &pairs);
        let longest = self.nodes.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let wide = float(longest) * LETTER + 16.0;
        let across = wide + 40.0;
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
        for (from, to, part) in &self.arrows {
            let (start, end) = (place(*from), place(*to));
            if from == to {
                let (x, y) = (start.0 + wide / 2.0, start.1);
                let (a, b) = (number(x), number(y));
                let _ = writeln!(
                    out,
                    "<path class=\"g\" d=\"M{a} {b}c30 -24 30 24 0 {}\"/>",
                    number(8.0)
                );
                text(&mut out, "m k", (x + 24.0, y), part);
                continue;
            }
            let (start, end) =
                (towards(start, end, HIGH / 2.0), towards(end, start, HIGH / 2.0 + 4.0));
            let path = format!(
                "M{} {}L{} {}",
                number(start.0),
                number(start.1),
                number(end.0),
                number(end.1)
            );
            let _ = writeln!(out, "<path class=\"g\" d=\"{path}\"/>");
            let _ = writeln!(out, "<path class=\"j\" d=\"{}\"/>", arrow_head(end, start));
            text(&mut out, "m", middle(start, end), part);
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
}
