//! The graph as a picture that stands alone: readable on light and dark backgrounds, with a text for those who do
//! not see it.

use std::fmt::Write as _;

use super::graph::{Kind, StateGraph};
use super::layered::{Place, layout};

/// More states than this are not drawn.
pub const MOST_DRAWN: usize = 60;

/// Pixels between columns.
const ACROSS: f64 = 52.0;

/// Pixels between layers.
const DOWN: f64 = 50.0;

/// Pixels around a panel.
const MARGIN: f64 = 44.0;

/// Where the panels begin.
const TOP: f64 = 66.0;

/// Where states are drawn: the radius of one with a number.
const RADIUS: f64 = 14.0;

const STYLE: &str = "svg{color:#1b1f24;--paper:#ffffff;--faint:#9aa3ad;--stored:#d7e8f7;--bad:#a61e1e;--c0:#0b62a4;--c1:#b3470a;--c2:#1b7a4b;--c3:#8a2f8f}
@media (prefers-color-scheme:dark){svg{color:#e6e8eb;--paper:#14161a;--faint:#6b747e;--stored:#1d3a55;--bad:#ff8a80;--c0:#6db6f2;--c1:#f5a15f;--c2:#5fd39a;--c3:#dd8fe2}}
text{font:11px sans-serif;fill:currentColor;text-anchor:middle}
.t{font:bold 14px sans-serif}.h{font-weight:bold}.k{text-anchor:start}
.v,.i{fill:var(--paper);stroke:currentColor;stroke-width:1.6}.i{stroke-dasharray:3 2.5;stroke-width:1.2}
.s{fill:var(--stored);stroke-width:2.2}.o{opacity:.45}.bad{stroke:var(--bad);stroke-width:3}
.e{fill:none;stroke-width:1.8}.d{stroke-dasharray:5 3}.o.e,.e.f{stroke:var(--faint);stroke-width:1.2}.a.f{fill:var(--faint)}
.p{fill:var(--faint)}
";

/// What stands beside what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panels {
    /// One panel: what a reduced search walks, over all states and steps.
    #[default]
    Over,
    /// Two panels: all states and steps, and what a reduced search stores; every state at the same place in both.
    SideBySide,
}

/// A point of the picture; `y` grows downwards.
type Point = (f64, f64);

/// A panel: what it shows, and where its left edge is.
struct Panel<'a> {
    graph: &'a StateGraph,
    places: &'a [Place],
    left: f64,
    width: f64,
    /// The states that have a circle.
    shown: Vec<bool>,
    /// The arrows.
    pairs: Vec<(usize, usize)>,
}

