//! The layout: states on a circle, arcs between them, loops outside.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::svg::float;

/// A point of the picture; `y` grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    fn plus(self, angle: f64, length: f64) -> Self {
        Point { x: self.x + angle.cos() * length, y: self.y + angle.sin() * length }
    }

    fn angle_to(self, other: Point) -> f64 {
        (other.y - self.y).atan2(other.x - self.x)
    }
}

/// An oval node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) centre: Point,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The direction away from the middle of the picture.
    pub(super) outward: f64,
}

impl Node {
    /// The point of the outline in a direction, a little outside.
    fn border(&self, angle: f64) -> Point {
        let (a, b) = (self.width / 2.0 + 4.0, self.height / 2.0 + 4.0);
        let length = a * b / ((b * angle.cos()).powi(2) + (a * angle.sin()).powi(2)).sqrt();
        self.centre.plus(angle, length)
    }
}

/// A curve with one or two control points, and the place of its label.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) start: Point,
    pub(super) controls: Vec<Point>,
    pub(super) end: Point,
    pub(super) label: Point,
}

impl Curve {
    /// The highest and the lowest `y` of the curve.
    fn reach(&self) -> (f64, f64) {
        let ys: Vec<f64> =
            [self.start].iter().chain(&self.controls).chain([&self.end]).map(|p| p.y).collect();
        // The points of the curve by de Casteljau's rule, close enough together for a picture.
        let at = |t: f64| {
            let mut ys = ys.clone();
            while ys.len() > 1 {
                ys = ys.windows(2).map(|pair| pair[0] + (pair[1] - pair[0]) * t).collect();
            }
            ys[0]
        };
        let ends = (self.label.y - 9.0, self.label.y + 9.0);
        (0..=16).map(|k| at(float(k) / 16.0)).fold(ends, |(low, high), y| (low.min(y), high.max(y)))
    }

    /// The corners of the arrow's head.
    pub(super) fn head(&self) -> [Point; 3] {
        let from = self.controls.last().copied().unwrap_or(self.start);
        let back = self.end.angle_to(from);
        [self.end, self.end.plus(back + 0.4, 10.0), self.end.plus(back - 0.4, 10.0)]
    }
}

/// The highest and the lowest point of a graph, with the texts under its nodes.
pub(super) fn extent<'a>(nodes: &[Node], curves: impl Iterator<Item = &'a Curve>) -> (f64, f64) {
    let of_node = |node: &Node| {
        (node.centre.y - node.height / 2.0 - 4.0, node.centre.y + node.height / 2.0 + 20.0)
    };
    let all = nodes.iter().map(of_node).chain(curves.map(Curve::reach));
    all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
}

/// The nodes, for the numbers of characters that they hold.
pub(super) fn nodes(lengths: &[usize], middle: Point, radius: f64) -> Vec<Node> {
    let count = float(lengths.len());
    let place = |(k, length): (usize, &usize)| {
        // The first node is on the left with two states, on the top with more.
        let start = if lengths.len() == 2 { PI } else { -FRAC_PI_2 };
        let outward = start + TAU * float(k) / count;
        let distance = if lengths.len() == 1 { 0.0 } else { radius };
        let centre = middle.plus(outward, distance);
        Node { centre, width: (float(*length) * 6.6 + 18.0).max(44.0), height: 44.0, outward }
    };
    lengths.iter().enumerate().map(place).collect()
}

/// The radius of the circle of states: neighbours keep apart.
pub(super) fn radius(lengths: &[usize]) -> f64 {
    let longest = lengths.iter().max().copied().unwrap_or(0);
    let apart = (float(longest) * 6.6 + 110.0).max(130.0);
    match lengths.len() {
        0 | 1 => 0.0,
        n => apart / 2.0 / (PI / float(n)).sin(),
    }
}

/// The `number`-th arc between two different nodes; arcs back bend to the other side.
pub(super) fn arc(from: &Node, to: &Node, number: usize) -> Curve {
    let along = from.centre.angle_to(to.centre);
    let aside = along - FRAC_PI_2;
    let bend = 26.0 + 40.0 * float(number);
    let middle = Point {
        x: f64::midpoint(from.centre.x, to.centre.x),
        y: f64::midpoint(from.centre.y, to.centre.y),
    };
    let control = middle.plus(aside, bend);
    let start = from.border(from.centre.angle_to(control));
    let end = to.border(to.centre.angle_to(control));
    let label = Point {
        x: 0.25 * start.x + 0.5 * control.x + 0.25 * end.x,
        y: 0.25 * start.y + 0.5 * control.y + 0.25 * end.y,
    };
    Curve { start, controls: vec![control], end, label }
}

/// The `number`-th loop at a node, outside the circle of states.
pub(super) fn around(node: &Node, number: usize) -> Curve {
    let (spread, height) = (0.42 + 0.1 * float(number), loop_height(number));
    let start = node.border(node.outward - spread);
    let end = node.border(node.outward + spread);
    let tip = |side: f64| node.border(node.outward + side).plus(node.outward + side, height);
    let controls = vec![tip(-spread * 1.5), tip(spread * 1.5)];
    let middle = |a: f64, b: f64, c: f64, d: f64| 0.125 * (a + d) + 0.375 * (b + c);
    let label = Point {
        x: middle(start.x, controls[0].x, controls[1].x, end.x),
        y: middle(start.y, controls[0].y, controls[1].y, end.y),
    };
    Curve { start, controls, end, label }
}

/// The distance of the `number`-th loop's control points from its node.
pub(super) fn loop_height(number: usize) -> f64 {
    46.0 + 32.0 * float(number)
}
