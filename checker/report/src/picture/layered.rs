//! A layered layout of graphs. It computes with whole numbers and halves only, so that it is the same on every machine.
//!
//! The layer of a node is its distance from node 0. In some sweeps, the nodes of each layer are ordered by the mean
//! place of their neighbours in the layer before, then in the layer after, and the order with the fewest crossings is
//! kept. Then each node is moved towards the mean of its neighbours as far as its layer has room. Long unbranched
//! chains are wrapped: a row of such a chain is one wide node for all this.

use reductio_relations::svg::float;

use super::chains::{Unit, units};

/// The number of sweeps, in which the order of each layer is improved.
const SWEEPS: usize = 12;

/// The place of a node: its column and its layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodePlace {
    /// The column, from the left. Neighbours in a layer are at least 1 apart.
    pub x: f64,
    /// The number of the layer.
    pub y: usize,
}

/// The places of the nodes `0..nodes`. Edges to nodes that do not exist are left out; nodes that cannot be reached
/// from node 0 form a last layer. Cost: edges squared for each sweep.
///
/// ```
/// use reductio_report::picture::layered::layout;
/// // A diamond: the two nodes in the middle are next to each other, the ends between them.
/// let places = layout(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
/// assert_eq!(places.iter().map(|p| p.y).collect::<Vec<_>>(), [0, 1, 1, 2]);
/// assert_eq!((places[1].x - places[2].x).abs(), 1.0);
/// assert_eq!(places[0].x, places[3].x);
/// ```
///
/// A chain is wrapped if it has twenty nodes or more:
///
/// ```
/// use reductio_report::picture::layered::layout;
/// let chain: Vec<(usize, usize)> = (1..50).map(|k| (k - 1, k)).collect();
/// let places = layout(50, &chain);
/// assert_eq!(places.iter().map(|p| p.y).max(), Some(6));
/// ```
pub fn layout(nodes: usize, edges: &[(usize, usize)]) -> Vec<NodePlace> {
    let mut edges: Vec<(usize, usize)> =
        edges.iter().copied().filter(|(a, b)| a != b && *a.max(b) < nodes).collect();
    edges.sort_unstable();
    edges.dedup();
    let units = units(nodes, &edges);
    let mut unit_of = vec![0; nodes];
    for (number, unit) in units.iter().enumerate() {
        unit.nodes.iter().for_each(|node| unit_of[*node] = number);
    }
    let mut between: Vec<(usize, usize)> =
        edges.iter().map(|&(a, b)| (unit_of[a], unit_of[b])).filter(|(a, b)| a != b).collect();
    between.sort_unstable();
    between.dedup();
    let mut places = vec![NodePlace { x: 0.0, y: 0 }; nodes];
    for (unit, middle) in units.iter().zip(of_units(&units, &between)) {
        // The columns that the last row of a chain leaves empty are on the side to which it goes.
        let empty = if unit.is_right { unit.width - unit.nodes.len() } else { 0 };
        let left = middle.x - (float(unit.width) - 1.0) / 2.0 + float(empty);
        for (k, node) in unit.nodes.iter().enumerate() {
            places[*node] = NodePlace { x: left + float(k), y: middle.y };
        }
    }
    let least = places.iter().map(|place| place.x).fold(f64::INFINITY, f64::min);
    for place in &mut places {
        place.x -= least;
    }
    places
}

/// The places of the middles of units.
fn of_units(units: &[Unit], edges: &[(usize, usize)]) -> Vec<NodePlace> {
    let nodes = units.len();
    let layer = distances(nodes, edges);
    let count = layer.iter().max().map_or(0, |last| last + 1);
    let mut order: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, layer) in layer.iter().enumerate() {
        order[*layer].push(node);
    }
    // Only edges between neighbouring layers count for the order.
    let near: Vec<(usize, usize)> = edges
        .iter()
        .map(|&(a, b)| if layer[a] < layer[b] { (a, b) } else { (b, a) })
        .filter(|&(a, b)| layer[a] + 1 == layer[b])
        .collect();
    let mut best = order.clone();
    let mut fewest = crossings(&order, &near, &layer);
    for sweep in 0..SWEEPS {
        for step in 1..count {
            let (at, down) = if sweep % 2 == 0 { (step, true) } else { (count - 1 - step, false) };
            arrange(&mut order, at, &near, down);
        }
        let now = crossings(&order, &near, &layer);
        if now < fewest {
            fewest = now;
            best.clone_from(&order);
        }
    }
    let widths: Vec<f64> = units.iter().map(|unit| float(unit.width)).collect();
    let x = columns(&widths, &best, &near);
    layer.into_iter().zip(x).map(|(y, x)| NodePlace { x, y }).collect()
}

/// The distance of each node from node 0, in edges.
fn distances(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![usize::MAX; nodes];
    let mut frontier = if nodes == 0 { Vec::new() } else { vec![0] };
    let mut depth = 0;
    while !frontier.is_empty() {
        for node in &frontier {
            layer[*node] = depth;
        }
        let is_new = |&&(a, b): &&(usize, usize)| frontier.contains(&a) && layer[b] == usize::MAX;
        let mut next: Vec<usize> = edges.iter().filter(is_new).map(|(_, b)| *b).collect();
        next.sort_unstable();
        next.dedup();
        frontier = next;
        depth += 1;
    }
    layer.into_iter().map(|layer| layer.min(depth)).collect()
}

