//! Measures, points and the style of pictures of state graphs.

use reductio_relations::svg::{self, number};

/// The distance of columns in pixels.
pub(super) const ACROSS: f64 = 52.0;

/// The distance of layers in pixels.
pub(super) const DOWN: f64 = 50.0;

/// The height at which the panels begin.
pub(super) const TOP: f64 = 66.0;

/// The radius of a state with a number.
pub(super) const RADIUS: f64 = 14.0;

/// A point of a picture; `y` grows downwards.
pub(crate) type Point = (f64, f64);

pub(crate) const STYLE: &str = "svg{color:#1b1f24;--paper:#ffffff;--faint:#9aa3ad;--stored:#d7e8f7;--bad:#a61e1e;--stuck:#8c5a00;--c0:#0b62a4;--c1:#b3470a;--c2:#1b7a4b;--c3:#8a2f8f}
@media (prefers-color-scheme:dark){svg{color:#e6e8eb;--paper:#14161a;--faint:#6b747e;--stored:#1d3a55;--bad:#ff8a80;--stuck:#f0c060;--c0:#6db6f2;--c1:#f5a15f;--c2:#5fd39a;--c3:#dd8fe2}}
text{font:11px sans-serif;fill:currentColor;text-anchor:middle}
.t{font:bold 14px sans-serif}.h{font-weight:bold}.k{text-anchor:start}.m{font-size:9px;paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.c{font:11px monospace;text-anchor:start}
.v,.i{fill:var(--paper);stroke:currentColor;stroke-width:1.6}.i{stroke-dasharray:3 2.5;stroke-width:1.2}
.s{fill:var(--stored);stroke-width:2.2}.o{opacity:.45}.bad,.failure{stroke:var(--bad);stroke-width:3}.deadlock{stroke:var(--stuck);stroke-width:3}
.r{fill:none;stroke:var(--bad);stroke-width:1.5}.q{fill:none;stroke:var(--stuck);stroke-width:1.5}
.e{fill:none;stroke-width:1.8}.d{stroke-dasharray:5 3}.o.e,.e.f{stroke:var(--faint);stroke-width:1.2}.a.f{fill:var(--faint)}
.p{fill:var(--faint)}.g{fill:none;stroke:currentColor;stroke-width:1.6}.j{fill:currentColor}
";

/// The beginning of an SVG file, up to its background and title. The file ends in `</svg>`.
pub(super) fn head(title: &str, description: &str, size: (f64, f64)) -> String {
    let mut out = svg::head(title, description, STYLE, size);
    svg::text(&mut out, "t", (size.0 / 2.0, 24.0), title);
    out
}

/// The triangle at the end of an arrow that comes from the point `from`.
pub(crate) fn arrow_head(at: Point, from: Point) -> String {
    let (dx, dy) = (at.0 - from.0, at.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(0.1);
    let (ux, uy) = (dx / length, dy / length);
    let back = (at.0 - 9.0 * ux, at.1 - 9.0 * uy);
    let (a, b) = ((back.0 - 4.0 * uy, back.1 + 4.0 * ux), (back.0 + 4.0 * uy, back.1 - 4.0 * ux));
    format!("M{}L{}L{}Z", point(at), point(a), point(b))
}

/// The point at a distance from one point on the way to another.
pub(crate) fn towards(from: Point, to: Point, distance: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(0.1);
    (from.0 + dx / length * distance, from.1 + dy / length * distance)
}

pub(crate) fn middle(a: Point, b: Point) -> Point {
    (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))
}

/// The distance of a point from the line between two others.
pub(super) fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(0.1);
    let t = along.clamp(0.0, 1.0);
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

pub(super) fn colour(thread: usize) -> String {
    format!("var(--c{})", thread % 4)
}

pub(super) fn point((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}
