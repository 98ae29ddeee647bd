//! The ways of arrows between the states of a panel.

use std::fmt::Write as _;

use reductio_relations::svg::float;

use super::bundle::Bundle;
use super::panel::Panel;
use super::pen::{ACROSS, DOWN, Point, RADIUS, distance, middle, point, towards};

/// The way of an arrow: its path, the point from which its last piece comes, its end, and its middle.
pub(super) struct Way {
    pub(super) path: String,
    pub(super) from: Point,
    pub(super) end: Point,
    pub(super) middle: Point,
}

impl Panel<'_> {
    /// The way of an arrow from one state to another. It is straight or a little bent where no other state lies on it,
    /// and else goes around the outside.
    pub(super) fn way(&self, bundle: &Bundle) -> Way {
        let (from, to) = bundle.ends;
        let (start, end) = (self.at(from), self.at(to));
        let rank = float(bundle.rank);
        if from == to {
            let (x, y) = start;
            let has_neighbour = (0..self.shown.len()).any(|state| {
                let (other, same) = self.at(state);
                self.shown[state] && (same - y).abs() < 1.0 && other > x && other - x < 1.5 * ACROSS
            });
            if has_neighbour {
                // Above the way to the neighbour.
                let (a, b) = ((x + 2.0, y - RADIUS), (x + 13.0, y - 6.0));
                let far = 6.0 * rank;
                return cubic([a, (x + 4.0, y - 36.0 - far), (x + 34.0 + far, y - 25.0), b]);
            }
            let (wide, high) = (44.0 + 14.0 * rank, 24.0 + 6.0 * rank);
            let (a, b) = ((x + 11.0, y - 9.0), (x + 11.0, y + 9.0));
            return cubic([a, (x + wide, y - high), (x + wide, y + high), b]);
        }
        let is_in_the_way = |state: usize| {
            state != from
                && state != to
                && self.shown[state]
                && distance(self.at(state), start, end) < RADIUS + 5.0
        };
        if (0..self.shown.len()).any(is_in_the_way) {
            let curve = self.around(start, end, 46.0 + 14.0 * rank);
            let is_hit = |state: usize| {
                state != from
                    && state != to
                    && self.shown[state]
                    && curve.2.iter().any(|p| distance(self.at(state), *p, *p) < RADIUS + 1.0)
            };
            return if (0..self.shown.len()).any(is_hit) {
                let out = 22.0 + 6.0 * (rank + float(from % 3));
                between_layers(start, end, (curve.1, out))
            } else {
                curve.0
            };
        }
        let m = middle(start, end);
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let c = (m.0 - dy * bundle.bend, m.1 + dx * bundle.bend);
        let (a, b) = (towards(start, c, RADIUS + 1.0), towards(end, c, RADIUS + 2.0));
        let path = format!("M{} Q{} {}", point(a), point(c), point(b));
        Way { path, from: c, end: b, middle: middle(middle(a, b), c) }
    }

    /// The outermost column of the states between the heights of two points, on the side where the points are, and
    /// whether that side is the left one.
    fn edge_of_states(&self, start: Point, end: Point) -> (f64, bool) {
        let (low, high) = (start.1.min(end.1), start.1.max(end.1));
        let between = (0..self.shown.len()).filter(|state| self.shown[*state]).map(|s| self.at(s));
        let between = between.filter(|(_, y)| (low..=high).contains(y)).map(|(x, _)| x);
        let is_left = start.0 + end.0 < 2.0 * self.left + self.width - 1.0;
        let x = if is_left {
            between.fold(f64::INFINITY, f64::min)
        } else {
            between.fold(0.0, f64::max)
        };
        (x, is_left)
    }

    /// A curve that goes outside of all states between its ends, with its side and points on it.
    fn around(&self, start: Point, end: Point, out: f64) -> (Way, Side, Vec<Point>) {
        let (x, is_left) = self.edge_of_states(start, end);
        let side = Side { x, sign: if is_left { -1.0 } else { 1.0 } };
        let x = x + side.sign * out;
        let (c, d) = if (start.1 - end.1).abs() < 1.0 {
            // Along a single row the way is below it.
            ((start.0, start.1 + out), (end.0, end.1 + out))
        } else {
            ((x, start.1), (x, end.1))
        };
        let ends = [towards(start, c, RADIUS + 1.0), c, d, towards(end, d, RADIUS + 2.0)];
        (
            cubic(ends),
            side,
            (1..SAMPLES).map(|k| on_cubic(ends, float(k) / float(SAMPLES))).collect(),
        )
    }
}

/// A way along the gaps between the layers, where there are no states, and outside of all states between its ends.
fn between_layers(start: Point, end: Point, (side, out): (Side, f64)) -> Way {
    let x = side.x + side.sign * (RADIUS + out);
    let half = DOWN / 2.0;
    // Below the one and above the other, aside of the arrows that go straight down.
    let (first, last) = (start.1 + half, end.1 - half);
    let aside = 5.0 * side.sign;
    let (a, b) = ((start.0 + aside, first), (end.0 + aside, last));
    let corners = [
        towards(start, a, RADIUS + 1.0),
        a,
        (x, first),
        (x, last),
        b,
        towards(end, b, RADIUS + 2.0),
    ];
    let mut path = format!("M{}", point(corners[0]));
    for k in 1..corners.len() - 1 {
        let round = |other: Point| {
            let far = (other.0 - corners[k].0).abs() + (other.1 - corners[k].1).abs();
            towards(corners[k], other, 8f64.min(far / 2.0))
        };
        let (before, after) = (round(corners[k - 1]), round(corners[k + 1]));
        let _ = write!(path, " L{} Q{} {}", point(before), point(corners[k]), point(after));
    }
    let _ = write!(path, " L{}", point(corners[5]));
    Way { path, from: b, end: corners[5], middle: (x, f64::midpoint(first, last)) }
}

/// The side on which a way goes around: the place of the outermost states there, and its direction.
#[derive(Clone, Copy)]
struct Side {
    x: f64,
    sign: f64,
}

/// The number of pieces into which a curve is cut to look for states on it.
const SAMPLES: usize = 32;

fn on_cubic([a, c, d, b]: [Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let (ka, kc, kd, kb) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
    (ka * a.0 + kc * c.0 + kd * d.0 + kb * b.0, ka * a.1 + kc * c.1 + kd * d.1 + kb * b.1)
}

fn cubic(ends: [Point; 4]) -> Way {
    let [a, c, d, b] = ends;
    let path = format!("M{} C{} {} {}", point(a), point(c), point(d), point(b));
    Way { path, from: d, end: b, middle: on_cubic(ends, 0.5) }
}
