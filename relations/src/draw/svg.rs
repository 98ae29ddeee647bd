//! A model as an SVG file.

use std::fmt::Write as _;

use super::layout::{Curve, Node, Point, arc, around, extent, loop_height, nodes, radius};
use super::{COLOURS, Drawing};
use crate::svg::{float, head, number, text};

fn point(p: Point) -> String {
    format!("{} {}", number(p.x), number(p.y))
}

fn style() -> String {
    let mut light = String::from("svg{color:#1b1f24;--paper:#ffffff");
    let mut dark = String::from("svg{color:#e6e8eb;--paper:#14161a");
    for (k, (on_white, on_black)) in COLOURS.iter().enumerate() {
        let _ = write!(light, ";--c{k}:{on_white}");
        let _ = write!(dark, ";--c{k}:{on_black}");
    }
    let mut out = format!("{light}}}\n@media (prefers-color-scheme:dark){{{dark}}}}}\n");
    out.push_str("text{font:13px sans-serif;fill:currentColor;text-anchor:middle}\n");
    out.push_str(".n{fill:var(--paper);stroke:currentColor;stroke-width:1.5}.w{stroke-width:3}\n");
    out.push_str(".e{fill:none;stroke-width:1.6}.s{font-size:11px}.b{font-weight:bold}\n");
    out.push_str(
        ".l{paint-order:stroke;stroke:var(--paper);stroke-width:6px}.k{text-anchor:start}\n",
    );
    out.push_str(
        ".h{font-size:11px;fill-opacity:.72}.d{font-size:11px;font-weight:bold;fill:var(--paper)}\n",
    );
    out.push_str(".z{fill:none;stroke:currentColor;stroke-opacity:.25}\n");
    for k in 0..COLOURS.len() {
        let _ = writeln!(out, ".e{k}{{stroke:var(--c{k})}}.f{k}{{fill:var(--c{k})}}");
    }
    out
}

/// The room for the title.
const TITLE: f64 = 38.0;

/// A curve for each edge; those between the same states bend apart.
fn curves(nodes: &[Node], edges: &[(usize, usize, usize)]) -> Vec<Curve> {
    let mut before = (usize::MAX, usize::MAX);
    let mut count = 0;
    let mut one = |&(from, to, _): &(usize, usize, usize)| {
        count = if before == (from, to) { count + 1 } else { 0 };
        before = (from, to);
        if from == to { around(&nodes[from], count) } else { arc(&nodes[from], &nodes[to], count) }
    };
    edges.iter().map(&mut one).collect()
}