impl StateGraph {
    /// The graph as an SVG file; nothing for more than [`MOST_DRAWN`] states.
    pub fn to_svg(&self, panels: Panels) -> Option<String> {
        if self.states() > MOST_DRAWN {
            return None;
        }
        let pairs: Vec<(usize, usize)> =
            self.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let places = layout(self.states(), &pairs);
        let columns = places.iter().map(|place| place.x).fold(0.0, f64::max);
        let layers = places.iter().map(|place| place.y).max().unwrap_or(0);
        let panel_width = (columns * ACROSS + 2.0 * MARGIN).max(270.0);
        let count = if panels == Panels::SideBySide { 2.0 } else { 1.0 };
        let legend_top = TOP + float(layers) * DOWN + MARGIN + 26.0;
        let (title, description) = (self.summary(), self.to_text());
        let width = (panel_width * count).max(float(title.chars().count()) * 9.4 + 24.0).max(560.0);
        let height = legend_top + 18.0 * float(self.threads.len().div_ceil(3)) + 34.0;
        let (w, h) = (number(width), number(height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">\n"
        );
        let _ = writeln!(out, "<title>{}</title>", escaped(&title));
        let _ = writeln!(out, "<desc>{}</desc>", escaped(&description));
        let _ = writeln!(out, "<style>{STYLE}</style>");
        out.push_str("<rect width=\"100%\" height=\"100%\" fill=\"var(--paper)\"/>\n");
        text(&mut out, "t", (width / 2.0, 24.0), &title);
        let slack = (width - panel_width * count) / (count + 1.0);
        let middle = (panel_width - 2.0 * MARGIN - columns * ACROSS) / 2.0;
        let left = |k: f64| slack * (k + 1.0) + panel_width * k + MARGIN + middle;
        let head = |k: f64| (left(k) + columns * ACROSS / 2.0, 46.0);
        let panel = |k: f64, shown: Vec<bool>, pairs: Vec<(usize, usize)>| Panel {
            graph: self,
            places: &places,
            left: left(k),
            width: columns * ACROSS,
            shown,
            pairs,
        };
        let all = panel(0.0, vec![true; self.states()], pairs.clone());
        if panels == Panels::Over {
            text(&mut out, "", head(0.0), "what a reduced search walks, over all states and steps");
            all.full(&mut out, true);
        } else {
            text(&mut out, "h", head(0.0), "every step of every thread");
            all.full(&mut out, false);
            text(&mut out, "h", head(1.0), "by reduced steps");
            let stored = self.kinds.iter().map(|kind| *kind == Kind::Stored).collect();
            let steps = self.reduced.iter().map(|&(from, to, _)| (from, to)).collect();
            panel(1.0, stored, steps).reduced(&mut out);
        }
        self.legend(&mut out, legend_top, panels);
        out.push_str("</svg>\n");
        Some(out)
    }

    fn legend(&self, out: &mut String, top: f64, panels: Panels) {
        for (k, name) in self.threads.iter().enumerate() {
            let (x, y) = (12.0 + 180.0 * float(k % 3), top + 18.0 * float(k / 3));
            let path = format!("M{} {}h22", number(x), number(y - 4.0));
            let _ =
                writeln!(out, "<path class=\"e\" style=\"stroke:{}\" d=\"{path}\"/>", colour(k));
            text(out, "k", (x + 28.0, y), name);
        }
        let y = top + 18.0 * float(self.threads.len().div_ceil(3));
        let said = match panels {
            Panels::Over => {
                "round, solid: visible state; dashed: invisible; filled: stored by a reduced search; faint: never met"
            }
            Panels::SideBySide => {
                "round, solid: visible state; dashed: invisible; dots on the right: passed, not stored"
            }
        };
        text(out, "k", (12.0, y + 4.0), said);
        if self.is_bad.contains(&true) {
            text(out, "k", (12.0, y + 20.0), "thick red outline: the discipline has been violated");
        }
    }
}

impl Panel<'_> {
    fn at(&self, state: usize) -> Point {
        let Place { x, y } = self.places[state];
        (self.left + x * ACROSS, TOP + float(y) * DOWN + RADIUS)
    }

    /// All states and steps; where `fades` is set, what a reduced search leaves out is faint.
    fn full(&self, out: &mut String, fades: bool) {
        let mut drawn: Vec<(usize, usize, usize)> = Vec::new();
        for edge in &self.graph.edges {
            let key = (edge.from, edge.to, edge.thread);
            if drawn.contains(&key) {
                continue;
            }
            drawn.push(key);
            let dashed = if edge.is_visible { "" } else { " d" };
            let faint = fades && !edge.is_walked;
            let who = &self.graph.threads[edge.thread];
            self.arrow(
                out,
                (edge.from, edge.to),
                (edge.thread, faint, dashed),
                &format!("{who}: {}", edge.text),
            );
        }
        for state in 0..self.graph.states() {
            let kind = self.graph.kinds[state];
            let mut class = if self.graph.is_visible[state] { "v" } else { "i" }.to_owned();
            class += match (fades, kind) {
                (true, Kind::Stored) => " s",
                (true, Kind::LeftOut) => " o",
                _ => "",
            };
            self.node(out, state, &class);
        }
    }

    /// What a reduced search stores, its steps, and as dots what it passes.
    fn reduced(&self, out: &mut String) {
        for &(from, to, thread) in &self.graph.reduced {
            let who = &self.graph.threads[thread];
            self.arrow(out, (from, to), (thread, false, ""), &format!("{who}: a reduced step"));
        }
        for state in 0..self.graph.states() {
            let (x, y) = self.at(state);
            match self.graph.kinds[state] {
                Kind::Stored => self.node(out, state, "v s"),
                Kind::Passed => {
                    let _ = writeln!(
                        out,
                        "<circle class=\"p\" cx=\"{}\" cy=\"{}\" r=\"3\"/>",
                        number(x),
                        number(y)
                    );
                }
                Kind::LeftOut => {}
            }
        }
    }

    fn node(&self, out: &mut String, state: usize, class: &str) {
        let (x, y) = self.at(state);
        let bad = if self.graph.is_bad[state] { " bad" } else { "" };
        let tip = escaped(self.graph.words[state].trim_end());
        let _ = writeln!(
            out,
            "<g><title>{tip}</title><circle class=\"{class}{bad}\" cx=\"{}\" cy=\"{}\" r=\"{RADIUS}\"/>",
            number(x),
            number(y)
        );
        text(out, "", (x, y + 4.0), &state.to_string());
        out.push_str("</g>\n");
    }