/// The place of each node in the order of its layer.
fn ranks(order: &[Vec<usize>], nodes: usize) -> Vec<usize> {
    let mut rank = vec![0; nodes];
    for layer in order {
        layer.iter().enumerate().for_each(|(at, node)| rank[*node] = at);
    }
    rank
}

/// The number of pairs of edges between neighbouring layers that cross.
fn crossings(order: &[Vec<usize>], near: &[(usize, usize)], layer: &[usize]) -> usize {
    let rank = ranks(order, layer.len());
    let mut count = 0;
    for (k, &(a, b)) in near.iter().enumerate() {
        for &(c, d) in &near[k + 1..] {
            let same = layer[a] == layer[c];
            let cross = (rank[a] < rank[c]) != (rank[b] < rank[d]);
            count += usize::from(same && cross && a != c && b != d);
        }
    }
    count
}

/// Orders a layer by the mean rank of the neighbours above it (`down`) or below it; nodes without such neighbours come
/// last.
fn arrange(order: &mut [Vec<usize>], at: usize, near: &[(usize, usize)], down: bool) {
    let nodes = order.iter().flatten().max().map_or(0, |most| most + 1);
    let rank = ranks(order, nodes);
    let key = |node: usize| {
        let ends = near.iter().filter_map(|&(a, b)| {
            let (own, other) = if down { (b, a) } else { (a, b) };
            (own == node).then_some(rank[other])
        });
        let (sum, count) = ends.fold((0, 0), |(sum, count), rank| (sum + rank, count + 1));
        // The mean in thousandths, then the place that it has.
        ((sum * 1000usize).checked_div(count).unwrap_or(rank[node] * 1000), rank[node])
    };
    let mut layer = order[at].clone();
    layer.sort_by_key(|node| key(*node));
    order[at] = layer;
}

/// A column for the middle of each unit: near its neighbours, and clear of the next unit in its layer.
fn columns(widths: &[f64], order: &[Vec<usize>], near: &[(usize, usize)]) -> Vec<f64> {
    let mut x = vec![0.0; widths.len()];
    let apart = |a: usize, b: usize| f64::midpoint(widths[a], widths[b]);
    for layer in order {
        let mut left = -layer.iter().map(|node| widths[*node]).sum::<f64>() / 2.0;
        for node in layer {
            x[*node] = left + widths[*node] / 2.0;
            left += widths[*node];
        }
    }
    for _ in 0..SWEEPS {
        for layer in order {
            let wish: Vec<f64> = layer
                .iter()
                .map(|node| {
                    let ends: Vec<f64> = near
                        .iter()
                        .filter_map(|&(a, b)| match (a == *node, b == *node) {
                            (true, _) => Some(x[b]),
                            (_, true) => Some(x[a]),
                            _ => None,
                        })
                        .collect();
                    let mean = ends.iter().sum::<f64>() / float(ends.len().max(1));
                    // To the quarter: sums of quarters are exact.
                    if ends.is_empty() { x[*node] } else { (mean * 4.0).round() / 4.0 }
                })
                .collect();
            let (mut right, mut left) = (wish.clone(), wish);
            for at in 1..layer.len() {
                right[at] = right[at].max(right[at - 1] + apart(layer[at - 1], layer[at]));
            }
            for at in (1..layer.len()).rev() {
                left[at - 1] = left[at - 1].min(left[at] - apart(layer[at - 1], layer[at]));
            }
            for (at, node) in layer.iter().enumerate() {
                x[*node] = f64::midpoint(left[at], right[at]);
            }
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn crossed_edges_are_uncrossed() {
        let places = layout(5, &[(0, 1), (0, 2), (1, 4), (2, 3)]);
        assert_eq!(places[1].x < places[2].x, places[4].x < places[3].x);
    }

    #[test]
    fn nodes_of_a_layer_keep_apart() {
        let edges: Vec<(usize, usize)> = (1..60).map(|k| (k / 3, k)).collect();
        let places = layout(60, &edges);
        for (k, a) in places.iter().enumerate() {
            for b in places[k + 1..].iter().filter(|b| b.y == a.y) {
                assert!((a.x - b.x).abs() >= 1.0, "{a:?} {b:?}");
            }
        }
        assert_eq!(places, layout(60, &edges));
        assert!(layout(0, &[]).is_empty());
        assert_eq!(layout(2, &[(0, 7)])[1].y, 1);
    }

    #[test]
    fn wrapped_chains_keep_clear_of_what_is_beside_them() {
        // From node 0 two chains of 29 nodes, which meet in node 59.
        let mut edges: Vec<(usize, usize)> = vec![(0, 1), (0, 30), (29, 59), (58, 59)];
        edges.extend((2..30).chain(31..59).map(|k| (k - 1, k)));
        let places = layout(60, &edges);
        for (k, a) in places.iter().enumerate() {
            for b in places[k + 1..].iter().filter(|b| b.y == a.y) {
                assert!((a.x - b.x).abs() >= 1.0, "{a:?} {b:?}");
            }
        }
        assert_eq!(places[59].y, 6);
        assert!(places.iter().all(|place| place.x >= 0.0));
        // Steps of a chain lead to a neighbour, or straight down.
        for k in (2..30).chain(31..59) {
            let (dx, dy) = ((places[k].x - places[k - 1].x).abs(), places[k].y - places[k - 1].y);
            assert!((dx, dy) == (1.0, 0) || (dx, dy) == (0.0, 1), "{k}: {dx} {dy}");
        }
    }
}