impl Drawing<'_> {
    /// The drawing as an SVG file.
    pub fn to_svg(&self) -> String {
        let names = self.actions();
        let lengths: Vec<usize> = (0..self.model.states())
            .map(|s| self.predicates(s).chars().count().max(self.role(s).map_or(0, str::len)))
            .collect();
        let edges = self.edges();
        let loops = (0..self.model.states())
            .map(|s| edges.iter().filter(|(a, b, _)| (*a, *b) == (s, s)).count())
            .max()
            .unwrap_or(0);
        let longest = float(lengths.iter().copied().max().unwrap_or(0)) * 3.3 + 40.0;
        let radius = radius(&lengths);
        let half = radius + longest + if loops > 0 { loop_height(loops - 1) + 16.0 } else { 36.0 };
        let title = self.heading();
        let drawn = |middle: Point| {
            let nodes = nodes(&lengths, middle, radius);
            let curves = curves(&nodes, &edges);
            (nodes, curves)
        };
        // The graph is laid out around a middle first, to see how much room it takes; then below the title.
        let (top, bottom) = {
            let (nodes, curves) = drawn(Point { x: 0.0, y: 0.0 });
            extent(&nodes, curves.iter())
        };
        let legend_top = TITLE + bottom - top + 22.0;
        let legend_bottom = legend_top + 18.0 * float(names.len().div_ceil(4));
        // Matrices stand below each other as far as the graph and its legend reach.
        let grid = self.grid(legend_bottom + 40.0);
        let (beside, below) = grid.map_or((0.0, 0.0), |grid| grid.total);
        let titled = float(title.chars().count()) * 7.5 + 24.0;
        // The graph has the room that the matrices leave.
        let graph = (2.0 * half).max(titled - beside);
        let (nodes, curves) = drawn(Point { x: graph / 2.0, y: TITLE - top });
        let (width, height) = (graph + beside, legend_bottom.max(below));

        let mut out = head(&title, &self.description(), &style(), (width, height));
        text(&mut out, "b", (width / 2.0, 22.0), &title);
        let mut labels = String::new();
        for (curve, (.., action)) in curves.iter().zip(&edges) {
            edge(&mut out, curve, *action);
            // Where there is only one name, the legend says it once.
            if names.len() > 1 {
                label(&mut labels, curve.label, &names[*action], *action);
            }
        }
        out.push_str(&labels);
        for (state, node) in nodes.iter().enumerate() {
            self.node(&mut out, state, node);
        }
        legend(&mut out, &names, graph, legend_top);
        if let Some(grid) = grid {
            self.draw_matrices(&mut out, &grid, graph);
        }
        out.push_str("</svg>\n");
        out
    }

    fn node(&self, out: &mut String, state: usize, node: &Node) {
        let (x, y) = (number(node.centre.x), number(node.centre.y));
        let mut oval = |shrink: f64, class: &str| {
            let _ = writeln!(
                out,
                "<ellipse class=\"{class}\" cx=\"{x}\" cy=\"{y}\" rx=\"{}\" ry=\"{}\"/>",
                number(node.width / 2.0 - shrink),
                number(node.height / 2.0 - shrink)
            );
        };
        oval(0.0, if self.role(state).is_some() { "n w" } else { "n" });
        if self.is_marked(state) {
            oval(4.0, "n");
        }
        let predicates = self.predicates(state);
        let top = if predicates.is_empty() { 4.5 } else { -1.0 };
        let mut line = |class: &str, dy: f64, said: &str| {
            text(out, class, (node.centre.x, node.centre.y + dy), said);
        };
        line("b", top, &state.to_string());
        if !predicates.is_empty() {
            line("s", 12.0, &predicates);
        }
        if let Some(role) = self.role(state) {
            line("s l", node.height / 2.0 + 14.0, role);
        }
    }

    /// The model in a sentence for each name.
    fn description(&self) -> String {
        let mut out = format!("States 0 to {}.", self.model.states() - 1);
        let names = self.actions();
        for (number, name) in names.iter().enumerate() {
            let steps: Vec<String> = (self.edges().into_iter())
                .filter(|(.., action)| *action == number)
                .map(|(from, to, _)| format!("{from} to {to}"))
                .collect();
            let steps = if steps.is_empty() { "no step".to_owned() } else { steps.join(", ") };
            let _ = write!(out, " {name}: {steps}.");
        }
        for state in 0..self.model.states() {
            let predicates = self.predicates(state);
            if !predicates.is_empty() {
                let _ = write!(out, " In state {state}: {predicates}.");
            }
        }
        if let Some((from, to)) = self.pair {
            let _ = write!(out, " The pair is ({from},{to}).");
        }
        out
    }
}

fn edge(out: &mut String, curve: &Curve, action: usize) {
    let colour = action % COLOURS.len();
    let controls: Vec<String> = curve.controls.iter().map(|p| point(*p)).collect();
    let kind = if controls.len() == 1 { "Q" } else { "C" };
    // The ninth action has the colour of the first: it is dashed.
    let dash = match action / COLOURS.len() {
        0 => String::new(),
        n => format!(" stroke-dasharray=\"{} 3\"", 3 * n + 3),
    };
    let _ = writeln!(
        out,
        "<path class=\"e e{colour}\"{dash} d=\"M{} {kind}{} {}\"/>",
        point(curve.start),
        controls.join(" "),
        point(curve.end)
    );
    let head: Vec<String> = curve.head().iter().map(|p| point(*p)).collect();
    let _ = writeln!(out, "<path class=\"f{colour}\" d=\"M{}Z\"/>", head.join("L"));
}

fn label(out: &mut String, at: Point, name: &str, action: usize) {
    let class = format!("l f{}", action % COLOURS.len());
    text(out, &class, (at.x, at.y + 4.5), name);
}

/// Writes the legend: all actions, also those without a pair.
fn legend(out: &mut String, names: &[String], width: f64, top: f64) {
    for (k, name) in names.iter().enumerate() {
        let x = 12.0 + (width - 24.0) / 4.0 * float(k % 4);
        let y = top + 18.0 * float(k / 4);
        let colour = k % COLOURS.len();
        let line = format!("M{} {}h18", number(x), number(y - 4.5));
        let _ = writeln!(out, "<path class=\"e e{colour}\" d=\"{line}\"/>");
        text(out, "k s", (x + 24.0, y), name);
    }
}