    fn arrow(
        &self,
        out: &mut String,
        ends: (usize, usize),
        (thread, faint, dashed): (usize, bool, &str),
        tip: &str,
    ) {
        let (path, from, at) = self.curve(ends);
        let class = if faint { " f" } else { "" };
        let style = |what: &str| {
            if faint { String::new() } else { format!(" style=\"{what}:{}\"", colour(thread)) }
        };
        let _ = writeln!(
            out,
            "<g><title>{}</title><path class=\"e{dashed}{class}\"{} d=\"{path}\"/><path class=\"a{class}\"{} d=\"{}\"/></g>",
            escaped(tip),
            style("stroke"),
            style("fill"),
            head(at, from)
        );
    }

    /// The way from a state to another: straight where no other state is in the way, else around the outside. With
    /// it, where its last piece comes from, and where it ends.
    fn curve(&self, (from, to): (usize, usize)) -> (String, Point, Point) {
        let (start, end) = (self.at(from), self.at(to));
        if from == to {
            let (x, y) = start;
            let (a, b) = ((x + 11.0, y - 9.0), (x + 11.0, y + 9.0));
            let (c, d) = ((x + 44.0, y - 24.0), (x + 44.0, y + 24.0));
            return (format!("M{} C{} {} {}", point(a), point(c), point(d), point(b)), d, b);
        }
        let is_in_the_way = |state: usize| {
            state != from
                && state != to
                && self.shown[state]
                && distance(self.at(state), start, end) < RADIUS + 5.0
        };
        if (0..self.shown.len()).any(is_in_the_way) {
            let (low, high) = (start.1.min(end.1), start.1.max(end.1));
            let between =
                (0..self.shown.len()).filter(|state| self.shown[*state]).map(|s| self.at(s));
            let between: Vec<f64> =
                between.filter(|(_, y)| (low..=high).contains(y)).map(|(x, _)| x).collect();
            let is_left = start.0 + end.0 < 2.0 * self.left + self.width - 1.0;
            let x = if is_left {
                between.iter().copied().fold(f64::INFINITY, f64::min) - 46.0
            } else {
                between.iter().copied().fold(0.0, f64::max) + 46.0
            };
            let (c, d) = ((x, start.1), (x, end.1));
            let (a, b) = (towards(start, c, RADIUS + 1.0), towards(end, d, RADIUS + 2.0));
            return (format!("M{} C{} {} {}", point(a), point(c), point(d), point(b)), d, b);
        }
        // There and back are two lines.
        let m = middle(start, end);
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let bend = if self.pairs.contains(&(to, from)) { 0.16 } else { 0.0 };
        let c = (m.0 - dy * bend, m.1 + dx * bend);
        let (a, b) = (towards(start, c, RADIUS + 1.0), towards(end, c, RADIUS + 2.0));
        (format!("M{} Q{} {}", point(a), point(c), point(b)), c, b)
    }
}

/// How far a point is from a line between two others.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(0.1);
    let t = along.clamp(0.0, 1.0);
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

/// The head of an arrow that comes from a point.
fn head(at: Point, from: Point) -> String {
    let (dx, dy) = (at.0 - from.0, at.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(0.1);
    let (ux, uy) = (dx / length, dy / length);
    let back = (at.0 - 9.0 * ux, at.1 - 9.0 * uy);
    let (a, b) = ((back.0 - 4.0 * uy, back.1 + 4.0 * ux), (back.0 + 4.0 * uy, back.1 - 4.0 * ux));
    format!("M{}L{}L{}Z", point(at), point(a), point(b))
}

/// The point on the way from one point to another, so far from the first.
fn towards(from: Point, to: Point, distance: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(0.1);
    (from.0 + dx / length * distance, from.1 + dy / length * distance)
}

fn middle(a: Point, b: Point) -> Point {
    (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))
}

fn colour(thread: usize) -> String {
    format!("var(--c{})", thread % 4)
}

fn float(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// One decimal, and no negative zero.
fn number(x: f64) -> String {
    format!("{}", (x * 10.0).round() / 10.0 + 0.0)
}

fn point((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

fn text(out: &mut String, class: &str, (x, y): Point, text: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = writeln!(
        out,
        "<text{class} x=\"{}\" y=\"{}\">{}</text>",
        number(x),
        number(y),
        escaped(text)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
